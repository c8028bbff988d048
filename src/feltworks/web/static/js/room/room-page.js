// A table's page: the line to the table, the picture it sends, and the parts that show it. The felt
// differs between games against the house and games between players; all else is the same.

import { setText } from "../dom.js";
import { chosen, recalled, remember } from "../preferences.js";
import { Announcer } from "./announcer.js";
import { Arrival } from "./arrival.js";
import { Connection } from "./connection.js";
import { showResult } from "./deciding.js";
import { LostLine } from "./lost-line.js";
import { Showing } from "./pace.js";
import { Picture } from "./picture.js";
import { notePromise } from "./promises.js";
import { SeedGiver } from "./seed-giver.js";
import { heardIn, Sounds } from "./sounds.js";
import { frame, holdHeight, postLimits, tellPractice } from "./frame.js";
import { firstOf, FocusKeeper } from "./focus-keeper.js";

/** After this many milliseconds without an answer the choices look disabled. */
const SLOW = 400;

export class RoomPage {
  advice = null;
  refusedBy = "";
  #first = true;
  #turnWas = "";
  #busy = false;
  #askedAt = "";
  #news = [];
  #moment = "";
  #arrival = new Arrival();

  /** `felt` is the felt's element; `dock(page)` gives the part below it that is not a decision. */
  constructor(felt, dock) {
    this.table = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
    this.picture = new Picture();
    this.showing = new Showing(this.picture, (message, isWhole) => this.#show(message, isWhole));
    this.felt = felt;
    this.parts = frame(document.getElementById("main"), felt);
    this.announcer = new Announcer(this.parts.live);
    this.sounds = new Sounds(this.parts.sound);
    this.keeper = new FocusKeeper(this.parts.dock);
    this.dock = dock(this);
    this.parts.dock.append(this.dock);
    this.line = new Connection(this.table);
    this.lost = new LostLine(this);
    this.seeds = new SeedGiver((message) => this.line.ask(message));
    this.#listen();
    this.line.connect();
    this.parts.supervisor.begin(this.table, (is) => (this.parts.supervisorBox.hidden = !is));
  }

  #listen() {
    const on = (type, take) => this.line.addEventListener(type, (event) => take(event.detail));
    on("hello", (message) => this.#hello(message));
    on("table", (message) => this.#table(message));
    const then = (type, take) => on(type, (message) => this.showing.then(() => take(message)));
    then("meters", (message) => this.#meters(message.jackpots));
    then("advice", (message) => this.#advise(message));
    then("session", (message) => this.announcer.say(this.parts.coach.showSession(message)));
    then("review", (message) => this.announcer.say(this.parts.coach.review(message)));
    on("refused", (message) => this.complain(message.text));
    this.parts.guest.addEventListener("guest", () => {
      this.line.again();
      this.keeper.goOn(() => firstOf(this.felt, "button.sit"));
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    this.felt.addEventListener("click", () => this.showing.finish());
    matchMedia("(orientation: portrait)").addEventListener("change", () => {
      this.#askedAt = "";
      if (this.picture.now) this.#comeIntoView();
    });
  }

  #hello(message) {
    const { table } = message;
    this.showing.begin();
    this.picture.hello(message);
    this.seeds.begin();
    this.#first = true;
    document.title = `${table.game.name} · Feltworks`;
    setText(this.parts.name, table.game.name);
    postLimits(this.parts, table);
    this.parts.pays.build(table);
    this.parts.paysAtOnce.build(table);
    this.parts.coach.build((on) => this.#coach(on), () => this.ask({ type: "session" }));
    this.parts.manners.hidden = table.procedure?.hands_discussed !== false;
    this.parts.guest.hidden = Boolean(message.you);
    tellPractice(this.parts.practice, table.practice);
    this.dock.prepare?.(table, this);
    const coached = message.you && recalled("coach") === "on";
    if (coached) this.#coach((this.parts.coach.box.checked = true));
  }

  #table(message) {
    if (!this.picture.description) return;
    this.seeds.take(message);
    notePromise(message.round, this.seeds.noted(message.round?.commitment));
    this.showing.take(message);
  }

  /** Shows a picture: a part of what the table told, or the whole of it. */
  #show(message, isWhole) {
    this.picture.take(message);
    if (!this.#first) this.sounds.play(heardIn(this.picture));
    this.#news.push(...this.picture.fresh);
    const news = isWhole ? this.#news.splice(0) : [];
    if (isWhole && (!this.#first || message.turn?.yours)) this.#turnWas = this.announcer.tell(news, this.picture, this.#turnWas);
    if (!this.#first && message.phase === "over" && this.picture.fresh.length && this.picture.mySeats.length) this.parts.coach.forgetSession();
    this.#first = false;
    if (this.advice && (this.advice.turn !== message.turn?.turn || !message.turn?.yours)) this.#advise(null);
    this.#forgetProblem();
    this.draw();
    this.lost.back();
    this.#arrival.look(this);
  }

  /** What was wrong with a press is shown until the table has gone on. */
  #forgetProblem() {
    const { phase, turn, round } = this.picture.now;
    const moment = `${round?.commitment} ${phase} ${turn?.turn}`;
    if (moment !== this.#moment) setText(this.parts.problem, "");
    this.#moment = moment;
  }

  #advise(message) {
    this.advice = message;
    const best = this.parts.coach.show(message, this.picture.now?.choices ?? []);
    if (this.picture.now) this.#drawChoices();
    if (best) this.announcer.say(`The coach says ${best}.`);
  }

  #coach(on) {
    remember("coach", on ? "on" : "");
    this.ask({ type: "coach", on });
    if (!on) this.#advise(null);
  }

  draw() {
    const { now } = this.picture;
    const parts = this.parts;
    holdHeight(parts.dock, this.showing.isBusy);
    this.felt.show(this.picture, this.dock.hooks());
    setText(parts.phase, this.picture.phaseText);
    parts.notice.hidden = !now.notice;
    setText(parts.notice, now.notice ?? "");
    this.#meters(now.jackpots);
    parts.promise(now.round, now.seeds, !this.picture.description.practice);
    parts.settlement.show(this.picture);
    parts.settlementBox.hidden = parts.settlement.hidden;
    setText(parts.settlementTitle, parts.settlement.isLast ? "Settlement of the last round" : "Settlement");
    parts.ledger.show(this.picture);
    parts.log.show(this.picture);
    parts.supervisor.show(this.picture);
    showResult(this.parts, this.picture);
    this.#drawChoices();
    this.dock.show?.(this.picture, this);
    this.#comeIntoView();
    this.keeper.look();
  }

  /** Takes a seat; the keyboard goes on with the first thing there is to do at it. */
  async sit(message) {
    if (!(await this.ask({ type: "sit", ...message }))) return false;
    if (chosen("clock")) await this.ask({ type: "clock", on: true });
    this.keeper.goOn(() =>
      this.picture.isMine(message.seat)
        ? firstOf(document, ".mine .spot.open", ".dock button.choice", ".dock .ring-sides button", ".dock .acts button", ".dock", ".below summary", ".below button")
        : null,
    );
    return true;
  }

  /** On a small screen the player's cards are scrolled right above the dock in each phase, and when it is
   * turned upright, so that most of the felt is visible. */
  #comeIntoView() {
    const { turn, phase, round } = this.picture.now;
    const asked = turn?.yours ? `${turn.seat} ${turn.turn}` : phase === "playing" ? "" : `${phase} ${round?.number} ${this.picture.mySeats}`;
    const small = matchMedia("(max-width: 52rem) and (min-height: 30.01rem)").matches;
    if (small && asked && asked !== this.#askedAt) {
      this.felt.style.setProperty("--dock-high", `${this.parts.dock.offsetHeight}px`);
      this.felt.querySelector(turn?.yours ? ".mine.turn" : ".mine")?.scrollIntoView({ block: "end" });
    }
    this.#askedAt = asked;
  }

  #meters(jackpots) {
    this.parts.jackpots(jackpots, (name) => this.picture.jackpotName(name));
  }

  #drawChoices() {
    const { choices, turn, clock } = this.picture.now;
    const panel = this.parts.choices;
    if (!choices.length) panel.clear();
    else
      panel.show(choices, {
        turn: turn.turn,
        advice: this.advice,
        wagerName: (id) => this.picture.wagerName(id),
        presets: (choice) => this.dock.presets?.(choice, this.picture) ?? [],
        hint: [turn.holds && `${this.picture.isCardless ? "On the table:" : "You hold"} ${turn.holds}.`, this.dock.hint?.(choices)].filter(Boolean).join(" "),
        decide: (move) => this.#decide({ ...move, turn: turn.turn }),
      });
    this.parts.clock.set(turn?.yours || this.picture.now.phase !== "playing" ? clock : null);
    const timed = clock?.default && (turn?.yours || this.picture.now.phase === "betting");
    setText(this.parts.byDefault, timed ? `When time is up: ${clock.default}` : "");
    this.parts.dock.classList.toggle("deciding", choices.length > 0);
  }

  async #decide(move) {
    if (this.#busy) return;
    this.#busy = true;
    const slow = setTimeout(() => (this.parts.choices.inert = true), SLOW);
    const cards = this.dock.cardsFor?.(move) ?? null;
    await this.ask({ type: "decide", ...move, ...(cards && { cards }) });
    clearTimeout(slow);
    this.#busy = this.parts.choices.inert = false;
  }

  /** Sends a request to the table; shows the reason if it is refused. True when it was done. */
  async ask(message) {
    try {
      await this.line.ask(message);
      this.complain("");
      return true;
    } catch (error) {
      this.refusedBy = error.rule ?? "";
      this.complain(error.message);
      return false;
    }
  }

  complain(text) {
    setText(this.parts.problem, text);
    this.announcer.say(text);
  }

  #key(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "m") this.parts.sound.click(); // whatever goes on
    else if (this.parts.dock.inert || document.querySelector("dialog[open]")) return;
    else if (["d", "n", "r"].includes(key) && this.showing.isBusy) this.showing.finish();
    else if (/^[1-9]$/.test(key)) this.parts.choices.press(key);
    else if (key === "p" || key === "?") this.parts.showPays();
    else this.dock.key?.(key);
  }
}
