"""The player who never errs: every decision is the one the exact odds call best.

The odds engine solves the game once; a position is then looked up by the cards the seat sees and
the wagers it has out. The values are those of all required wagers together, in units, as the
strategy command prints them. They reckon with the seat's own cards and the board alone; whatever
else its player has come to know is named beside them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.strategy import Advisor, PositionError, out_text
from feltworks.odds.walk import Progress, silent
from feltworks.players.position import Position, position
from feltworks.players.weighed import Weighed
from feltworks.round.moves import Bet, Decide

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltworks.round.contract import Legal, Round
    from feltworks.round.operations import Operation
    from feltworks.rules.schema import Rules


class Optimal:
    """Decides by the exact odds; a refusal of the odds engine names the key it cannot weigh."""

    def __init__(
        self,
        rules: Rules,
        *,
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.rules = rules
        self.advisor = Advisor(rules, indifferent=indifferent, progress=progress)

    def decide(self, round: Round, seat: int) -> Decide:
        """The best move of the seat to act."""
        return self.weigh(round, seat).best

    def weigh(self, round: Round, seat: int, *, hands: Iterable[int] = ()) -> Weighed:
        """Every choice open to the seat with its value, the best one first.

        `hands` are the other seats that the same player sees the cards of.
        """
        here = position(round, seat, hands=hands)
        moves = _moves(round, here)
        out = self._out(round.log, here, seat)
        advice = self.advisor.advise(here.stage, here.cards, here.board, out=out)
        # The odds settle ties by their own rule; so the best is theirs to name.
        order = sorted(
            (id for id in moves if id in advice.values),
            key=lambda id: (id == advice.best, advice.values[id]),
            reverse=True,
        )
        return Weighed(
            tuple((moves[id], advice.values[id]) for id in order), left_out=here.known_besides
        )

    def _out(self, log: Iterable[Operation], here: Position, seat: int) -> Mapping[str, Fraction]:
        """The way the odds know in which these wagers came to be out, in units."""
        rules = self.rules
        unit_cents = next(
            entry.cents
            for entry in reversed(tuple(log))
            if isinstance(entry, Bet) and (entry.seat, entry.wager) == (seat, rules.unit)
        )
        sides = rules.wagers_of("side")
        stakes = {id: cents for id, cents in here.stakes_cents.items() if id not in sides}
        out = {id: Fraction(cents, unit_cents) for id, cents in stakes.items()}
        if here.stage not in self.advisor.decisions:
            return out
        ways = [
            way
            for way in self.advisor.histories(here.stage)
            if way.keys() == out.keys() and all(_alike(way[id], out[id], unit_cents) for id in out)
        ]
        if len(ways) > 1:
            raise PositionError(
                f"decision {here.stage} comes up in {len(ways)} ways with {out_text(out)}, "
                "and the wagers do not tell them apart"
            )
        return ways[0] if ways else out


def _alike(way: Fraction, out: Fraction, unit_cents: int) -> bool:
    """Whether two stakes are the same but for a broken cent, which is not put out."""
    return abs(way - out) * unit_cents < 1


def _moves(round: Round, here: Position) -> dict[str, Decide]:
    """The open choices by the names the odds give them, one for each size."""
    choices = {choice.id: choice for choice in round.rules.stage(here.stage).decide}
    moves: dict[str, Decide] = {}
    for legal in round.legal_moves():
        move = legal.move
        if not isinstance(move, Decide) or move.choice not in choices:
            continue
        names = [id for id, _ in choices[move.choice].sized()]
        for id, cents in zip(names, _sizes(legal), strict=True):
            moves[id] = Decide(move.seat, move.choice, cents)
    return moves


def _sizes(legal: Legal) -> tuple[int | None, ...]:
    """The amounts of a choice in rising order; of a range its two ends."""
    amounts = legal.amounts
    if amounts is None:
        return (None,)
    return amounts.only or (amounts.least_cents, amounts.most_cents)
