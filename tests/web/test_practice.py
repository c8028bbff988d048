"""One's own game at a private table: played at once, outside the books, shared by a link."""

import asyncio
import random
from fractions import Fraction
from types import SimpleNamespace
from typing import ClassVar

import httpx
import pytest
from tests.ask.house import KeptDeck
from tests.ask.rounds import Decide, posted_seeds
from tests.ask.rules import EXAMPLES_DIR
from tests.web.room import open_floor, until
from tests.web.whims import Recorded, Whim, fails_once

from feltworks.web.floor import ending
from feltworks.web.floor.advice import call_coach
from feltworks.web.floor.coach import Weighing
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.runner import TableRunner
from feltworks.web.floor.state import Waiting
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.jobs import NO_ROOM, TIME_IS_UP, Job
from feltworks.web.practice import games
from feltworks.web.practice import room as practice_room
from feltworks.web.practice.cashier import PracticeCashier
from feltworks.web.practice.coach import CoachOff, WorkerCoach
from feltworks.web.practice.games import KeptGames, game_id
from feltworks.web.practice.room import PracticeFull, PracticeRoom
from feltworks.web.practice.sheet import TooMuchToRead, practice_sheet
from feltworks.web.protocol.requests import SitRequest, StandRequest

FILE = (EXAMPLES_DIR / "three-card-poker.toml").read_text(encoding="utf-8")
STACK = 100_000
MINE = FILE.replace("Three Card Poker", "Three Card Mine")


def kept(client, **rules):
    answer = client.post("/api/practice/games", json=rules)
    assert answer.status_code == 201, answer.text
    return answer.json()


def opened(client, game):
    answer = client.post(f"/api/practice/games/{game['id']}/table")
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


@pytest.mark.slow
async def test_a_file_that_was_brought_is_played_with_bots_and_coach_outside_the_books(room):
    client = room.guest("Own Game")
    game = kept(client, text=MINE)
    assert game["name"] == "Three Card Mine" and game["path"] == f"/practice/{game['id']}"
    table = opened(client, game)
    with room.house.database.reading() as books:
        before = books.head().number
    async with room.seat(table, client) as ann:
        assert ann.hello["table"]["practice"] == game["id"]
        assert ann.hello["you"]["stack_cents"] == 100_000
        assert await ann.ask("coach", on=True) is None
        assert await ann.ask("sit", seat=2) is None
        assert await ann.ask("add_bot") is None
        await ann.until_table(lambda t: t["phase"] == "betting")
        await ann.bet_least(2)
        assert await ann.ask("ready") is None
        advice = await ann.until(lambda m: m["type"] == "advice" and m["state"] != "preparing")
        assert advice["state"] == "ready", advice["text"]
        assert advice["exact"] and {each["choice"] for each in advice["choices"]} >= {"fold"}
        best = advice["choices"][0]
        assert await ann.ask("decide", seat=2, choice=best["choice"]) is None
        over = await ann.until_table(lambda t: t["phase"] == "over")
        net = next(each["net_cents"] for each in over["seats"] if each["seat"] == 2)
        assert over["you"]["stack_cents"] == 100_000 + net
        # The rules of the table are the file's, its chips are its own, and nothing was booked.
        rules = client.get(f"/api/rules/tables/{table}").json()
        assert rules["name"] == "Three Card Mine"
        session = client.get("/api/session").json()["guest"]
        assert session["stack_cents"] == 100_000 and session["table"] == table
        with room.house.database.reading() as books:
            assert books.head().number == before
        assert client.get("/api/rounds").json()["rounds"] == []


@pytest.mark.slow
async def test_a_private_table_is_found_by_its_guest_alone_and_closed_for_another(room):
    client, other = room.guest("Private"), room.guest("Nosy Guest")
    game = kept(client, text=MINE, pays=["pair-plus.pair=2:1"])
    table = opened(client, game)
    for path in (f"/table/{table}", f"/api/tables/{table}", f"/api/rules/tables/{table}"):
        assert client.get(path).status_code == 200, path
        assert other.get(path).status_code == 404, path
    assert table not in client.get("/api/lobby").text
    async with room.line(table, other) as line:
        with pytest.raises(Exception, match="4404"):
            await line.recv()
    # Whoever has the link plays the same game at a table of his own.
    theirs = opened(other, game)
    assert theirs != table
    shown = other.get(f"/api/tables/{theirs}").json()
    (wager,) = [each for each in shown["wagers"] if each["id"] == "pair-plus"]
    assert {row["id"]: row["pays"] for row in wager["tables"][0]["rows"]}["pair"] == "2:1"
    # One table for each guest: another one closes it.
    again = opened(client, game)
    assert client.get(f"/table/{table}", headers={"Accept": "text/html"}).status_code == 404
    assert client.get(f"/table/{again}").status_code == 200


def test_what_cannot_be_played_says_why(room):
    client = room.guest("Mistaken")
    answer = client.post("/api/practice/games", json={"text": "[game]\nid = 3\n"})
    assert answer.status_code == 422
    lines = {each["key"]: each["line"] for each in answer.json()["mistakes"]}
    assert lines["game.id"] == 2
    answer = client.post("/api/practice/games", json={"game": "mini-tex", "text": MINE})
    assert answer.status_code == 409
    page = client.get("/practice/0123456789abcdef0123", headers={"Accept": "text/html"})
    assert page.status_code == 404 and "older than a day" in page.text
    assert client.post("/api/practice/games/nothing/table").status_code == 404
    # Half a character is no text, and what was sent is not sent back.
    for sent in (r'{"text": "\ud800"}', r'{"game": "mini-tex", "options": {"\ud800": "\ud800"}}'):
        answer = client.post(
            "/api/practice/games", content=sent, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 422 and "unicode" in answer.json()["detail"][0]["msg"]
    answer = client.post("/api/practice/games", json={"text": "x" * 300_000})
    assert answer.status_code == 422 and len(answer.content) < 1_000
    with httpx.Client(base_url=room.url, trust_env=False, verify=False, timeout=60) as stranger:
        game = kept(client, text=MINE)
        asked = {"id": ["gone", game["id"], "gone too"]}
        assert stranger.get("/api/practice/games", params=asked).json()["games"] == [game]
        assert stranger.get(game["path"]).status_code == 200
        assert stranger.post(f"/api/practice/games/{game['id']}/table").status_code == 401


def test_hands_of_so_many_cards_that_a_round_would_hold_up_every_table_are_refused():
    """Dealt in the server's process, 28 cards a hand stopped every table for seconds."""
    text = (EXAMPLES_DIR / "ultimate-texas-holdem.toml").read_text(encoding="utf-8")
    text = text.split("[published]")[0].replace("most_seats = 6", "most_seats = 1\nseats = 1")
    for zone in ("hole", "dealer"):
        text = text.replace(f"2 down to {zone}", f"12 down to {zone}")
        text = text.replace(f"{zone} = 2", f"{zone} = 12")
    with pytest.raises(TooMuchToRead, match="drawn from its cards in 6,188 ways"):
        practice_sheet("practice-1", RulesQuestion(text=text))


def test_a_coach_who_is_refused_for_the_moment_is_asked_again():
    class Refusing:
        refusals = (NO_ROOM, TIME_IS_UP.format(seconds=90))
        asked = 0

        def ask(self, question, who):
            job = Job(question, who)
            job.end({"refused": self.refusals[self.asked]})
            self.asked += 1
            return job

    jobs = Refusing()
    coach, sheet = WorkerCoach(jobs), practice_sheet("practice-1", RulesQuestion(game="mini-tex"))
    round = sheet.dealt.open_round(sheet.terms(posted_seeds(sheet.dealt), None))
    for says, prepared, asked in (
        ("perhaps the next: the server is busy", False, 1),
        ("off at this table.* takes longer", True, 2),
        ("off at this table.* takes longer", True, 2),
    ):
        with pytest.raises(CoachOff, match=says):
            asyncio.run(coach.weigh(sheet, round, 1))
        assert (coach.is_prepared(sheet), jobs.asked) == (prepared, asked)


async def test_a_coach_who_is_called_has_the_game_solved_before_anybody_asks():
    class Noting(list):
        def ask(self, question, who):
            self.append(question["question"])
            job = Job(question, who)
            job.end({"answer": Weighing().as_json()})
            return job

    jobs = Noting()
    coach, sheet = WorkerCoach(jobs), practice_sheet("practice-1", RulesQuestion(game="mini-tex"))
    at = SimpleNamespace(
        services=SimpleNamespace(coach=coach, start=asyncio.ensure_future),
        state=SimpleNamespace(sheet=sheet, phase=Waiting()),
    )
    for _ in range(2):
        call_coach(at)
        await asyncio.sleep(0.01)
    assert coach.is_prepared(sheet) and jobs == ["coach"]


def test_a_coach_who_is_called_again_while_he_prepares_keeps_room_for_the_decision():
    class Unanswered(list):
        def ask(self, question, who):
            self.append(Job(question, who))
            return self[-1]

        def find(self, id):
            pass

    jobs = Unanswered()
    coach, sheet = WorkerCoach(jobs), practice_sheet("practice-1", RulesQuestion(game="mini-tex"))

    async def called():
        first = asyncio.create_task(coach.prepare(sheet))
        await asyncio.sleep(0)
        await coach.prepare(sheet)
        jobs[0].end({"refused": NO_ROOM})
        with pytest.raises(CoachOff):
            await first
        assert len(jobs) == 1
        # What was refused for the moment is asked again.
        again = asyncio.create_task(coach.prepare(sheet))
        await asyncio.sleep(0)
        jobs[1].end({"answer": {}})
        await again
        assert coach.is_prepared(sheet)

    asyncio.run(called())


def test_bots_play_the_best_move_once_the_worker_knows_the_game():
    class Answering:
        outcome: ClassVar = {"answer": Weighing(((Decide(1, "fold"), Fraction(-1)),)).as_json()}

        def ask(self, question, who):
            job = Job(question, who)
            job.end(self.outcome)
            return job

        def find(self, id):
            """Nobody waits."""

    jobs = Answering()
    coach, sheet = WorkerCoach(jobs), practice_sheet("practice-1", RulesQuestion(game="mini-tex"))
    round = sheet.dealt.open_round(sheet.terms(posted_seeds(sheet.dealt), None))
    assert coach.best_if_prepared(sheet, round, 1) is None
    asyncio.run(coach.weigh(sheet, round, 1))
    assert coach.best_if_prepared(sheet, round, 1) == Decide(1, "fold")
    # A worker that has to count anew is not waited for a second time.
    jobs.outcome = {"refused": NO_ROOM}
    assert coach.best_if_prepared(sheet, round, 1) is None
    assert not coach.is_prepared(sheet)


@pytest.mark.slow
async def test_a_table_that_is_left_is_closed_and_one_address_has_not_all_of_them(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(practice_room, "MOST_TABLES_EACH", 1)
    async with open_floor(tmp_path) as (_, floor):
        practice = PracticeRoom(floor, left_seconds=0.1)
        game = practice.games.keep(RulesQuestion(game="mini-tex"), "Mini-Tex", "", "here")
        await practice.open(game, "ann", "here")
        table = await practice.open(game, "ann", "here")
        with pytest.raises(PracticeFull, match="your address 1 practice table"):
            await practice.open(game, "ben", "here")
        await practice.open(game, "ben", "there")
        runner, ann = floor.private[table].runner, Connection("ann", 100)
        runner.connect(ann)
        runner.ask(ann, SitRequest(type="sit", seat=1))
        await until(lambda: floor.runner_of("ann") is runner)
        practice.start()
        await asyncio.sleep(0.3)
        assert table in floor.private
        runner.ask(ann, StandRequest(type="stand", seat=1))
        runner.disconnect(ann)
        await until(lambda: table not in floor.private)
        assert floor.runner_of("ann") is None
        practice.close()


def test_links_are_kept_for_a_while_and_not_without_end(monkeypatch):
    shelf, now = KeptGames(), [1_000.0]
    monkeypatch.setattr(games.time, "time", lambda: now[0])
    asked = [RulesQuestion(text=f"# {n}") for n in range(games.MOST_GAMES_EACH + 1)]
    first = shelf.keep(asked[0], "a game", "its title", "here")
    assert shelf.find(first.id) is first and game_id(asked[0]) == first.id
    for each in asked[1:]:
        shelf.keep(each, "a game", "its title", "here")
    with pytest.raises(games.GameNotKept):
        shelf.find(first.id)
    last = game_id(asked[-1])
    now[0] += games.KEPT_SECONDS + 1
    with pytest.raises(games.GameNotKept, match="older than a day"):
        shelf.find(last)


@pytest.mark.slow
@pytest.mark.parametrize("is_done", [False, True])
@pytest.mark.parametrize("name", ["begin", "settle"])
async def test_a_practice_table_plays_on_after_a_fault_and_every_chip_is_accounted_for(
    tmp_path, monkeypatch, name, is_done
):
    monkeypatch.setattr(ending, "SECONDS_UNTIL_AGAIN", 0.02)
    async with open_floor(tmp_path) as (_, on):
        sheet, cashier = practice_sheet("x", RulesQuestion(game="mini-tex")), PracticeCashier(STACK)
        services = on.services.with_own(cashier, on.services.coach, on.services.bot_threads)
        runner = TableRunner(sheet, services, KeptDeck())
        runner.start()
        ann = Recorded("ann", runner, lambda *told: None)
        runner.connect(ann)
        fails_once(cashier, name, is_done)
        await Whim(ann, runner, 1, random.Random(1)).play(2)
        session = runner.state.sessions["ann"]
        assert session.rounds == 2
        assert await cashier.stacks(["ann"]) == {"ann": STACK + session.net_cents}
        runner.get_up("ann")
        await until(lambda: not runner.state.chairs.taken)
        await runner.stop()
