// When things that arrive in one message should be seen: cards one after another, then the hands
// turned over, then wagers settled seat by seat. Times are in milliseconds from now.

import { chosen, moves } from "../preferences.js";

const LASTS = {
  Dealt: 120, Burnt: 90, Turned: 320, Shown: 380, Arranged: 420, Settled: 260, Gathered: 240,
  Wagered: 200, Taken: 320, HandAnnounced: 260, JackpotPaid: 500, Called: 160, Compared: 120,
};
const LONGEST = 3800;
const SPEEDS = { quick: 0.4, slow: 1.7 };

export const STILL = { card: () => 0, shown: () => 0, called: () => 0, arranged: 0, settled: () => 0, length: 0, at: [] };

const place = (seat, zone) => `${seat ?? "-"}|${zone}`;

/** The times for a message's fresh entries; all at once on a first picture or without motion. */
export function paceOf(picture, first) {
  if (first || !moves() || !picture.fresh.length) return STILL;
  const total = picture.fresh.reduce((sum, entry) => sum + (LASTS[entry.kind] ?? 0), 0);
  const hurry = Math.min(1, LONGEST / Math.max(total, 1)) * (SPEEDS[chosen("speed")] ?? 1);
  const cards = new Map();
  const shown = new Map();
  const called = new Map();
  const settled = [];
  const times = [];
  let at = 0;
  let arranged = 0;
  for (const entry of picture.fresh) {
    times.push(at);
    if (entry.kind === "Dealt") {
      const key = place(entry.seat, entry.zone);
      cards.set(key, [...(cards.get(key) ?? []), at]);
    }
    if (entry.kind === "Shown" || entry.kind === "Turned") {
      shown.set(place(entry.seat ?? null, entry.zone), at);
    }
    if (["Compared", "Called", "HandAnnounced"].includes(entry.kind)) called.set(entry.seat, at);
    if (entry.kind === "Arranged") arranged = at;
    if (entry.kind === "Settled") settled.push(at);
    at += (LASTS[entry.kind] ?? 0) * hurry;
  }
  return {
    // The last cards of a place are the fresh ones.
    card: (seat, zone, index, count) => {
      const times = cards.get(place(seat, zone)) ?? [];
      return times[index - (count - times.length)] ?? 0;
    },
    shown: (seat, zone) => shown.get(place(seat, zone)) ?? 0,
    called: (seat) => called.get(seat) ?? 0,
    settled: (index, count) => settled[index - (count - settled.length)] ?? 0,
    arranged,
    length: at,
    at: times,
  };
}
