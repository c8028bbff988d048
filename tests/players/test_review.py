"""A session looked back on: accuracy, cost, and the kinds of mistake that cost most."""

from fractions import Fraction

from tests.ask.coach import JudgedDecision, judged, session_review
from tests.ask.rounds import Decide

import feltworks


def made(stage, chose, best, cost, cards="9c 9d"):
    return JudgedDecision(stage, chose, best, cost / 100, cost, cards, "")


def test_mistakes_are_grouped_by_kind_and_the_costliest_come_first():
    review = session_review(
        [
            made("flop", "bet", "bet", 0),
            made("flop", "fold", "bet", 120, "2c 3d"),
            made("flop", "fold", "bet", 300, "9c 9d"),
            made("river", "bet", "fold", 250),
            made("hole", "fold", "bet", 10),
            made("river", "fold", "bet", 5),
        ]
    )
    assert (review.decisions, review.right, review.cost_cents) == (6, 1, 685)
    assert [(p.example.stage, p.times, p.cost_cents) for p in review.practise] == [
        ("flop", 2, 420),
        ("river", 1, 250),
        ("hole", 1, 10),
    ]
    assert str(review.practise[0]) == "Flop: fold where bet was better, 2 times, 9c 9d for one"


def test_a_session_without_a_decision_has_no_mistake():
    review = session_review([])
    assert review.accuracy == 1 and not review.practise


def test_a_raise_of_another_amount_than_the_best_is_named_by_its_amount():
    table = feltworks.load("ultimate-texas-holdem").table(seed=4)
    table.deal({"ante": 5})
    values = [
        (Decide(1, "raise", 2000), Fraction(4, 10)),
        (Decide(1, "raise", 1500), Fraction(2, 10)),
        (Decide(1, "check"), Fraction(1, 10)),
    ]
    found = judged(table.round, Decide(1, "raise", 1500), values)
    assert (found.chose, found.best, found.cost_cents) == ("raise 3 x ante", "raise 4 x ante", 100)
    assert judged(table.round, Decide(1, "check"), values).chose == "check"
