"""Strategies to remember: known answers, prices that add up, words that say what is meant."""

from __future__ import annotations

import json
import random
from datetime import date
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.ask.rules import EXAMPLES_DIR, Rules, load, read
from tests.cli.running import run
from tests.odds.test_kinds import small

from feltworks.odds.boardcache import clear
from feltworks.odds.boards import Boards
from feltworks.odds.levelcards import LevelCards
from feltworks.odds.simple.costs import Draft, DraftRule, with_last_rule_turned
from feltworks.odds.simple.handmeasures import hand_measures
from feltworks.odds.simple.kernels import (
    SignTests,
    add_without,
    best_triples,
    count_outs,
    put_costs,
)
from feltworks.odds.simple.measures import (
    Measure,
    Sign,
    in_stretch,
    opposite,
    own_measures,
    signs,
)
from feltworks.odds.simple.positions import MOST_POSITIONS, _drawn
from feltworks.odds.simple.rulelist import (
    Rule,
    RuleList,
    SimplePolicy,
    pairs_left,
    without_idle_rules,
)
from feltworks.odds.simple.search import SimpleStrategy, simple_strategy
from feltworks.odds.simple.seen import (
    DecisionView,
    SeenHands,
    SeenPositions,
    on_boards,
    with_hands,
)
from feltworks.odds.simple.signbins import SignBins
from feltworks.odds.simple.tablemeasures import table_measures
from feltworks.odds.solver import Solved, Solver
from feltworks.odds.strategy import Advisor
from feltworks.odds.tree import Tree
from feltworks.odds.walk import Walk
from feltworks.reports.handouts import strategy_card
from feltworks.reports.paper import AskedPaper
from feltworks.reports.writing import markdown_of

GAMES = Path(__file__).parent / "games"
FEATURES = sorted(path.stem for path in (GAMES / "features").glob("*.toml"))


def said(found: SimpleStrategy) -> dict[str, list[str]]:
    return {rules.decision: list(rules.lines()) for rules in found.lists}


def test_three_card_poker_is_queen_six_four_and_costs_nothing() -> None:
    found = simple_strategy(load(str(EXAMPLES_DIR / "three-card-poker.toml")))
    assert said(found) == {"play": ["bet with queen-six-four high or better", "otherwise fold"]}
    assert found.cost == 0 and -found.best_value == Fraction(686689, 20358520)


def test_spanish_poker_is_told_in_few_words_and_costs_next_to_nothing() -> None:
    found = simple_strategy(load("spanish-poker"), rule_count=3)
    assert 0 <= found.cost < Fraction(1, 2000)
    assert "six" in " ".join(said(found)["raise"])


def test_three_decisions_in_a_row_are_told_one_by_one() -> None:
    found = simple_strategy(load("mini-tex"))
    assert list(said(found)) == ["hole", "flop", "river"]
    assert said(found)["hole"] == ["bet with a three or higher", "otherwise fold"]
    assert "cards that beat you" in " ".join(said(found)["river"])
    assert 0 < found.cost < Fraction(2, 100)
    assert found.costs["river"] < Fraction(1, 200)


def test_more_rules_never_cost_more() -> None:
    rules = load("spanish-poker")
    costs = [simple_strategy(rules, rule_count=count).cost for count in (1, 2)]
    assert costs[0] > costs[1] > 0


@pytest.mark.parametrize("name", FEATURES)
def test_every_decision_gets_rules_and_a_price(name: str) -> None:
    rules = load(str(GAMES / "features" / f"{name}.toml"))
    found = simple_strategy(rules, rule_count=2)
    asked = [stage.id for stage in rules.stages if stage.decide]
    assert list(dict.fromkeys(each.decision for each in found.lists)) == asked == list(found.costs)
    assert all(cost >= 0 for cost in found.costs.values())
    assert all(len(each.rules) <= 2 for each in found.lists)
    for each in found.lists:
        *rules_told, last = each.lines()
        assert last.startswith("otherwise " if rules_told else "always ")
        assert all(" with " in line for line in rules_told)


def priced_by_hand(rules: Rules, found: SimpleStrategy) -> Fraction:
    """What the first decision's rules give away, position by position."""
    advisor = Advisor(rules)
    policy = SimplePolicy(advisor.walk.tree, {(0, 0): found.lists[0]})
    names = found.lists[0].choices
    lost, deals = Fraction(0), 0
    for line in advisor.lines(found.lists[0].decision):
        hole, board = LevelCards(advisor.walk.plan, advisor.space, 0).lay(line.cards, line.board)
        laid = (np.array([board], np.uint8).reshape(1, -1), np.array([hole], np.uint8))
        choice = names[int(policy.branch(0, 0, *laid)[0])]
        values = {id_.replace("-", " "): value for id_, value in line.advice.values.items()}
        lost += line.deals * (max(values.values()) - values[choice])
        deals += line.deals
    return lost / deals


@pytest.mark.parametrize(
    "name",
    [
        "a-larger-raise-needs-a-hand",
        "a-choice-ends-all-others",
        "raise-once-the-earlier-the-more",
        "an-up-card-and-unequal-hands",
    ],
)
def test_the_price_is_what_each_position_gives_away(name: str) -> None:
    rules = load(str(GAMES / "features" / f"{name}.toml"))
    found = simple_strategy(rules, rule_count=2)
    assert priced_by_hand(rules, found) == found.costs[found.lists[0].decision]


def policy_of(found: SimpleStrategy, tree: Tree) -> SimplePolicy:
    lists = iter(found.lists)
    policy, known = SimplePolicy(tree), dict[object, RuleList]()
    for level, nodes in enumerate(tree.levels):
        for number, node in enumerate(nodes):
            if node.decision is not None:
                offered = (level, tuple(branch.choice for branch in node.branches))
                if offered not in known:
                    known[offered] = next(lists)
                policy.lists[level, number] = known[offered]
    return policy


@pytest.mark.parametrize("name", FEATURES)
def test_the_price_is_that_of_all_deals_played_by_the_rules(name: str) -> None:
    rules = load(str(GAMES / "features" / f"{name}.toml"))
    found = simple_strategy(rules, rule_count=2)
    solver = Solver(rules)
    policy = policy_of(found, solver.walk({}).tree)
    assert solver.main({}, policy=policy).expected_value == found.value


@pytest.mark.parametrize(
    "path", ["streets/every-street.toml", "features/raise-once-the-earlier-the-more.toml"]
)
def test_the_price_of_a_decision_is_that_of_rules_up_to_it_and_the_best_play_after_it(
    path: str,
) -> None:
    """Each counted over all deals; most boards of the first game come in several orders."""
    rules = load(str(GAMES / path))
    found = simple_strategy(rules, rule_count=1)
    solver = Solver(rules)
    best = solver.walk({})
    best.choose()
    by_rules = solver.walk({}, policy=policy_of(found, best.tree))
    by_rules.choose()
    values = []
    for up_to in range(len(best.decided) + 1):
        walk = solver.walk({})
        walk.follow(
            [
                (by_rules if level < up_to else best).decided[level].taken
                for level in range(len(best.decided))
            ]
        )
        values.append(Solved(rules.unit, walk, walk.count()).main().expected_value)
    values.append(Solved(rules.unit, by_rules, by_rules.count()).main().expected_value)
    prices = [before - after for before, after in pairwise(values)]
    assert list(found.costs.values()) == prices and sum(price > 0 for price in prices) > 1


@pytest.mark.parametrize("name", ["raise once, the last decision on the whole board"])
def test_hands_on_boards_are_seen_as_one_by_one(name: str) -> None:
    rules = small(name, "c d h s")
    solver = Solver(rules)
    here = solver.walk({}).showdown.earlier[-1]
    level = len(solver.plan.levels) - 2
    view = DecisionView(solver.plan, solver.boards.space, level)
    plain = SeenPositions(view, *here.cards(), np.zeros(here.count, np.int16))
    boards = on_boards(view, here.boards)
    seen = SeenHands(boards, with_hands(view, here.holes), here.row_of(), here.held)
    for measure in [*hand_measures(view), *own_measures(view), *table_measures(view)]:
        scores = plain.score(measure.score)
        assert np.array_equal(seen.score(measure.score, measure.owner), scores)


def test_a_choice_that_is_closed_is_passed_over() -> None:
    rules = load(str(GAMES / "features" / "a-larger-raise-needs-a-hand.toml"))
    found = simple_strategy(rules, rule_count=2).lists[0]
    walk = Solver(rules).walk({})
    everything = Sign(Measure(lambda seen: np.zeros(len(seen), np.int16), {0: "x"}), 0, "x")
    closed = [place for place, needs in enumerate(found.needs) if needs is not None]
    always = Rule(closed[0], (everything,))
    policy = SimplePolicy(walk.tree)
    policy.lists[0, 0] = type(found)(
        found.decision, found.view, found.choices, found.needs, (always,), found.otherwise
    )
    chunk = next(walk.boards.chunks())
    taken = policy.branch(0, 0, *chunk.rows())
    assert {closed[0], found.otherwise} == {*taken.tolist()}


def test_cards_that_beat_a_hand_are_counted_one_by_one() -> None:
    dice = random.Random(4)
    values = np.array([[dice.randint(-1, 9) for _ in range(12)] for _ in range(3)], np.int16)
    holes = np.array([dice.sample(range(12), 2) for _ in range(40)], np.uint8)
    groups = np.array([dice.randrange(3) for _ in range(40)], np.int64)
    mine = np.array([dice.randint(0, 9) for _ in range(40)], np.int16)
    found = np.zeros(40, np.int16)
    count_outs(groups, values, mine, holes, found)
    for row in range(40):
        others = [card for card in range(12) if card not in holes[row]]
        assert found[row] == sum(values[groups[row], card] > mine[row] for card in others)


def test_signs_save_in_pairs_what_their_positions_do() -> None:
    solver = Solver(load("three-card-poker"))
    dice = np.random.default_rng(3)
    holes = np.stack([dice.permutation(52)[:3] for _ in range(200)]).astype(np.uint8)
    view = DecisionView(solver.plan, solver.boards.space, 0)
    seen = SeenPositions(view, np.zeros((200, 0), np.uint8), holes, np.zeros(200, np.int16))
    stock = [sign for measure in own_measures(view) for sign in signs(measure)]
    assert {sign.is_minimum for sign in stock} == {True, False}
    held = np.stack([sign.holds(seen) for sign in stock]).astype(float)
    here, gains = np.arange(0, 200, 3), dice.normal(size=67)
    together = (held[:, here] * gains) @ held[:, here].T
    bins = SignBins(seen, stock)
    assert np.allclose(bins.pair_sums(here, gains), np.triu(together))
    assert np.allclose(bins.sums(here, gains), np.diag(together))


def test_what_a_rule_saves_without_each_of_its_signs() -> None:
    dice = np.random.default_rng(6)
    scores = dice.integers(0, 9, (4, 80)).astype(np.int16)
    bounds = np.array([[2, 3, 99], [0, -99, 5], [3, 4, 4]])
    savings = dice.integers(-9, 9, 80) / 8
    held = [(low <= scores[at]) & (scores[at] <= high) for at, low, high in bounds.tolist()]
    sums = np.zeros(4)
    add_without(savings, SignTests(scores, bounds), sums)
    for place in range(3):
        others = held[:place] + held[place + 1 :]
        assert sums[place] == sum(savings[np.all(others, axis=0)])
    assert sums[3] == sum(savings[np.all(held, axis=0)])


def test_the_first_rule_that_takes_a_position_decides_what_it_costs() -> None:
    dice = np.random.default_rng(7)
    by_branch, taken = dice.random((3, 60)), dice.random((5, 60)) < 0.4
    rules, found = [(4, 0), (1, 2), (3, 0)], np.zeros(60)
    put_costs(by_branch, taken, np.array(rules), 1, found)
    for position in range(60):
        branches = [branch for row, branch in rules if taken[row, position]]
        assert found[position] == by_branch[[*branches, 1][0], position]


def test_the_best_triples_are_those_of_all() -> None:
    dice = np.random.default_rng(5)
    held = (dice.random((90, 14)) < dice.random(14)).astype(float)
    held[:, 6] = held[:, 2]  # two signs that hold at the same positions save the same
    gains = np.where(dice.random(90) < 0.6, dice.integers(1, 9, 90), -dice.integers(1, 9, 90)) / 8
    saved, others = np.zeros(12), np.zeros((12, 2), np.int64)
    most = (np.maximum(gains, 0)[:, None] * held).T @ held
    best_triples(held, gains, most, 5, saved, others)
    triples = [
        max(
            ((sign, *pair) for pair in combinations(range(sign + 1, 14), 2)),
            key=lambda three: (gains * held[:, three].prod(axis=1)).sum(),
        )
        for sign in range(12)
    ]
    all_saved = np.array([(gains * held[:, three].prod(axis=1)).sum() for three in triples])
    best = np.argsort(all_saved, kind="stable")[:-6:-1]
    assert np.isneginf(saved).any()
    assert np.array_equal(np.argsort(saved, kind="stable")[:-6:-1], best)
    assert np.array_equal(saved[best], all_saved[best])
    assert [(sign, *others[sign]) for sign in best] == [triples[sign] for sign in best]


def test_positions_are_drawn_as_numpy_draws_them() -> None:
    weights = np.random.default_rng(1).integers(1, 30, MOST_POSITIONS + 5_000)
    chosen = np.random.default_rng(MOST_POSITIONS).choice(
        len(weights), MOST_POSITIONS, p=weights / weights.sum()
    )
    places, shares = _drawn(weights)
    assert np.array_equal(places, np.unique(chosen)) and np.isclose(shares.sum(), 1)


@pytest.mark.parametrize(
    ("ranks", "width", "most"),
    [((0, 1, 2, 3, 4), 5, 5), ((12, 0, 1, 2), 5, 4), ((0, 4, 8, 12), 5, 2), ((3, 5), 2, 1)],
)
def test_ranks_in_a_stretch_count_the_ace_low_too(
    ranks: tuple[int, ...], width: int, most: int
) -> None:
    assert in_stretch(13, width)[sum(1 << rank for rank in ranks)] == most


PAIRS = Measure(lambda seen: np.zeros(len(seen), np.int16), {1: "a pair or better"}, {0: "no pair"})


def test_folding_with_nothing_is_told_as_betting_with_something() -> None:
    nothing = Sign(PAIRS, 0, "no pair", is_minimum=False)
    turned = with_last_rule_turned(Draft((1, 0), (DraftRule(0, (nothing,)),)), 4)
    assert turned.order == (0, 1)
    assert [sign.words for sign in turned.rules[0].signs] == ["a pair or better"]
    assert opposite(turned.rules[0].signs[0]) == nothing


def test_a_score_between_two_bounds_is_told_once() -> None:
    shows = Measure(
        lambda seen: np.zeros(len(seen), np.int16),
        {5: "the dealer showing a six or higher"},
        {5: "the dealer showing a six or lower"},
    )
    up = Sign(shows, 5, shows.at_least[5])
    down = Sign(shows, 5, shows.at_most[5], is_minimum=False)
    assert Rule(0, (up, down)).words == "the dealer showing a six"


def following(rules: Rules, sign: Sign) -> Walk:
    """The game played by one rule at its last decision and the last choice at every other."""
    policy = SimplePolicy(Solver(rules).walk({}).tree)
    last = sign_level(rules)
    for level, nodes in enumerate(policy.tree.levels):
        for number, node in enumerate(nodes):
            if node.decision is not None:
                shown = DecisionView(Solver(rules).plan, Solver(rules).boards.space, level)
                names = tuple(branch.choice for branch in node.branches)
                needs = tuple(branch.needs for branch in node.branches)
                told = (Rule(len(names) - 1, (sign,)),) if level == last else ()
                otherwise = 0 if level == last else len(names) - 1
                policy.lists[level, number] = RuleList(
                    node.decision, shown, names, needs, told, otherwise
                )
    return Solver(rules).walk({}, policy=policy)


def sign_level(rules: Rules) -> int:
    return len(Solver(rules).plan.levels) - 1


def measures_at_the_end(rules: Rules) -> list[Measure]:
    solver = Solver(rules)
    shown = DecisionView(solver.plan, solver.boards.space, sign_level(rules))
    return [*hand_measures(shown), *own_measures(shown), *table_measures(shown)]


@pytest.mark.parametrize("name", ["raise once, the last decision on the whole board"])
def test_rules_that_mind_no_suits_are_counted_over_kinds_as_over_cards(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = small(name, "c d h s")
    measures = measures_at_the_end(rules)
    assert {measure.minds_suits for measure in measures} == {True, False}
    chosen = [list(signs(measure)) for measure in measures]
    chosen = [found[len(found) // 3] for found in chosen if found]
    kinds = [following(rules, sign) for sign in chosen]
    minding = [sign.measure.minds_suits for sign in chosen]
    assert [walk.showdown.kinds is None for walk in kinds] == minding
    counted = [None if minds else walk.solve() for walk, minds in zip(kinds, minding, strict=True)]
    clear()
    monkeypatch.setattr(Boards, "by_kind", None)
    for sign, found in zip(chosen, counted, strict=True):
        if found is not None:
            cards = following(rules, sign)
            assert cards.showdown.kinds is None
            assert np.array_equal(cards.solve().endings, found.endings), sign.words
    clear()


def pairs_of(words: str, threshold: int, *, is_minimum: bool = True) -> Sign:
    return Sign(PAIRS, threshold, words, is_minimum)


def test_pairs_that_an_earlier_rule_leaves_over_are_told_one_by_one() -> None:
    ranks = ["twos", "threes", "fours", "fives", "sixes"]
    any_pair, fives = pairs_of("a pair or better", 1), pairs_of("a pair of fives or better", 4)
    assert pairs_left(any_pair, [fives], ranks) == "a pair of twos, threes or fours"
    fours = pairs_of("a pair of fours or better", 3)
    assert pairs_left(fours, [fives], ranks) == "a pair of fours"
    assert pairs_left(any_pair, [], ranks) is None
    assert pairs_left(fives, [any_pair], ranks) is None, "nothing bounds it from above"
    assert pairs_left(any_pair, [pairs_of("two pair or better", 9)], ranks) is None
    assert pairs_left(pairs_of("jack high or better", 0), [fives], ranks) is None


def test_rules_that_leave_nothing_over_are_the_otherwise() -> None:
    some, none = pairs_of("a pair or better", 1), pairs_of("no pair", 0, is_minimum=False)
    first = Rule(1, (pairs_of("a pair of fives or better", 4),))
    rules = [first, Rule(0, (some,)), Rule(0, (none,))]
    assert without_idle_rules(rules, 1) == ((first,), 0)
    assert without_idle_rules(rules[:2], 1) == (tuple(rules[:2]), 1)
    assert without_idle_rules([Rule(1, (some,)), Rule(0, (none,))], 1)[1] == 1, "two choices"
    assert without_idle_rules([], 1) == ((), 1)


def test_no_list_ends_with_rules_that_leave_nothing_over() -> None:
    (rules,) = simple_strategy(load("spanish-poker")).lists
    assert without_idle_rules(rules.rules, rules.otherwise) == (rules.rules, rules.otherwise)
    *_, last = rules.lines()
    assert last == "otherwise fold"


def test_hands_judged_by_a_pay_table_alone_are_played_by_points():
    rules = load(str(Path(__file__).with_name("games") / "mississippi-stud.toml"))
    found = simple_strategy(rules)
    assert found.cost < Fraction(3, 1000)
    (first, *_) = found.lists
    assert "bet 3x with a pair of your own" in first.lines()
    told = "2 points or more (2 for jack to ace, 1 for six to ten)"
    assert any(line.startswith(f"bet 1x with {told}") for line in first.lines())


def test_rules_that_were_found_once_are_kept_on_disk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ("strategy", "three-card-poker", "--simple")
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    monkeypatch.setattr("feltworks.odds.kept.WORTH_KEEPING_SECONDS", 0.0)
    first = run(capsys, *words).out
    monkeypatch.setattr("feltworks.odds.simple.search.simple_strategy", None)
    asked = AskedPaper(read("three-card-poker"), date(2026, 11, 1), "again")
    card = markdown_of(strategy_card(asked))
    assert "by these rules" in card
    assert "rules to remember" in first and run(capsys, *words).out == first
    assert json.loads(run(capsys, *words, "--json").out)["decisions"][0]["rules"]
