"""Where an addition to a jackpot goes: back to the seed, aside for a backup, or on display.

All of it is exact. A part that is a percentage gives whole cents, and the fraction of a cent that
is left is carried to the next addition; whatever has no room goes on to the next place, the last
of which is the reserve above the cap. So parts always add up to what came in.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from feltworks.jackpots.state import Carry, JackpotFunds, Movement, moving
from feltworks.jackpots.terms import NOTHING, BackupTerms, JackpotTerms


@dataclass(frozen=True, slots=True)
class Parts:
    """An addition split up, in cents, and the fractions carried on from it."""

    displayed: int
    first: int
    second: int
    reserve: int
    seed: int
    carry: Carry = field(default_factory=Carry)

    @property
    def total(self) -> int:
        return self.displayed + self.first + self.second + self.reserve + self.seed

    def movements(self, shown: Literal["displayed", "counted"]) -> tuple[Movement, ...]:
        """How the addition gets there: what goes back to the seed passes through what is shown."""
        return moving(
            Movement("house", shown, self.displayed + self.seed, "contribution"),
            Movement("house", "first", self.first, "contribution"),
            Movement("house", "second", self.second, "contribution"),
            Movement("house", "reserve", self.reserve, "contribution"),
            Movement(shown, "seed", self.seed, "seed recovered"),
        )


def whole_cents(exact: Fraction, carried: Fraction) -> tuple[int, Fraction]:
    """Whole cents now, and the fraction of one to carry."""
    due = exact + carried
    return due.numerator // due.denominator, due % 1


def share_out(addition: int, terms: JackpotTerms, held: JackpotFunds, carry: Carry) -> Parts:
    """Splits an addition by the jackpot's terms."""
    seed, carry = _to_seed(addition, terms, held, carry)
    rest = addition - seed
    first = second = 0
    if terms.backups is not None:
        first, second, carry = _to_backups(rest, terms.backups, held, carry)
    rest -= first + second
    room = rest if terms.cap is None else max(0, terms.cap - held.displayed)
    shown = min(rest, room)
    return Parts(shown, first, second, rest - shown, seed, carry)


def _to_seed(
    addition: int, terms: JackpotTerms, held: JackpotFunds, carry: Carry
) -> tuple[int, Carry]:
    if terms.seed_recovery == "all-first":
        return min(addition, held.seed_out), carry
    if terms.seed_recovery != "portion" or not held.seed_out:
        return 0, carry
    due, left = whole_cents(terms.seed_portion * addition, carry.seed)
    if due >= held.seed_out:
        # The seed is complete again: nothing is owed to it any more, not even a fraction.
        return min(held.seed_out, addition), replace(carry, seed=NOTHING)
    return due, replace(carry, seed=left)


def _to_backups(
    addition: int, terms: BackupTerms, held: JackpotFunds, carry: Carry
) -> tuple[int, int, Carry]:
    """The first backup fills to where the second starts; then the second; each within its cap."""
    if held.displayed < terms.first_at and not held.first:
        return 0, 0, carry
    due, left = whole_cents(terms.share * addition, carry.backup)
    due = min(due, addition)
    lifted = held.displayed >= terms.cap_lifts_at
    until = terms.second_at if lifted else min(terms.second_at, terms.cap)
    first = min(due, max(0, until - held.first))
    second = 0
    if held.first + first >= terms.second_at or held.second:
        room = due if lifted else max(0, terms.cap - held.second)
        second = min(due - first, room)
    return first, second, replace(carry, backup=left)


def above_backup_cap(terms: JackpotTerms, held: JackpotFunds) -> tuple[Movement, ...]:
    """Move what backups hold above their cap to the primary, if it is too low to lift the cap.

    All of it moves, even if that takes the primary to the amount that lifts the cap: nothing goes
    back. What a posted cap on the display has no room for goes to the reserve.
    """
    backups = terms.backups
    if backups is None or backups.above_cap == "stays" or held.displayed >= backups.cap_lifts_at:
        return ()
    room = held.first + held.second
    if terms.cap is not None:
        room = max(0, terms.cap - held.displayed)
    first, second = max(0, held.first - backups.cap), max(0, held.second - backups.cap)
    shown_first = min(first, room)
    shown_second = min(second, room - shown_first)
    return moving(
        Movement("first", "displayed", shown_first, "backup above cap"),
        Movement("first", "reserve", first - shown_first, "backup above cap"),
        Movement("second", "displayed", shown_second, "backup above cap"),
        Movement("second", "reserve", second - shown_second, "backup above cap"),
    )
