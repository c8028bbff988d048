// The shuffle checked in this browser: the digest is the SHA-256 of three lines of text, the salt and
// the whole order of the deck among them. Nothing here asks the server for anything.

const HEADING = "feltworks shuffle 1";
const CARD = /^(?:[2-9TJQKA][shdc]|Jo)$/;

export class NoShuffle extends Error {}

/** The text whose digest is shown before the deal. */
export function committedText(salt, cards) {
  return `${HEADING}\n${salt}\n${cards.join(" ")}\n`;
}

/** Cards as they are written: one space between two, the first to be dealt first. */
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

/** The digest of a salt and an order, as 64 hexadecimal digits. */
export async function digestOf(salt, cards) {
  if (!globalThis.crypto?.subtle) {
    throw new NoShuffle("This browser computes digests only on localhost or over https; the text below can be checked with any tool for SHA-256.");
  }
  const bytes = new TextEncoder().encode(committedText(salt, cards));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How often each card is there, in words. */
export function composition(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const often = new Set(counts.values());
  if (often.size > 1) return `${cards.length} cards, ${counts.size} different ones, not all of them equally often`;
  const [each] = often;
  return each === 1 ? `${cards.length} cards, all different` : `${cards.length} cards, ${counts.size} different ones, each ${each} times`;
}

/** Where the cards that came leave the revealed order; -1 when they follow it. */
export function departure(cards, dealt, from) {
  return dealt.findIndex((card, at) => cards[from + at] !== card);
}
