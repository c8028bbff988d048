"""Each command: what it tells a person, what it tells a program, what a mistake costs."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version

import pytest
from tests.ask.rules import GAMES_DIR, Rules, approvals, game_ids, json_schema, load, read
from tests.ask.shipped import ship_approvals

from .terminal import in_a_process

MINI_TEX = GAMES_DIR / "mini-tex.toml"
SHOW = ("rules", "show", "mini-tex", "--set")


def test_version(feltworks):
    said = feltworks("--version")
    assert (said.out, said.code) == (f"feltworks {version('feltworks')}\n", 0)


def test_help_names_every_command(feltworks):
    from feltworks.cli.commands import COMMANDS

    said = feltworks("--help")
    assert said.code == 0
    for command in COMMANDS:
        assert f" {command.word} " in said.out


def test_games(feltworks):
    said = feltworks("games")
    assert said.code == 0
    assert all(id_ in said.out for id_ in game_ids())


def test_games_as_json(feltworks):
    listed = json.loads(feltworks("games", "--json").out)
    assert [game["id"] for game in listed] == list(game_ids())
    first = listed[0]
    assert set(first) == {
        *("id", "name", "title", "mechanism", "deck", "wagers", "options", "commands")
    }
    assert f"feltworks rules show {first['id']}" in first["commands"]


@pytest.mark.parametrize("game", game_ids())
def test_rules_show(feltworks, game):
    said = feltworks("rules", "show", game)
    assert (said.code, said.err) == (0, "")
    for heading in ("How a round goes", "What may be bet", "Hands", "What wagers pay", "Pay table"):
        assert heading in said.out
    assert "Source: " in said.out
    assert "Our choice: " in said.out and "House options" in said.out


def test_rules_show_with_options_chosen(feltworks):
    said = feltworks(
        "rules", "show", "mini-tex", "--set", "dealer_qualifier=ace-king", "--set", "seats=3"
    )
    assert "The dealer qualifies with ace-king high or better" in said.out
    assert "1 to 3 seats" in said.out


def test_rules_show_as_json(feltworks):
    told = json.loads(feltworks("rules", "show", "mini-tex", "--set", "seats=3", "--json").out)
    assert told["game"] == "mini-tex"
    assert told["options"]["seats"] == "3"
    assert told["rules"]["table"]["seats"] == 3
    assert told["rules"]["pays"]["pocket-poker"]["rows"][0]["pays"] == "30:1"
    assert told["rules"]["hands"]["player"]["from"] == {"hole": 2, "community": 3}
    assert len(told["rules_sha256"]) == 64


def test_rules_show_as_json_can_be_read_as_rules_again(feltworks):
    chosen = ("--set", "dealer_not_qualified=ante-compares")
    told = json.loads(feltworks("rules", "show", "pick-2-poker", *chosen, "--json").out)
    assert told["rules"]["settle"]["ante"]["not_qualified"] == "compare"
    assert Rules.model_validate(told["rules"]) == load(
        "pick-2-poker", {"dealer_not_qualified": "ante-compares"}
    )


@pytest.mark.slow
def test_rules_show_tells_how_a_jackpot_is_kept(feltworks):
    shown = " ".join(feltworks("rules", "show", "spanish-poker").out.split())
    for words in (
        "25% of gran; each of several takes it",
        "100% of gran; several split it",
        "what the day leaves once prizes from the tray are taken out",
        "Seed: the house does not take its seed back. Shortfall: borne by the house.",
        "Backups: none are kept.",
        "Our choice: Three or more royals in a round are paid like the two",
    ):
        assert words in shown
    settings = ("gran_backups=on", "gran_seed_recovery=portion", "gran_shortfall=carried")
    chosen = [word for setting in settings for word in ("--set", setting)]
    shown = " ".join(feltworks("rules", "show", "spanish-poker", *chosen).out.split())
    for words in (
        "Seed: 50% of each addition goes back to the seed. Shortfall: borne by the next day.",
        "the first starts when the jackpot is at $5000, a second when the first is at $5000",
        "at most $5000 each until the jackpot is at $20000",
    ):
        assert words in shown


def test_rules_check_of_an_approved_file(feltworks):
    said = feltworks("rules", "check", MINI_TEX)
    assert said.code == 0
    assert "no mistakes" in said.out
    assert "Approved: these are the rules of mini-tex approved on 2008-08-20." in said.out


def test_rules_check_prints_the_identity_of_today_and_takes_an_approval_of_then(
    feltworks, monkeypatch
):
    loaded = read("mini-tex")
    old = tuple(
        replace(each, sha256={"1": each.sha256["1"]}) for each in approvals() if "1" in each.sha256
    )
    for listed in (approvals(), old):
        ship_approvals(monkeypatch, listed)
        said = feltworks("rules", "check", MINI_TEX)
        assert f"sha256 {loaded.sha256}\n" in said.out
        assert loaded.sha256_of_version_1 not in said.out
        assert "Approved: these are the rules of mini-tex" in said.out


def test_rules_check_of_a_file_that_differs(feltworks, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(MINI_TEX.read_text().replace('size = "2 x ante"', 'size = "3 x ante"'))
    said = feltworks("rules", "check", file)
    assert said.code == 0
    assert "it differs in 1 key from the rules approved on 2008-08-20" in said.out
    row = next(line for line in said.out.splitlines() if "stages.river" in line)
    assert row.split() == ["stages.river.decide.bet.size", "2", "x", "ante", "3", "x", "ante"]
    told = json.loads(feltworks("rules", "check", file, "--json").out)
    assert told["status"] == "differs"
    assert told["differences"] == {
        "stages.river.decide.bet.size": {"approved": "2 x ante", "found": "3 x ante"}
    }


def test_rules_check_tells_every_mistake_and_exits_2(feltworks, tmp_path):
    file = tmp_path / "mine.toml"
    text = MINI_TEX.read_text()
    file.write_text(text.replace("title =", "titel =").replace('bet = "flop"', 'bet = "flap"'))
    said = feltworks("rules", "check", file)
    assert (said.out, said.code) == ("", 2)
    lines = said.err.splitlines()
    assert all(line.startswith(f"{file}: ") for line in lines)
    assert any("game.titel" in line for line in lines)
    assert any("the wager 'flap' (did you mean 'flop'?)" in line for line in lines)
    told = feltworks("rules", "check", file, "--json")
    assert told.code == 2
    assert len(json.loads(told.out)["mistakes"]) == len(told.err.splitlines()) == len(lines)


@pytest.mark.slow
def test_rules_schema(feltworks):
    for words in (("rules", "schema"), ("rules", "schema", "--json")):
        assert json.loads(feltworks(*words).out) == json_schema()


def test_hand(feltworks):
    said = feltworks("hand", "mini-tex", "As", "Kd", "7c", "7d", "2s")
    assert said.code == 0
    assert "pair of sevens, ace kicker" in said.out
    assert "7c 7d As" in said.out


def test_hand_takes_cards_run_together_and_one_hand_by_name(feltworks):
    said = feltworks("hand", "pick-2-poker", "AsKsQs2d2h", "--hand", "three")
    assert said.out.startswith("royal flush\n")


def test_hand_follows_the_options(feltworks):
    low = ("hand", "spanish-poker", "As 2d 3c 4h 5s", "--json")
    assert json.loads(feltworks(*low).out)["hands"][0]["category"] == "high card"
    on = json.loads(feltworks(*low, "--set", "ace_low_straights=on").out)
    assert on["hands"][0]["category"] == "straight"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rules", "show", "minitex"), "there is no game 'minitex' (did you mean 'mini-tex'?)"),
        (("rules", "show", "mini-tex", "--set", "seats=9"), "a whole number from 1 to 7"),
        (("rules", "show", "mini-tex", "--set", "seats"), "write --set OPTION=VALUE"),
        (("rules", "show", "mini-tex", "--set", "seats=1", "--set", "seats=2"), "'seats' twice"),
        ((*SHOW, "dealer-qualifier=pair", "--set", "dealer_qualifier=pair"), "twice"),
        (("rules", "show", "mini-tex", "--set", "seats=" + "9" * 5000), "from 1 to 7"),
        (("rules", "show", "mini-tex", "--set", "seats=٦"), "from 1 to 7"),
        (("rules", "check", "no-such.toml"), "a file that can be read"),
        (("exposed", "texas-21", "--sets", "1"), "--sets 1: 2 or more"),
        (("exposed", "texas-21", "--seed", "-1"), "--seed -1: it must be 0 to"),
        (("rules", "check", ""), "no game is named: give one of mini-tex"),
        (("rules", "show", " "), "no game is named: give one of mini-tex"),
        (("rules", "check", "/"), "a file that can be read"),
        (("hand", "mini-tex", "As", "Zz"), "'Zz' at character 4 is not a card"),
        (("hand", "mini-tex", "As", "As"), "As is there 2 times"),
        (("hand", "mini-tex", "As"), "1 card makes no hand of mini-tex"),
        (("hand", "mini-tex", "AsKs", "--hand", "nut"), "mini-tex has no hand 'nut'"),
    ],
)
def test_a_mistake_exits_2_with_one_message_on_stderr(feltworks, words, says):
    said = feltworks(*words)
    assert (said.out, said.code) == ("", 2)
    assert says in said.err
    assert "Traceback" not in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [("gmaes",), ("hand",), ("rules",), ("house",), ("rules", "shwo"), ("games", "--jsn")],
)
def test_a_call_that_cannot_be_read_exits_2(feltworks, words):
    said = feltworks(*words)
    assert (said.out, said.code) == ("", 2)
    assert "Usage: feltworks" in said.err


def test_a_day_that_is_none_is_refused_with_how_one_is_written(feltworks):
    said = feltworks("house", "report", "--from", "2025-13-01")
    assert (said.out, said.code) == ("", 2)
    assert "'2025-13-01' is no day: write such as 2025-11-14" in said.err


@pytest.mark.slow
def test_listing_games_loads_only_what_it_needs():
    code = (
        "import sys; sys.argv = ['feltworks', 'games']\n"
        "from feltworks.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stderr.split())
    assert "feltworks.cli.games" in loaded
    assert not loaded & {
        *("numpy", "numba", "feltworks.rules.schema", "feltworks.hands", "feltworks.cards"),
        *("feltworks.cli.rules", "feltworks.cli.hand"),
    }


def in_a_shell(line):
    """What a shell makes of `feltworks` and the rest of the line."""
    line = f"{sys.executable} -m feltworks {line}"
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False)


def test_example_games_are_listed_apart_and_known_by_their_ids(feltworks):
    listed = json.loads(feltworks("games", "--examples", "--json").out)
    assert {game["id"] for game in listed} >= {"three-card-poker", "let-it-ride"}
    assert not {game["id"] for game in listed} & set(game_ids())
    assert "Three Card Poker" in feltworks("rules", "show", "three-card-poker").out


@pytest.mark.slow
@pytest.mark.parametrize("words", [("games",), ("rules", "schema")])
def test_a_full_disk_is_one_message(words):
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        call = [sys.executable, "-m", "feltworks", *words]
        run = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == "the output cannot be written: no space left on device\n"


@pytest.mark.slow
@pytest.mark.parametrize("words", ["rules schema", "rules show mini-tex"])
def test_a_closed_pipe_is_one_message(words):
    run = in_a_shell(f"{words} | true")
    assert run.stderr == "the output was closed before all of it was printed\n"


def test_a_file_the_system_refuses_is_one_message(feltworks, monkeypatch):
    def refuse(**_):
        raise OSError(28, "No space left on device", "/a/file")

    monkeypatch.setattr("feltworks.cli.games.listings", refuse)
    said = feltworks("games")
    assert (said.err, said.code) == ("/a/file: no space left on device\n", 2)


@pytest.mark.slow
def test_the_program_ends_with_the_code_of_the_command_and_calls_what_asked_for_it():
    code = (
        "import atexit, sys; atexit.register(print, 'called')\n"
        "from feltworks.cli import program\n"
        "sys.argv = ['feltworks', *sys.argv[1:]]\n"
        "program()"
    )
    for words, ends in ((("games",), 0), (("games", "--nothing"), 2)):
        call = [sys.executable, "-c", code, *words]
        run = subprocess.run(call, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout[-7:]) == (ends, "called\n")


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("rules ", ["show", "check", "export", "new", "schema", "clauses"]),
        ("odds mini", ["mini-tex", "mini-tex-ring"]),
        ("play three", ["three-card-poker"]),
        ("odds --js", ["--json"]),
    ],
)
def test_a_shell_completes_commands_games_and_options(feltworks, monkeypatch, typed, offers):
    for name, value in completing(typed).items():
        monkeypatch.setenv(name, value)
    said = feltworks()
    assert (said.code, said.out.split()) == (0, offers)


@pytest.mark.slow
def test_a_shell_is_answered_by_a_program_of_its_own():
    run = in_a_process(env={**os.environ, **completing("ho")})
    assert (run.returncode, run.stdout) == (0, "house\n")


def completing(typed):
    """What a shell sets when somebody presses Tab after these words."""
    words = f"feltworks {typed}"
    return {
        "_FELTWORKS_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }


def test_completion_can_be_shown_for_a_shell(feltworks, monkeypatch):
    # Which shell this runs in is not what is tested.
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    said = feltworks("--show-completion", "bash")
    assert said.code == 0 and "_FELTWORKS_COMPLETE=complete_bash" in said.out
