"""What is counted equals what is dealt: every shipped game on small decks, every option."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from tests.ask.rules import Handbook, Rules

from .oracle import deal_everything
from .oracle_compare import assert_same_odds
from .oracle_counted import Counted
from .small_decks import DECKS, on_deck, shipped

MONEY = {"game", "zones", "rankings", "hands", "contests", "stages", "settle", "pays"}
GAMES_AND_DECKS = [(game, deck) for game, decks in DECKS.items() for deck in decks]
WITH_OPTIONS = [(game, deck) for game, decks in DECKS.items() for deck in list(decks)[:1]]
"""One deck each: `plain` holds every reading against the solver on all of them."""


class Dealer:
    """Deals a game once for all options that leave its money alone, its main wagers likewise."""

    def __init__(self) -> None:
        self._dealt: dict[str, dict[str, Counted]] = {}
        self._main: dict[str, Counted | None] = {}

    def check(self, rules: Rules) -> None:
        money, main = money_of(rules), money_of(rules_without_sides(rules))
        if money not in self._dealt:
            self._dealt[money] = deal_everything(rules, main=self._main.get(main))
            self._main[main] = self._dealt[money].get("main")
        assert_same_odds(rules, dealt=self._dealt[money])

    @property
    def different(self) -> int:
        """How many of the rules that were checked differ where money is concerned."""
        return len(self._dealt)


def money_of(rules: Rules) -> str:
    """Everything about rules that can change a figure."""
    wagers = {id_: (wager.kind, str(wager.size)) for id_, wager in rules.wagers.items()}
    return rules.model_dump_json(include=MONEY) + str(wagers)


def rules_without_sides(rules: Rules) -> Rules:
    """The same game with its side wagers and their pay tables struck out."""
    sides = set(rules.wagers_of("side"))
    settle = {id_: cells for id_, cells in rules.settle.items() if id_ not in sides}
    cells = [pay for some in settle.values() for cell in some.cells.values() for pay in cell]
    tables = {table for pay in cells for table in pay.all_tables}
    return rules.model_copy(
        update={
            "wagers": {id_: wager for id_, wager in rules.wagers.items() if id_ not in sides},
            "settle": settle,
            "pays": {id_: table for id_, table in rules.pays.items() if id_ in tables},
        }
    )


def option_values(game: str) -> Iterator[tuple[str, str]]:
    """Every value of every option, of a number its lowest and highest."""
    for id_, option in Rules.model_validate(shipped(game)).options.items():
        for value in option.values or (str(option.lowest), str(option.highest)):
            yield id_, value


@pytest.mark.parametrize(("game", "deck"), sorted({*GAMES_AND_DECKS} - {*WITH_OPTIONS}))
def test_solver_counts_what_is_dealt(game: str, deck: str) -> None:
    dealt = assert_same_odds(on_deck(game, DECKS[game][deck]))
    for wager, counted in dealt.items():
        if wager == "main":
            assert sum(counted.parts.values()) == counted.expected_value


@pytest.mark.parametrize(("game", "deck"), WITH_OPTIONS)
def test_solver_counts_what_is_dealt_with_every_option(game: str, deck: str) -> None:
    dealer = Dealer()
    for option, value in option_values(game):
        dealer.check(on_deck(game, DECKS[game][deck], {option: value}))
    assert dealer.different > 1, "no option bears on money: nothing was shown"


@pytest.mark.parametrize("bonuses", ["lost", "in-action"])
def test_every_reading_of_a_game_with_open_points(bonuses: str) -> None:
    game = "pick-2-poker"
    dealer = Dealer()
    options = Rules.model_validate(shipped(game)).options
    readings = ("dealer_not_qualified", "three_five_bonus_pays")
    for values in product(*(options[reading].values for reading in readings)):
        chosen = dict(zip(readings, values, strict=True)) | {"bonuses_on_fold": bonuses}
        dealer.check(on_deck(game, DECKS[game]["two suits alike"], chosen))
    assert dealer.different == 8


@pytest.mark.parametrize("qualifier", ["pair", "ace-king"])
@pytest.mark.parametrize("ties", [("fold", "fold", "fold"), ("bet", "fold", "bet")])
def test_ties_broken_differently_at_three_decisions(
    qualifier: str, ties: tuple[str, str, str]
) -> None:
    deck = DECKS["mini-tex"]["two and two suits alike"]
    rules = on_deck("mini-tex", deck, {"dealer_qualifier": qualifier})
    dealt = assert_same_odds(rules, dict(zip(("hole", "flop", "river"), ties, strict=True)))
    assert dealt["main"].indifferent_deals, "a deck without toss-ups shows nothing"


@pytest.mark.parametrize("rule", ["fold", "three-card", "five-card"])
@pytest.mark.parametrize("deck", ["two suits alike", "four aces"])
def test_ties_between_two_games_go_to_the_one_named(deck: str, rule: str) -> None:
    dealt = assert_same_odds(on_deck("pick-2-poker", DECKS["pick-2-poker"][deck]), {"pick": rule})
    assert dealt["main"].indifferent_deals, "a deck without toss-ups shows nothing"


@pytest.mark.parametrize("game", DECKS)
def test_the_small_decks_of_a_game_reach_every_category_its_tables_pay(game: str) -> None:
    reached: set[tuple[str, str]] = set()
    wanted: set[tuple[str, str]] = set()
    for deck in DECKS[game].values():
        book = Handbook(on_deck(game, deck))
        for hand in book.rules.hands:
            compiled = book.compiled(hand)
            wanted |= {(hand, category) for category in compiled.ranking.categories}
            reached |= {(hand, kind.category) for kind in compiled.classes}
    assert reached == wanted


@pytest.mark.parametrize("game", DECKS)
def test_the_small_decks_of_a_game_keep_every_pay_row_between_them(game: str) -> None:
    kept: set[tuple[str, str]] = set()
    for deck in DECKS[game].values():
        rules = on_deck(game, deck)
        kept |= {(id_, row.id) for id_, table in rules.pays.items() for row in table.rows}
    whole = Rules.model_validate(shipped(game)).pays
    assert kept == {(id_, row.id) for id_, table in whole.items() for row in table.rows}
