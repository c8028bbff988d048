"""A strategy from a file at any table: each position is looked up when it comes up.

Where the solver lists every position, `strategyfiles` reads a file into its tables. In all other
games (deals laid out, cards exchanged, decisions without known odds) rounds are played through the
engine, and this player decides in them. Columns `decision`, `cards`, `board` and `best` are read,
and `out` where a decision comes up with different money on the felt.

A line without cards holds for every position of its decision that has no line of its own. A
position is found by its cards (those dealt together in any order), then with suits swapped, and if
suits never matter by ranks alone, provided that all lines with these ranks agree. A line that no
position can match, or that contradicts another, is refused when the file is read.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.cards import JOKER, Card, CardError, join_cards, parse_cards
from feltworks.errors import system_errors_as
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.contests import tables_of
from feltworks.odds.exchange.advice import with_given_up
from feltworks.odds.needs import names_a_suit
from feltworks.odds.positionadvice import out_text
from feltworks.players.optimal import open_moves, position
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError, StrategyFile
from feltworks.simulate.strategyfiles import NEEDED

if TYPE_CHECKING:
    from feltworks.round.contract import Round
    from feltworks.round.moves import Decide
    from feltworks.rules.schema.stages import Discard

Cards = tuple[str, ...]
Key = tuple[str, str, Cards, Cards]
"""Decision, what is out or "", own cards, open cards."""
ANY: tuple[Cards, Cards] = ((), ())


@dataclass(frozen=True)
class FileChoice:
    """What a line says: the choice, the cards that it gives up, and the number of the line."""

    choice: str
    cards: Cards
    line: int


class FilePlayer:
    """Decides by the lines of one file."""

    def __init__(self, rules: Rules, path: Path) -> None:
        self.rules, self.file = rules, StrategyFile(path)
        with system_errors_as(SimulationError, f"--strategy {path}"):
            content = path.read_bytes()
        self.fingerprint = hashlib.sha256(content).hexdigest()
        self.lines: dict[Key, FileChoice] = {}
        with self.file.text_of(BytesIO(content)) as text:
            lines = csv.DictReader(text)
            self.file.check_columns(NEEDED, lines.fieldnames)
            for line in lines:
                self._line(lines.line_num, line)
        told = {decision for decision, *_ in self.lines}
        missing = [stage.id for stage in rules.stages if stage.decide and stage.id not in told]
        if missing:
            raise SimulationError(
                f"{path}: it does not cover the game: no line is for decision {missing[0]}; one "
                "without cards is for all its positions"
            )

    # --- reading ---------------------------------------------------------------------------

    def _line(self, number: int, line: Mapping[str, str | None]) -> None:
        decision, best = line["decision"] or "", (line["best"] or "").split()
        decisions = {stage.id: stage for stage in self.rules.stages if stage.decide}
        self.file.check_decision(number, decision, decisions)
        choices = {
            id_: choice for choice in decisions[decision].decide for id_, _ in choice.sized()
        }
        if not best or best[0] not in choices:
            told = line["best"] or ""
            raise self.file.wrong(
                number, f"there is no choice {told!r}; allowed: {', '.join(choices)}"
            )
        own, board = (self._cards(number, line[name] or "") for name in ("cards", "board"))
        given_up = self._cards(number, " ".join(best[1:]))
        self._check_position(number, decision, own, board)
        self._check_given_up(number, best[0], choices[best[0]].discard, given_up, own)
        key = (decision, line.get("out") or "", _sorted(own), self._board_key(decision, board))
        found = FileChoice(best[0], _sorted(given_up), number)
        known = self.lines.setdefault(key, found)
        if replace(known, line=number) != found:
            raise self.file.wrong(
                number, f"line {known.line} says something else of the same position"
            )

    def _check_position(self, line: int, decision: str, own: Cards, board: Cards) -> None:
        """Refuse cards that nobody can see at the decision."""
        if (own, board) == ANY:
            return
        self._cards(line, " ".join((*own, *board)))
        sides = zip(("cards", "board"), (own, board), self._seen_cards[decision], strict=True)
        for column, cards, counts in sides:
            if len(cards) not in counts:
                there = " or ".join(map(str, sorted(counts)))
                raise self.file.wrong(
                    line,
                    f"column {column!r} has {len(cards)}, but decision {decision} comes up with "
                    f"{there}",
                )

    def _check_given_up(
        self, line: int, choice: str, discard: Discard | None, given_up: Cards, own: Cards
    ) -> None:
        if discard is None:
            if given_up:
                raise self.file.wrong(line, f"{choice} gives up no cards, not {' '.join(given_up)}")
            return
        if not discard.least <= len(given_up) <= discard.most:
            raise self.file.wrong(
                line,
                f"{choice} gives up {discard.least} to {discard.most} cards, not {len(given_up)}",
            )
        if missing := Counter(given_up) - Counter(own):
            raise self.file.wrong(
                line, f"{' '.join(missing.elements())} is given up, but not in column 'cards'"
            )

    def _cards(self, line: int, text: str) -> Cards:
        try:
            cards = parse_cards(text)
            Handbook(self.rules).deck.check(cards)
        except CardError as error:
            raise self.file.wrong(line, str(error)) from None
        return tuple(map(str, cards))

    def _board_key(self, decision: str, board: Cards) -> Cards:
        """Open cards as a key has them: sorted within each stage, stage after stage."""
        sizes = self._open_cards[decision]
        if sum(sizes) != len(board):
            return _sorted(board)
        ends = [0, *accumulate(sizes)]
        return tuple(card for a, b in pairwise(ends) for card in _sorted(board[a:b]))

    @cached_property
    def _open_cards(self) -> dict[str, list[int]]:
        """By decision: how many cards of the table and the dealer each stage up to it opens."""
        found: dict[str, list[int]] = {}
        sizes: list[int] = []
        for stage in self.rules.stages:
            opened = [
                step.cards or 0
                for step in stage.deal
                if step.turn or (step.to and step.face == "up" and not self._is_own(step.to))
            ]
            sizes.append(sum(opened))
            found[stage.id] = list(sizes)
        return found

    @cached_property
    def _seen_cards(self) -> dict[str, tuple[set[int], set[int]]]:
        """By decision: how many own cards and how many open cards a player may see; several numbers
        where a stage does not always take place."""
        found: dict[str, tuple[set[int], set[int]]] = {}
        seen = {(0, 0)}
        for stage in self.rules.stages:
            own = sum(
                step.cards or 0
                for step in stage.deal
                if step.to and self._is_own(step.to) and step.face != "blind"
            )
            board = self._open_cards[stage.id][-1]
            later = {(mine + own, others + board) for mine, others in seen}
            seen = later | seen if stage.if_out or stage.draws_if else later
            found[stage.id] = ({mine for mine, _ in seen}, {others for _, others in seen})
        return found

    def _is_own(self, zone: str) -> bool:
        return self.rules.zones[zone] == "player"

    # --- deciding --------------------------------------------------------------------------

    def decide(self, round: Round, seat: int) -> Decide:
        """What the file says in the position of the seat to act."""
        here = position(round, seat)
        own, board = (tuple(map(str, cards)) for cards in (here.cards, here.board))
        moves = open_moves(round, here)
        unit_cents = here.stakes_cents[self.rules.unit]
        stakes = here.stakes_cents.items()
        out = out_text({wager: Fraction(cents, unit_cents) for wager, cents in stakes})
        found = self._nearest_line(here.stage, out, own, board)
        if found is None:
            raise self.file.not_covered(f"decision {here.stage}", here.cards, here.board)
        move = moves.get(with_given_up(found.choice, _held(here.cards, found.cards)))
        if move is None:
            raise self.file.wrong(
                found.line,
                f"{found.choice} is not open with {join_cards(here.cards)}: {', '.join(moves)}",
            )
        return move

    def _nearest_line(self, decision: str, out: str, own: Cards, board: Cards) -> FileChoice | None:
        """What the file says of a position; the line that matches most closely counts."""
        for money in (out, ""):
            for swap in self._swaps:
                moved = _sorted(_swapped(own, swap))
                laid = self._board_key(decision, _swapped(board, swap))
                if found := self.lines.get((decision, money, moved, laid)):
                    back = {to: suit for suit, to in swap.items()}
                    return FileChoice(found.choice, _swapped(found.cards, back), found.line)
        for money in (out, ""):
            alike = self._by_ranks.get((decision, money, _ranks(own), _ranks(board)), [])
            if len({(each.choice, each.cards) for each in alike}) == 1 and not alike[0].cards:
                return alike[0]
        return self.lines.get((decision, out, *ANY)) or self.lines.get((decision, "", *ANY))

    @cached_property
    def _swaps(self) -> list[dict[str, str]]:
        """Every exchange of suits that leaves deck and rules unchanged, the identity first."""
        book = Handbook(self.rules)
        suits, tables = book.deck.suits, tables_of(book, [*self.rules.settle])
        space = CardSpace(book.deck, swap_suits=not names_a_suit(self.rules, book, tables))
        return [dict(zip(suits, (suits[at] for at in order), strict=True)) for order in space.swaps]

    @cached_property
    def _by_ranks(self) -> dict[Key, list[FileChoice]]:
        found: dict[Key, list[FileChoice]] = {}
        book = Handbook(self.rules)
        if any(book.ranking(hand).minds_suits for hand in self.rules.hands):
            return found
        for (decision, out, own, board), choice in self.lines.items():
            if (own, board) != ANY:
                key = (decision, out, _ranks(own), _ranks(board))
                found.setdefault(key, []).append(choice)
        return found


def _held(cards: Iterable[Card], named: Cards) -> tuple[Card, ...]:
    """The named cards in the order they are held; of identical cards only as many as are named."""
    left, found = Counter(named), []
    for card in cards:
        if left[str(card)]:
            left[str(card)] -= 1
            found.append(card)
    return tuple(found)


def _sorted(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards))


def _swapped(cards: Cards, swap: Mapping[str, str]) -> Cards:
    """Cards after an exchange of suits; jokers stay."""
    return tuple(card[:-1] + swap.get(card[-1], card[-1]) for card in cards)


def _ranks(cards: Cards) -> Cards:
    return _sorted(card if card == str(JOKER) else card[:-1] for card in cards)
