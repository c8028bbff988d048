"""A choice is a value with its amount and its cards: advice gives it, a table plays it."""

import copy
import pickle
from decimal import Decimal
from functools import cache

import pytest

import feltworks
from feltworks import PlayerChoice

load = cache(feltworks.load)


def dealt_until(game, wanted, **bets):
    """A table at whose first decision the best choice is as wanted, and the advice there."""
    table = load(game).table(seed=4)
    for _ in range(300):
        table.deal(bets)
        advice = table.advise()
        if wanted(advice.best):
            return table, advice
        while table.seat is not None:
            table.play(table.advise().best)
    raise AssertionError(f"{game}: no such best choice came up")


def test_a_choice_is_its_text():
    for text, what, amount, cards in (
        ("bet", "bet", None, ""),
        ("raise $20", "raise", Decimal(20), ""),
        ("raise $7.50", "raise", "$7.50", ""),
        ("raise 4 x ante", "raise", "4 x ante", ""),
        ("draw 7h 2c", "draw", None, "7h 2c"),
        ("buy $5 7h", "buy", 5, "7h"),
    ):
        choice = PlayerChoice(text)
        assert choice == text == PlayerChoice(what, amount, cards) == f"{choice}"
        assert (choice.what, " ".join(map(str, choice.cards))) == (what, cards)
        for again in (pickle.loads(pickle.dumps(choice)), copy.deepcopy(choice)):
            assert (again, again.amount, again.cards) == (choice, choice.amount, choice.cards)
    assert (
        PlayerChoice("raise $20").amount == 20
        and PlayerChoice("raise 4 x ante").amount == "4 x ante"
    )
    for wrong in ("", "raise  20", "draw Zz", None, 5):
        with pytest.raises(feltworks.FeltworksError):
            PlayerChoice(wrong)
    for wrong in ({"what": "raise $20", "amount": 5}, {"what": "raise", "amount": "3 or 4 x ante"}):
        with pytest.raises(feltworks.FeltworksError, match="amount"):
            PlayerChoice(**wrong)


@pytest.mark.slow
def test_the_best_amount_is_advised_and_played():
    table, advice = dealt_until("ultimate-texas-holdem", lambda best: best.what == "raise")
    assert advice.best == "raise $20" and advice.best.amount == 20
    assert list(advice.values) == ["raise $20", "raise $15", "check"]
    assert advice.values["raise $20"] == max(advice.values.values())
    assert advice.cost("raise $15") > 0 == advice.cost(advice.best)
    assert repr(advice).startswith("<Advice at hand: raise $20 (raise $20 +")
    assert "raise $20" in advice._repr_html_()
    table.play(advice.best)
    assert table.view(1).seen.felt.stake_cents(1, "play") == 0 and "raise $20" in table.transcript()


@pytest.mark.slow
def test_a_choice_of_a_position_is_played_at_any_table():
    table, _ = dealt_until("ultimate-texas-holdem", lambda best: best.what == "raise", ante=10)
    position = load("ultimate-texas-holdem").advise(hole=table.view(1).cards[1, "hole"])
    assert position.best == "raise 4 x ante" and position.cost("raise 3 x ante") > 0
    table.play(position.best)
    assert "seat 1 decides raise $40" in table.transcript()


@pytest.mark.parametrize(
    ("play", "cents"),
    [
        (lambda table: table.play("raise"), 1500),
        (lambda table: table.play("raise", 20), 2000),
        (lambda table: table.play("raise $20"), 2000),
        (lambda table: table.play("raise", "4 x ante"), 2000),
        (lambda table: table.play(table.legal_moves()[-1], "$20"), 2000),
    ],
)
def test_amounts_are_said_in_several_ways(play, cents):
    table = load("ultimate-texas-holdem").table(seed=4)
    table.deal()
    assert table.choices == ["check", "raise"]
    play(table)
    assert f"raise {feltworks.money.dollars_text(cents)}" in table.transcript()


@pytest.mark.slow
def test_cards_to_give_up_are_advised_and_played():
    table, advice = dealt_until("jacks-or-better", lambda best: len(best.cards) == 3)
    assert len(advice.values) == 32 and len(repr(advice)) < 400
    gone = " ".join(map(str, advice.best.cards))
    assert advice.best == f"draw {gone}"
    table.play(advice.best)
    assert f"{gone} of seat 1's cards to the discard rack" in table.transcript()
    asked = load("jacks-or-better").advise(cards="Js 2c Jh 5d 9s")
    assert asked.best == "draw 2c 5d 9s" and asked.values["draw"] < asked.values[asked.best]
    assert asked.cost("draw 9s 5d 2c") == 0 < asked.cost("draw")
    with pytest.raises(feltworks.FeltworksError, match="is not a choice here: try for example"):
        asked.cost("draw As")
    with pytest.raises(feltworks.FeltworksError, match="gives up 0 to 5"):
        table.deal()
        table.play("draw", cards=[*table.view(1).cards[1, "cards"], feltworks.Card.parse("As")])
    first = table.view(1).cards[1, "cards"][0]
    table.play("draw", cards=[first])
    assert f"{first} of seat 1's cards to the discard rack" in table.transcript()


@pytest.mark.slow
def test_part_of_an_insurance_is_worth_its_part():
    """Half of $5 is $2.50, of which chips make up $2: two fifths of the wager."""
    worth = {}
    for dollars, most in ((10, "insure $5"), (5, "insure $2")):
        table = load("six-deck-blackjack").table(seed=1)
        table.deal({"bet": dollars})
        while most not in (values := table.advise().values):
            while table.seat is not None:
                table.play("stand" if "stand" in table.choices else "decline")
            table.deal({"bet": dollars})
        worth[dollars] = values[most] - values["decline"]
    assert worth[10] < 0 and worth[5] == pytest.approx(worth[10] * 4 / 5)
