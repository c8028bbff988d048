// What the page knows of its table: the table's description, the latest picture, and the log of the
// round. Questions the felt asks often are answered here, from what the server has sent.

/** How a pay table's last row names all hands that no row before it does. */
export const ANY = "any hand";

export class Picture {
  description = null;
  now = null;
  log = [];
  fresh = [];

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
    // A bet that is changed tells the log anew, perhaps shorter than before.
    if (message.events[0]?.n === 0) this.log.length = message.events.at(-1).n + 1;
    // The clock runs from the moment it was told, however often the page is drawn.
    if (message.clock) message.clock.ends_at = performance.now() + message.clock.left_seconds * 1000;
    this.now = message;
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

  /** Why a wager was settled so: rows of its pay tables by the hands they name, else in plain words. */
  reason(wager, text) {
    const known = this.description.wagers.find((each) => each.id === wager.split("/")[0]);
    const rows = (known?.tables ?? []).flatMap((table) => table.rows);
    const told = text.split(" and ").map((part) => {
      const row = rows.find((each) => each.id === part);
      if (!row) return part.replaceAll("-", " ");
      if (row.pays !== "lose") return row.hand;
      return row.hand === ANY ? "no prize" : `${row.hand}, no prize`;
    });
    return told.join(" and ");
  }

  /** A jackpot is called like the wager that plays for it. */
  jackpotName(name) {
    const { jackpots, wagers } = this.description;
    const wager = wagers.find((each) => each.jackpot && jackpots[each.jackpot] === name);
    return wager?.name ?? name.replaceAll("-", " ");
  }

  /** The seat as its player is called. */
  seatName(number) {
    const { player, bot } = this.seat(number) ?? {};
    if (this.isMine(number)) return this.mySeats.length > 1 ? `You at seat ${number}` : "You";
    if (bot) return botName(player, number);
    return player ?? `Seat ${number}`;
  }

  /** Cards by place: `[zone, cards]` of one seat, or of nobody's for null. */
  zonesOf(seat) {
    return this.now.cards.filter((place) => place.seat === seat);
  }

  owner(zone) {
    const base = zone.split("/")[0];
    return this.description.zones.find((each) => each.id === base)?.owner ?? "table";
  }

  spotsOf(seat) {
    return this.now.spots.filter((spot) => spot.seat === seat);
  }

  settledOf(seat) {
    return this.now.settlement.filter((each) => each.seat === seat);
  }

  /** What hands were called in this round, by seat (null is the dealer) and zone or contest. */
  calls(seat) {
    const found = new Map();
    for (const entry of this.log.filter(Boolean)) {
      if (entry.kind === "Called" && entry.seat === seat) found.set(entry.zone, entry.call);
      if (entry.kind === "Plays" && entry.seat === seat) found.set("", entry.hand);
      if (entry.kind === "Compared" && entry.seat === seat) found.set("", entry.hand);
      if (entry.kind === "Qualified" && seat === null) found.set(entry.contest, dealerCall(entry));
    }
    return found;
  }

  get stageName() {
    const stage = this.now.round?.stage;
    return this.description.stages.find((each) => each.id === stage)?.name ?? null;
  }
}

/** A bot is called by its temper and its seat. */
function botName(player, seat) {
  const temper = player.split(" ")[1] ?? "bot";
  return `${temper[0].toUpperCase()}${temper.slice(1)} ${seat}`;
}

function dealerCall(entry) {
  if (entry.qualified === null) return entry.hand;
  return entry.qualified ? `${entry.hand}, qualifies` : `${entry.hand}, does not qualify`;
}
