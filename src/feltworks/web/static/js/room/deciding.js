// How a round has ended: what the player has won or lost, and in a sentence for each of his hands what
// decided it, from the log and the dealer's calls.

import { setClasses, setText } from "../dom.js";
import { dollars } from "../money.js";
import { inHandOrder } from "./picture.js";
import { withArticle } from "./sentences.js";

/** Reasons that need the two hands compared. */
const BY_COMPARISON = new Set(["player is higher", "dealer is higher", "tie"]);
const BY_POSITION = {
  between: "The card falls between the two.",
  "no-gap": "No rank lies between the two.",
  outside: "The card does not fall between the two.",
};

/** Shows it in the dock. */
export function showResult(parts, picture) {
  const mine = picture.now.phase === "over" ? picture.myResults() : [];
  const texts = mine.map(({ seat, net_cents: net }) => `${mine.length > 1 ? `Seat ${seat}: ` : ""}${outcome(net)}`);
  const together = mine.reduce((sum, seat) => sum + seat.net_cents, 0);
  setClasses(parts.result, { good: together > 0, bad: together < 0 });
  for (const [part, text] of [[parts.result, texts.join(" · ")], [parts.decided, decidedAll(picture)]]) {
    part.hidden = !text;
    setText(part, text);
  }
}

function outcome(net) {
  if (net > 0) return `You win ${dollars(net)}`;
  return net < 0 ? `You lose ${dollars(-net)}` : "You break even";
}

/** What decided the round for all of the player's hands. */
export function decidedAll(picture) {
  if (picture.now.phase !== "over" || picture.now.round?.outcome === "voided") return "";
  const told = picture.myResults().map(({ seat }) => [seat, decided(seat, picture)]).filter(([, text]) => text);
  return told.map(([seat, text]) => (told.length > 1 ? `Seat ${seat}: ${text}` : text)).join(" ");
}

/** The sentence for a seat, or an empty text where nothing was compared. */
function decided(seat, picture) {
  const log = picture.log.filter(Boolean);
  const of = (kind, whose = seat) => log.filter((entry) => entry.kind === kind && entry.seat === whose);
  if (of("Folded").length) return "You folded.";
  const compared = of("Compared").at(-1);
  if (compared?.result in BY_POSITION) return BY_POSITION[compared.result];
  if (picture.isCardless) return inTheMiddle([...picture.middleHands()], compared);
  if (compared) return against(compared, log.find((entry) => entry.kind === "Qualified" && entry.contest === compared.contest), picture.settledOf(seat));
  if (of("Called").length) return totals(of, picture);
  if (log.some((entry) => entry.kind === "Taken")) return pots(seat, of, log, picture);
  const held = picture.settledOf(seat).map((each) => picture.heldFor(seat, each.wager)).find(Boolean);
  return held ? `You have ${withArticle(held)}.` : "";
}

function against({ hand, result }, { hand: his, qualified }, settled) {
  const falls = qualified === false ? `The dealer does not qualify with ${withArticle(his)}.` : "";
  if (falls && !settled.some(({ reason }) => BY_COMPARISON.has(reason))) return falls;
  return `${falls} ${result === "tie" ? `You and the dealer both have ${withArticle(hand)}.` : result === "win" ? beaten(`Your ${hand}`, `the dealer's ${his}`) : beaten(`The dealer's ${his}`, `your ${hand}`)}`.trim();
}

/** Which hand beats which: `Your pair of twos beats`, `Your three twos beat`. */
function beaten(winner, loser) {
  return `${winner} ${/ (three|four|five) \w+s$/.test(winner.split(",")[0]) ? "beat" : "beats"} ${loser}.`;
}

/** Where one bets on hands that nobody holds: the first is the one that was compared with the other. */
function inTheMiddle(hands, compared) {
  if (hands.length < 2 || !compared) return "";
  const [[one, hand], [other, his]] = hands;
  if (compared.result === "tie") return `${one} and ${other} both have ${hand}.`;
  return compared.result === "win" ? `${one}'s ${hand} beats ${other}'s ${his}.` : `${other}'s ${his} beats ${one}'s ${hand}.`;
}

/** Totals, hand by hand where a seat was split; the dealer's cases are those of the settlement. */
function totals(of, picture) {
  const his = of("Called", null).at(-1)?.call ?? "";
  const calls = new Map(of("Called").map((entry) => [entry.zone.split("/")[1] ?? "", entry.call]));
  const required = new Set(picture.description.wagers.filter((wager) => wager.kind === "required").map((wager) => wager.id));
  const hands = inHandOrder(of("Settled").filter((entry) => !entry.tip && required.has(entry.wager.split("/")[0])));
  const told = hands.map(({ wager, case: how }) => {
    const number = wager.split("/")[1] ?? "";
    const which = calls.size > 1 ? `Hand ${number || 1}: ` : "";
    return which + total(how, calls.get(number) ?? "hand", his);
  });
  return told.join(" ");
}

function total(how, mine, his) {
  if (how === "bust") return `Your hand is ${mine}.`;
  if (how === "surrender") return "You gave the hand up for half the wager.";
  if (how === "rescue") return `You gave your doubled ${mine} up for the original wager.`;
  if (how === "dealer-22") return `The dealer's 22 pushes with your ${mine}.`;
  if (how === "bonus" || how === "twenty-one") return `Your ${mine} wins at once.`;
  if (how === "even-money") return "You took even money on your blackjack.";
  if (how === "dealer-bust") return `The dealer is ${his}, your ${mine} stands.`;
  if (how === "tie") return `You and the dealer both have ${mine}.`;
  if (how === "lose" || how === "dealer-blackjack") return `The dealer's ${his || "blackjack"} beats your ${mine}.`;
  return his ? `Your ${mine} beats the dealer's ${his}.` : `Your ${mine} wins at once.`;
}

function pots(seat, of, log, picture) {
  const announced = log.filter((entry) => entry.kind === "HandAnnounced");
  const winner = log.findLast((entry) => entry.kind === "Taken").seat;
  const best = announced.find((entry) => entry.seat === winner);
  const mine = announced.find((entry) => entry.seat === seat);
  const whose = `${picture.who(winner)}'s ${best?.hand}`;
  if (!best) return winner === seat ? "Everybody else folded." : "";
  if (of("GivenUp").length) return `${whose} is higher than your hand, which was not shown.`;
  if (!mine) return "";
  if (winner !== seat) return mine.hand === best.hand ? `You and ${picture.who(winner)} both have ${withArticle(mine.hand)}.` : beaten(whose, `your ${mine.hand}`);
  const other = announced.find((entry) => entry.seat !== seat);
  if (!other) return beaten(`Your ${mine.hand}`, "the hands that were not shown");
  if (other.hand === mine.hand) return `You and ${picture.who(other.seat)} both have ${withArticle(mine.hand)}.`;
  return beaten(`Your ${mine.hand}`, `${picture.who(other.seat)}'s ${other.hand}`);
}
