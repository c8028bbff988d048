// Entries of the log as sentences for people. An entry without wording of its own is shown in the
// transcript's words, with names for seats and wagers.

import { spoken } from "../cards/playing-card.js";
import { dollars } from "../money.js";

const list = (cards) => cards.map(spoken).join(", ");

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** Something of somebody's: `Your Ante`, `Your Ante at seat 2`, `Ada's Ante`. */
function possessive(who, what) {
  return who.isMe ? `Your ${what}${String(who).slice("You".length)}` : `${who}'s ${what}`;
}

/** A verb for the player himself or for another; the name alone does not say which. */
export function verb(who, plain, third = `${plain}s`) {
  return who.isMe ? plain : third;
}

/** A hand in a sentence: `a pair of twos`, `an ace-high straight`, `three twos`. */
export function withArticle(hand) {
  const kind = hand.split(",")[0];
  if (!kind.startsWith("pair") && !/(flush|straight|house)$/.test(kind)) return hand;
  return `${/^(ace|eight)/.test(hand) ? "an" : "a"} ${hand}`;
}

/** Cards that only their player may know: by name, otherwise how many. */
function listOrCount(cards) {
  const known = cards.filter(Boolean);
  return known.length ? list(known) : `${cards.length} ${cards.length > 1 ? "cards" : "card"}`;
}

/** A split seat's hand by the number of its place. */
const handAt = (zone) => `hand ${zone.split("/")[1] ?? 1}`;

const RULED = { draws: "a card is drawn", stands: "no card is drawn", ends: "no more cards are drawn" };

const WORDINGS = {
  Bet: (entry, who, picture) =>
    entry.cents
      ? `${who} ${verb(who, "bet")} ${dollars(entry.cents)} on ${picture.wagerName(entry.wager)}.`
      : `${who} ${verb(who, "take")} ${picture.wagerName(entry.wager)} back.`,
  NoMoreBets: () => "No more bets.",
  StageBegun: (entry, who, picture) => {
    const stage = picture.description.stages.find((each) => each.id === entry.stage);
    return `${stage?.name ?? entry.stage}.`;
  },
  Turned: (entry) => `Turned up: ${list(entry.cards)}.`,
  Burnt: () => "A card is burnt.",
  Folded: (entry, who) => `${who} ${verb(who, "fold")}.`,
  Discarded: (entry, who) => `${who} ${verb(who, "give")} up ${listOrCount(entry.cards)}.`,
  Laid: (entry, who, picture) => {
    const behind = entry.behind ? ` behind ${picture.wagerName(entry.behind)}` : "";
    const under = entry.under ? `under ${picture.wagerName(entry.under)}` : "aside";
    const others = entry.aside.length ? ` and ${verb(who, "put")} ${listOrCount(entry.aside)} ${under}` : "";
    return `${who} ${verb(who, "lay")} ${listOrCount(entry.cards)}${behind}${others}.`;
  },
  Tucked: (entry, who, picture) => `${who} ${verb(who, "tuck")} the cards under ${picture.wagerName(entry.under)}.`,
  KeptBeside: (entry, who, picture) => `${possessive(who, "cards")} stay beside ${picture.wagerName(entry.wager)}.`,
  Moved: (entry) => `${capital(spoken(entry.card))} goes to ${handAt(entry.to)}.`,
  NextHand: (entry, who) => `${who} ${verb(who, "go", "goes")} on to ${handAt(entry.zone)}.`,
  Exposed: (entry, who) => `A card${who ? ` of ${who.isMe ? "yours" : who}` : ""} is known: ${spoken(entry.card)}.`,
  DrawRuled: (entry) => `${capital(entry.totals.map(([hand, total]) => `${hand.replaceAll("-", " ")} ${total}`).join(", "))}: ${RULED[entry.says]}.`,
  Tip: (entry, who, picture) => `${who} ${verb(who, "tip")} ${dollars(entry.cents)} on ${picture.wagerName(entry.wager)}.`,
  Returned: (entry, who, picture) => `${who} ${verb(who, "get")} ${dollars(entry.cents)} back from ${entry.tip ? "the tip on " : ""}${picture.wagerName(entry.wager)}.`,
  Undone: ({ settled: { seat, wager } }, _, picture) => `${possessive(picture.who(seat), picture.wagerName(wager))} is not settled any more.`,
  JackpotUndone: ({ paid: { seat, cents } }, _, picture) => `${picture.who(seat)} ${verb(picture.who(seat), "give")} ${dollars(cents)} back to the jackpot.`,
  PaidBack: (entry, who) => `${who} ${verb(who, "get")} ${dollars(entry.pot_cents + entry.bets_cents)} back from the pot.`,
  PutBack: ({ taken: { seat, cents } }, _, picture) => `${picture.who(seat)} ${verb(picture.who(seat), "put")} ${dollars(cents)} back into the pot.`,
  ShoeEmpty: () => "The shoe is empty: the round cannot be finished.",
  Staked: (entry, who, picture) =>
    `${who} ${verb(who, "put")} ${dollars(entry.cents)} on ${picture.wagerName(entry.wager)}.`,
  FreeBet: (entry, who, picture) =>
    `The house puts a free bet of ${dollars(entry.cents)} on ${possessive(who, picture.wagerName(entry.wager)).replace(/^Your/, "your")}.`,
  TakenBack: (entry, who, picture) =>
    `${who} ${verb(who, "take")} ${dollars(entry.cents)} back from ${picture.wagerName(entry.wager)}.`,
  Shown: (entry, who) =>
    `${entry.seat === null ? "The dealer shows" : `${who} ${verb(who, "show")}`} ${list(entry.cards)}.`,
  Arranged: () => "The dealer lays the hand.",
  Qualified: (entry, who, picture) => {
    const dealer = capital(picture.side(entry.contest, "dealer"));
    if (entry.qualified === null) return `${dealer} has ${withArticle(entry.hand)}.`;
    return `${dealer} ${entry.qualified ? "qualifies" : "does not qualify"} with ${withArticle(entry.hand)}.`;
  },
  Compared: (entry, who, picture) => {
    const dealer = picture.side(entry.contest, "dealer");
    const stands = {
      win: `higher than ${dealer}`, tie: `equal to ${dealer}`, lose: `lower than ${dealer}`,
      between: "between the two", "no-gap": "where no rank lies between the two", outside: "not between the two",
    }[entry.result];
    const player = picture.side(entry.contest, "player");
    const whose = player ? `${capital(player)} has` : `${who} ${verb(who, "have", "has")}`;
    return `${whose} ${withArticle(entry.hand)}, ${stands}.`;
  },
  Called: (entry, who) => `${entry.seat === null ? "The dealer" : who}: ${entry.call}.`,
  Peeked: (entry) => `The dealer looks: ${entry.blackjack ? "blackjack" : "no blackjack"}.`,
  Settled: (entry, who, picture) => settled(entry, who, picture),
  JackpotPaid: (entry, who) => `${who} ${verb(who, "win")} ${dollars(entry.cents)} of the jackpot.`,
  Anted: (entry, who) => `${who} ${verb(who, "ante")} ${dollars(entry.cents)}.`,
  Posted: (entry, who) => `${who} ${verb(who, "post")} the ${entry.blind} blind, ${dollars(entry.cents)}.`,
  Wagered: (entry, who) => {
    const total = entry.before_him_cents === entry.cents ? "" : `, ${dollars(entry.before_him_cents)} in all`;
    return `${who} ${verb(who, "put")} in ${dollars(entry.cents)}${total}${entry.all_in ? ", all in" : ""}.`;
  },
  Uncalled: (entry, who) => `${dollars(entry.cents)} that nobody called ${who.isMe ? "come back to you" : `go back to ${who}`}.`,
  Gathered: (entry) => `The pot is ${dollars(entry.pot_cents)}.`,
  HandAnnounced: (entry, who) => `${who} ${verb(who, "play")} ${withArticle(entry.hand)}.`,
  GivenUp: (entry, who) => `${who} ${verb(who, "give")} the hand up unshown.`,
  Taken: (entry, who) => `${who} ${verb(who, "take")} ${dollars(entry.cents)} from the pot.`,
  Button: (entry, who) => `${who} ${verb(who, "have", "has")} the button.`,
  Irregularity: (entry, who) => {
    const where = who ? ` at ${who.isMe ? "your seat" : `the seat of ${who}`}` : "";
    const seen = entry.cards.length ? `, ${list(entry.cards)} seen` : "";
    return `The supervisor declares an irregularity, ${entry.irregularity.replaceAll("-", " ")}${where}${seen}: ${entry.note}.`;
  },
  Ruled: (entry) => {
    const says = entry.by === "rules" ? "The rules of play say" : "The house decides";
    return `${says}: ${{ void: "the round is void", "void-seat": "that hand is void and its wagers go back", "play-on": "play goes on" }[entry.consequence]}.`;
  },
  CardCheck: (entry) => `The supervisor has checked the cards: ${entry.note}.`,
  Closed: () => "The round is over.",
  Voided: () => "The round is void. Every wager goes back.",
  CutCardOut: () => "The cut card is out: the shoe is shuffled after this round.",
};

function settled(entry, who, picture) {
  const lost = entry.stake_cents - entry.returned_cents;
  const parts = [];
  if (lost) parts.push(`loses ${dollars(lost)}`);
  const held = entry.held_back_cents ?? 0;
  const won = entry.paid_cents + held;
  if (won) parts.push(`wins ${dollars(won)}${held ? `, of which a payout limit holds back ${dollars(held)} and ${dollars(entry.paid_cents)} is paid` : ""}`);
  const what = `${entry.tip ? "tip on " : ""}${picture.wagerName(entry.wager)}`;
  // The transcript's line ends with the reason in brackets.
  const why = /\(([^()]*)\)$/.exec(entry.line)?.[1] ?? "";
  const reason = why ? `: ${picture.reason({ ...entry, reason: why, net_cents: entry.paid_cents - lost })}` : "";
  return `${possessive(who, what)} ${parts.join(" and ") || (entry.stake_cents ? "pushes" : "wins nothing")}${reason}.`;
}

function dealt(entry, picture) {
  if (entry.card === null) return null;
  const who = picture.who(entry.seat);
  const whose = entry.seat === null ? `The ${entry.zone.replaceAll("-", " ")} gets` : `${who} ${verb(who, "get")}`;
  return `${whose} ${spoken(entry.card)}.`;
}

/** One entry in words, or null where there is nothing to say. */
export function sentence(entry, picture) {
  if (entry.kind === "Dealt") return dealt(entry, picture);
  if (["Collected", "Decide", "DeckPutAway", "SitIn", "KeptFaceDown", "ShoeStands"].includes(entry.kind)) return null;
  const who = typeof entry.seat === "number" ? picture.who(entry.seat) : "";
  const wording = WORDINGS[entry.kind];
  if (wording) return wording(entry, who, picture);
  const plain = entry.line.replace(/seat (\d+)/g, (all, number) => picture.who(Number(number)));
  return `${capital(plain)}.`;
}
