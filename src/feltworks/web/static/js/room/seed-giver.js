// This browser's part in the shuffle: for every seat of the guest's a random seed, its hash sent ahead
// of each deck, and the seed itself only when all hashes are in. Without a way to hash, or without a
// line, the deck is dealt without it. What was asked of whom, and what this browser opened, is kept for
// the check of the round: a house that leaves one out, or changes a hash afterwards, is found out.

import { canHash, randomSeed, seedHash } from "../../rounds/shuffle.js";

const MOST_KEPT = 50;
const STORE = "feltworks.seeds";

export class SeedGiver {
  #ask;
  #made = new Map();
  #kept;
  #answered;
  #sent = new Set();
  #digest = null;
  #noted = null;

  /** `ask` sends a message to the table. */
  constructor(ask) {
    this.#ask = ask;
    [this.#kept, this.#answered] = stored();
  }

  /** After a reconnect: a seed whose hash was sent before may be requested again, and is opened again. */
  begin() {
    this.#made.clear();
    this.#sent.clear();
  }

  /** The hashes that came with a deck, by seat, and this browser's own seeds that it opened. */
  noted(digest) {
    return digest === this.#digest ? this.#noted : { hashes: {}, own: {} };
  }

  /** Looks at how the table stands, and gives what is wanted. */
  take({ you, seeds, round }) {
    if (!canHash() || !seeds) return;
    const mine = you?.seats ?? [];
    for (const seat of this.#made.keys()) if (!mine.includes(seat)) this.#made.delete(seat);
    if (round?.commitment) this.#note(round.commitment, seeds.opening);
    for (const seat of mine) {
      const made = this.#made.get(seat);
      if (made && !made.hash) continue;
      const asked = seeds.opening[seat];
      if (this.#kept.has(asked)) this.#open(seat, asked, round?.commitment);
      else if (!made || !(seat in seeds.waiting || seat in seeds.opening)) this.#send(seat);
    }
  }

  /** The first hash that came counts. */
  #note(digest, opening) {
    if (digest !== this.#digest) [this.#digest, this.#noted] = [digest, { hashes: {}, own: {} }];
    this.#noted.hashes = { ...opening, ...this.#noted.hashes };
  }

  async #send(seat) {
    const made = { seed: randomSeed(), hash: null };
    this.#made.set(seat, made);
    const hash = await seedHash(seat, made.seed);
    this.#kept.set(hash, made.seed);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
    this.#store();
    // Refused while seeds are being opened: it is tried again later.
    await this.#ask({ type: "seed_hash", seat, hash }).then(() => (made.hash = hash), () => this.#made.delete(seat));
  }

  /** One seed for one deck: a house that could request another would repeat it until it likes the order. */
  #open(seat, hash, digest) {
    const deck = `${seat}:${digest}`;
    if (this.#sent.has(deck) || (this.#answered.get(deck) ?? hash) !== hash) return;
    this.#sent.add(deck);
    this.#answered.set(deck, hash);
    if (this.#answered.size > MOST_KEPT) this.#answered.delete(this.#answered.keys().next().value);
    this.#store();
    const seed = this.#kept.get(hash);
    const opened = (this.#noted.own[seat] = { seed, late: false });
    this.#ask({ type: "open_seed", seat, seed }).catch((error) => (opened.late = error.rule === "no-seed-asked"));
  }

  /** For this tab alone: a page that is loaded again in mid-exchange opens what it has promised. */
  #store() {
    try {
      sessionStorage.setItem(STORE, JSON.stringify([[...this.#kept], [...this.#answered]]));
    } catch {
      // Without storage a page that is loaded again gives no seed to the deck under way.
    }
  }
}

function stored() {
  try {
    const [kept, answered] = JSON.parse(sessionStorage.getItem(STORE) ?? "[[], []]");
    return [new Map(kept), new Map(answered)];
  } catch {
    return [new Map(), new Map()];
  }
}
