"""Cards given up for others: against every deal of a small deck, and published figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations

import pytest
from tests.ask.odds import Player, PositionError, Rejected, odds, why_not
from tests.ask.rules import EXAMPLES_DIR, Rules, load, read_document
from tests.ask.sides import cards_decide
from tests.ask.solving import leaving_open_at_most

from feltworks.cards import Card, parse_cards

from .plain_exchange import PlainExchange, mean

DRAW = [{"discard": "0 to 3 of cards"}]
PRICED = [
    {"id": "stand"},
    {"id": "one", "discard": "1 of cards", "bet": "price", "size": "1 x ante"},
    {"id": "more", "discard": "2 to 3 of cards", "bet": "price", "size": "2 x ante"},
]
RAISE = ["fold", {"bet": "play", "size": "2 x ante"}]
TABLE = ["straight flush pays 9:1", "three of a kind pays 8:1", "straight pays 4:1"]
PAIRS = [*TABLE, "flush pays 2:1", "pair of queens or better pays 1:1"]


def named(choice: str, cards: Iterable[Card]) -> str:
    """A choice at the exchange with the cards that it discards."""
    return " ".join([choice, *map(str, cards)])


def small_game(
    exchange: list, last: list | None = None, deck: str = "J Q K A", wild: str = ""
) -> Rules:
    """Three cards of a small deck against a pay table."""
    always = {"always": {"table": "pairs", "else": "lose"}}
    wagers = {"ante": "required"}
    settle = {"ante": dict(always)}
    if any("bet" in choice for choice in exchange):
        wagers["price"], settle["price"] = "decision", {"always": "lose"}
    stages = [{"id": "hold", "deal": ["3 down to cards"], "decide": exchange}]
    if last is not None:
        stages.append({"id": "last", "decide": last})
        wagers["play"], settle["play"] = "decision", dict(always)
        settle["ante"]["folded"] = "lose half"
    document = {
        "game": {
            "id": "small",
            "name": "Small",
            "title": "Small.",
            "deck": {"ranks": deck, "suits": "c d h", "removed": "Ah Kh"},
        },
        "zones": {"cards": "player"},
        "rankings": {"own": {"like": "three-card", "wild": [wild] if wild else False}},
        "hands": {"player": {"ranking": "own", "from": {"cards": 3}}},
        "wagers": wagers,
        "stages": stages,
        "settle": settle,
        "pays": {"pairs": PAIRS},
        "table": {"seats": 1, "most_seats": 1},
    }
    return read_document(document, "small").rules


@pytest.mark.slow
@pytest.mark.parametrize(
    ("exchange", "last"), [(DRAW, None), (PRICED, None), (PRICED, RAISE), (DRAW, RAISE)]
)
def test_a_small_deck_agrees_with_every_deal(exchange, last):
    rules = small_game(exchange, last)
    main = odds(rules)["main"]
    assert main.expected_value == PlainExchange(rules).expected_value()


@pytest.mark.slow
def test_the_best_cards_to_keep_end_as_often_as_every_deal_says():
    rules = small_game(DRAW)
    plain = PlainExchange(rules)
    best = [
        max(plain.choices(dealt, ()).values(), key=mean) for dealt in combinations(plain.deck, 3)
    ]
    counted = odds(rules)["main"]
    # Where two ways are worth the same they may end differently, but not in the mean.
    assert sum(map(mean, best), Fraction(0)) / len(best) == counted.expected_value
    lost = sum(nets[Fraction(-1)] for nets in best) / len(best)
    rows = {row.id: Fraction(row.combinations, counted.combinations) for row in counted.outcomes}
    ties = Fraction(counted.ties["hold"], counted.combinations)
    assert abs(rows["lose"] - lost) <= ties


@pytest.mark.slow
def test_wild_cards_are_kept_and_drawn_as_every_deal_says():
    """Jacks stand for any card, as deuces do in a full game."""
    rules = small_game(DRAW, wild="J")
    main = odds(rules)["main"]
    assert main.expected_value == PlainExchange(rules).expected_value()
    assert main.expected_value > odds(small_game(DRAW))["main"].expected_value


def test_a_second_exchange_is_refused_by_its_key():
    rules = small_game(DRAW, deck="8 9 T J Q K A")
    again = {"id": "again", "decide": [{"discard": "1 of cards"}, "check"]}
    stage = rules.stages[0].model_validate(again)
    told = why_not(rules.model_copy(update={"stages": (*rules.stages, stage)}))
    assert told is not None
    assert told.startswith("stages.again.decide: ")


@pytest.mark.parametrize("stage", [0, 1])
def test_a_decision_asked_in_some_cases_beside_an_exchange_is_refused_by_its_key(stage):
    rules = small_game(DRAW, RAISE)
    stages = list(rules.stages)
    asked = {"hand": "player", "is": "pair or better"}
    data = stages[stage].model_dump(by_alias=True, exclude_unset=True)
    stages[stage] = type(stages[stage]).model_validate({**data, "asked_if": asked})
    told = why_not(rules.model_copy(update={"stages": tuple(stages)}))
    assert told.startswith(f"stages.{stages[stage].id}.asked_if: ")


def test_every_set_of_cards_that_may_be_given_up_is_weighed():
    rules = small_game(PRICED, RAISE)
    plain, advisor = PlainExchange(rules), Player(rules)
    for dealt in list(combinations(plain.deck, 3))[::29]:
        advice = advisor.advise("hold", dealt)
        every = {
            named(choice, [card for card in dealt if card in gone]): mean(nets)
            for (choice, gone), nets in plain.choices(dealt, ()).items()
        }
        assert dict(advice.values) == every
        assert every[advice.best] == max(every.values())


AGAINST = {
    "game": {
        "id": "up",
        "name": "Up",
        "title": "Up.",
        "deck": {"ranks": "J Q K A", "suits": "c d h", "removed": "Ah"},
    },
    "zones": {"cards": "player", "dealer": "dealer"},
    "hands": {
        "player": {"ranking": "three-card", "from": {"cards": 3}},
        "dealer": {"like": "player"},
    },
    "contests": {"main": {"qualifies": "ace high or better"}},
    "wagers": {"ante": "required", "price": "decision", "raise": "decision"},
    "stages": [
        {
            "id": "hold",
            "deal": ["3 down to cards", "1 up to dealer", "2 down to dealer"],
            "decide": PRICED[:2],
        },
        {"id": "last", "decide": ["fold", {"bet": "raise", "size": "2 x ante"}]},
    ],
    "settle": {
        "ante": {
            "folded": "lose",
            "not_qualified": "1:1",
            "win": "1:1",
            "tie": "push",
            "lose": "lose",
        },
        "price": {"always": "lose"},
        "raise": {
            "not_qualified": "compare",
            "win": {"table": "pairs", "else": "1:1"},
            "tie": "push",
            "lose": "lose",
        },
    },
    "pays": {"pairs": TABLE},
    "table": {"seats": 1, "most_seats": 1},
}


@pytest.mark.slow
def test_positions_against_a_dealer_agree_with_every_hand_that_he_can_have():
    rules = read_document(AGAINST, "up").rules
    plain, advisor = PlainExchange(rules), Player(rules)
    for dealt in list(combinations(plain.deck, 3))[::40]:
        shown = tuple(card for card in plain.deck if card not in dealt)[::4][:1]
        advice = advisor.advise("hold", dealt, shown)
        every = {
            named(choice, tuple(gone)): mean(nets)
            for (choice, gone), nets in plain.choices(dealt, shown).items()
        }
        assert dict(advice.values) == every


def test_cards_that_were_given_up_are_not_the_dealers():
    advisor = Player(read_document(AGAINST, "up").rules)
    hand, shown = parse_cards("Kc Kd Qc"), parse_cards("Jd")
    out = {"ante": Fraction(1), "price": Fraction(1)}
    told = [
        advisor.advise("last", hand, shown, out=out, discarded=gone).values["bet"]
        for gone in (parse_cards("Ac"), parse_cards("Jc"))
    ]
    assert told[0] > told[1]
    with pytest.raises(PositionError, match="1 cards were given up, not 0"):
        advisor.advise("last", hand, shown, out=out)


@pytest.mark.slow
def test_an_exchange_against_a_dealer_is_counted_over_all_deals():
    """The suit of the dealer's open card is never taken for one that lacks that card."""
    rules = read_document(AGAINST, "up").rules
    main = odds(rules)["main"]
    assert main.expected_value == Fraction(354281, 69300)
    assert main.combinations == 138_600


def pushing(rules: Rules) -> Rules:
    """All is worth the same, except to fold."""
    push = {"win": "push", "tie": "push", "lose": "push", "not_qualified": "push"}
    settle = {
        "ante": {**push, "folded": "lose"},
        "price": {"always": "push"},
        "raise": push,
    }
    document = {key: part for key, part in AGAINST.items() if key != "pays"}
    stages = [stage.model_dump(by_alias=True, exclude_unset=True) for stage in rules.stages]
    return read_document({**document, "stages": stages, "settle": settle}, "even").rules


@pytest.mark.parametrize(("preferred", "out"), [("bet", 2), ("one", 2), ("stand", 1), ("fold", 1)])
def test_where_all_is_worth_the_same_the_tie_rule_says_whether_a_card_is_given_up(preferred, out):
    rules = pushing(read_document(AGAINST, "up").rules)
    main = odds(rules, {"hold": preferred})["main"]
    assert main.ties["hold"] == main.combinations
    assert main.average_wager == out + 2


# By `PlainExchange`, every deal and every card that may come looked at: half a minute each.
MORE_CARDS = {"2 x ante": Fraction(10957, 2100), "1/4 x ante": Fraction(391649, 69300)}


@pytest.mark.slow
@pytest.mark.parametrize("price", MORE_CARDS)
def test_more_cards_against_a_dealer_agree_with_every_deal(price):
    """At a low price several cards are often best given up, at a high one hardly ever."""
    rules = with_more_cards(price)
    main = odds(rules)["main"]
    assert main.expected_value == MORE_CARDS[price]
    assert main.combinations == 277_200
    plain, advisor = PlainExchange(rules), Player(rules)
    dealt, shown = plain.deck[2:8:2], plain.deck[5:6]
    every = {
        named(choice, [card for card in dealt if card in gone]): mean(nets)
        for (choice, gone), nets in plain.choices(dealt, shown).items()
    }
    assert dict(advisor.advise("hold", dealt, shown).values) == every


def with_more_cards(price: str, changes: Mapping[str, object] | None = None) -> Rules:
    exchange = [*PRICED[:2], {**PRICED[2], "size": price}]
    stages = [{**AGAINST["stages"][0], "decide": exchange}, AGAINST["stages"][1]]
    return read_document({**AGAINST, "stages": stages, **(changes or {})}, "more").rules


@pytest.mark.parametrize(("preferred", "out"), [("more", 3), ("stand", 1)])
def test_where_all_is_worth_the_same_more_cards_are_given_up_if_ties_say_so(preferred, out):
    rules = pushing(with_more_cards("2 x ante"))
    main = odds(rules, {"hold": preferred})["main"]
    assert main.ties["hold"] == main.combinations
    assert main.average_wager == out + 2


def test_too_many_positions_left_open_by_the_bounds_are_refused():
    told = r"^stages\.hold\.decide: in \d+ positions"
    with leaving_open_at_most(3), pytest.raises(Rejected, match=told):
        odds(with_more_cards("1/4 x ante"))


@pytest.mark.slow
def test_any_number_of_cards_is_advised_exactly_for_one_position():
    """Beating Bonuses, Oasis Poker: never discard more than one card; a position of three of a
    kind, where two cards come nearest to it."""
    rules = load(str(EXAMPLES_DIR / "oasis-poker.toml"), {"exchange": "any"})
    assert why_not(rules) is None
    advisor = Player(rules)
    found = advisor.advise("exchange", parse_cards("7s 7d 7h 2c 3d"), parse_cards("Ah"))
    assert len(found.values) == 32 and found.best == "stand"
    assert round(float(found.values["stand"]), 6) == 4.895836
    assert round(float(found.values["two 2c 3d"]), 6) == 4.313671


COMMUNITY = {"player": {"ranking": "three-card", "from": {"cards": 2, "board": 1}}}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {
                "zones": {**AGAINST["zones"], "board": "table"},
                "hands": {
                    **COMMUNITY,
                    "dealer": {"ranking": "three-card", "from": {"dealer": 2, "board": 1}},
                },
                "deal": ["2 down to cards", "1 up to board", "2 down to dealer"],
            },
            "hands.player.from: ",
        ),
        ({"contests": {"main": {"qualifies": "pair"}}}, "contests.main.qualifies: "),
        ({"deal": ["3 down to cards", "3 up to dealer"]}, "stages.hold.decide: "),
    ],
)
def test_a_dealer_and_hands_that_are_not_weighed_are_told_before_anything_is(changes, told):
    document = {**AGAINST, **changes}
    stage = {**AGAINST["stages"][0], "deal": document.pop("deal", AGAINST["stages"][0]["deal"])}
    document["stages"] = [stage, AGAINST["stages"][1]]
    assert why_not(read_document(document, "changed").rules).startswith(told)


def test_a_community_card_in_a_hand_against_a_pay_table_is_refused_by_the_hand():
    rules = small_game(DRAW)
    document = {
        "game": {"id": "c", "name": "C", "title": "C.", "deck": AGAINST["game"]["deck"]},
        "zones": {"cards": "player", "board": "table"},
        "hands": COMMUNITY,
        "wagers": {"ante": "required"},
        "stages": [
            {
                "id": "hold",
                "deal": ["2 down to cards", "1 up to board"],
                "decide": [{"discard": "0 to 2 of cards"}],
            }
        ],
        "settle": {"ante": {"always": {"table": "pairs", "else": "lose"}}},
        "pays": {"pairs": PAIRS},
        "table": {"seats": 1, "most_seats": 1},
    }
    assert why_not(rules) is None
    assert why_not(read_document(document, "c").rules).startswith("hands.player.from: ")


def test_a_side_wager_is_counted_before_the_exchange_and_refused_after_it():
    rules = small_game(DRAW)
    side = rules.wagers["ante"].model_copy(update={"kind": "side"})
    cells = rules.settle["ante"]
    later = rules.model_copy(
        update={
            "wagers": {**rules.wagers, "side": side},
            "settle": {**rules.settle, "side": cells},
        }
    )
    assert not cards_decide(later, "side")
    assert "settle.side: " in why_not(later)
    first = rules.stages[0].model_validate(
        {"id": "deal", "deal": ["3 down to cards"], "settles": ["side"]}
    )
    hold = rules.stages[0].model_copy(update={"deal": ()})
    before = later.model_copy(update={"stages": (first, hold)})
    assert cards_decide(before, "side")
    assert odds(before)["side"].combinations == 120
