// A question about odds: posted, waited for, withdrawn when nobody wants to know it.

import { ask } from "../js/api.js";

// The first answer comes soon: it tells whether the question still waits or is counted already.
const FIRST_WAIT_SECONDS = 0.25;
const WAIT_SECONDS = 8;
const running = new Set();

/** One place for questions of which only the last one counts: a new one withdraws the old. */
export class Counter {
  #asked = 0;
  #id = null;

  /** The answer; null when a later question took its place. */
  async count(kind, question, onProgress = () => {}) {
    const mine = ++this.#asked;
    this.withdraw();
    let wait = FIRST_WAIT_SECONDS;
    let told = await ask(`/api/odds/${kind}`, { method: "POST", body: question });
    while (told.state === "waiting" || told.state === "counting") {
      if (mine !== this.#asked) {
        drop(told.id);
        return null;
      }
      this.#id = told.id;
      running.add(told.id);
      onProgress(told);
      told = await ask(`/api/odds/counts/${told.id}?wait_seconds=${wait}`);
      wait = WAIT_SECONDS;
    }
    running.delete(told.id);
    if (mine !== this.#asked) return null;
    this.#id = null;
    return told;
  }

  withdraw() {
    if (this.#id) drop(this.#id);
    this.#id = null;
  }

  /** Gives up whatever is being counted. */
  stop() {
    this.#asked += 1;
    this.withdraw();
  }
}

function drop(id) {
  running.delete(id);
  ask(`/api/odds/counts/${id}`, { method: "DELETE" }).catch(() => {});
}

addEventListener("pagehide", () => {
  for (const id of running) fetch(`/api/odds/counts/${id}`, { method: "DELETE", keepalive: true });
});

/** Counts, and says in `place` how far it is or why there is no answer; gives the answer, or null. */
export async function countInto(place, counter, kind, question) {
  try {
    const told = await counter.count(kind, question, (now) => (place.textContent = sentence(now)));
    if (told !== null && !told.answer) place.textContent = `${told.says}.`;
    return told?.answer ?? null;
  } catch (refusal) {
    place.textContent = refusal.message;
    return null;
  }
}

/** How far a count has come, in a sentence. */
export function sentence(told) {
  if (told.state === "waiting") {
    return told.before > 1 ? `${told.before - 1} questions are before this one.` : "Waiting for its turn.";
  }
  if (!told.progress) return "Counting.";
  const { what, done, of } = told.progress;
  return of ? `Counting: ${what}, ${done} of ${of}.` : `Counting: ${what}${done ? `, ${done.toLocaleString("en-US")} so far` : ""}.`;
}
