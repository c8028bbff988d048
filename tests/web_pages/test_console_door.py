"""Whoever is not on the staff gets nothing out of the console, and an auditor changes nothing."""

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

import httpx
import pytest

from feltworks.web.console.attempts import FREE_FAILURES
from feltworks.web.console.sessions import COOKIE

from .room import PASSWORD, asked_directly, card_room, guest_cookie, log_in, served

OPEN_TO_ALL = {
    ("get", "/api/console/session"),
    ("post", "/api/console/session"),
    ("delete", "/api/console/session"),
    ("post", "/api/console/setup"),
}
FOR_AUDITORS_TOO = {
    ("post", "/api/console/audits"),
    ("post", "/api/console/months"),
    ("put", "/api/console/password"),
    ("post", "/api/console/rounds/{number}/look"),
}
BODIES = {
    "/api/console/password": {"password": "x", "new_password": "y"},
    "/api/console/staff": {"name": "eve", "role": "operator", "password": PASSWORD},
    "/api/console/tables/{table}/limits": {
        "minimum_cents": 1,
        "maximum_cents": 2,
        "side_minimum_cents": 1,
        "side_maximum_cents": 2,
    },
    "/api/console/staff/{name}/role": {"role": "dealer"},
    "/api/console/tables/{table}/hold": {},
    "/api/console/tables/{table}/irregularity": {"round": 1, "kind": "misbet", "note": "x"},
    "/api/console/jackpots/{name}/count": {},
    "/api/console/jackpots/{name}/deposit": {
        "cents": 1,
        "dated": "2025-11-14",
        "reference": "Slip",
        "document": "Receipt",
    },
    "/api/console/audits": {},
    "/api/console/rounds/{number}/look": {"why": "a dispute"},
    "/api/console/rounds/{number}/void": {"because": "a misdeal"},
    "/api/console/corrections": {
        "corrects": 1,
        "because": "x",
        "moves": [{"source": "house", "target": "cage", "cents": 1}],
    },
    "/api/console/backups": {},
    "/api/console/archives": {"before": "2025-11-15"},
}
NAMES = {"{table}": "mini-tex-1", "{name}": "gran", "{number}": "1", "{id}": "x", "{player}": "x"}


def routes(client):
    """Every way into the console that the API describes."""
    found = []
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        if path.startswith("/api/console"):
            found += [(method, path) for method in methods]
    assert len(found) > 15
    return found


def ask(client, method, path):
    address = path
    for name, value in NAMES.items():
        address = address.replace(name, value)
    return client.request(method, address, json=BODIES.get(path))


@pytest.mark.slow
def test_players_can_reach_none_of_it(quiet_room, visitor):
    for cookies in ({}, guest_cookie(quiet_room, "Ada")):
        visitor.cookies.clear()
        visitor.cookies.update(cookies)
        for method, path in routes(visitor):
            if (method, path) not in OPEN_TO_ALL:
                answer = ask(visitor, method, path)
                assert answer.status_code == 401, (method, path)
                assert answer.json() == {"detail": "Log in to the console first."}


def test_a_guests_cookie_is_no_session(quiet_room, visitor):
    (value,) = guest_cookie(quiet_room, "otto").values()
    for forged in (value, "otto", "", "x" * 5000):
        visitor.cookies.set(COOKIE, forged)
        assert visitor.get("/api/console/house").status_code == 401
        assert visitor.get("/api/console/session").json()["member"] is None


@pytest.mark.slow
def test_an_auditor_sees_everything_and_changes_nothing(auditor):
    for method, path in routes(auditor):
        if (method, path) in OPEN_TO_ALL | FOR_AUDITORS_TOO:
            continue
        answer = ask(auditor, method, path)
        if method == "get":
            assert answer.status_code == (404 if "{id}" in path else 200), (path, answer.text)
        else:
            assert answer.status_code == 403, (method, path)


@pytest.mark.slow
def test_a_session_cookie_cannot_be_read_by_scripts_or_sent_elsewhere(visitor):
    answer = visitor.post("/api/console/session", json={"name": "ada", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    for wanted in ("httponly", "samesite=strict", "path=/api/console"):
        assert wanted in cookie


@pytest.mark.slow
def test_logging_out_ends_the_session(visitor):
    log_in(visitor, "ada")
    session = {"cookie": f"{COOKIE}={visitor.cookies[COOKIE]}"}
    visitor.cookies.clear()
    assert visitor.get("/api/console/house", headers=session).status_code == 200
    assert visitor.delete("/api/console/session", headers=session).status_code == 204
    assert visitor.get("/api/console/house", headers=session).status_code == 401


def test_logging_out_takes_the_cookie_out_of_the_browser(auditor):
    answer = auditor.delete("/api/console/session")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f'{COOKIE}="";')
    for wanted in ("max-age=0", "httponly", "samesite=strict", "path=/api/console"):
        assert wanted in cookie


def test_a_request_from_another_site_is_turned_away(auditor):
    answer = auditor.post("/api/console/audits", json={}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403


def test_the_page_itself_tells_nothing(visitor):
    for path in ("/console", "/console/setup", "/console/anything"):
        answer = visitor.get(path)
        assert answer.status_code == 200 and "mini-tex" not in answer.text


@pytest.mark.slow
def test_guessing_is_slowed_down_even_for_the_right_password(tmp_path, fast_passwords):
    with card_room(tmp_path, rounds=0) as app, asked_directly(app) as client:
        app.state.staff.add("otto", "operator", PASSWORD, by=None)
        wrong = {"name": "otto", "password": "wrong password"}
        for _ in range(FREE_FAILURES):
            assert client.post("/api/console/session", json=wrong).status_code == 401
        answer = client.post("/api/console/session", json={**wrong, "password": PASSWORD})
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0


@pytest.mark.slow
def test_a_burst_of_guesses_is_counted_before_any_is_looked_at(tmp_path, monkeypatch):
    """Looking at a password lasts here until all others of the burst have been turned away."""
    burst, turned_away, looked_at = 24, threading.Event(), []

    def admit(name, password):
        looked_at.append(name)
        turned_away.wait(60)

    with card_room(tmp_path, rounds=0) as app, served(app) as at:
        monkeypatch.setattr(app.state.staff, "admit", admit)
        with httpx.Client(base_url=at, trust_env=False, verify=False, timeout=60) as client:

            def guess(number):
                asked = {"name": f"otto{number % 3}", "password": f"guess {number}"}
                return client.post("/api/console/session", json=asked).status_code

            codes = []
            with ThreadPoolExecutor(burst) as guessers:
                for each in as_completed([guessers.submit(guess, at) for at in range(burst)]):
                    codes.append(each.result())
                    if len(codes) == burst - FREE_FAILURES:
                        turned_away.set()
    assert len(looked_at) == FREE_FAILURES
    assert codes.count(429) == burst - FREE_FAILURES and codes.count(401) == FREE_FAILURES


@pytest.mark.slow
def test_the_first_operator_comes_in_by_the_token(tmp_path):
    with card_room(tmp_path, rounds=0) as app, asked_directly(app) as client:
        assert client.get("/api/console/session").json() == {"member": None, "needs_setup": True}
        asked = {"name": "otto", "password": PASSWORD, "token": "guess"}
        assert client.post("/api/console/setup", json=asked).status_code == 409
        asked["token"] = app.state.staff.setup_token()
        assert client.post("/api/console/setup", json=asked).json()["role"] == "operator"
        assert client.get("/api/console/house").status_code == 200
        again = client.post("/api/console/setup", json={**asked, "name": "eve"})
        assert again.status_code == 409


@pytest.mark.slow
def test_whoever_is_taken_off_the_staff_is_out_at_once(tmp_path, fast_passwords):
    with card_room(tmp_path, rounds=0) as app, asked_directly(app) as client:
        app.state.staff.add("otto", "operator", PASSWORD, by=None)
        log_in(client, "otto")
        new = {"name": "ada", "role": "auditor", "password": PASSWORD}
        assert client.post("/api/console/staff", json=new).status_code == 201
        otto = {"cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
        client.cookies.clear()
        log_in(client, "ada")
        ada = {"cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
        client.cookies.clear()
        assert client.get("/api/console/house", headers=ada).status_code == 200
        assert client.delete("/api/console/staff/otto", headers=otto).status_code == 409
        assert client.delete("/api/console/staff/ada", headers=otto).status_code == 204
        assert client.get("/api/console/house", headers=ada).status_code == 401
        assert client.get("/api/console/house", headers=otto).status_code == 200


@pytest.mark.parametrize("body", [{}, {"name": 1}, {"name": "x" * 1000, "password": "y"}, []])
def test_a_strange_login_is_refused_as_such(visitor, body):
    assert visitor.post("/api/console/session", json=body).status_code == 422
