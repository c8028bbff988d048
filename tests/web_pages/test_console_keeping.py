"""Orders that stand, corrections, backups, archives and forgotten guests, from the console."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect
from tests.ask.house import player_of
from tests.chromium import Pages

from feltworks.house import House, practice_house
from feltworks.web.serve import open_house

from .browsing import PHONE, Reader
from .room import PASSWORD, asked_directly, card_room, clock, enter, served

pytestmark = pytest.mark.slow

HOUSE = "/api/console"


@pytest.fixture
def staffed(tmp_path):
    """A house of its own with two operators and an auditor."""
    with card_room(tmp_path, rounds=2, staff=True) as app:
        yield app


@pytest.fixture
def clients(staffed):
    """Somebody logged in, by name; whoever was before is logged out."""
    with asked_directly(staffed) as client:

        def as_member(name):
            client.cookies.clear()
            if name is not None:
                enter(client, name)
            return client

        yield as_member


def test_what_is_ordered_at_the_console_stands_after_a_restart(staffed, clients):
    otto = clients("otto")
    asked = {
        "minimum_cents": 1000,
        "maximum_cents": 15_000,
        "side_minimum_cents": 100,
        "side_maximum_cents": 2500,
    }
    told = otto.put(f"{HOUSE}/tables/spanish-1/limits", json=asked).json()
    assert (told["limits"], told["ordered_by"]) == (asked, "otto")
    assert told["file_limits"] not in (None, asked)
    assert otto.post(f"{HOUSE}/tables/mini-tex-1/close").json()["is_open"] is False
    house = staffed.state.house
    where = house.database.name
    with House(where, clock=clock) as again:
        opening = open_house(again, practice_house(), date(2025, 11, 15))
        assert "mini-tex-1" not in opening.opened
        assert again.sheet("spanish-1").limits.maximum_cents == 15_000
    assert len(opening.differences) == 2


PROPOSED = {
    "corrects": 1,
    "because": "paid on the wrong hand",
    "moves": [{"source": "house", "target": "player:Ada", "cents": 2500}],
}


def test_a_correction_takes_two_operators(staffed, clients):
    before = staffed.state.house.stack_cents("Ada")
    made = clients("otto").post(f"{HOUSE}/corrections", json=PROPOSED)
    assert made.status_code == 201, made.text
    path = f"{HOUSE}/corrections/{made.json()['number']}"
    refused = clients("otto").post(f"{path}/confirm")
    assert refused.status_code == 409 and "somebody else" in refused.json()["detail"]
    assert clients("ada").post(f"{path}/confirm").status_code == 403
    assert clients(None).get(f"{HOUSE}/corrections").status_code == 401
    assert staffed.state.house.stack_cents("Ada") == before
    booked = clients("olga").post(f"{path}/confirm").json()
    assert (booked["status"], booked["proposed_by"], booked["confirmed_by"]) == (
        *("booked", "otto"),
        "olga",
    )
    assert staffed.state.house.stack_cents("Ada") == before + 2500
    assert clients("olga").post(f"{path}/withdraw").status_code == 409
    assert staffed.state.house.audit(replay=False).in_order
    bad = {**PROPOSED, "moves": [{"source": "house", "target": "player:Nobody", "cents": 1}]}
    assert clients("otto").post(f"{HOUSE}/corrections", json=bad).status_code == 409


def test_backups_and_archives_are_made_listed_and_fetched(staffed, clients, tmp_path):
    otto = clients("otto")
    kept = otto.post(f"{HOUSE}/backups", json={}).json()
    (backup,) = kept["backups"]
    # It holds hands that nobody showed: an operator may not look at those.
    assert otto.get(f"{HOUSE}/backups/{backup['name']}").status_code == 403
    fetched = clients("ada").get(f"{HOUSE}/backups/{backup['name']}")
    (tmp_path / "fetched.db").write_bytes(fetched.content)
    with House(str(tmp_path / "fetched.db")) as copied:
        assert copied.audit().in_order
    assert clients("ada").get(f"{HOUSE}/backups/..%2Fhouse.db").status_code == 404
    assert clients("ada").get(f"{HOUSE}/backups/none.db").status_code == 404
    otto = clients("otto")
    made = otto.post(f"{HOUSE}/archives", json={"before": "2025-11-15"})
    assert made.status_code == 201 and len(made.json()["archives"]) == 1
    again = otto.post(f"{HOUSE}/archives", json={"before": "2025-11-15"})
    assert again.status_code == 409 and "nothing to archive" in again.json()["detail"]
    assert staffed.state.house.audit().violations == ()
    ada = clients("ada")
    assert ada.get(f"{HOUSE}/backups").json()["backups"] == kept["backups"]
    assert ada.post(f"{HOUSE}/backups", json={}).status_code == 403
    assert ada.get(f"{HOUSE}/backups/{backup['name']}").status_code == 200
    events = ada.get(f"{HOUSE}/events?kind=backup").json()["events"]
    assert [(each["kind"], each["subject"]) for each in events] == [
        ("backup downloaded", "staff ada"),
        ("backup downloaded", "staff ada"),
        ("backup taken at the console", "staff otto"),
    ]


def test_a_guest_is_forgotten_and_plays_on(staffed, clients):
    visitor = clients(None)
    assert visitor.post("/api/session", json={"name": "Ida Blum"}).status_code == 201
    with staffed.state.house.database.reading() as reader:
        player = player_of(reader, "Ida Blum")
    otto_cookies = dict(visitor.cookies)
    otto = clients("otto")
    (found,) = otto.get(f"{HOUSE}/guests?name=blum").json()
    assert (found["name"], found["player"]) == ("Ida Blum", player)
    assert otto.post(f"{HOUSE}/guests/{player}/forget").status_code == 204
    assert otto.post(f"{HOUSE}/guests/{player}/forget").status_code == 409
    assert otto.get(f"{HOUSE}/guests").json() == []
    visitor.cookies.clear()
    visitor.cookies.update(otto_cookies)
    told = visitor.get("/api/session").json()["guest"]
    assert (told["name"], told["stack_cents"]) == (player, 100_000)


# --- in a browser ------------------------------------------------------------------------------


def test_the_pages(staffed, chromium):
    wanted = {"viewport": PHONE, "reduced_motion": "reduce"}
    with served(staffed) as at, Pages(chromium).lent(at, **wanted) as page:
        reader = Reader(page, at)

        def enter(name):
            reader.go("/console")
            page.get_by_label("Name").fill(name)
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Log in").click()

        enter("otto")
        page.get_by_role("link", name="Tables").click()
        card = page.locator('[data-table="spanish-1"]')
        card.get_by_text("Limits, in dollars").click()
        card.get_by_label("Maximum", exact=True).fill("150")
        card.get_by_role("button", name="Post new limits").click()
        expect(card).to_contain_text("The house file says")
        expect(card).to_contain_text("Limits posted by otto")
        reader.picture("console-orders")
        card.get_by_role("button", name="Limits of the house file").click()
        expect(card).not_to_contain_text("The house file says")
        page.get_by_role("link", name="Corrections").click()
        page.get_by_label("Record that is corrected").fill("1")
        page.get_by_label("From").fill("house")
        page.get_by_label("To", exact=True).fill("player:Ada")
        page.get_by_label("Dollars").fill("12.50")
        page.get_by_label("Because").fill("a chip fell from the tray")
        page.get_by_role("button", name="Propose").click()
        expect(page.get_by_text("Somebody else confirms it.")).to_be_visible()
        page.get_by_role("button", name="Log out").click()
        enter("olga")
        page.get_by_role("link", name="Corrections").click()
        page.get_by_role("button", name="Confirm and book").click()
        expect(page.get_by_text("otto, booked by olga")).to_be_visible()
        reader.picture("console-corrections")
        assert not reader.overflows()
        page.get_by_role("link", name="Safekeeping").click()
        page.get_by_role("button", name="Take a backup").click()
        expect(page.get_by_role("link", name="house-")).to_be_visible()
        page.get_by_label("Rounds that ended before").fill("2025-11-15")
        page.get_by_role("button", name="Archive").click()
        expect(page.get_by_text("archive-2025-11-15")).to_be_visible()
        page.get_by_role("button", name="Find").click()
        expect(page.get_by_text("Nobody of that name.")).to_be_visible()
        reader.picture("console-safekeeping")
        assert not reader.overflows()
        assert not reader.troubles, reader.troubles
