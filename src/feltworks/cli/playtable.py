"""A table for hands against a dealer or a pay table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from feltworks.cards import join_cards
from feltworks.cli.playbanked import BankedTable
from feltworks.cli.progress import counting
from feltworks.cli.sitting import play_rounds
from feltworks.cli.terminal import console, say
from feltworks.round import Decide
from feltworks.round.moves import UNTUCKED
from feltworks.round.operations import Dealt, Shown
from feltworks.table import TableRound

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.cli.play import PlayOptions
    from feltworks.players.advice import DecisionAdvice
    from feltworks.players.optimal import Optimal
    from feltworks.round import Operation, Round
    from feltworks.rules.loader import Loaded


def play(loaded: Loaded, options: PlayOptions) -> None:
    play_rounds(DealerTable(loaded, options))


class DealerTable(BankedTable[TableRound]):
    """A deck for every round, committed to before the wagers."""

    quiet = BankedTable.quiet | {"Dealt", "DeckPutAway"}

    def __init__(self, loaded: Loaded, options: PlayOptions) -> None:
        super().__init__(loaded, options)
        if options.auto and any(stage.decide for stage in loaded.rules.stages):
            # A game that cannot be weighed is refused before a card is dealt.
            _ = self.optimal

    def begin(self) -> TableRound:
        self.stop_when_broke()
        opened = self.next_round()
        console().print(f"\nRound {self.rounds}", style="bold")
        digest = self.deck.promise().digest
        say(f"  deck promised by {digest}", style="dim")
        self.choose_wagers()
        return opened.play_all(self.bets())

    def news(self, round: TableRound) -> Sequence[Operation]:
        """At the end, zones with open cards that came after the last look are reported as shown."""
        found = super().news(round)
        if round.turn.waits_for != "nothing":
            return found
        lying: dict[tuple[int | None, str], tuple[Card, ...]] = {}
        for entry in round.log[: self.printed]:
            if isinstance(entry, Dealt) and entry.face == "up" and entry.card is not None:
                place = (entry.seat, entry.zone)
                lying[place] = (*lying.get(place, ()), entry.card)
        told: list[Operation] = []
        for entry in found:
            if not (isinstance(entry, Dealt) and entry.face == "up" and entry.card is not None):
                told.append(entry)
                continue
            place = (entry.seat, entry.zone)
            lying[place] = (*lying.get(place, ()), entry.card)
            if told and isinstance(last := told[-1], Shown) and (last.seat, last.zone) == place:
                told.pop()
            told.append(Shown(*place, lying[place]))
        return told

    def decide(self, round: TableRound, seat: int) -> Decide:
        if self.options.auto:
            self.show(round)
            self.printed = len(round.log)
        return super().decide(round, seat)

    def advice(self, round: TableRound, seat: int) -> Iterable[str]:
        """The best move, the exact value of each choice, and the causes."""
        from feltworks.players.mechanisms import table_causes

        yield from advice_lines(self.weigh(round, seat), round)
        for line in table_causes(self.optimal, round, seat, self.hands):
            yield f"  {line}"

    def weigh(self, round: TableRound, seat: int) -> DecisionAdvice:
        return self.optimal.weigh(round, seat, hands=self.hands)

    def give_up(self, round: TableRound, seat: int) -> Decide:
        """A person who leaves during a round folds, or takes the choice that costs least."""
        moves = [legal.move for legal in round.legal_moves() if isinstance(legal.move, Decide)]
        folding = {c.id for stage in round.rules.stages for c in stage.decide if c.folds}
        return min(moves, key=lambda move: (move.choice not in folding, move.cents or 0))

    @cached_property
    def optimal(self) -> Optimal:
        """The best play, solved when it is first needed."""
        with counting() as progress:
            from feltworks.players.optimal import Optimal

            return Optimal(self.table.rules, progress=progress)


def advice_lines(advice: DecisionAdvice, round: Round) -> Iterator[str]:
    """A line for each choice; the values are those of the required wagers together."""
    unit = round.rules.wagers[round.rules.unit].name
    for place, (move, value) in enumerate(advice.best_by_count):
        mark = "best" if place == 0 else "    "
        name = move.line.partition(" decides ")[2].partition(" setting ")[0]
        if move.cards:
            name += f" giving up {' '.join(map(str, move.cards))}"
        yield f"  {mark} {_valued(name, value, unit)}"
    known = {move.choice: value for move, value in advice.choices}
    for legal in round.legal_moves():
        choice = legal.choice or ""
        fold = choice.removesuffix(UNTUCKED)
        # The odds weigh only the required wagers, which a fold always loses.
        if fold != choice and fold in known:
            lost = "the side wagers are given up"
            yield f"       {_valued(choice, known[fold], unit)}, and {lost}"
    if advice.left_out:
        left_out = join_cards(advice.left_out)
        yield f"  These values do not reckon with {left_out}, which you know besides."


def _valued(name: str, value: Fraction | float, unit: str) -> str:
    exact = f"  = {value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""
    return f"{name:<20} {float(value):+.6f} x {unit}{exact}"
