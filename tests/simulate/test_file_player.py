"""A strategy from a file drives any game that can be dealt, through its engine."""

from __future__ import annotations

import pickle
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.running import run
from tests.odds.test_decided_totals import HIGHER
from tests.odds.test_draws import decided_before
from tests.odds.test_exchange import DRAW, small_game

from feltworks.cards import parse_cards
from feltworks.cli.solverstrategy import _write_strategy
from feltworks.odds.dealadvice import advisor_for
from feltworks.odds.progress import silent
from feltworks.pit.dealer import dealt
from feltworks.round import Bet, NoMoreBets, Terms
from feltworks.rules.loader import Loaded, load_text, read, read_document
from feltworks.rules.schema import Rules
from feltworks.simulate.enginegames import UNIT_CENTS, EngineGame, EngineJob
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.fileplayer import FilePlayer
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.packrounds import MAIN

HEAD = "decision,cards,board,best"


def loaded_game(rules: Rules) -> Loaded:
    return replace(read("jacks-or-better"), rules=rules)


def nets(ready, rounds: int) -> list[int]:
    """What the first seat of a game dealt from packs wins in each round, in cents."""
    found = []

    def look(dealt) -> None:
        endings = ready.rounds.endings
        found.extend(int(endings[at].rows[MAIN].net * UNIT_CENTS) for at in dealt.endings[0])

    ready.job(7).deal(0, rounds, look)
    return found


@pytest.mark.parametrize(
    "rules",
    [read_document(HIGHER, "higher").rules, small_game(DRAW, None, "T J Q K A")],
    ids=["ranks alone", "cards given up"],
)
def test_an_exported_file_plays_as_the_best_play_does(tmp_path, rules):
    path, loaded = tmp_path / "best.csv", loaded_game(rules)
    _write_strategy(path, advisor_for(rules), silent)
    ready = make_ready(loaded, SimulationSettings(strategy=str(path)), silent)
    assert isinstance(ready, EngineGame) and ready.exact is None
    job = ready.job(7)
    won = [job.round(number)[0][0] for number in range(60)]
    assert won == nets(make_ready(loaded, SimulationSettings(), silent), 60)
    sent = pickle.loads(pickle.dumps(job))
    assert sent.deal(0, 3) + job.deal(3, 4) == job.deal(0, 7)
    assert sent.fingerprint == job.fingerprint != replace(job, by_file=None).fingerprint


def test_a_game_that_nobody_can_weigh_is_driven_by_a_file_and_else_refused(tmp_path, capsys):
    path, game = tmp_path / "always.csv", tmp_path / "drawing.toml"
    game.write_text(decided_before("third"), encoding="utf-8")
    path.write_text(f"{HEAD}\nchoice,,,bet\nchoice,Ac Ad,Kc 2c,fold\n", encoding="utf-8")
    sheet = run(
        capsys, "simulate", str(game), "--strategy", str(path), "--rounds", "40", "--json"
    ).data
    # Rounds that the dealer ends with seven or more come to no choice.
    assert 1.5 < sheet["seats"][0]["staked"] < 2 and "exact_mean" not in sheet
    said = run(capsys, "simulate", str(game), "--rounds", "40")
    assert said.code == 2 and said.err.endswith("can decide: --strategy FILE\n")
    assert said.err.startswith("stages.second.ends_if: cards drawn by rule are weighed only after")
    for words in (("play", str(game), "--auto", "optimal", "--rounds", "1"), ("odds", str(game))):
        said = run(capsys, *words)
        assert said.code == 2 and "Round 1" not in said.out
        assert "cards drawn by rule are weighed only after the last decision" in said.err


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], "there is no column 'decision'"),
        ([HEAD], "no line is for decision choice; one without cards is for all"),
        ([HEAD, "choise,,,bet"], "line 2: there is no decision 'choise' (did you mean 'choice'?)"),
        ([HEAD, "choice,,,raise"], "line 2: there is no choice 'raise'; allowed: fold, bet"),
        ([HEAD, "choice,Qs,,bet"], "line 2: Qs is not in the deck"),
        (
            [HEAD, "choice,Ac,2c 3c,bet"],
            "line 2: column 'cards' has 1, but decision choice comes up",
        ),
        ([HEAD, "choice,Ac Ad,,bet"], "line 2: column 'board' has 0, but decision choice comes up"),
        ([HEAD, "choice,Ac Ad,Ac 3c,bet"], "line 2: Ac is there 2 times"),
        ([HEAD, "choice,,,bet Ac"], "line 2: bet gives up no cards, not Ac"),
        (
            [HEAD, "choice,Ac Ad,2c 3c,bet", "choice,,,bet", "choice,Ad Ac,2c 3c,fold"],
            "line 4: line 2 says something else of the same position",
        ),
        ([HEAD, "choice,Ac Ad,2c 3c,bet"], "does not cover the game: decision choice with"),
    ],
)
def test_a_file_that_does_not_do_is_refused_by_its_line(tmp_path, lines, told):
    path, rules = tmp_path / "wrong.csv", load_text(decided_before("third"))
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(SimulationError) as caught:
        make_ready(loaded_game(rules), SimulationSettings(strategy=str(path)), silent).job(1).deal(
            0, 20
        )
    assert told in str(caught.value)


def two_packs() -> Rules:
    """Three cards of two packs, any replaced once."""
    rules = small_game(DRAW)
    game = rules.game.model_copy(update={"deck": {**rules.game.deck, "packs": 2}})
    return rules.model_copy(update={"game": game})


def test_of_two_cards_alike_one_is_given_up(tmp_path):
    path, loaded = tmp_path / "alike.csv", loaded_game(two_packs())
    path.write_text(f"{HEAD}\nhold,Jc Jc Kd,,draw Jc\nhold,,,draw\n", encoding="utf-8-sig")
    job = EngineJob(loaded, 1, 0, FilePlayer(loaded.rules, path))
    opened = job.table.open_round(Terms()).play_all([Bet(1, "ante", UNIT_CENTS), NoMoreBets()])
    for held, given_up in (("Jc Jc Kd", "Jc"), ("Kc Jd Jd", "Jd"), ("Jh Qd Jh", "")):
        own = parse_cards(held)
        rest = (Counter(job.table.deck.cards) - Counter(own)).elements()
        decided = job.player.decide(dealt(opened, [*own, *rest]), 1)
        assert decided.cards == parse_cards(given_up)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hold,Jc Qd Kd,,draw Qc", "line 3: Qc is given up, but not in column 'cards'"),
        ("hold,Jc Qd Kd,,draw Jc Jc", "line 3: Jc is given up, but not in column 'cards'"),
        ("hold,Jc Qd,,draw Jc", "line 3: column 'cards' has 2, but decision hold comes up with 3"),
        ("hold,,Jc,draw", "line 3: column 'cards' has 0, but decision hold comes up with 3"),
    ],
)
def test_cards_that_are_not_held_are_not_given_up(tmp_path, line, told):
    path = tmp_path / "held.csv"
    path.write_text(f"{HEAD}\nhold,,,draw\n{line}\n", encoding="utf-8")
    with pytest.raises(SimulationError, match=told):
        FilePlayer(two_packs(), path)


def test_a_file_that_is_not_there_is_told():
    with pytest.raises(SimulationError, match=r"--strategy none\.csv: no such file"):
        FilePlayer(read_document(HIGHER, "higher").rules, Path("none.csv"))


def test_a_file_is_read_once(tmp_path, monkeypatch):
    """What it says and what it is known by are the same content, whatever becomes of the file."""
    path, rules = tmp_path / "replaced.csv", small_game(DRAW)
    path.write_text(f"{HEAD}\nhold,,,draw\n", encoding="utf-8")
    known = FilePlayer(rules, path).fingerprint
    read_bytes = Path.read_bytes

    def read_and_replace(path):
        content = read_bytes(path)
        path.write_text("nothing of the kind", encoding="utf-8")
        return content

    monkeypatch.setattr(Path, "read_bytes", read_and_replace)
    player = FilePlayer(rules, path)
    assert (player.fingerprint, len(player.lines)) == (known, 1)


def test_the_best_play_before_a_draw_by_rule_is_dealt_through_the_engine():
    """In a few hundred rounds the mean lies where the exact one is."""
    ready = make_ready(
        loaded_game(load_text(decided_before("second"))), SimulationSettings(), silent
    )
    assert isinstance(ready, EngineGame) and ready.exact is not None
    sheet = ready.report(ready.job(2).deal(0, 150))
    seat = sheet["seats"][0]
    assert abs(seat["mean"] - sheet["exact_mean"]) < 4 * seat["standard_error"]


def test_open_cards_are_told_apart_by_when_they_came(tmp_path, monkeypatch):
    """Two hands on a cross of cards: the pair across and the pair down."""
    path, rules = tmp_path / "cross.csv", read("criss-cross-poker").rules
    path.write_text(f"{HEAD}\nmiddle,As Ad,2c 3c 4c 5c,fold\nmiddle,,,bet-1x\nacross,,,bet-1x\n")
    with pytest.raises(SimulationError, match="no line is for decision down"):
        FilePlayer(rules, path)
    path.write_text(f"{path.read_text()}down,,,bet-3x\n")
    player = FilePlayer(rules, path)

    def told(own: str, board: str) -> str:
        return player._nearest_line("middle", "", tuple(own.split()), tuple(board.split())).choice

    assert told("Ad As", "3c 2c 5c 4c") == told("Ah Ad", "2s 3s 4s 5s") == "fold"
    assert told("As Ad", "4c 5c 2c 3c") == told("As Ad", "2c 3c 4c 5d") == "bet-1x"
    job = make_ready(read("criss-cross-poker"), SimulationSettings(strategy=str(path)), silent).job(
        1
    )
    assert [staked for _, staked in job.round(0)] == [7 * UNIT_CENTS]


@pytest.mark.parametrize(
    ("keys", "blind", "unit_dollars"),
    [({}, "2 x ante", 100), ({"at_most": "$25"}, "1 x ante", 25), ({"minimum": "$500"}, None, 500)],
)
def test_required_wagers_are_bet_in_sizes_that_the_rules_take(tmp_path, keys, blind, unit_dollars):
    path = tmp_path / "always.csv"
    path.write_text(f"{HEAD}\nchoice,,,bet\n", encoding="utf-8")
    document = tomllib.loads(decided_before("third"))
    document["wagers"]["ante"] = {"kind": "required", **keys}
    if blind is not None:
        document["wagers"]["blind"] = {"kind": "required", "size": blind}
        document["settle"]["blind"] = document["settle"]["ante"]
    loaded = read_document(document, "sized")
    ready = make_ready(loaded, SimulationSettings(strategy=str(path)), silent)
    job = ready.job(1)
    bets = {"ante": 1, **({} if blind is None else {"blind": int(blind[0])})}
    placed = [(bet.seat, bet.wager, bet.cents) for bet in job.opening]
    cents = {wager: times * unit_dollars * 100 for wager, times in bets.items()}
    assert placed == [(1, wager, cents[wager]) for wager in bets]
    tally = job.deal(0, 30)
    # A unit is what the ante is: who always bets has out the required wagers and at most one more.
    staked = ready.report(tally)["seats"][0]["staked"]
    assert sum(bets.values()) < staked <= sum(bets.values()) + 1


def test_rounds_through_the_engine_are_written_too(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path, rows = tmp_path / "always.csv", tmp_path / "rounds.parquet"
    path.write_text(f"{HEAD}\nmiddle,,,bet-1x\nacross,,,bet-1x\ndown,,,bet-3x\n", encoding="utf-8")
    loaded = read("criss-cross-poker")
    ready = make_ready(loaded, SimulationSettings(strategy=str(path), seats=2), silent)
    ready.write_rounds(rows, ready.job(3), 6)
    told = parquet.read_table(rows).to_pylist()
    assert [(row["seat"], row["round"]) for row in told] == [
        (seat, number) for seat in (1, 2) for number in range(6)
    ]
    for seat, sheet in enumerate(ready.report(ready.job(3).deal(0, 6))["seats"]):
        mine = told[6 * seat : 6 * seat + 6]
        assert sum(row["net"] for row in mine) / 6 == pytest.approx(sheet["mean"])
        assert {row["staked"] for row in mine} == {7} == {sheet["staked"]}


def test_what_the_engine_does_not_play_is_refused():
    loaded = loaded_game(read_document(HIGHER, "higher").rules)
    with pytest.raises(SimulationError, match="--penetration: where rounds are played one at a"):
        make_ready(loaded, SimulationSettings(strategy="x.csv", penetration=1), silent)
