"""What an operator does reaches the tables and the books, and the books stay whole."""

import time
from datetime import date, timedelta

import pytest
from tests.house.dealing import Rigged, bets, likes

from feltworks.house import BooksAway

from .room import enter, log_in

HOUSE = "/api/console"


def table(client, name):
    return next(each for each in client.get(f"{HOUSE}/tables").json() if each["table"] == name)


def lobby_table(client, name):
    found = client.get("/api/lobby").json()["tables"]
    return next(each for each in found if each["table"] == name)


def audited(client, **asked):
    told = client.post(f"{HOUSE}/audits", json=asked).json()
    until = time.monotonic() + 180
    while told["state"] in ("waiting", "counting"):
        assert time.monotonic() < until
        time.sleep(0.1)
        told = client.get(f"{HOUSE}/audits/{told['id']}").json()
    assert told["state"] == "done", told
    return told["report"]


def limits(**changed):
    return {
        "minimum_cents": 500,
        "maximum_cents": 10_000,
        "side_minimum_cents": 100,
        "side_maximum_cents": 2_500,
        **changed,
    }


def eventually(what):
    until = time.monotonic() + 300
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.slow
def test_a_table_is_closed_and_opened_again(operator):
    closed = operator.post(f"{HOUSE}/tables/pick-2-1/close").json()
    assert (closed["is_open"], closed["tray_cents"]) == (False, 0)
    eventually(lambda: not lobby_table(operator, "pick-2-1")["open"])
    opened = operator.post(f"{HOUSE}/tables/pick-2-1/open").json()
    assert (opened["is_open"], opened["tray_cents"]) == (True, 500_000)
    eventually(lambda: lobby_table(operator, "pick-2-1")["open"])
    assert operator.app.state.house.audit().in_order


@pytest.mark.slow
def test_an_open_round_is_voided_with_name_and_reason(operator):
    house = operator.app.state.house
    house.sell_chips("ann", 1_000_00, key="ann buys in")
    record, _, _ = Rigged(house, "mini-tex-1", bets(1, ante=500), decisions=likes("fold")).begun()
    where = f"{HOUSE}/rounds/{record.number}/void"
    told = operator.post(where, json={"because": "the felt caught fire"})
    assert told.status_code == 200 and told.json()["kind"] == "round voided"
    facts = house.recall(record.number).closing.facts
    assert (facts["staff"], facts["why"]) == ("otto", "the felt caught fire")
    assert house.stack_cents("ann") == 1_000_00
    assert operator.post(where, json={"because": ""}).status_code == 422
    assert operator.post(f"{HOUSE}/rounds/1/void", json={"because": "no"}).status_code == 409
    enter(operator, "ada")
    assert operator.post(where, json={"because": "an auditor looks"}).status_code == 403


def test_books_that_are_away_are_told_as_503_and_not_as_a_refusal(operator, monkeypatch):
    house = operator.app.state.house

    def away(*_, **__):
        raise BooksAway("the books at /secret/house.db cannot be used")

    asked = [
        ("get", "rounds/1", None),
        ("post", "rounds/1/void", {"because": "a misdeal"}),
        ("post", "corrections/1/withdraw", None),
        ("post", "guests/g1/forget", None),
        ("post", "archives", {"before": "2025-11-01"}),
        ("post", "jackpots/gran/count", {}),
        ("post", "tables/pick-2-1/close", None),
    ]
    monkeypatch.setattr(house.database, "reading", away)
    monkeypatch.setattr(house, "write", away)
    monkeypatch.setattr(house.writer, "write", away)
    for method, path, body in asked:
        answer = operator.request(method, f"{HOUSE}/{path}", json=body)
        assert (answer.status_code, answer.headers.get("retry-after")) == (503, "2"), path
        assert "secret" not in answer.text


@pytest.mark.slow
def test_deck_keys_that_cannot_be_used_are_told_as_503(operator):
    house = operator.app.state.house
    house.sell_chips("ann", 1_000_00, key="ann buys in")
    record, _, _ = Rigged(house, "mini-tex-1", bets(1, ante=500), decisions=likes("fold")).begun()
    path = house.keys.path
    path.rename(path.with_name("kept"))
    path.symlink_to(path)
    where = f"{HOUSE}/rounds/{record.number}/void"
    answer = operator.post(where, json={"because": "a misdeal"})
    assert (answer.status_code, answer.headers.get("retry-after")) == (503, "2")
    assert str(path) not in answer.text
    path.unlink()
    path.with_name("kept").rename(path)
    assert operator.post(where, json={"because": "a misdeal"}).status_code == 200


def test_closing_one_table_leaves_the_others_alone(operator):
    before = operator.get(f"{HOUSE}/tables").json()
    operator.post(f"{HOUSE}/tables/spanish-1/close")
    operator.post(f"{HOUSE}/tables/spanish-1/open")
    assert operator.get(f"{HOUSE}/tables").json() == before


@pytest.mark.slow
def test_new_limits_reach_the_table(operator):
    asked = limits(maximum_cents=20_000)
    told = operator.put(f"{HOUSE}/tables/mini-tex-1/limits", json=asked).json()
    assert told["is_open"] and told["limits"] == asked
    eventually(lambda: lobby_table(operator, "mini-tex-1")["maximum_cents"] == 20_000)
    operator.post(f"{HOUSE}/tables/mini-tex-1/close")
    assert operator.post(f"{HOUSE}/tables/mini-tex-1/open").json()["limits"] == asked
    assert operator.app.state.house.audit().in_order


def test_limits_beyond_the_states_are_refused_and_change_nothing(operator):
    before = table(operator, "mini-tex-1")
    asked = limits(maximum_cents=500_000)
    answer = operator.put(f"{HOUSE}/tables/mini-tex-1/limits", json=asked)
    assert answer.status_code == 409 and "above the $" in answer.json()["detail"]
    assert table(operator, "mini-tex-1") == before


def test_limits_that_cannot_be_are_refused(operator):
    before = table(operator, "mini-tex-1")
    for changed in (
        {"minimum_cents": 20_000},
        {"minimum_cents": 0},
        {"maximum_cents": 10**12},
        {"extra": 1},
    ):
        answer = operator.put(f"{HOUSE}/tables/mini-tex-1/limits", json=limits(**changed))
        assert answer.status_code in (409, 422), changed
    assert table(operator, "mini-tex-1") == before


def test_a_table_that_is_not_there_is_not_found(operator):
    for way in ("open", "close"):
        assert operator.post(f"{HOUSE}/tables/no-such/{way}").status_code == 404
    assert operator.put(f"{HOUSE}/tables/no-such/limits", json=limits()).status_code == 404


@pytest.mark.slow
def test_what_was_done_stands_in_the_event_log_with_who_did_it(operator):
    log_in(operator, "otto")
    operator.post(f"{HOUSE}/tables/pick-2-1/close")
    found = operator.get(f"{HOUSE}/events?subject=staff+otto").json()["events"]
    assert [event["kind"] for event in found[:2]] == ["table closed at the console", "logged in"]
    assert found[0]["facts"] == {"table": "pick-2-1"}


@pytest.mark.slow
def test_the_event_log_is_paged_to_its_beginning(auditor):
    seen, before = [], None
    while True:
        asked = {"limit": 200, **({"before": before} if before else {})}
        told = auditor.get(f"{HOUSE}/events", params=asked).json()
        seen += [event["number"] for event in told["events"]]
        before = told["before"]
        if before is None:
            break
    assert seen == list(range(len(seen), 0, -1))
    house = auditor.get(f"{HOUSE}/house").json()
    assert len(seen) == house["records"] and house["seal"].startswith(f"{len(seen)}:")


def test_all_purses_together_are_nothing(auditor):
    assert sum(auditor.get(f"{HOUSE}/house").json()["purses"].values()) == 0


@pytest.mark.slow
def test_a_jackpot_is_counted_once_and_its_statement_reconciles(operator):
    before = operator.get(f"{HOUSE}/jackpots").json()
    assert {each["name"] for each in before} == {"gran", "texas-21"}
    sheet = {"document": "Sheet 7", "day": "2025-11-15"}
    unnamed = operator.post(f"{HOUSE}/jackpots/gran/count", json={"document": "Sheet 7"})
    assert unnamed.status_code == 409
    assert "This would count gran for 2025-11-15, and" in unnamed.json()["detail"]
    (gran,) = (each for each in before if each["name"] == "gran")
    assert gran["counts_for"] == "2025-11-15" and gran["asks_because"]
    refused = operator.post(f"{HOUSE}/jackpots/gran/count", json=sheet)
    assert refused.status_code == 409 and "is open and plays for gran" in refused.json()["detail"]
    for table in next(each["tables"] for each in before if each["name"] == "gran"):
        assert operator.post(f"{HOUSE}/tables/{table}/close").status_code == 200
    to_come = {"day": str(date.today() + timedelta(days=1))}
    early = operator.post(f"{HOUSE}/jackpots/gran/count", json=to_come)
    assert early.status_code == 409 and "is yet to come: gran may be" in early.json()["detail"]
    count = operator.post(f"{HOUSE}/jackpots/gran/count", json=sheet).json()
    again = operator.post(f"{HOUSE}/jackpots/gran/count", json=sheet).json()
    assert again["record"] == count["record"]
    yesterday = operator.get(f"{HOUSE}/jackpots/gran/statement?day=2025-11-14").json()
    assert yesterday["difference"] == 0 and yesterday["lines"]
    assert operator.get(f"{HOUSE}/jackpots/gran/statement").json()["day"] == "2025-11-15"
    assert operator.post(f"{HOUSE}/jackpots/none/count", json={}).status_code == 404
    assert operator.get(f"{HOUSE}/jackpots/none/statement").status_code == 404


def test_fees_that_cannot_be_taken_are_refused(operator):
    asked = {"fees_cents": 10**12, "day": "2025-11-15"}
    assert operator.post(f"{HOUSE}/jackpots/gran/count", json=asked).status_code == 409


@pytest.mark.slow
def test_the_integrity_check_plays_every_round_again(operator):
    report = audited(operator)
    assert report["in_order"] and report["rounds_replayed"] == report["rounds"] > 0
    quick = audited(operator, replay=False, seal=report["seal"])
    assert quick["in_order"] and quick["rounds_replayed"] == 0
    number = report["seal"].split(":")[0]
    broken = audited(operator, replay=False, seal=f"{number}:{'0' * 64}")
    assert not broken["in_order"] and broken["first_broken_record"] == int(number)


def test_a_round_is_found_and_verified(auditor):
    found = auditor.get(f"{HOUSE}/rounds?table=mini-tex-1").json()
    assert found and {each["table"] for each in found} == {"mini-tex-1"}
    told = auditor.get(f"{HOUSE}/rounds/{found[0]['round']}").json()
    assert told["holds"] and told["transcript"].startswith("feltworks")
    assert auditor.get(f"{HOUSE}/rounds/999999").status_code == 404


@pytest.mark.slow
def test_ones_own_password_is_changed_and_every_badge_taken_back(operator):
    asked = {"password": "wrong", "new_password": "another good one"}
    assert operator.put(f"{HOUSE}/password", json=asked).status_code == 401
    asked["password"] = "correct horse battery"
    assert operator.put(f"{HOUSE}/password", json=asked).status_code == 204
    assert operator.get(f"{HOUSE}/house").status_code == 401
    log_in(operator, "otto", "another good one")


@pytest.mark.slow
def test_an_auditor_looks_at_sealed_hands_and_that_is_written_down(operator):
    found = operator.get(f"{HOUSE}/rounds", params={"table": "mini-tex-ring-1"}).json()
    number = next(each["round"] for each in found if each["outcome"] == "settled")
    path = f"{HOUSE}/rounds/{number}"
    sealed = operator.get(path).json()
    assert "leaves = [" in sealed["transcript"] and "salt = " not in sealed["transcript"]
    refused = operator.post(f"{path}/look", json={"why": "curious"})
    assert refused.status_code == 403 and "Only an auditor" in refused.json()["detail"]
    enter(operator, "ada")
    assert operator.post(f"{path}/look", json={"why": ""}).status_code == 422
    looked = operator.post(f"{path}/look", json={"why": "seat 2 asks"}).json()
    assert "salt = " in looked["transcript"] and looked["holds"]
    event = operator.get(f"{HOUSE}/events", params={"kind": "cards looked at"}).json()["events"][0]
    assert (event["round"], event["facts"]) == (number, {"by": "staff ada", "why": "seat 2 asks"})
    assert operator.post(f"{HOUSE}/rounds/999999/look", json={"why": "x"}).status_code == 409


@pytest.mark.slow
def test_readings_and_their_edge_are_told_in_the_lobby_and_at_the_console(operator):
    lobby = {
        each["table"]: each["readings"] for each in operator.get("/api/lobby").json()["tables"]
    }
    tables = operator.get(f"{HOUSE}/tables").json()
    console = {each["table"]: each["readings"] for each in tables}
    own = {each["table"]: each["own_readings"] for each in tables}
    assert any("calls for the flop" in each for each in own["texas-21-1"])
    assert lobby == {table: console[table] for table in lobby}
    (told,) = [each for each in lobby.values() if any("dealer_not_qualified" in x for x in each)]
    assert told[-2:] == [
        "Edge of the main game 0.9567%, in favour of the player.",
        "The house knows that the edge is the player's.",
    ]
    assert told[0] == ("dealer_not_qualified = ante-pays: the Ante pays even money, Play pushes.")


@pytest.mark.slow
def test_a_deposit_without_an_account_is_refused_at_the_console(operator):
    asked = {"cents": 100, "dated": "2025-11-14", "reference": "Slip 1", "document": "Receipt"}
    said = operator.post(f"{HOUSE}/jackpots/gran/deposit", json=asked)
    assert said.status_code == 409
    assert said.json()["detail"].startswith("No separate account is named for gran")
