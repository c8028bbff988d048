"""The odds page's figures are those of the solver, for shipped games and for any file."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.ask.counts import LARGEST_BYTES, figures
from tests.ask.odds import Player, odds
from tests.ask.rules import EXAMPLES_DIR, GAMES_DIR, load

from feltworks.cards import parse_cards
from feltworks.web.odds_pages import counting
from feltworks.web.odds_pages import worker as worker_module
from feltworks.web.odds_pages.jobqueue import JobQueue, OddsJobs
from feltworks.web.odds_pages.jobs import JobLimits
from feltworks.web.odds_pages.worker import LARGEST_MEMORY_BYTES, WorkerGone, WorkerProcess

from .room import counted
from .test_jobs import SLEEPS


@pytest.mark.slow
def test_the_worker_that_counts_loads_no_books():
    modules = ("worker", "playing", "blackjackplay", "counting")
    code = "; ".join(f"import feltworks.web.odds_pages.{module}" for module in modules)
    told = f"{code}; import sys; print('numba' in sys.modules, 'sqlalchemy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "False"]


def wagers_of(answer):
    return answer["sheet"]["wagers"].values()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mini-tex", "mini-tex-ring", "spanish-poker"])
def test_a_game_has_the_solvers_figures(client, game):
    wanted = figures(game)
    answer = counted(client, "counts", game=game)["answer"]
    assert answer["refused"] is None
    assert answer["sheet"] == wanted
    assert answer["game"]["name"] == load(game).game.name
    for wager, bars in answer["bars"].items():
        value = wanted["wagers"][wager]["expected_value"]["decimal"]
        if "own_expected_value" not in wanted["wagers"][wager]:
            assert sum(bar["return"] for bar in bars) == pytest.approx(value, abs=1e-9)


@pytest.mark.slow
def test_options_are_worked_in(client):
    answer = counted(client, "counts", game="mini-tex", options={"dealer_qualifier": "ace-king"})
    counted_here = odds(load("mini-tex", {"dealer_qualifier": "ace-king"}))["main"]
    main = answer["answer"]["sheet"]["wagers"]["main"]
    assert main["expected_value"]["fraction"] == str(counted_here.expected_value)
    chosen = {each["id"]: each["chosen"] for each in answer["answer"]["game"]["options"]}
    assert chosen["dealer_qualifier"] == "ace-king"


def test_other_pays_are_told_before_and_after(client):
    answer = counted(client, "counts", game="mini-tex", pays=["pocket-poker.pair=4:1"])["answer"]
    told = answer["what_if"]["wagers"]["pocket-poker"]
    assert told["house_edge_before"] == pytest.approx(16 / 663)
    # 72 of 1,326 deals are pairs below aces, and each now pays one unit more.
    assert told["house_edge_now"] == pytest.approx(16 / 663 - 72 / 1326)
    rows = {row["id"]: row["pays"] for row in answer["game"]["pay_tables"][0]["rows"]}
    assert rows["pair"] == "4:1"


def test_a_jackpots_amount_is_worked_in(client):
    at = {"jackpot_cents": 1_000_000}
    answer = counted(client, "counts", game="spanish-poker", **at)["answer"]
    (told,) = (odds["progressive"] for odds in wagers_of(answer) if "progressive" in odds)
    assert told["quoted_at"] == {"dollars": 10_000.0, "is": "given"}


def test_a_jackpot_asked_of_a_game_without_one_is_refused(client):
    answer = counted(client, "counts", game="mini-tex", jackpot_cents=100)["answer"]
    assert answer["refused"] == "mini-tex has no wager that plays for a jackpot"
    assert answer["sheet"] is None and answer["game"]["id"] == "mini-tex"


@pytest.mark.slow
def test_a_file_of_ones_own_gets_the_same_page(client):
    text = (EXAMPLES_DIR / "three-card-poker.toml").read_text(encoding="utf-8")
    answer = counted(client, "counts", text=text)["answer"]
    main = odds(load(EXAMPLES_DIR / "three-card-poker.toml"))["main"]
    found = answer["sheet"]["wagers"]["main"]
    assert found["expected_value"]["fraction"] == str(main.expected_value)


def test_every_mistake_of_a_file_is_told_with_its_place(client):
    text = (GAMES_DIR / "mini-tex.toml").read_text(encoding="utf-8")
    broken = text.replace('deck = "standard-52"', 'deck = "standard-25"').replace(
        'pays = "30:1"', 'pays = "thirty"'
    )
    told = counted(client, "counts", text=broken)
    assert told["state"] == "refused" and told["answer"] is None
    keys = [mistake["key"] for mistake in told["mistakes"]]
    assert "game.deck" in keys and any("pays" in key for key in keys)
    assert all(mistake["allowed"] and mistake["says"] for mistake in told["mistakes"])


@pytest.mark.parametrize(
    "text",
    ["", "not toml at all [", "[game]\n", "a." * 5000 + "b = 1", "x = " + "[" * 5000],
)
def test_nonsense_is_a_mistake_and_no_error(client, text):
    told = counted(client, "counts", text=text)
    assert told["state"] == "refused" and told["mistakes"]


def test_a_file_that_cannot_be_weighed_says_which_key(client):
    text = (GAMES_DIR / "mini-tex.toml").read_text(encoding="utf-8")
    told = counted(client, "counts", text=text, pays=["pocket-poker.nothing=1:1"])
    assert "nothing" in told["answer"]["refused"]
    assert told["answer"]["game"]["id"] == "mini-tex" and told["answer"]["sheet"] is None


def test_a_file_may_not_be_larger_than_any_rules_file(client):
    answer = client.post("/api/odds/counts", json={"text": "#" * (LARGEST_BYTES + 1)})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ({}, 409),
        ({"game": "mini-tex", "text": "x"}, 409),
        ({"game": "no-such-game"}, 404),
        ({"game": "../approved"}, 404),
        ({"game": "mini-tex", "strange": 1}, 422),
    ],
)
def test_a_question_about_nothing_is_refused(client, question, status):
    assert client.post("/api/odds/counts", json=question).status_code == status


def test_nobody_finds_a_question_by_guessing(client):
    assert client.get("/api/odds/counts/1").status_code == 404
    assert client.delete("/api/odds/counts/1").status_code == 404


@pytest.mark.slow
def test_the_grid_is_the_advisors(client):
    play = counted(client, "strategies", game="mini-tex")["answer"]
    assert play["decisions"] == ["hole", "flop", "river"] and play["decision"] == "hole"
    advisor = Player(load("mini-tex"))
    ranks = play["grid"]["ranks"]
    for cards, row, column in (("As Ks", "A", "K"), ("As Kd", "K", "A"), ("2s 2d", "2", "2")):
        cell = play["grid"]["cells"][ranks.index(row)][ranks.index(column)]
        advice = advisor.advise("hole", parse_cards(cards))
        assert cell["best"] == advice.best
        assert cell["values"] == {choice: float(value) for choice, value in advice.values.items()}


@pytest.mark.slow
def test_a_decision_without_a_grid_is_told_by_hands(client):
    play = counted(client, "strategies", game="spanish-poker")["answer"]
    assert play["grid"] is None
    hands = {row["hand"]: row["deals_by_best"] for row in play["hands"]}
    assert hands["pair of aces"].keys() == {"bet"}
    assert hands["pair of twos"].keys() == {"fold"}
    total = sum(play["deals_by_best"].values())
    assert sum(sum(row.values()) for row in hands.values()) == total


@pytest.mark.slow
def test_blackjack_has_its_chart(client):
    play = counted(client, "strategies", game="texas-21")["answer"]
    assert play["kind"] == "chart" and play["columns"][-1] == "A"
    assert play["parts"]["hard"]["hard 16"][play["columns"].index("6")] == "S"


def test_a_position_has_the_value_of_every_choice(client):
    asked = {"game": "mini-tex", "decision": "hole", "cards": "As Ks"}
    found = counted(client, "positions", **asked)["answer"]
    advice = Player(load("mini-tex")).advise("hole", parse_cards("As Ks"))
    assert found["best"] == advice.best
    assert {each["id"]: each["fraction"] for each in found["choices"]} == {
        choice: str(value) for choice, value in advice.values.items()
    }


@pytest.mark.parametrize("cards", ["As As", "As", "Zz 9d", ""])
def test_a_position_that_cannot_be_is_told(client, cards):
    told = counted(client, "positions", game="mini-tex", decision="hole", cards=cards)
    assert told["state"] == "refused" and told["says"]


def test_players_against_each_other_have_no_house_play(client):
    told = counted(client, "strategies", game="mini-tex-ring")
    assert told["state"] == "refused"
    assert (
        "main" not in counted(client, "counts", game="mini-tex-ring")["answer"]["sheet"]["wagers"]
    )


def test_rules_to_remember_cost_what_they_say(client):
    text = (EXAMPLES_DIR / "three-card-poker.toml").read_text(encoding="utf-8")
    found = counted(client, "reminders", text=text)["answer"]
    best = odds(load(EXAMPLES_DIR / "three-card-poker.toml"))["main"]
    assert found["house_edge_best"] == float(-best.expected_value)
    assert found["house_edge_simple"] >= found["house_edge_best"]
    (decision,) = found["decisions"]
    assert decision["says"][-1].startswith("otherwise")
    assert counted(client, "reminders", game="texas-21")["state"] == "refused"


@pytest.mark.slow
def test_a_file_that_takes_too_long_holds_nobody_up(quiet_room, client, monkeypatch):
    jobs = OddsJobs()
    limits = JobLimits(seconds=0.6)
    jobs.queues["files"] = JobQueue(limits, lambda: WorkerProcess((sys.executable, "-c", SLEEPS)))
    monkeypatch.setitem(quiet_room.state._state, "odds_jobs", jobs)
    asked = client.post("/api/odds/counts", json={"text": "# It takes hours."}).json()
    told = client.get(f"/api/odds/counts/{asked['id']}").json()
    assert told["state"] in ("waiting", "counting")
    assert client.get("/api/lobby").status_code == 200
    while told["state"] in ("waiting", "counting"):
        told = client.get(f"/api/odds/counts/{asked['id']}?wait_seconds=5").json()
    assert told["says"].startswith(
        "counting this takes longer than the server allows, 1 seconds of its processor:"
    )
    jobs.close()


@pytest.mark.slow
def test_a_worker_is_bounded_and_goes_when_nobody_listens():
    worker = WorkerProcess()
    worker.put({"question": "position", "game": "mini-tex", "cards": "Zz"})
    while (message := worker.next_message(60)) is None or "progress" in message:
        pass
    assert "Zz" in message["refused"]
    limits = Path(f"/proc/{worker.pid}/limits")
    if limits.exists():
        assert re.search(rf"Max data size\s+{LARGEST_MEMORY_BYTES}\s", limits.read_text())
    worker._process.stdin.close()
    with pytest.raises(WorkerGone):
        while True:
            worker.next_message(10)


def test_a_count_without_memory_is_told_and_ends_its_worker(monkeypatch):
    def hungry(question, progress):
        raise MemoryError

    monkeypatch.setattr(counting, "odds_answer", hungry)
    told = worker_module.answered({"question": "odds"}, lambda what, done, of: None)
    assert told == {"refused": worker_module.TOO_LARGE, "mistakes": [], "spent": True}
