// What the page knows of its table: the table's description, the latest picture, and the log of the
// round. Questions the felt asks often are answered here, from what the server has sent.

/** How a pay table's last row names all hands that no row before it does. */
export const ANY = "any hand";

export class Picture {
  description = null;
  now = null;
  log = [];
  fresh = [];
  #played = null;

  hello(message) {
    this.description = message.table;
    this.log = [];
  }

  /** Takes in a `table` message; `fresh` are the entries that were not known before. */
  take(message) {
    this.fresh = [];
    if (this.now?.phase === "over" && message.phase !== "over") this.log = [];
    for (const entry of message.events) {
      if (this.log[entry.n]?.line !== entry.line) this.fresh.push(entry);
      this.log[entry.n] = entry;
    }
    // A changed bet restarts the log, perhaps shorter than before.
    if (message.events[0]?.n === 0) this.log.length = message.events.at(-1).n + 1;
    this.now = message;
    if (message.phase === "playing") this.#played = message;
    else if (message.phase !== "over") this.#played = null;
  }

  /** The table with those who played the round: some may have left since. */
  get #atPlay() {
    return (this.now.phase === "over" && this.#played) || this.now;
  }

  get mySeats() {
    return this.now?.you?.seats ?? [];
  }

  isMine(seat) {
    return this.mySeats.includes(seat);
  }

  seat(number) {
    return this.now.seats.find((each) => each.seat === number);
  }

  /** A wager as the felt names it; a split hand's wager is its first one's namesake. */
  wagerName(id) {
    const [base, hand] = id.split("/");
    const known = this.description.wagers.find((wager) => wager.id === base);
    const name = known?.name ?? base[0].toUpperCase() + base.slice(1).replaceAll("-", " ");
    return hand ? `${name}, hand ${hand}` : name;
  }

  /** The same where there is little room: a split hand by its number. */
  shortWagerName(id) {
    const [base, hand] = id.split("/");
    if (!hand) return this.wagerName(id);
    const known = this.description.wagers.find((wager) => wager.id === base);
    return known?.kind === "required" ? `Hand ${hand}` : `${this.wagerName(base)} ${hand}`;
  }

  /** Why a wager was settled so: rows of its pay tables by their hands, otherwise in plain words;
   * for a lost one that pays by the hand also which hand it was. */
  reason({ seat, wager, reason, net_cents: net }) {
    const known = this.description.wagers.find((each) => each.id === wager.split("/")[0]);
    const plain = known?.reasons[reason];
    if (plain) return net < 0 ? plain.lost : plain.told;
    const rows = (known?.tables ?? []).flatMap((table) => table.rows);
    const told = reason.split(" and ").map((part) => {
      const row = rows.find((each) => each.id === part);
      if (!row) return part === "player is higher" && this.who(seat).isMe ? "your hand is higher" : part.replaceAll("-", " ");
      if (row.pays !== "lose") return row.hand;
      return row.hand === ANY ? "no prize" : `${row.hand}, no prize`;
    });
    const why = told.join(" and ");
    const held = net < 0 && why === "no prize" ? this.heldFor(seat, wager) : "";
    return held ? `${held} pays nothing` : why;
  }

  /** Whose hand it is in a contest, as a sentence calls him: the dealer, the banker. */
  side(contest, side) {
    return this.description.contests[contest]?.[side] ?? (side === "dealer" ? "the dealer" : "");
  }

  /** A jackpot is called like the wager that plays for it. */
  jackpotName(name) {
    const { jackpots, wagers } = this.description;
    const wager = wagers.find((each) => each.jackpot && jackpots[each.jackpot] === name);
    return wager?.name ?? name.replaceAll("-", " ");
  }

  /** The seat as its player is called. */
  seatName(number) {
    return nameAt(number, this.now);
  }

  /** The seat's player in a sentence about the round: his name as text, and whether he is oneself. */
  who(number) {
    const at = this.#atPlay;
    return { isMe: Boolean(at.you?.seats.includes(number)), toString: () => nameAt(number, at) };
  }

  /** `{seat, net_cents}` of the hands that one has played, also of one whose seat is free by now. */
  myResults() {
    const nets = (this.#atPlay.you?.seats ?? []).map((number) => {
      const { in_round: dealtIn, net_cents: net } = this.seat(number) ?? {};
      if (this.isMine(number)) return { seat: number, net_cents: dealtIn ? net : null };
      const settled = this.settledOf(number);
      return { seat: number, net_cents: settled.length ? settled.reduce((sum, each) => sum + each.net_cents, 0) : null };
    });
    return nets.filter((each) => Number.isInteger(each.net_cents));
  }

  /** Cards by place: `[zone, cards]` of one seat, or of nobody's for null. */
  zonesOf(seat) {
    return this.now.cards.filter((place) => place.seat === seat);
  }

  /**
   * The cards that are no seat's, in places as the dealer has laid them out: his own are one place, without
   * a name, and cards of the table that he laid beside them keep theirs. A card pushed forward or turned
   * over again is marked so.
   */
  houseCards({ cards, arranged }) {
    const places = cards.filter((each) => each.seat === null);
    const isOwn = ({ zone }) => this.owner(zone) === "dealer";
    const own = { seat: null, zone: null, cards: places.filter(isOwn).flatMap((each) => each.cards) };
    const all = [...places.filter((each) => !isOwn(each)), own];
    if (!arranged) return all;
    const left = { forward: [...arranged.forward], turned: [...arranged.turned] };
    const takes = (from, card) => {
      const at = from.indexOf(card);
      if (at >= 0) from.splice(at, 1);
      return at >= 0;
    };
    const laid = all.map((each) => ({ ...each, cards: [], rest: [...each.cards] }));
    for (const card of arranged.row) {
      const place = laid.findLast(({ rest }) => rest.some((each) => each.card === card));
      if (!place) continue;
      place.rest.splice(place.rest.findIndex((each) => each.card === card), 1);
      const forward = takes(left.forward, card);
      place.cards.push({ card: takes(left.turned, card) ? null : card, face: "up", forward });
    }
    return laid.map(({ rest, ...each }) => ({ ...each, cards: [...each.cards, ...rest] }));
  }

  owner(zone) {
    const base = zone.split("/")[0];
    return this.description.zones.find((each) => each.id === base)?.owner ?? "table";
  }

  spotsOf(seat) {
    return this.now.spots.filter((spot) => spot.seat === seat);
  }

  /** Whether nobody holds cards of his own: one bets on hands that lie in the middle. */
  get isCardless() {
    return !this.description.zones.some((zone) => zone.owner === "player");
  }

  /** The hands in the middle that were compared, by the name of their place. */
  middleHands() {
    const at = ({ cards }) => this.zonesOf(null).find((place) => place.cards.some((each) => each.card === cards[0]))?.zone;
    const compared = (this.now.made ?? []).filter((each) => !each.wager && each.cards.length && at(each));
    compared.sort((one, other) => (one.seat === null) - (other.seat === null));
    return new Map(compared.map((each) => [titled(at(each)), each.hand]));
  }

  /** The cards that make the hands which a seat (null: the dealer) had compared. */
  raised(seat) {
    return new Set((this.now.made ?? []).filter((each) => each.seat === seat && !each.wager).flatMap((each) => each.cards));
  }

  /** What a seat held for a wager that pays by its hand; empty if the viewer may not know. */
  heldFor(seat, wager) {
    return this.now.made?.find((each) => each.seat === seat && each.wager === wager)?.hand ?? "";
  }

  settledOf(seat) {
    return this.now.settlement.filter((each) => each.seat === seat);
  }

  /** What hands were called in this round, by seat (null is the dealer) and zone or contest. */
  calls(seat) {
    const found = new Map();
    for (const entry of this.log.filter(Boolean)) {
      if (entry.kind === "Called" && entry.seat === seat) found.set(entry.zone, entry.call);
      if (entry.kind === "HandAnnounced" && entry.seat === seat) found.set("", entry.hand);
      if (entry.kind === "Compared" && entry.seat === seat) found.set("", entry.hand);
      if (entry.kind === "Qualified" && seat === null) found.set(entry.contest, dealerCall(entry));
    }
    return found;
  }

  /** What the head of the page says of the moment. */
  get phaseText() {
    const { phase, turn, seeds } = this.now;
    if (phase === "waiting") return "Waiting for players";
    if (phase === "betting") return Object.keys(seeds?.opening ?? {}).length ? "The players' seeds are opened" : "Place your bets";
    if (phase === "over") return this.now.round?.outcome === "voided" ? "Round void" : "Round settled";
    if (phase === "closed") return "Table closed";
    const stage = this.stageName;
    const whose = turn?.waits_for === "decision" ? (turn.yours ? "your decision" : `${this.seatName(turn.seat)} to decide`) : "";
    return [stage, whose].filter(Boolean).join(": ");
  }

  get stageName() {
    const stage = this.now.round?.stage;
    return this.description.stages.find((each) => each.id === stage)?.name ?? null;
  }
}

/** Wagers that lie on several hands of a split seat by the number of the hand; all others stay in place. */
export function inHandOrder(wagers) {
  const [base, hand] = [({ wager }) => wager.split("/")[0], ({ wager }) => Number(wager.split("/")[1] ?? 1)];
  const first = (each) => wagers.findIndex((other) => base(other) === base(each));
  return [...wagers].sort((one, other) => first(one) - first(other) || hand(one) - hand(other));
}

/** A place of cards as it is named on the felt. */
export const titled = (zone) => zone[0].toUpperCase() + zone.slice(1).replaceAll("-", " ");

function nameAt(number, { seats, you }) {
  const { player } = seats.find((each) => each.seat === number) ?? {};
  if (you?.seats.includes(number)) return you.seats.length > 1 ? `You at seat ${number}` : "You";
  return player ?? `Seat ${number}`;
}

function dealerCall(entry) {
  if (entry.qualified === null) return entry.hand;
  return entry.qualified ? `${entry.hand}, qualifies` : `${entry.hand}, does not qualify`;
}
