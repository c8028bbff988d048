// What a press on a spot asks for, from the amounts that the server offers. The server has the last
// word on every one of them.

/** The amount after one more chip on a spot: within what is offered, and on its steps. */
export function afterChip(bet, chip) {
  const { amounts, out_cents: out } = bet;
  if (!amounts) return null;
  if (amounts.only?.length) return nextOf(amounts.only, out);
  const wanted = Math.max(out + chip, amounts.least_cents);
  const step = amounts.step_cents || 1;
  const most = amounts.most_cents - (amounts.most_cents % step);
  const stepped = Math.ceil(wanted / step) * step;
  return Math.min(stepped, most) > out ? Math.min(stepped, most) : null;
}

/** Fixed sizes are gone through one after the other. */
function nextOf(only, out) {
  const larger = [...only].sort((one, other) => one - other).find((cents) => cents > out);
  return larger ?? null;
}

/** The wagers that a hand still lacks: required, of one size only, beside one that is out. */
export function lacking(bets, spots, wagers) {
  const required = new Set(wagers.filter((wager) => wager.kind === "required").map((wager) => wager.id));
  const opened = new Set(spots.filter((spot) => !spot.tip && spot.cents > 0).map((spot) => spot.seat));
  return bets
    .filter((bet) => !bet.tip && required.has(bet.wager) && opened.has(bet.seat) && !bet.out_cents)
    .map((bet) => ({ seat: bet.seat, wager: bet.wager, cents: single(bet.amounts) }))
    .filter((bet) => bet.cents !== null);
}

/** The least that opens a hand, for those who have nothing out; none where the whole stake is not known. */
export function opening(bets, spots, wagers) {
  const required = wagers.filter((wager) => wager.kind === "required");
  if (spots.length) return [];
  const seats = [...new Set(bets.map((bet) => bet.seat))];
  const all = seats.flatMap((seat) => {
    const stakes = [];
    for (const { id: wager, equals } of required) {
      const amounts = bets.find((bet) => bet.seat === seat && bet.wager === wager && !bet.tip)?.amounts;
      const same = stakes.find((bet) => bet.wager === equals)?.cents;
      stakes.push({ seat, wager, cents: same ?? (amounts ? leastOf(amounts) : null) });
    }
    return stakes;
  });
  return all.every((bet) => bet.cents !== null) ? all : [];
}

const leastOf = ({ only, least_cents: least }) => (only?.length ? Math.min(...only) : least);

/** Spots in the order of the rules, so that a wager comes before those measured by it. */
export function inOrder(spots, wagers) {
  const order = wagers.map((wager) => wager.id);
  return [...spots].sort((one, other) => order.indexOf(one.wager) - order.indexOf(other.wager) || Number(one.tip) - Number(other.tip));
}

/** The one amount there is, or null where there are several. */
export function single(amounts) {
  if (!amounts) return null;
  if (amounts.only?.length) return amounts.only.length === 1 ? amounts.only[0] : null;
  return amounts.least_cents === amounts.most_cents ? amounts.least_cents : null;
}
