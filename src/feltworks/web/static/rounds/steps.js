// A round's log as steps a reader takes: each is a sentence, and the entries that say nothing of their
// own (cards taken in, a shoe that stands) go with the step before them.

import { sentence, verb } from "../js/room/sentences.js";

const FOLLOWS = ["Folded", "Staked", "TakenBack", "Wagered"];

/** `{says, upTo}`: what happened, and how many entries of the log lie on the felt then. */
export function stepsOf(entries, picture) {
  const steps = [];
  entries.forEach((entry, index) => {
    const says = told(entry, entries[index + 1], picture);
    if (says) steps.push({ says, upTo: index + 1 });
    else if (steps.length) steps.at(-1).upTo = index + 1;
  });
  return steps;
}

function told(entry, next, picture) {
  if (entry.kind !== "Decide") return sentence(entry, picture);
  // The entry that follows shows the effect of a choice, if it has any.
  if (FOLLOWS.includes(next?.kind) && next.seat === entry.seat) return null;
  const who = picture.who(entry.seat);
  return `${who} ${verb(who, "choose")} ${entry.choice.replaceAll("-", " ")}.`;
}
