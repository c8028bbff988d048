"""A game by its rules file, and everything that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltworks.cards import join_cards
from feltworks.errors import FeltworksError
from feltworks.library.hand import Hand, as_cards, hand_values, named_hand
from feltworks.library.html import table_html
from feltworks.library.opening import Amount, cents_of
from feltworks.library.table import Table
from feltworks.rules.catalogue import listings
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import read, read_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from feltworks.cards import Card, Deck
    from feltworks.library.advice import Advice
    from feltworks.library.mechanisms import Answer
    from feltworks.library.odds import Odds
    from feltworks.library.simulation import Simulation
    from feltworks.odds.progress import Progress
    from feltworks.round import Terms
    from feltworks.rules.loader import Loaded
    from feltworks.rules.options import Choosable
    from feltworks.rules.schema import Rules


def games() -> tuple[str, ...]:
    """The ids of the games that are shipped."""
    return tuple(listing.id for listing in listings())


def load(source: str | Path, **options: Choosable) -> Game:
    """The game of that id, of the rules file at that path, or of that text, with its options."""
    if isinstance(source, str) and "\n" in source:
        return Game(read_text(source, "text", options))
    if not isinstance(source, str | Path):
        raise FeltworksError(f"a game is an id, a path or a text, not {type(source).__name__}")
    return Game(read(source, options))


class Game:
    """One game with its options chosen; made by `load`."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    @property
    def id(self) -> str:
        return self.rules.game.id

    @property
    def name(self) -> str:
        return self.rules.game.name

    @property
    def rules(self) -> Rules:
        """The whole rules file, checked, with the options applied."""
        return self._loaded.rules

    @property
    def options(self) -> dict[str, str]:
        """The value of every house option."""
        return dict(self._loaded.chosen)

    @property
    def sha256(self) -> str:
        """The identity of the rules file, whatever was chosen."""
        return self._loaded.sha256

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(self.rules.wagers)

    @property
    def hands(self) -> tuple[str, ...]:
        """The ranked hands, and those that count points."""
        return (*self.rules.hands, *self.rules.totals)

    @property
    def decisions(self) -> tuple[str, ...]:
        """The stages in which the player decides."""
        return tuple(stage.id for stage in self.rules.stages if stage.decide or stage.mechanism)

    @property
    def deck(self) -> Deck:
        return self._book.deck

    @property
    def faces(self) -> tuple[Card, ...]:
        """Every face of the deck by its number, as `evaluate` takes them."""
        return self.deck.faces

    @cached_property
    def _book(self) -> Handbook:
        return Handbook(self.rules)

    @cached_property
    def _answer(self) -> Answer:
        from feltworks.library.mechanisms import advisor

        return advisor(self.rules)

    def odds(
        self,
        *,
        jackpots: Amount | Mapping[str, Amount] | None = None,
        pays: Iterable[str] = (),
        indifferent: Mapping[str, str] | None = None,
        strategy: str | None = None,
        gone: str | Iterable[Card] = (),
        progress: Progress | None = None,
    ) -> Odds:
        """The exact odds of every wager under the best play.

        `jackpots` are dollars, in one amount or by jackpot; `pays` are changed pays, each
        "WAGER.HAND=ODDS"; `indifferent` says by decision which of equal choices is taken;
        `strategy` is for blackjack; `gone` are cards known to be out of the deck. `progress` is
        called with a task, the steps done and their total.
        """
        from feltworks.library.odds import Odds
        from feltworks.odds.progress import silent
        from feltworks.odds.report import OddsSettings, report

        settings = OddsSettings(
            indifferent=indifferent or {},
            strategy=strategy,
            jackpots=_dollars(jackpots),
            pays=(pays,) if isinstance(pays, str) else tuple(pays),
        )
        loaded = self.without(gone)._loaded
        return Odds(loaded, report(loaded.rules, settings, progress=progress or silent))

    def without(self, gone: str | Iterable[Card]) -> Game:
        """The game for somebody who knows that these cards are gone from the deck.

        Its odds and its advice take that into account, exactly; no table is opened with it.
        """
        cards = as_cards(gone)
        return Game(self._loaded.without(cards)) if cards else self

    def advise(
        self,
        decision: str | None = None,
        *,
        gone: str | Iterable[Card] = (),
        **zones: str | Iterable[Card],
    ) -> Advice:
        """The best choice in a position, and what every choice there is worth.

        Cards are given by the zone they lie in: `advise("hole", hole="As Kd")`, in blackjack
        `advise(player="As 7d", dealer="9c")`. Without a name the decision is the first with this
        many open cards. The game is solved at the first call; `gone` are cards known to be out of
        the deck, and then it is solved without them.
        """
        if cards := as_cards(gone):
            return self.without(cards).advise(decision, **zones)
        return self._answer(decision, {zone: as_cards(cards) for zone, cards in zones.items()})

    def table(
        self, *, seats: int = 1, seed: int | None = None, terms: Terms | None = None
    ) -> Table:
        """A table with this many seats taken; the same seed deals the same cards."""
        return Table(self._loaded, seats=seats, seed=seed, terms=terms)

    def simulate(
        self,
        rounds: int = 1_000_000,
        *,
        seed: int = 1,
        seats: int | None = None,
        strategy: str | None = None,
        sides: Sequence[str] = (),
        wagers: Mapping[int, Mapping[str, Amount]] | None = None,
        spread: str | None = None,
        count: str | None = None,
        penetration: str | None = None,
        rounds_a_day: int | None = None,
        threads: int | None = None,
    ) -> Simulation:
        """Deal this many rounds; the same seed deals the same ones. Everything is sampled.

        All seats play the `sides`; `wagers` is what seats bet, in dollars by seat and wager, and
        then figures are in dollars. In games from a shoe `spread` ("1:1 2:2 4:8") lets the first
        seat bet by a `count` (by default Hi-Lo), and `penetration` ("75%") is the part of the shoe
        that is dealt. With `rounds_a_day` jackpots of side wagers run, counted once a day.
        """
        from feltworks.library.simulation import check_whole_numbers, seat_cents, simulated
        from feltworks.simulate.counters import counter_plan, read_penetration
        from feltworks.simulate.mechanisms import SimulationSettings

        optional = {"seats": seats, "rounds_a_day": rounds_a_day, "threads": threads}
        given = {name: number for name, number in optional.items() if number is not None}
        check_whole_numbers(rounds=rounds, seed=seed, **given)
        settings = SimulationSettings(
            strategy=strategy,
            seats=seats,
            sides=tuple(sides),
            rounds_a_day=rounds_a_day,
            wagers=seat_cents(wagers) or None,
            counter=counter_plan(spread, count),
            penetration=read_penetration(penetration),
        )
        return simulated(self._loaded, settings, rounds, seed=seed, threads=threads)

    def hand(self, hand_id: str, cards: str | Iterable[Card]) -> Hand:
        """Those cards as a hand of the game: its value, its name, the cards that make it."""
        return named_hand(self._book, hand_id, cards)

    def evaluate(
        self, hand_id: str, hands: NDArray[Any] | Sequence[str]
    ) -> NDArray[np.signedinteger]:
        """The values of many hands: rows of face numbers (see `faces`), or hands as texts."""
        return hand_values(self._book, hand_id, hands)

    def __repr__(self) -> str:
        chosen = "".join(f", {option}={value!r}" for option, value in self.options.items())
        gone = f", without {join_cards(self._loaded.gone)}" if self._loaded.gone else ""
        return f"<Game {self.id}{chosen}{gone}>"

    def _repr_html_(self) -> str:
        wagers = [(id_, wager.name) for id_, wager in self.rules.wagers.items()]
        options = [(f"option {id_}", value) for id_, value in self.options.items()]
        return table_html(self.rules.game.title, ("wager", "name"), [*wagers, *options])


def _dollars(
    jackpots: Amount | Mapping[str, Amount] | None,
) -> Fraction | Mapping[str, Fraction] | None:
    """The jackpots in dollars."""
    if jackpots is None:
        return None
    if isinstance(jackpots, Mapping):
        return {id_: Fraction(cents_of(amount), 100) for id_, amount in jackpots.items()}
    return Fraction(cents_of(jackpots), 100)
