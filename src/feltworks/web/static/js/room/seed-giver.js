// This browser's part in the shuffle: for every seat of the guest's a random seed, its hash sent ahead
// of each deck, and the seed itself only when all hashes are in. Without a way to hash, or without a
// line, the deck is dealt without it.

import { canHash, randomSeed, seedHash } from "../../rounds/shuffle.js";

export class SeedGiver {
  #ask;
  #made = new Map();
  #opened = new Set();
  #answered = new Set();
  /** The seeds of this browser that are in the present deck, by seat. */
  used = {};

  /** `ask` sends a message to the table. */
  constructor(ask) {
    this.#ask = ask;
  }

  /** The line is new: what an earlier one sent cannot be opened from here. */
  begin() {
    this.#made.clear();
  }

  /** Looks at how the table stands, and gives what is wanted. */
  take({ you, seeds, round }) {
    if (!canHash() || !seeds) return;
    const mine = you?.seats ?? [];
    for (const seat of this.#made.keys()) if (!mine.includes(seat)) this.#made.delete(seat);
    const own = seeds.given.filter(({ seat, seed }) => this.#opened.has(`${seat}:${seed}`));
    this.used = Object.fromEntries(own.map(({ seat, seed }) => [seat, seed]));
    for (const seat of mine) {
      const made = this.#made.get(seat);
      if (made && !made.hash) continue;
      if (made && seeds.opening[seat] === made.hash) this.#open(seat, made, round?.commitment);
      else if (!made || !(seat in seeds.waiting || seat in seeds.opening)) this.#send(seat);
    }
  }

  async #send(seat) {
    const made = { seed: randomSeed(), hash: null };
    this.#made.set(seat, made);
    const hash = await seedHash(seat, made.seed);
    // Refused while seeds are being opened: it is tried again later.
    await this.#ask({ type: "seed_hash", seat, hash }).then(() => (made.hash = hash), () => this.#made.delete(seat));
  }

  /** One seed for one deck: a house that asked again could go on until it likes the order. */
  #open(seat, { seed }, digest) {
    if (this.#answered.has(`${seat}:${digest}`)) return;
    this.#answered.add(`${seat}:${digest}`);
    this.#opened.add(`${seat}:${seed}`);
    this.#ask({ type: "open_seed", seat, seed }).catch(() => {});
  }
}
