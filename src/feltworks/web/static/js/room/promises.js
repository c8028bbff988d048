// The digests that this browser was shown during rounds, the hashes of seeds that came with them, and
// its own seeds that it opened. A deck that is shown afterwards is compared with them, so that the house
// cannot show another commitment with another deck, nor leave a seed out or exchange one.

import { recalled, remember } from "../preferences.js";

const MOST = 200;
const A_DAY = 24 * 3600 * 1000;
let bettingOn = null;

function noted() {
  try {
    const found = JSON.parse(recalled("promises") || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Notes the digest of a round under way; the one shown while the betting was open comes first. */
export function notePromise(round, { hashes, own }) {
  if (!round?.commitment) return;
  if (round.number === null) {
    bettingOn = round.commitment;
    return;
  }
  const before = noted();
  const known = bettingOn ? null : before.find((each) => each.round === round.number);
  // That a seed came too late is learnt after the cards; a round that was over before is no news.
  if (known ? JSON.stringify([known.hashes, known.own]) === JSON.stringify([hashes, own]) : round.outcome) return;
  const begun = known ?? { round: round.number, digest: bettingOn ?? round.commitment, at: Date.now() };
  const entry = { ...begun, hashes, own };
  bettingOn = null;
  const kept = [...before.filter((each) => each.round !== round.number), entry].slice(-MOST);
  remember("promises", JSON.stringify(kept));
}

/** The digest noted for a round, or null. */
export function promised(round, openedAt) {
  return entryOf(round, openedAt)?.digest ?? null;
}

/** The hashes that came with a round, by seat, and the seeds that this browser opened. */
export function notedSeeds(round, openedAt) {
  const { hashes = {}, own = {} } = entryOf(round, openedAt) ?? {};
  return { hashes, own };
}

/** What was noted of a round; other books may have had a round of that number. */
function entryOf(round, openedAt) {
  const found = noted().find((each) => each.round === round);
  return found && Math.abs(found.at - Date.parse(openedAt)) < A_DAY ? found : null;
}
