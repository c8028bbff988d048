"""The month at the console, who sits where, tables added and dealt by other options."""

import base64
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from tests.ask.house import section_of, with_section

from feltworks.house import HouseError, practice_house, read_house
from feltworks.web.odds_pages import papers
from feltworks.web.odds_pages.worker import answered

from .room import PASSWORD, enter

CONSOLE = "/api/console"
RING = {"first": "2025-11-01", "last": "2025-11-30", "tables": ["mini-tex-ring-1"]}


def month(client, **asked):
    told = client.post(f"{CONSOLE}/months", json={**RING, **asked}).json()
    while told["state"] in ("waiting", "counting"):
        time.sleep(0.05)
        told = client.get(f"{CONSOLE}/months/{told['id']}").json()
    return told


@pytest.mark.slow
def test_a_month_as_figures_and_as_a_file(auditor):
    told = month(auditor, by="day")
    assert told["state"] == "done", told
    (day,) = told["report"]["lines"]
    assert (day["name"], day["rounds"], day["theoretical_win"]) == ("2025-11-14", 3, None)
    assert {each["jackpot"] for each in told["report"]["jackpots"]} == {"gran", "texas-21"}
    file = month(auditor, form="csv")["report"]
    assert file["name"] == "house-2025-11-01-2025-11-30-table.zip"
    archive = zipfile.ZipFile(BytesIO(base64.b64decode(file["base64"])))
    lines, about, jackpots = sorted(archive.namelist(), key=len)
    assert archive.read(lines).startswith(b"table,rounds,handle,")
    assert b"feltworks house report" in archive.read(about)
    assert b"texas-21" in archive.read(jackpots)
    book = zipfile.ZipFile(
        BytesIO(base64.b64decode(month(auditor, form="xlsx")["report"]["base64"]))
    )
    words = book.read("xl/sharedStrings.xml").decode()
    assert "--table mini-tex-ring-1 --date 20" in words and "of the whole house" in words
    backwards = month(auditor, first="2025-12-01")
    assert backwards["state"] == "refused" and "runs backwards" in backwards["says"]


@pytest.mark.slow
def test_nobody_sits_anywhere_and_nobody_is_removed(operator):
    assert operator.get(f"{CONSOLE}/seats").json() == []
    answer = operator.post(f"{CONSOLE}/seats/nobody/remove")
    assert answer.status_code == 404


@pytest.mark.slow
def test_a_table_is_added_and_stays_in_the_house_file(operator):
    wanted = {"table": "new-1", "game": "mini-tex", "minimum_cents": 500, "maximum_cents": 5000}
    added = operator.post(f"{CONSOLE}/tables", json=wanted)
    assert added.status_code == 201, added.text
    assert added.json()["is_open"] and added.json()["limits"]["maximum_cents"] == 5000
    assert any(each["table"] == "new-1" for each in operator.get("/api/lobby").json()["tables"])
    state = operator.app.state
    with state.house.database.reading() as reader:
        text = reader.paper(reader.state("house")["file"])
    assert "new-1" in read_house(text).sheets
    assert operator.post(f"{CONSOLE}/tables", json=wanted).status_code == 409
    wrong = operator.post(f"{CONSOLE}/tables", json={**wanted, "table": "x", "game": "no-game"})
    assert wrong.status_code == 409 and "no-game" in wrong.json()["detail"]
    assert "x" not in state.room.sheets


TEXAS = {"table": "texas-21-2", "game": "texas-21", "minimum_cents": 500, "maximum_cents": 5000}


def added(operator, **wanted):
    return operator.post(f"{CONSOLE}/tables", json={**TEXAS, **wanted})


def jackpots_of(operator, table):
    tables = operator.get(f"{CONSOLE}/tables").json()
    return next(each["jackpots"] for each in tables if each["table"] == table)


@pytest.mark.slow
def test_a_second_table_shares_the_jackpot_of_the_first(operator):
    games = {each["id"]: each for each in operator.get(f"{CONSOLE}/tables/games").json()}
    assert games["mini-tex"]["jackpots"] == []
    (offered,) = games["texas-21"]["jackpots"]
    assert offered["kept"] == [{"name": "texas-21", "tables": ["texas-21-1"]}]
    refused = added(operator)
    assert refused.status_code == 409 and "texas-21-jackpot" in refused.json()["detail"]
    answer = added(operator, jackpots={offered["id"]: {"name": "texas-21"}})
    assert answer.status_code == 201, answer.text
    # The jackpot is kept by a meter at both tables: they are dealt by the same options.
    assert answer.json()["is_open"] and answer.json()["options"]["progressive_mode"] == "meter"
    assert jackpots_of(operator, "texas-21-2") == jackpots_of(operator, "texas-21-1")
    house = operator.app.state.house
    assert house.jackpots.show("texas-21").tables == ("texas-21-1", "texas-21-2")
    assert house.audit().in_order
    state = operator.app.state
    with state.house.database.reading() as reader:
        text = reader.paper(reader.state("house")["file"])
    first, second = (section_of(text, "tables", f"texas-21-{n}") for n in (1, 2))
    assert first["readings"] == second["readings"]


@pytest.mark.slow
def test_a_second_table_plays_for_a_jackpot_of_its_own(operator):
    (offered,) = next(
        each["jackpots"]
        for each in operator.get(f"{CONSOLE}/tables/games").json()
        if each["id"] == "texas-21"
    )
    assert (offered["needs_contribution"], offered["needs_account"]) == (False, False)
    answer = added(operator, jackpots={offered["id"]: {"name": "texas-21-b"}})
    assert answer.status_code == 201, answer.text
    assert jackpots_of(operator, "texas-21-2") == ["texas-21-b"]
    assert jackpots_of(operator, "texas-21-1") == ["texas-21"]
    house = operator.app.state.house
    assert house.jackpots.show("texas-21-b").displayed == 500_00
    wrong = added(operator, table="texas-21-3", jackpots={offered["id"]: {"name": "gran"}})
    assert wrong.status_code == 409
    assert wrong.json()["detail"] == "The jackpot gran is a gran, not a texas-21-jackpot."
    again = {"name": "texas-21", "account": "Trust account 2"}
    wrong = added(operator, table="texas-21-3", jackpots={offered["id"]: again})
    assert wrong.json()["detail"] == "The jackpot texas-21 has its terms already."
    assert house.audit().in_order


@pytest.mark.slow
def test_options_that_bring_a_jackpots_wager_say_which_jackpot(operator):
    assert added(operator, options={"progressive": "off"}).status_code == 201
    assert jackpots_of(operator, "texas-21-2") == []
    path = f"{CONSOLE}/tables/texas-21-2/options"
    refused = operator.put(path, json={"options": {}})
    assert refused.status_code == 409 and "texas-21-jackpot" in refused.json()["detail"]
    shared = {"texas-21-jackpot": {"name": "texas-21"}}
    wanted = {"options": {"progressive_mode": "meter"}, "jackpots": shared}
    for _ in range(2):
        changed = operator.put(path, json=wanted)
        assert changed.status_code == 200, changed.text
        assert changed.json()["jackpots"] == ["texas-21"]
    tables = operator.app.state.house.jackpots.show("texas-21").tables
    assert tables == ("texas-21-1", "texas-21-2")


@pytest.mark.slow
def test_a_table_is_dealt_by_other_options(operator):
    chosen = {"dealer_qualifier": "ace-king"}
    changed = operator.put(f"{CONSOLE}/tables/mini-tex-1/options", json={"options": chosen})
    assert changed.status_code == 200, changed.text
    assert changed.json()["options"]["dealer_qualifier"] == "ace-king"
    assert operator.app.state.house.sheet("mini-tex-1").options["dealer_qualifier"] == "ace-king"
    wrong = operator.put(
        f"{CONSOLE}/tables/mini-tex-1/options", json={"options": {"dealer_qualifier": "x"}}
    )
    assert wrong.status_code == 409
    assert operator.put(f"{CONSOLE}/tables/none/options", json={}).status_code == 404


def test_a_supervisor_is_told_which_right_he_lacks(operator):
    operator.app.state.staff.add("sue", "supervisor", PASSWORD, by=None)
    enter(operator, "sue")
    new = {"table": "new-2", "game": "mini-tex", "minimum_cents": 500, "maximum_cents": 1000}
    for answer in (
        operator.put(f"{CONSOLE}/tables/mini-tex-1/options", json={"options": {}}),
        operator.post(f"{CONSOLE}/tables", json=new),
    ):
        assert answer.status_code == 403
        assert answer.json()["detail"] == (
            "Only an operator may add tables to the house file and change a table's options: sue "
            "is a supervisor."
        )


@pytest.mark.slow
def test_other_options_keep_posted_limits_and_leave_a_closed_table_closed(operator):
    limits = {
        "minimum_cents": 25_00,
        "maximum_cents": 50_00,
        "side_minimum_cents": 1_00,
        "side_maximum_cents": 25_00,
    }
    path = f"{CONSOLE}/tables/spanish-1"
    assert operator.put(f"{path}/limits", json=limits).status_code == 200
    changed = operator.put(f"{path}/options", json={"options": {"ante_table": "2"}})
    assert changed.status_code == 200, changed.text
    posted = operator.app.state.house.sheet("spanish-1").limits
    assert (posted.minimum_cents, posted.maximum_cents) == (25_00, 50_00)
    assert operator.post(f"{CONSOLE}/tables/pick-2-1/close", json={}).status_code == 200
    refused = operator.put(f"{CONSOLE}/tables/pick-2-1/options", json={"options": {}})
    assert refused.status_code == 409 and "is closed" in refused.json()["detail"]


@pytest.mark.slow
def test_tables_added_at_once_are_all_kept(operator):
    wanted = {"game": "mini-tex", "minimum_cents": 500, "maximum_cents": 5000}
    with ThreadPoolExecutor(3) as threads:
        answers = threads.map(
            lambda n: operator.post(f"{CONSOLE}/tables", json={**wanted, "table": f"both-{n}"}),
            range(3),
        )
        assert [answer.status_code for answer in answers] == [201] * 3
    state = operator.app.state
    with state.house.database.reading() as reader:
        text = reader.paper(reader.state("house")["file"])
    assert {"both-0", "both-1", "both-2"} <= set(read_house(text).sheets) == set(state.room.sheets)
    assert operator.app.state.house.audit(replay=False).in_order


def test_one_table_of_a_house_file_is_written_anew_and_nothing_else():
    text = practice_house().text
    section = section_of(text, "tables", "spanish-1") | {"options": {"tie": "push"}, "seats": 5}
    after = with_section(text, "tables", "spanish-1", section)
    assert section_of(after, "tables", "spanish-1") == section
    assert after.startswith(text[: text.index("[tables.spanish-1]")])
    assert with_section(after, "tables", "spanish-1", section) == after
    odd = 'tables = { a = { game = "mini-tex" } }\n'
    with pytest.raises(HouseError, match="change the file itself"):
        with_section(odd, "tables", "a", {"game": "x"})


@pytest.mark.slow
def test_papers_of_a_text_and_a_packet_are_files(monkeypatch):
    from tests.ask.rules import GAMES_DIR

    text = (GAMES_DIR / "spanish-poker.toml").read_text(encoding="utf-8")
    question = {"question": "paper", "text": text, "options": {}, "pays": [], "kind": "rules"}
    told = answered(question, lambda *_: None)["answer"]
    assert told["name"] == "spanish-poker-rules.pdf"
    assert base64.b64decode(told["base64"]).startswith(b"%PDF-")

    def some(asked, folder, command):
        folder.mkdir()
        (folder / "rules.pdf").write_bytes(b"x")

    monkeypatch.setattr(papers, "write_packet", some)
    told = answered({**question, "kind": "packet"}, lambda *_: None)["answer"]
    archive = zipfile.ZipFile(BytesIO(base64.b64decode(told["base64"])))
    assert told["name"] == "spanish-poker-packet.zip" and archive.namelist() == ["rules.pdf"]
    other = answered({**question, "pays": ["dos-pares.pair=2"]}, lambda *_: None)
    assert "a paper is of a file as it is written" in other["refused"]
    mistaken = answered({**question, "text": "[game]\nid = 3"}, lambda *_: None)
    assert mistaken["refused"] == "the rules file has mistakes"
