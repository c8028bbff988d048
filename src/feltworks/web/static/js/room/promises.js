// The digests that this browser was shown while rounds were played, and the seeds of its own that it
// opened for them. A deck that is shown afterwards is held against them, so that the house cannot bring
// another promise along with another deck, nor leave a seed out.

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
export function notePromise(round, seeds) {
  if (!round?.commitment || round.outcome) return;
  if (round.number === null) {
    bettingOn = round.commitment;
    return;
  }
  const before = noted();
  const known = before.some((each) => each.round === round.number);
  if (known && !bettingOn) return;
  const entry = { round: round.number, digest: bettingOn ?? round.commitment, seeds, at: Date.now() };
  bettingOn = null;
  const kept = [...before.filter((each) => each.round !== round.number), entry].slice(-MOST);
  remember("promises", JSON.stringify(kept));
}

/** The digest noted for a round, or null. */
export function promised(round, openedAt) {
  return entryOf(round, openedAt)?.digest ?? null;
}

/** The seeds that this browser opened for a round, by seat. */
export function ownSeeds(round, openedAt) {
  return entryOf(round, openedAt)?.seeds ?? {};
}

/** What was noted of a round; other books may have had a round of that number. */
function entryOf(round, openedAt) {
  const found = noted().find((each) => each.round === round);
  return found && Math.abs(found.at - Date.parse(openedAt)) < A_DAY ? found : null;
}
