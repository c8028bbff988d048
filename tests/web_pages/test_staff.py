"""The staff's file, attempts to log in, and sessions."""

import json
import stat
from contextlib import suppress

import pytest
from argon2 import extract_parameters
from argon2.exceptions import VerifyMismatchError
from tests.ask.house import new_house

from feltworks.web.console.attempts import FREE_FAILURES, Attempts, TooManyAttempts
from feltworks.web.console.sessions import IDLE_SECONDS, LONGEST_SECONDS, StaffSessions
from feltworks.web.console.staff import Staff, StaffError

from .room import PASSWORD

pytestmark = pytest.mark.usefixtures("fast_passwords")


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def house(tmp_path):
    with new_house(tmp_path / "house.db") as house:
        yield house


@pytest.fixture
def staff(house):
    return Staff(house)


def test_the_first_operator_needs_the_token_and_it_works_once(staff):
    assert staff.is_empty
    with pytest.raises(StaffError):
        staff.set_up("guessed", "otto", PASSWORD)
    member = staff.set_up(staff.setup_token(), "otto", PASSWORD)
    assert (member.name, member.role, staff.is_empty) == ("otto", "operator", False)
    with pytest.raises(StaffError):
        staff.set_up(staff.setup_token(), "eve", PASSWORD)


def test_only_the_right_password_admits(staff):
    staff.add("otto", "operator", PASSWORD, by=None)
    assert staff.admit("otto", PASSWORD) == staff.member("otto")
    assert staff.admit("otto", PASSWORD + " ") is None
    assert staff.admit("otto", "") is None
    assert staff.admit("eve", PASSWORD) is None


def test_an_unknown_name_costs_what_a_wrong_password_costs(staff, tmp_path):
    staff.add("otto", "operator", PASSWORD, by=None)
    kept = json.loads((tmp_path / "house.staff.json").read_text())["otto"]["password"]
    assert extract_parameters(staff._nobody) == extract_parameters(kept)
    # It is hashed to the end, and not refused as no hash at all.
    with pytest.raises(VerifyMismatchError):
        staff._hasher.verify(staff._nobody, PASSWORD)


def test_the_file_has_argon2_hashes_and_is_its_owners_alone(staff, tmp_path):
    staff.add("otto", "operator", PASSWORD, by=None)
    path = tmp_path / "house.staff.json"
    kept = json.loads(path.read_text())["otto"]["password"]
    assert kept.startswith("$argon2id$") and PASSWORD not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.glob("*staff*")] == ["house.staff.json"]


def test_staff_outlives_the_process(staff, house):
    staff.add("otto", "operator", PASSWORD, by=None)
    assert Staff(house).admit("otto", PASSWORD) is not None


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_has_a_length(staff, password):
    with pytest.raises(StaffError):
        staff.add("otto", "operator", password, by=None)


@pytest.mark.parametrize("name", ["", "a b", "x" * 41, "../otto", "otto\n", "<b>"])
def test_a_name_is_plain(staff, name):
    with pytest.raises(StaffError):
        staff.add(name, "auditor", PASSWORD, by=None)


def test_the_last_operator_stays(staff):
    staff.add("otto", "operator", PASSWORD, by=None)
    staff.add("ada", "auditor", PASSWORD, by=None)
    with pytest.raises(StaffError):
        staff.remove("otto", by="otto")
    staff.remove("ada", by="otto")
    assert [each.name for each in staff.members()] == ["otto"]


def test_a_new_password_takes_the_place_of_the_old(staff):
    staff.add("otto", "operator", PASSWORD, by=None)
    staff.change_password("otto", "another good one")
    assert staff.admit("otto", PASSWORD) is None
    assert staff.admit("otto", "another good one") is not None


def test_a_damaged_file_lets_nobody_in(staff, tmp_path):
    staff.add("otto", "operator", PASSWORD, by=None)
    (tmp_path / "house.staff.json").write_text("{")
    for ask in (lambda: staff.admit("otto", PASSWORD), lambda: staff.is_empty):
        with pytest.raises(StaffError):
            ask()


def test_guessing_takes_longer_and_longer():
    clock = Clock()
    attempts, waits = Attempts(clock), []
    for _ in range(FREE_FAILURES + 3):
        try:
            attempts.begin("address 1", "otto")
        except TooManyAttempts as wait:
            waits.append(wait.seconds)
            clock.now += wait.seconds
            attempts.begin("address 1", "otto")
    assert waits == [5, 10, 20]


def test_another_address_does_not_help_with_the_same_name():
    attempts = Attempts(Clock())
    for number in range(FREE_FAILURES):
        attempts.begin(f"address {number}", "otto")
    with pytest.raises(TooManyAttempts):
        attempts.begin("address 99", "otto")
    for _ in range(FREE_FAILURES):
        attempts.begin("address 99", "ada")


def test_success_and_time_forgive():
    clock = Clock()
    attempts = Attempts(clock)
    for _ in range(FREE_FAILURES):
        attempts.begin("address 1", "otto")
    attempts.succeeded("address 1", "otto")
    for _ in range(FREE_FAILURES):
        attempts.begin("address 1", "otto")
    clock.now += 3601
    for _ in range(FREE_FAILURES):
        attempts.begin("address 1", "otto")


def minutes_kept_out(*, guessers: int, known: bool) -> int:
    """How many minutes an operator waits who tries each minute while others guess each second."""
    clock = Clock()
    attempts = Attempts(clock)
    if known:
        attempts.begin("home", "otto")
        attempts.succeeded("home", "otto")
    for second in range(1, 1800):
        clock.now += 1
        with suppress(TooManyAttempts):
            attempts.begin(f"address {second % guessers}", "otto")
        if second % 60 == 0:
            with suppress(TooManyAttempts):
                attempts.begin("home", "otto")
                return second // 60
    return 30


def test_a_stranger_who_guesses_keeps_nobody_out():
    assert minutes_kept_out(guessers=1, known=False) <= 3
    assert minutes_kept_out(guessers=1000, known=True) == 1


def test_a_session_is_good_until_handed_back():
    sessions = StaffSessions()
    session = sessions.begin("otto")
    assert sessions.name_of(session) == "otto"
    assert sessions.name_of(session[:-1]) is None and sessions.name_of(None) is None
    sessions.end(session)
    assert sessions.name_of(session) is None


def test_a_session_that_is_not_used_ends_and_one_that_is_ends_too():
    clock = Clock()
    sessions = StaffSessions(clock)
    idle, busy = sessions.begin("otto"), sessions.begin("otto")
    since = clock.now
    while clock.now - since + IDLE_SECONDS * 0.9 <= LONGEST_SECONDS:
        clock.now += IDLE_SECONDS * 0.9
        assert sessions.name_of(busy) == "otto"
    clock.now += IDLE_SECONDS * 0.9
    assert sessions.name_of(busy) is None and sessions.name_of(idle) is None


def test_all_sessions_of_one_can_be_taken_back():
    sessions = StaffSessions()
    his, hers = sessions.begin("otto"), sessions.begin("ada")
    sessions.end_all("otto")
    assert sessions.name_of(his) is None and sessions.name_of(hers) == "ada"
