// The page's one live region. The news of one moment is announced together, so that a screen reader is
// not cut off by the next card.

import { decidedAll } from "./deciding.js";
import { sentence } from "./sentences.js";

export class Announcer {
  #region;
  #waiting = [];
  #timer = null;

  constructor(region) {
    this.#region = region;
  }

  /** Says a sentence soon, after those that wait already. */
  say(text) {
    if (!text) return;
    this.#waiting.push(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#region.textContent = this.#waiting.join(" ");
      this.#waiting = [];
    }, 120);
  }

  /** The news that led to the picture, and whose turn it is. */
  tell(news, picture, turnWas) {
    for (const entry of news) this.say(sentence(entry, picture));
    const { turn, choices, phase } = picture.now;
    const mark = `${phase} ${turn?.waits_for} ${turn?.seat} ${turn?.turn}`;
    if (mark === turnWas) return mark;
    if (turn?.yours && choices.length) {
      const names = choices.map((choice) => choice.name).join(", ");
      this.say(`${picture.seatName(turn.seat)}: your decision. ${names}.`);
    } else if (phase === "betting") this.say("Place your bets.");
    else if (phase === "over") this.say(decidedAll(picture));
    return mark;
  }
}
