"""A name belongs to whoever took it; whoever comes too late is told one like it that is free."""

import time

import httpx
import pytest
from starlette.responses import Response

from feltworks.web.sessions import COOKIE, GOOD_FOR_SECONDS, Sessions


def claim(room, name):
    return httpx.post(
        f"{room.url}/api/session", json={"name": name}, trust_env=False, verify=False, timeout=60
    )


def test_a_taken_name_is_refused_with_a_free_one_like_it(room):
    assert claim(room, "Ada").status_code == 201
    for taken, free in (("Ada", "Ada 2"), ("ADA", "ADA 2")):
        answer = claim(room, taken)
        assert answer.status_code == 409
        assert answer.json()["free_name"] == free and f"{free} is free." in answer.json()["detail"]
    assert claim(room, "Ada 2").status_code == 201
    assert claim(room, "ada 2").json()["free_name"] == "ada 3"


@pytest.mark.parametrize("name", ["W" * 24, "Wilhelmina of the seven 7", "21", "Ada 2 b"])
def test_what_is_told_to_be_free_can_be_had(room, name):
    name = name[:24]
    assert claim(room, name).status_code == 201
    free = claim(room, name).json()["free_name"]
    assert claim(room, free).status_code == 201


def test_no_guest_is_told_the_name_of_a_bot(room):
    for name in ("Bot", "Steady"):
        assert claim(room, name).status_code == 201
        assert claim(room, name.lower()).json()["free_name"] is None


def test_a_guest_who_left_for_good_keeps_his_name_in_the_books(room):
    grace = room.guest("Grace", 70_000)
    assert grace.delete("/api/session").json()["guest"] is None
    assert claim(room, "Grace").json()["free_name"] == "Grace 2"
    second = room.guest("Grace 2", 50_000)
    assert second.get("/api/session").json()["guest"]["stack_cents"] == 50_000


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann", "\uff21nn"),  # full-width
        ("Nora", "N\u043er\u0430"),  # Cyrillic o and a
        ("Bill", "\u0392ILL"),  # Greek capital beta
        ("Lil", "Li1"),
        ("Zoe O", "Zoe 0"),
        ("Tom", "Torn"),
        ("Eve", "E\ufe0fve"),  # a mark that draws nothing
        ("Max", "\U0001d40c\U0001d41a\U0001d431"),  # mathematical bold
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(room, first, second):
    assert claim(room, first).status_code == 201
    answer = claim(room, second)
    assert answer.status_code == 409
    free = answer.json()["free_name"]
    assert claim(room, free).status_code == 201


@pytest.mark.parametrize(
    "name",
    [
        *("Staff", "Pit Supervisor", "the Operator", "D\u0435aler Dan", "\uff33taff", "Adm1n"),
        *("Staff-1", "staff_member", "admin1", "The Dealer!", "(Dealer)"),
        *(
            "b\u043et 7",
            "B0t calm",
            "Bot-calm 2",
            "Y\u043eu",
            "The House",
            "Steady 1",
            "Sh\u0430rk 2",
        ),
    ],
)
def test_no_guest_is_called_like_staff_bots_or_the_dealer(room, name):
    answer = claim(room, name)
    assert answer.status_code == 400, answer.text
    assert "name" in answer.json()["detail"].lower()


@pytest.mark.parametrize("name", ["\u0410\u043d\u043d\u0430", "Jos\u00e9", "Housman", "Botan"])
def test_names_of_other_scripts_and_harmless_words_are_welcome(room, name):
    assert claim(room, name).status_code == 201


@pytest.mark.parametrize(
    ("ahead_seconds", "is_known"),
    [(0, True), (90, True), (10**8, True), (-GOOD_FOR_SECONDS - 60, False)],
)
def test_a_cookie_that_a_clock_ahead_has_signed_is_good(monkeypatch, ahead_seconds, is_known):
    sessions, response = Sessions(b"k" * 32), Response()
    with monkeypatch.context() as patched:
        now = time.time()
        patched.setattr("itsdangerous.timed.time.time", lambda: now + ahead_seconds)
        sessions.set_cookie(response, "guest 0123456789", secure=False)
    value = response.headers["set-cookie"].split(";")[0].removeprefix(f"{COOKIE}=")
    assert (sessions.guest({COOKIE: value}) is not None) is is_known
