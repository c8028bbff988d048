"""Games between players as a few words: stacks, cards and what everybody does in turn.

`deal(stacks=[100, 100, 100], does="call call check")` seats players from seat 1, puts the button on
the last of them so that seat 1 is the first on its left, and plays until the words run out. Amounts
are dollars. Cards that nobody asked for are the lowest ones left in the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tests.ask.rounds import (
    Bet,
    Button,
    Deal,
    Decide,
    Limits,
    Move,
    NoMoreBets,
    Operation,
    RingPlan,
    RingRound,
    Shown,
    SitIn,
    Terms,
    next_place_of_ring,
)
from tests.ask.rules import load

from feltworks.cards import Card, parse_cards

GAME = "mini-tex-ring"
LIMITS = Limits(1000, 4000, 100, 5000, (100, 500, 2500))
WORDS = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise-to"}


@cache
def _plan(game: str, options: tuple[tuple[str, str], ...]) -> RingPlan:
    return RingPlan(load(game, dict(options)))


def plan(game: str = GAME, **options: str) -> RingPlan:
    return _plan(game, tuple(sorted(options.items())))


def opened(
    stacks: Sequence[float] | Mapping[int, float],
    *,
    of: RingPlan | None = None,
    button: int | None = None,
    terms: Terms | None = None,
    posts: Mapping[int, str] | None = None,
    side: Mapping[int, float] | None = None,
) -> RingRound:
    """A round that is ready for its first card; `side` has dollars on the first side wager."""
    of = of or plan()
    chairs = stacks if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
    moves: list[Move] = [
        SitIn(seat, round(dollars * 100), (posts or {}).get(seat, ""))
        for seat, dollars in chairs.items()
    ]
    moves.append(Button(max(chairs) if button is None else button))
    wager = next(iter(of.rules.offer.side_wagers), "none")
    moves += [Bet(seat, wager, round(cents * 100)) for seat, cents in (side or {}).items()]
    return RingRound.open(of, terms or Terms(LIMITS)).play_all([*moves, NoMoreBets()])


def played(
    start: RingRound,
    does: str = "",
    *,
    hole: Mapping[int, str] | None = None,
    board: str = "",
) -> RingRound:
    """The round after those words; cards are dealt as they fall due."""
    wanted: dict[int | None, list[Card]] = {
        seat: list(parse_cards(cards)) for seat, cards in (hole or {}).items()
    }
    wanted[0] = list(parse_cards(board))
    named = {card for cards in wanted.values() for card in cards}
    words, now = does.split(), start
    while True:
        now = _dealt(now, wanted, named)
        if not words or now.turn.waits_for != "decision":
            assert not words, f"nobody is left to {words[0]}"
            return now
        now = now.play(spoken(now, words.pop(0)))


def spoken(now: RingRound, word: str) -> Decide:
    """`fold`, `check`, `call`, `bet`, `raise`, `bet20`, `raise50`; first letters do."""
    seat = now.turn.seat
    assert seat is not None
    choice = "check" if word == "k" else WORDS[word[0]] if not word.startswith("ch") else "check"
    amount = "".join(letter for letter in word if letter.isdigit() or letter == ".")
    return Decide(seat, choice, round(float(amount) * 100) if amount else None)


def _dealt(now: RingRound, wanted: Mapping[int | None, list[Card]], named: set[Card]) -> RingRound:
    while now.turn.waits_for == "card":
        due = wanted.get(next_place_of_ring(now), [])
        card = due.pop(0) if due else next(card for card in now.chances() if card not in named)
        now = now.play(Deal(card))
    return now


def deal(stacks, does: str = "", *, hole=None, board="", **seating) -> RingRound:
    """A round from the seats to wherever the words lead."""
    return played(opened(stacks, **seating), does, hole=hole, board=board)


def net(done: RingRound) -> dict[int, float]:
    """What each seat has won or lost, in dollars, side wagers included."""
    assert done.turn.waits_for == "nothing"
    brought = {e.seat: e.cents for e in done.log if isinstance(e, SitIn)}
    return {seat: (done.stacks[seat] - cents) / 100 for seat, cents in sorted(brought.items())}


def entries(done: RingRound, kind: type[Operation]) -> list:
    return [entry for entry in done.log if isinstance(entry, kind)]


def lines(done: RingRound) -> list[str]:
    return [entry.line for entry in done.log]


def shown(done: RingRound) -> list[int | None]:
    return [entry.seat for entry in entries(done, Shown)]


def choices(now: RingRound) -> list[str]:
    return [legal.move.choice for legal in now.legal_moves()]


def amounts(now: RingRound, choice: str) -> tuple[float, float]:
    """The least and the most of a choice, in dollars."""
    legal = next(each for each in now.legal_moves() if each.move.choice == choice)
    return legal.amounts.least_cents / 100, legal.amounts.most_cents / 100
