// The line to a table. It comes back by itself when it breaks; the server then tells the whole round
// again, so nothing has to be kept here. Every message asked with `ask` is answered or fails.

const PATIENCE = [400, 1000, 2000, 4000, 8000];
const FINAL = new Set([4404]);

export class Connection extends EventTarget {
  #socket = null;
  #tries = 0;
  #next = 1;
  #open = new Map();
  #ended = false;
  #timer = null;

  constructor(table) {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}/ws/table/${encodeURIComponent(table)}`;
  }

  connect() {
    this.#ended = false;
    const socket = (this.#socket = new WebSocket(this.address));
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.#tell("line", { up: true });
    });
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lost(socket, event));
  }

  /** Hangs up and calls again, for instance as somebody else. */
  again() {
    const socket = this.#socket;
    this.#socket = null;
    this.#fail("The line to the table was renewed.");
    clearTimeout(this.#timer);
    socket?.close();
    this.connect();
  }

  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Sends a message; settles when the table has done it, or fails with the table's reason. */
  ask(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("There is no line to the table at the moment."));
    }
    const ref = this.#next++;
    return new Promise((resolve, reject) => {
      this.#open.set(ref, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...message, ref }));
    });
  }

  #take(message) {
    const asked = this.#open.get(message.ref);
    if (asked && (message.type === "done" || message.type === "refused")) {
      this.#open.delete(message.ref);
      if (message.type === "done") asked.resolve();
      else asked.reject(Object.assign(new Error(message.text), { rule: message.rule }));
      return;
    }
    this.#tell(message.type, message);
  }

  #lost(socket, event) {
    if (socket !== this.#socket) return;
    this.#fail("The line to the table broke.");
    const final = FINAL.has(event.code) || this.#ended;
    this.#tell("line", { up: false, final, code: event.code });
    if (final) return;
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)];
    this.#timer = setTimeout(() => this.connect(), wait);
  }

  #fail(text) {
    for (const { reject } of this.#open.values()) reject(new Error(text));
    this.#open.clear();
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
