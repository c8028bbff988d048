// The shuffle checked in this browser. The digest is the root of a Merkle tree over the slots of the
// deck; every hash is the SHA-256 of a few lines of text. What exactly is hashed is written in the
// guide "Verify a shuffle" and in verifier.py, which says the same. Nothing here asks the server for
// anything.

const CARD = /^(?:[2-9TJQKA][shdc]|Jo)$/;
const SEED = /^[!-9;-~]{1,64}$/;

export class NoShuffle extends Error {}

/** Cards as they are written: one space between two, slot 0 first. */
export function readCards(text) {
  const cards = text.trim().split(/[\s,]+/).filter(Boolean);
  const strange = cards.find((card) => !CARD.test(card));
  if (strange !== undefined) throw new NoShuffle(`${strange} is no card: write cards such as As, Td, Jo.`);
  if (!cards.length) throw new NoShuffle("Give the whole order of the deck.");
  return cards;
}

/** 64 hexadecimal digits, in lower case. */
export function readHex(text, what) {
  const digits = text.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) throw new NoShuffle(`The ${what} is 64 hexadecimal digits.`);
  return digits;
}

/** Seeds as they are written, SEAT:SEED with a space or line between two: pairs by rising seat. */
export function readSeeds(text) {
  const seeds = text.split(/\s+/).filter(Boolean).map((each) => {
    const [, seat, seed] = /^([1-9]\d?):(.*)$/.exec(each) ?? [];
    if (!seat || !SEED.test(seed)) throw new NoShuffle(`${each.slice(0, 80)} is no seed: write SEAT:SEED.`);
    return [Number(seat), seed];
  });
  const twice = seeds.find(([seat], at) => seeds.findIndex((each) => each[0] === seat) < at);
  if (twice) throw new NoShuffle(`Seat ${twice[0]} is named twice: each seat gives one seed.`);
  return seeds.sort((one, other) => one[0] - other[0]);
}

/** Whether this browser can compute digests. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

function subtle() {
  if (!canHash()) {
    throw new NoShuffle("This browser computes digests only on localhost or over https; the text below can be checked with any tool for SHA-256.");
  }
  return crypto.subtle;
}

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
const encoded = (text) => new TextEncoder().encode(text);

/** The SHA-256 of lines of text, each ended by a line feed. */
async function hashOf(...lines) {
  return hex(await subtle().digest("SHA-256", encoded(`${lines.join("\n")}\n`)));
}

// --- the tree -------------------------------------------------------------------------------------

/** The salt of every slot. */
async function slotSalts(salt, slots) {
  const key = await subtle().importKey("raw", unhex(salt), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = Array.from({ length: slots }, (_, slot) => crypto.subtle.sign("HMAC", key, encoded(`slot ${slot}`)));
  return (await Promise.all(signed)).map(hex);
}

async function topOf(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at + 1 < level.length; at += 2) above.push(hashOf("feltworks node 2", level[at], level[at + 1]));
    if (level.length % 2) above.push(level.at(-1));
    level = await Promise.all(above);
  }
  return level[0];
}

const rootOf = (slots, top) => hashOf("feltworks shuffle 2", slots, top);

/** The digest of a salt and cards by slot; in scheme 1 of the salt and the order of the deal. */
export async function digestOf(salt, cards, scheme = 2) {
  if (scheme === 1) return hashOf("feltworks shuffle 1", salt, cards.join(" "));
  const salts = await slotSalts(salt, cards.length);
  const leaves = await Promise.all(cards.map((card, slot) => hashOf("feltworks leaf 2", slot, salts[slot], card)));
  return rootOf(cards.length, await topOf(leaves));
}

/** The scheme by which a digest fits, null where none does. */
export async function schemeOf(digest, salt, cards) {
  for (const scheme of [2, 1]) if ((await digestOf(salt, cards, scheme)) === digest) return scheme;
  return null;
}

/** Whether a card lay in its slot of the deck behind a digest. */
export async function cardFits(digest, slots, { slot, card, salt, proof }) {
  if (!(slot >= 0 && slot < slots)) throw new NoShuffle(`There is no slot ${slot} among ${slots}: they count from 0.`);
  const hashes = [...proof];
  let [hash, at, left] = [await hashOf("feltworks leaf 2", slot, salt, card), slot, slots];
  while (left > 1) {
    if ((at ^ 1) < left) {
      if (!hashes.length) throw new NoShuffle("The proof is too short.");
      const partner = hashes.shift();
      hash = await hashOf("feltworks node 2", ...(at % 2 ? [partner, hash] : [hash, partner]));
    }
    [at, left] = [at >> 1, (left + 1) >> 1];
  }
  if (hashes.length) throw new NoShuffle("The proof is too long.");
  return (await rootOf(slots, hash)) === digest;
}

// --- the players' seeds ---------------------------------------------------------------------------

/** A seed of 256 random bits. */
export const randomSeed = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** What is sent before any seed is opened. */
export const seedHash = (seat, seed) => hashOf("feltworks seed 2", seat, seed);

/** The slots in the order in which they are dealt; `seeds` are pairs of seat and seed. */
export async function slotOrder(digest, slots, seeds) {
  const order = Array.from({ length: slots }, (_, slot) => slot);
  if (!seeds.length) return order;
  const sorted = [...seeds].sort((one, other) => one[0] - other[0]);
  const key = await hashOf("feltworks order 2", digest, ...sorted.map(([seat, seed]) => `${seat} ${seed}`));
  let [block, numbers] = [0, []];
  const draw = async () => {
    if (!numbers.length) {
      numbers = (await hashOf("feltworks block 2", key, block)).match(/.{8}/g).map((digits) => parseInt(digits, 16));
      block += 1;
    }
    return numbers.shift();
  };
  for (let n = slots; n > 1; n -= 1) {
    const end = Math.floor(2 ** 32 / n) * n;
    let number = await draw();
    while (number >= end) number = await draw();
    [order[n - 1], order[number % n]] = [order[number % n], order[n - 1]];
  }
  return order;
}

// --- in words -------------------------------------------------------------------------------------

/** How often each card is there, in words. */
export function composition(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const often = new Set(counts.values());
  if (often.size > 1) return `${cards.length} cards, ${counts.size} different ones, not all of them equally often`;
  const [each] = often;
  return each === 1 ? `${cards.length} cards, all different` : `${cards.length} cards, ${counts.size} different ones, each ${each} times`;
}

/** Where the cards that came leave the order of the deal; -1 when they follow it. */
export function departure(cards, dealt, from) {
  return dealt.findIndex((card, at) => cards[from + at] !== card);
}
