"""Who may do what: the house's acts ask for the right themselves, and accounts are in the books."""

from __future__ import annotations

import getpass
import io
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.ask.console import StaffError, add_member, members, password_file, remove_member

from cli.terminal import Caller
from feltworks.house import House, HouseError
from feltworks.house.archive import archive
from feltworks.house.corrections import propose, read_moves
from feltworks.house.opening import close_table
from feltworks.house.orders import give_order
from feltworks.house.people import forget
from feltworks.house.staff import (
    RIGHTS,
    ROLES,
    SAYS,
    NotPermitted,
    change_role,
    put_on_staff,
    staff_roles,
    take_off_staff,
)

from .conftest import DAY
from .rooms import room

MOVES = read_moves([("house", "player:ann", 1250)])


def staffed(house):
    """One account of each role, each called by it."""
    for role in ROLES:
        house.write(lambda batch, role=role: put_on_staff(batch, role, role, by=None))


def acts(house, folder):
    """What the house itself does for each act, by the name of who asks for it."""
    sheet = house.sheet("spanish")

    def order(batch, by, *, closed):
        give_order(batch, sheet, closed=closed, limits=sheet.limits, by=by)

    return {
        "tables": [
            lambda by: house.write(lambda batch: close_table(batch, "spanish", DAY, staff=by)),
            lambda by: house.write(lambda batch: order(batch, by, closed=True)),
            lambda by: house.open(room(), DAY, staff=by),
            lambda by: house.close(staff=by),
        ],
        "limits": [lambda by: house.write(lambda batch: order(batch, by, closed=False))],
        "chips": [
            lambda by: house.sell_chips("ann", 100, key=f"sold by {by}", staff=by),
            lambda by: house.buy_back("ann", 100, key=f"bought by {by}", staff=by),
        ],
        "count": [
            lambda by: house.jackpots.count("gran", by=by),
            lambda by: house.jackpots.deposit(
                "gran", 100, dated=DAY, reference="slip", document="x", by=by
            ),
        ],
        "adjust": [
            lambda by: house.jackpots.adjust("gran", 100, "error", document="x", by=by),
            lambda by: house.jackpots.cap("gran", None, document="x", by=by),
            lambda by: house.jackpots.seed("gran", 100, document="x", by=by),
            lambda by: house.jackpots.remove("gran", document="x", by=by),
        ],
        "correct": [
            lambda by: house.write(
                lambda batch: propose(batch, MOVES, corrects=1, because="a chip fell", by=by)
            )
        ],
        "keep": [
            lambda by: archive(house.writer, folder, DAY + timedelta(9), staff=by),
            lambda by: house.write(lambda batch: forget(batch, "nobody", staff=by)),
            lambda by: house.accept_clock(by=by, because="it is right"),
        ],
        "look": [lambda by: house.look(99, by=f"staff {by}", why="a dispute")],
        "accounts": [
            lambda by: house.write(lambda batch: put_on_staff(batch, f"n-{by}", "dealer", by=by)),
            lambda by: house.write(lambda batch: change_role(batch, "dealer", "dealer", by=by)),
            lambda by: house.write(lambda batch: take_off_staff(batch, "n-operator", by=by)),
        ],
    }


def test_every_act_is_refused_to_every_role_without_the_right(house, tmp_path):
    staffed(house)
    refused = set()
    for act, calls in acts(house, tmp_path).items():
        for place, call in enumerate(calls):
            for who in (*ROLES, "stranger"):
                if who in RIGHTS[act]:
                    continue
                with pytest.raises(NotPermitted):
                    call(who)
                refused.add((act, place, who))
    assert len(refused) > 60
    for act, calls in acts(house, tmp_path).items():
        for call in calls:
            for who in RIGHTS[act]:
                try:
                    call(who)
                except HouseError as error:
                    assert not isinstance(error, NotPermitted), (who, act)
    assert house.audit().in_order


def test_a_rejection_names_the_right_that_is_missing(house):
    staffed(house)
    sheet = house.sheet("spanish")
    other = replace(sheet.limits, minimum_cents=sheet.limits.minimum_cents * 2)
    for limits, right in ((sheet.limits, "open and close tables"), (other, "post limits")):
        with pytest.raises(NotPermitted, match=f"may {right}"):
            house.write(
                lambda batch, limits=limits: give_order(
                    batch, sheet, closed=False, limits=limits, by="dealer"
                )
            )
    with pytest.raises(NotPermitted, match="make deck keys"):
        house.change_key(by="cashier")


def test_an_act_with_the_right_that_is_refused_for_another_reason_is_no_question_of_roles(house):
    staffed(house)
    with pytest.raises(HouseError, match="there is no round") as refused:
        house.look(99, by="auditor", why="a dispute")
    assert not isinstance(refused.value, NotPermitted)


def test_in_a_house_without_accounts_a_name_is_enough(house):
    assert house.sell_chips("ann", 100, key="sold", staff="somebody") == 1_001_00


def test_accounts_are_in_the_books_by_name_and_nobody_changes_his_own_role(house):
    house.write(lambda batch: put_on_staff(batch, "otto", "operator", by=None))
    house.write(lambda batch: put_on_staff(batch, "olga", "operator", by="otto"))
    with pytest.raises(NotPermitted, match="cannot change his own role"):
        house.write(lambda batch: change_role(batch, "otto", "auditor", by="otto"))
    changed = house.write(lambda batch: change_role(batch, "otto", "auditor", by="olga"))
    assert (changed.kind, changed.subject) == ("role changed", "account otto")
    assert changed.facts == {"role": "auditor", "staff": "olga", "before": "operator"}
    with pytest.raises(HouseError, match="last operator"):
        house.write(lambda batch: take_off_staff(batch, "olga", by="olga"))
    with pytest.raises(HouseError, match="no role: there are operator, supervisor"):
        house.write(lambda batch: put_on_staff(batch, "x", "king", by="olga"))
    with house.database.reading() as reader:
        assert staff_roles(reader) == {"olga": "operator", "otto": "auditor"}
    assert house.audit().in_order


def test_a_name_in_the_password_file_is_nobodys_account_once_the_books_have_any(
    house, fast_passwords
):
    for name in ("otto", "olga"):
        add_member(house, name, "operator", "correct horse")
    file = password_file(house)
    kept = json.loads(file.read_text())
    remove_member(house, "olga", by="otto")
    file.write_text(json.dumps({**kept, "eve": {"role": "operator", "password": "x"}}))
    assert members(house) == {"otto": "operator"}
    with house.database.reading() as reader:
        assert staff_roles(reader) == {"otto": "operator"}


@pytest.mark.parametrize("kept", [["otto"], {"otto": 1}, {"otto": {"role": "operator"}}])
def test_a_password_file_that_holds_something_else_is_told(house, kept):
    file = password_file(house)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept))
    with pytest.raises(StaffError, match="the staff's file"):
        members(house)


def test_accounts_of_version_0_1_keep_their_roles_and_are_recorded(house):
    kept = {
        "old": {"role": "operator", "password": "$argon2id$"},
        "ada": {"role": "auditor", "password": "$argon2id$"},
        "older": {"password": "$argon2id$"},
    }
    file = password_file(house)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept))
    assert members(house) == {"ada": "auditor", "old": "operator", "older": "operator"}
    # From now on the books say who is who: an edited file gives nobody a right.
    kept["old"]["role"] = "auditor"
    file.write_text(json.dumps(kept))
    assert members(house)["old"] == "operator"


# --- at the terminal ---------------------------------------------------------------------------


@pytest.fixture
def call(house, books, monkeypatch, capsys):
    monkeypatch.setattr(getpass, "getpass", lambda question: "a good password")
    feltworks = Caller(capsys, monkeypatch)
    return lambda *words: feltworks("house", *words, "--books", books)


def test_the_terminal_makes_accounts_and_then_asks_for_one(
    call, house, monkeypatch, fast_passwords
):
    def typed(*words):
        monkeypatch.setattr("sys.stdin", io.StringIO("a good password\n"))
        return call(*words)

    assert "an operator's" in typed("staff", "add", "sue", "supervisor", "--by", "me").err
    assert "otto is an operator" in typed("staff", "add", "otto", "operator", "--by", "me").out
    assert "no role" in typed("staff", "add", "sue", "king", "--by", "otto").err
    assert typed("staff", "add", "sue", "cashier", "--by", "otto").code == 0
    assert "sue is a supervisor" in call("staff", "role", "sue", "supervisor", "--by", "otto").out
    assert "supervisor" in call("staff", "list").out
    assert "sue is a supervisor" in call("staff", "add", "x", "dealer", "--by", "sue").err
    assert "me has no account" in call("close", "--by", "me").err
    assert call("close", "--by", "sue").code == 0
    assert call("staff", "remove", "sue", "--by", "otto").code == 0
    assert house.audit().in_order


def test_a_backup_is_an_operators(call, house, tmp_path):
    assert call("backup", str(tmp_path / "before.db")).code == 0
    staffed(house)
    refused = call("backup", str(tmp_path / "no.db"), "--by", "cashier")
    assert refused.code and "only an operator may take backups" in refused.err
    assert call("backup", str(tmp_path / "yes.db"), "--by", "operator").code == 0
    assert not (tmp_path / "no.db").exists()


def test_a_password_that_must_be_asked_for_is_not_done_without_because_its_file_is_gone(
    call, house
):
    staffed(house)
    words = ("correct", 1, "--from", "house", "--to", "cage", "--dollars", 5, "--because", "a slip")
    said = call(*words, "--by", "operator")
    assert said.code and "password of operator cannot be asked for" in " ".join(said.err.split())
    assert call("close", "--by", "operator").code == 0


def test_the_guide_has_the_table_of_rights(capsys, monkeypatch):
    guide = (Path(__file__).parents[2] / "docs" / "supervisors.md").read_text(encoding="utf-8")
    for act, roles in RIGHTS.items():
        cells = " | ".join("yes" if role in roles else "" for role in ROLES)
        assert f"| {SAYS[act]} | {cells} |" in guide
    assert SAYS["declare"] in Caller(capsys, monkeypatch)("house", "staff", "rights").out


def test_a_house_read_again_knows_its_staff(house, books):
    staffed(house)
    house.leave()
    with House(books) as again, pytest.raises(NotPermitted):
        again.close(staff="dealer")
