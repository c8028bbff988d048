// The connection to a table. It reconnects when it is lost; the server then sends the whole round again,
// so nothing has to be kept here. Every message sent with `ask` is answered or fails.

/** How long the page waits before it calls again, for an answer to a call, and to a ping. */
const PATIENCE = [200, 500, 1000, 1500];
const ANSWERED = 6000;
const QUIET = 10_000;
const FINAL = new Set([4404]);

export class Connection extends EventTarget {
  #socket = null;
  #tries = 0;
  #next = 1;
  #open = new Map();
  #ended = false;
  #timer = null;
  #watch = null;

  constructor(table) {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}/ws/table/${encodeURIComponent(table)}`;
    addEventListener("online", () => this.retry());
  }

  connect() {
    this.#ended = false;
    const socket = (this.#socket = new WebSocket(this.address));
    this.#expect(socket, ANSWERED);
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.#tell("line", { up: true });
      this.#listen(socket);
    });
    socket.addEventListener("message", (event) => {
      this.#listen(socket);
      this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => this.#lost(socket, event));
  }

  /** Calls at once instead of waiting, where there is no line. */
  retry() {
    if (this.#ended || this.#socket?.readyState === WebSocket.OPEN) return;
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    socket?.close();
    this.connect();
  }

  /** A line on which nothing comes for long is tried; one that does not answer is gone. */
  #listen(socket) {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify({ type: "ping" }));
      this.#expect(socket, ANSWERED);
    }, QUIET);
  }

  #expect(socket, patience) {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      socket.close();
      this.#lost(socket, { code: 1006 });
    }, patience);
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
    clearTimeout(this.#watch);
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
    this.#socket = null;
    clearTimeout(this.#watch);
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
