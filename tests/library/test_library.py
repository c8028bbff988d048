"""One import: games, odds, advice, tables and hands, and what is said of mistakes."""

import dataclasses
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.odds import reported_odds
from tests.ask.rounds import balances, replay_text
from tests.ask.rules import game_ids, load, locate

import feltworks


@pytest.fixture(scope="module")
def mini_tex():
    return feltworks.load("mini-tex")


def loaded_after(code):
    """Which heavy packages a program has loaded when it has run."""
    told = "import sys; print(*[m for m in ('numpy', 'numba', 'sqlalchemy') if m in sys.modules])"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{told}"], capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


@pytest.mark.slow
def test_the_import_loads_nothing_heavy():
    assert loaded_after("import feltworks") == []
    assert loaded_after("import feltworks; feltworks.load('mini-tex').table().deal()") == []


def test_every_public_name_is_there():
    for name in feltworks.__all__:
        assert getattr(feltworks, name) is not None
    assert set(feltworks.__all__) <= set(dir(feltworks))
    with pytest.raises(AttributeError, match="it has Advice"):
        feltworks.lode  # noqa: B018


def test_a_game_is_found_by_id_by_path_and_by_text():
    path = locate("mini-tex")
    text = path.read_text("utf-8")
    assert len({feltworks.load(each).sha256 for each in ("mini-tex", path, str(path), text)}) == 1
    assert feltworks.load(text, seats="4").options["seats"] == "4"


@pytest.mark.slow
def test_odds_are_those_of_the_report(mini_tex):
    found, told = mini_tex.odds(), reported_odds(load("mini-tex"))
    assert found.main.house_edge == told["main"].house_edge
    assert isinstance(found.main.house_edge, Fraction)
    assert list(found) == list(told) and len(found) == 2
    assert found.to_dict()["game"] == "mini-tex"


def test_a_frame_has_every_outcome(mini_tex):
    odds = mini_tex.odds()
    frame = odds.to_frame("polars")
    assert len(frame) == sum(len(wager.outcomes) for wager in odds.values())
    assert set(frame.columns) >= {"wager", "outcome", "net", "combinations", "probability"}
    main = frame.filter(frame["wager"] == "main")
    assert main["return"].sum() == pytest.approx(-float(odds.main.house_edge))
    with pytest.raises(feltworks.FeltworksError, match="frames are of polars or pandas"):
        odds.to_frame("excel")


def test_a_ring_game_has_no_main_wager():
    with pytest.raises(feltworks.FeltworksError, match="between players"):
        feltworks.load("mini-tex-ring").odds().main  # noqa: B018


@pytest.mark.parametrize("game", game_ids())
def test_rounds_at_a_table_conserve_chips_and_replay(game):
    table = feltworks.load(game).table(seats=3, seed=3)
    for _ in range(3):
        table.deal()
        while table.seat is not None:
            table.play(table.choices[-1])
        assert sum(balances(table.round.log).values()) == 0
        _, _, again = replay_text(table.transcript())
        assert again.log == table.round.log


@pytest.mark.parametrize("game", game_ids())
def test_the_same_seed_deals_the_same_round(game):
    rounds = []
    for _ in range(2):
        table = feltworks.load(game).table(seats=2, seed=11)
        table.deal()
        rounds.append(table.view(2).lines)
    assert rounds[0] == rounds[1]


@pytest.mark.parametrize("game", game_ids())
def test_a_view_shows_no_card_that_the_seat_may_not_know(game):
    table = feltworks.load(game).table(seats=2, seed=5)
    table.deal()
    mine, other = table.view(1).cards, table.view(2).cards
    hidden = [place for place in mine if place[0] == 2 and None in mine[place]]
    for place in hidden:
        assert None not in other[place]


def test_bets_are_dollars_for_all_seats_or_by_seat(mini_tex):
    table = mini_tex.table(seats=2, seed=1)
    table.deal({1: {"ante": 10, "pocket-poker": "$5"}, 2: {"ante": "7"}})
    felt = table.view(1).seen.felt
    assert felt.stake_cents(1, "ante") == 1000 and felt.stake_cents(1, "pocket-poker") == 500
    assert felt.stake_cents(2, "ante") == 700 and felt.stake_cents(2, "pocket-poker") == 0


def test_a_refused_bet_leaves_the_table_as_it_was(mini_tex):
    table = mini_tex.table(seed=1)
    for bets, says in (
        ({"ante": 5000}, "from .5 to .100"),
        ({"anty": 5}, "did you mean 'ante'"),
        ({"ante": 0.001}, "cents"),
        ({2: {"ante": 5}}, "nobody sits at 2"),
    ):
        with pytest.raises(feltworks.FeltworksError, match=says):
            table.deal(bets)
    assert table.rounds == 0 and table.is_over
    table.deal()
    with pytest.raises(feltworks.FeltworksError, match="the choices are fold, bet"):
        table.play("jump")
    with pytest.raises(feltworks.FeltworksError, match="seat 1 has to decide"):
        table.deal()
    with pytest.raises(feltworks.FeltworksError, match="goes on"):
        table.transcript()


@pytest.mark.parametrize("amount", [float("nan"), float("inf"), None, [], "abc", "", -5])
def test_what_is_no_amount_is_refused(mini_tex, amount):
    with pytest.raises(feltworks.FeltworksError):
        mini_tex.table(seed=1).deal({"ante": amount})


@pytest.mark.parametrize("amount", [float("nan"), [], "abc", -5])
def test_what_is_no_jackpot_is_refused(amount):
    with pytest.raises(feltworks.FeltworksError):
        feltworks.load("texas-21").odds(jackpots=amount)


@pytest.mark.parametrize("bets", [5, {1: 5}, {1: None}, [("ante", 5)], "ante"])
def test_bets_that_are_no_mapping_are_refused(mini_tex, bets):
    with pytest.raises(feltworks.FeltworksError, match="dollars by wager"):
        mini_tex.table(seed=1).deal(bets)


def test_other_mistakes_of_a_caller_are_told(mini_tex):
    table = mini_tex.table(seed=1)
    table.deal()
    for wrong in (
        lambda: table.view(9),
        lambda: table.net_cents(9),
        lambda: mini_tex.hand("player", 5),
        lambda: mini_tex.advise("hole", hole=5),
        lambda: mini_tex.evaluate("player", 5),
        lambda: mini_tex.evaluate("player", [[0, 1, 2, 3, 4], [1]]),
        lambda: mini_tex.evaluate("player", [[0, 0, 0, 0, 0]]),
        lambda: mini_tex.advise("hole", hole="As Kd").cost("nope"),
        lambda: mini_tex.simulate(1.5),
        lambda: mini_tex.simulate(100, seed="x"),
        lambda: mini_tex.simulate(100, seats=0),
        lambda: mini_tex.simulate(100, threads=0),
    ):
        with pytest.raises(feltworks.FeltworksError):
            wrong()


def test_advice_in_a_position_is_that_at_the_table(mini_tex):
    table = mini_tex.table(seed=7)
    seen = table.deal()
    there = table.advise()
    asked = mini_tex.advise("hole", hole=seen.cards[1, "hole"])
    assert (there.best, dict(there.values)) == (asked.best, dict(asked.values))
    assert asked.cost(asked.best) == 0


@pytest.mark.slow
def test_advice_in_blackjack():
    game = feltworks.load("texas-21")
    assert game.advise(player="Ts Ks", dealer="6c").best == "stand"
    with pytest.raises(feltworks.FeltworksError, match=r"advise\(player="):
        game.advise(player="Ts Ks")


def test_advice_says_what_is_allowed(mini_tex):
    for asked, says in (
        ({"decision": "turn", "hole": "As Kd"}, "allowed: hole, flop, river"),
        ({"holes": "As Kd"}, "did you mean 'hole'"),
        ({"hole": "As Kd", "community": "2c 3c 4c 5c"}, "no decision is taken with 4"),
        ({"hole": "As Zz"}, "Zz"),
    ):
        with pytest.raises(feltworks.FeltworksError, match=says):
            mini_tex.advise(**asked)
    with pytest.raises(feltworks.FeltworksError, match="part of the pot"):
        feltworks.load("mini-tex-ring").advise("hole", hole="As Kd")


@pytest.mark.slow
def test_advice_between_players_is_a_part_of_the_pot():
    table = feltworks.load("mini-tex-ring").table(seats=2, seed=2)
    table.deal()
    assert 0 <= table.advise().share.part <= 1


def test_hands_compare_and_name_themselves(mini_tex):
    low, high = mini_tex.hand("player", "2s 4d 7c 8d Ts"), mini_tex.hand("player", "As Ad Ac 2d 9s")
    assert (
        low < high
        and high.made_of == feltworks.load("mini-tex").hand("player", "As Ad Ac 2d 9s").made_of
    )
    with pytest.raises(feltworks.FeltworksError, match="its hands are"):
        mini_tex.hand("plyer", "As Kd")


def test_arrays_of_hands_have_the_values_of_single_ones(mini_tex):
    texts = ["As Kd 7c 7d 2s", "2s 4d 7c 8d Ts", "Ah Kh Qh 2c 3d"]
    rows = [[mini_tex.faces.index(c) for c in mini_tex.hand("player", t).cards] for t in texts]
    import numpy as np

    single = [mini_tex.hand("player", text).value for text in texts]
    assert mini_tex.evaluate("player", np.array(rows)).tolist() == single
    assert mini_tex.evaluate("player", texts).tolist() == single
    for bad, says in ((np.array([[1, 2]]), "rows of 5"), (np.array([[99] * 5]), "0 to 51")):
        with pytest.raises(feltworks.FeltworksError, match=says):
            mini_tex.evaluate("player", bad)


@pytest.mark.parametrize(
    ("game", "hand", "texts"),
    [
        ("baccarat", "banker", ["9h 9c", "Kd 6s", "As As"]),
        ("baccarat", "player", ["7h 8c 3d", "Td Js Qc"]),
        ("high-card-flush", "player", ["2c 5c 9c Kc 3d 4h 4s", "As Ks Qd Jd Th 9h 2c"]),
        ("high-card-flush", "straight", ["2c 3c 4c Kc 3d 4h 4s"]),
        ("red-dog", "ends", ["2c 9d", "7h 7s"]),
        ("six-deck-blackjack", "first-two", ["7h 7d", "7h 7h", "Ac Kd"]),
    ],
)
def test_hands_of_every_sort_are_valued_one_by_one_and_together(game, hand, texts):
    """Points, the longest flush, two cards with a gap, pairs by colour."""
    game = feltworks.load(game)
    assert hand in game.hands
    named = [game.hand(hand, text) for text in texts]
    assert game.evaluate(hand, texts).tolist() == [each.value for each in named]
    assert all(each.name for each in named)


def test_a_total_is_told_in_points():
    game = feltworks.load("baccarat")
    assert game.hand("player", "7h 8c 3d").name == "8 with three cards"
    assert game.evaluate("player", [[0, 1], [4, 8]]).tolist() == [2, 5]
    assert game.hand("player", "9h 9c") > game.hand("banker", "6h Td")
    with pytest.raises(feltworks.FeltworksError, match="rows of 1 to 3 face numbers"):
        game.evaluate("player", ["2c 3c 4c 5c"])
    with pytest.raises(feltworks.FeltworksError, match="did you mean 'banker'"):
        game.evaluate("bankers", ["2c 3c"])
    pairs = feltworks.load("six-deck-blackjack").hand("first-two", "7h 7d")
    assert pairs.pays == {"perfect-pairs": "12 to 1"}


@pytest.mark.slow
def test_values_show_themselves(mini_tex):
    table = mini_tex.table(seed=7)
    table.deal()
    shown = [mini_tex, mini_tex.odds(), mini_tex.hand("player", "As Kd 7c 7d 2s"), table.view()]
    shown += [table, mini_tex.advise("hole", hole="As Kd"), feltworks.Card.parse("As")]
    for value in shown:
        assert len(repr(value)) < 400 and "object at 0x" not in repr(value)
        assert "<" in value._repr_html_()


@pytest.mark.slow
def test_the_package_is_the_command():
    ran = subprocess.run(
        [sys.executable, "-m", "feltworks", "games"], capture_output=True, text=True, check=True
    )
    assert "mini-tex" in ran.stdout


def test_a_source_that_is_no_game(tmp_path):
    for source in ("mini-text", tmp_path / "none.toml", "[game]\nid = 'x'\n", Path("/")):
        with pytest.raises(feltworks.FeltworksError):
            feltworks.load(source)
    with pytest.raises(feltworks.FeltworksError, match="an id, a path or a text"):
        feltworks.load(7)


def test_hands_of_other_rankings_do_not_compare():
    """Two rankings may have the same number of places and mean different hands by them."""
    mini, ring = feltworks.load("mini-tex"), feltworks.load("mini-tex-ring")
    ours, theirs = mini.hand("player", "As Kd 7c 7d 2s"), ring.hand("player", "As Kd 7c 7d 2s")
    assert ours == theirs and not ours < theirs, "the same ranking in two games"
    other = dataclasses.replace(ours, ranked_by=None)
    assert ours.places == other.places and ours != other
    with pytest.raises(feltworks.FeltworksError, match="different rankings"):
        assert ours < other
    with pytest.raises(feltworks.FeltworksError, match="different rankings"):
        assert ours < mini.hand("pocket", "As Ks")


@pytest.mark.slow
def test_blackjack_has_one_decision():
    game = feltworks.load("texas-21")
    named = game.advise("hand", player="As 7d", dealer="9c")
    assert named == game.advise(player="As 7d", dealer="9c")
    with pytest.raises(feltworks.FeltworksError, match="no decision 'nope': there is hand"):
        game.advise("nope", player="As 7d", dealer="9c")


@pytest.mark.slow
def test_seats_of_a_simulation_bet_in_dollars():
    game = feltworks.load("three-card-poker")
    found = game.simulate(4_000, seats=2, wagers={1: {"ante": 25, "pair-plus": "7.50"}}, threads=1)
    one, other = found.to_dict()["seats"]
    assert (one["wagers"], other["wagers"]) == ({"ante": 25, "pair-plus": 7.5}, {"ante": 5})
    assert found.to_dict()["unit"] == "dollar" and found.mean == pytest.approx(
        -one["mean"] - other["mean"]
    )
    for wrong in ({1: {"ante": "x"}}, {"a": {"ante": 5}}, {1: 5}, {3: {"ante": 5}}):
        with pytest.raises(feltworks.FeltworksError, match="wagers"):
            game.simulate(10, seats=2, wagers=wrong)
    counted = feltworks.load("texas-21").simulate(2_000, spread="1:1 2:4", threads=1).to_dict()
    assert counted["counter"]["count"] == "hi-lo"


def test_totals_are_hands_that_compare_by_their_points():
    game = feltworks.load("baccarat")
    three, two = game.hand("player", "As Kd 3c"), game.hand("banker", "9d 9c")
    assert three.name == "4 with three cards" and three < two
    assert three == game.hand("banker", "2s 2d")
