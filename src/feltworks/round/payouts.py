"""The operations that settle wagers: what goes back, what is paid, and their undoing.

A settled wager states the stake that lay on the spot, how much of it goes back to the player, and
what the tray pays on top. If a payout limit of the table holds back a part of what was won, it also
states that part. A jackpot pays in an entry of its own once every claim of the
round is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction

from feltworks.money import dollars_text
from feltworks.round.chips import TOKES, TRAY, Transfer, jackpot, spot, stack, undone
from feltworks.round.operations import AmountOperation, Operation, SeatOperation
from feltworks.round.terms import PayoutLimits

CASES = {
    "folded": "folded",
    "untucked": "folded without tucking",
    "not_qualified": "dealer does not qualify",
    "win": "player is higher",
    "tie": "tie",
    "lose": "dealer is higher",
    "between": "falls between",
    "no-gap": "no rank lies between",
    "outside": "does not fall between",
    "always": "no prize",
    "blackjack": "blackjack",
    "charlie": "so many cards without a bust",
    "bonus": "a twenty-one with a bonus",
    "twenty-one": "twenty-one",
    "even-money": "even money on a blackjack",
    "bust": "busted",
    "surrender": "surrendered",
    "rescue": "doubled and given up",
    "dealer-22": "dealer has 22",
    "dealer-bust": "dealer busts",
    "dealer-blackjack": "dealer has blackjack",
    "no-dealer-blackjack": "dealer has no blackjack",
}


class Settled(SeatOperation):
    """One wager settled: by which case, and by which rows of its pay tables if any.

    `paid_cents` is what the tray pays, without `held_back_cents`, the part of the win that a payout
    limit holds back. With `tip` the stake is the dealer's: what it wins and the stake itself go to
    the tokes.
    """

    wager: str
    stake_cents: int
    returned_cents: int
    paid_cents: int
    case: str
    rows: tuple[str, ...] = ()
    tip: bool = False
    held_back_cents: int = 0

    @property
    def won_cents(self) -> int:
        """What the rules pay, before payout limits."""
        return self.paid_cents + self.held_back_cents

    @property
    def net_cents(self) -> int:
        """What the player gained, or lost if below zero, without jackpots."""
        return self.returned_cents + self.paid_cents - self.stake_cents

    @property
    def reason(self) -> str:
        """Why it was settled so, in words."""
        return " and ".join(self.rows) or CASES[self.case]

    @property
    def what(self) -> str:
        """The wager, or the stake for the dealer beside it."""
        return f"tip on {self.wager}" if self.tip else self.wager

    @property
    def did(self) -> str:
        """What the wager did: `loses $5.00 and wins $2.00`, `pushes`."""
        lost = self.stake_cents - self.returned_cents
        parts = [f"loses {dollars_text(lost)}"] if lost else []
        if self.won_cents:
            parts.append(f"wins {dollars_text(self.won_cents)}")
        if self.held_back_cents:
            held_back, paid = dollars_text(self.held_back_cents), dollars_text(self.paid_cents)
            parts[-1] += f", of which a payout limit holds back {held_back} and {paid} is paid"
        # A hand whose wager the house has put up has nothing to push.
        return " and ".join(parts) or ("pushes" if self.stake_cents else "wins nothing")

    @property
    def line(self) -> str:
        stake = dollars_text(self.stake_cents)
        return f"seat {self.seat} {self.what} {stake} {self.did} ({self.reason})"

    def transfers(self) -> tuple[Transfer, ...]:
        lay = spot(self.seat, self.wager, tip=self.tip)
        # A pushed stake for the dealer goes back to the player; a winning one goes to the dealers.
        winner = TOKES if self.tip and self.paid_cents else stack(self.seat)
        moved = (
            (lay, winner, self.returned_cents),
            (lay, TRAY, self.stake_cents - self.returned_cents),
            (TRAY, winner, self.paid_cents),
        )
        return tuple([Transfer(*each) for each in moved if each[2]])


class Undone(Operation):
    """A settlement reversed, chip by chip, so that the wager lies as before."""

    written = "seat {0.settled.seat} {0.settled.what} settlement undone"
    settled: Settled

    def transfers(self) -> tuple[Transfer, ...]:
        return undone(self.settled)


class JackpotPaid(AmountOperation, SeatOperation):
    """A share of a posted jackpot, in whole cents; fractions stay in it."""

    written = "seat {0.seat} {0.wager} is paid {0.dollars} from the jackpot {0.jackpot}"
    wager: str
    jackpot: str
    cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(jackpot(self.jackpot), stack(self.seat), self.cents),)


class JackpotUndone(Operation):
    """A share of a jackpot goes back into it."""

    written = "seat {0.paid.seat} returns {0.paid.dollars} to the jackpot {0.paid.jackpot}"
    paid: JackpotPaid

    def transfers(self) -> tuple[Transfer, ...]:
        return undone(self.paid)


# --- payout limits -----------------------------------------------------------------------------


def is_limited(settled: Settled, progressive: Collection[str]) -> bool:
    """Whether payout limits count the wager: they limit what pay tables pay to players.

    Wagers that play for a jackpot (`progressive`) are exempt, fixed amounts included.
    """
    return (
        bool(settled.rows and settled.won_cents)
        and not settled.tip
        and settled.wager not in progressive
    )


def within_limits(
    due: Mapping[int, int], limits: PayoutLimits, paid: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Compute how much of what is due each seat is paid, given what it was `paid` before.

    First each seat's amount is cut to what the player's limit leaves. If the sum is still above
    what the table's limit leaves, every seat gets the same part of its amount, in whole cents.
    Left-over cents go to the seats in the order in which they were settled.
    """
    paid = paid or {}
    pays = dict(due)
    if limits.player is not None:
        pays = {seat: min(c, limits.player - paid.get(seat, 0)) for seat, c in pays.items()}
    total = sum(pays.values())
    if limits.table is None or total <= (room := limits.table - sum(paid.values())):
        return pays
    shares = {seat: cents * room // total for seat, cents in pays.items()}
    left = room - sum(shares.values())
    for seat in shares:
        if left and Fraction(pays[seat] * room, total) > shares[seat]:
            shares[seat] += 1
            left -= 1
    return shares


# --- results from a transcript -----------------------------------------------------------------

_SUM = r"\$([\d,]+(?:\.\d\d)?)"
_TOLD = re.compile(
    rf'"seat (?P<seat>\d+) (?P<wager>\S+) (?:(?P<undone>settlement undone)|is paid {_SUM} from the '
    rf"jackpot|{_SUM} (?:pushes|wins nothing|(?:loses {_SUM})?(?: and )?(?:wins {_SUM})?"
    rf"(?:, of which a payout limit holds back {_SUM} and {_SUM} is paid)?) \()"
)


def wager_results(transcript: str) -> dict[tuple[int, str], int]:
    """What each seat's wagers won or lost, in cents, read from the lines of a transcript.

    The round is not replayed, so that long lists of rounds are quick.
    """
    results: Counter[tuple[int, str]] = Counter()
    for line in _TOLD.finditer(transcript):
        spot = int(line["seat"]), line["wager"]
        prize, _, lost, won, held_back, _ = (_cents(line[at]) for at in range(4, 10))
        results[spot] = 0 if line["undone"] else results[spot] + prize + won - held_back - lost
    return dict(results)


def _cents(text: str | None) -> int:
    return 0 if text is None else round(float(text.replace(",", "")) * 100)
