// The felt as a part of a round's log leaves it. The server sends the felt as it is after a whole message,
// by the same rules (`feltworks.round.felt`); the page needs it in between, while cards are still moving.

const place = (seat, zone) => `${seat ?? "-"}|${zone}`;

const TAKES = {
  Dealt: (felt, { seat, zone, card, face }) => felt.at(seat, zone).push({ card, face }),
  Burnt: (felt) => (felt.burnt += 1),
  Turned: (felt, { zone, cards }) => {
    const hidden = felt.at(null, zone).filter((each) => each.face !== "up");
    cards.forEach((card, index) => Object.assign(hidden[index] ?? {}, { card, face: "up" }));
  },
  Shown: (felt, { seat, zone, cards }) => (felt.at(seat, zone).splice(0, Infinity, ...cards.map((card) => ({ card, face: "up" })))),
  Arranged: (felt, { row, forward, turned }) => (felt.arranged = { row, forward, turned }),
  Exposed: (felt, { seat, zone, place: number, card }) => (felt.at(seat, zone)[number - 1] = { card, face: "down" }),
  Moved: (felt, { seat, zone, to, card }) => {
    felt.at(seat, zone).pop();
    felt.at(seat, to).splice(0, Infinity, { card, face: "up" });
  },
  Discarded: (felt, { seat, zone, cards }) => {
    const lying = felt.at(seat, zone);
    for (const card of cards) lying.splice(lying.findIndex((each) => each.card === card), 1);
  },
  Collected: (felt, { seat, zone }) => felt.clear(seat, zone),
  StageBegun: (felt, { stage }) => (felt.stage = stage),
  Folded: (felt, { seat }) => felt.folded.add(seat),
};

class Felt {
  places = new Map();
  chips = new Map();
  folded = new Set();
  burnt = 0;
  arranged = null;
  stage = null;

  /** The cards of a place, which may still be empty. */
  at(seat, zone) {
    const key = place(seat, zone);
    if (!this.places.has(key)) this.places.set(key, { seat, zone, cards: [] });
    return this.places.get(key).cards;
  }

  clear(seat, zone) {
    for (const [key, each] of this.places) {
      if (each.seat === seat && (zone === null || each.zone === zone)) this.places.delete(key);
    }
  }

  take(entry) {
    for (const { source, target, cents } of entry.chips) {
      this.chips.set(source, (this.chips.get(source) ?? 0) - cents);
      this.chips.set(target, (this.chips.get(target) ?? 0) + cents);
    }
    TAKES[entry.kind]?.(this, entry);
  }
}

/** The felt after the first `count` entries. What is collected at the very end of a round that is over
 * still lies there to be looked at. */
export function feltAfter(log, count, isOver) {
  const lastAct = log.findLastIndex(({ kind }) => ["Dealt", "Burnt", "Decide"].includes(kind));
  const felt = new Felt();
  log.slice(0, count).forEach((entry, index) => {
    if (!(isOver && index > lastAct && entry.kind === "Collected")) felt.take(entry);
  });
  const spots = [...felt.chips].flatMap(([account, cents]) => {
    const [, kind, seat, wager] = /^(spot|tip) (\d+) (.+)$/.exec(account) ?? [];
    return kind && cents ? [{ seat: Number(seat), wager, cents, tip: kind === "tip" }] : [];
  });
  const { burnt, arranged, stage, folded } = felt;
  return { cards: [...felt.places.values()], spots, pot_cents: felt.chips.get("pot") ?? 0, burnt, arranged, stage, folded };
}
