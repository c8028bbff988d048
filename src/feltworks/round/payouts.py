"""The operations that settle wagers: what goes back, what is paid, and their undoing.

A settled wager has three amounts: the stake that lay on the spot, how much of it goes back to the
player, and what the tray pays on top. A jackpot pays in an entry of its own once every claim of the
round is known.
"""

from __future__ import annotations

import re
from collections import Counter

from feltworks.money import dollars_text
from feltworks.round.chips import TOKES, TRAY, Transfer, jackpot, spot, stack, undone
from feltworks.round.operations import AmountOperation, Operation, SeatOperation

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

    With `tip` the stake is the dealer's: what it wins and the stake itself go to the tokes.
    """

    wager: str
    stake_cents: int
    returned_cents: int
    paid_cents: int
    case: str
    rows: tuple[str, ...] = ()
    tip: bool = False

    @property
    def net_cents(self) -> int:
        """What the wager won, or lost if below zero, without jackpots."""
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
        if self.paid_cents:
            parts.append(f"wins {dollars_text(self.paid_cents)}")
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


_SUM = r"\$([\d,]+(?:\.\d\d)?)"
_TOLD = re.compile(
    rf'"seat (?P<seat>\d+) (?P<wager>\S+) (?:(?P<undone>settlement undone)|is paid {_SUM} from the '
    rf"jackpot|{_SUM} (?:pushes|wins nothing|(?:loses {_SUM})?(?: and )?(?:wins {_SUM})?) \()"
)


def wager_results(transcript: str) -> dict[tuple[int, str], int]:
    """What each seat's wagers won or lost, in cents, read from the lines of a transcript.

    The round is not replayed, so that long lists of rounds are quick.
    """
    results: Counter[tuple[int, str]] = Counter()
    for line in _TOLD.finditer(transcript):
        spot = int(line["seat"]), line["wager"]
        prize, _, lost, won = (_cents(line[at]) for at in range(4, 8))
        results[spot] = 0 if line["undone"] else results[spot] + prize + won - lost
    return dict(results)


def _cents(text: str | None) -> int:
    return 0 if text is None else round(float(text.replace(",", "")) * 100)
