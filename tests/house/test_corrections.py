"""Corrections: another entry, two named people, a reason, and what it corrects."""

from __future__ import annotations

import getpass

import pytest
from tests.ask.console import add_member

from cli.terminal import Caller
from feltworks.house import HouseError, LedgerError
from feltworks.house.corrections import confirm, corrections, propose, read_moves, withdraw

from .dealing import Rigged, bets, likes

MOVES = read_moves([("house", "player:ann", 2500)])


def proposed(house, moves=MOVES, corrects=1, by="cyd", because="paid on the wrong hand"):
    return house.write(
        lambda batch: propose(batch, moves, corrects=corrects, because=because, by=by)
    ).number


def test_it_moves_money_only_when_somebody_else_confirms_it(house):
    number = proposed(house)
    assert house.stack_cents("ann") == 1_000_00
    for name in ("cyd", "Cyd", " cyd "):
        with pytest.raises(HouseError, match=r"proposed correction .* somebody else confirms it"):
            house.write(lambda batch, name=name: confirm(batch, number, by=name))
    house.write(lambda batch: confirm(batch, number, by="dee"))
    assert house.stack_cents("ann") == 1_025_00
    with pytest.raises(HouseError, match="was booked already"):
        house.write(lambda batch: confirm(batch, number, by="dee"))
    with house.database.reading() as reader:
        (found,) = corrections(reader)
        assert reader.purses()["house"] < 0 and sum(reader.purses().values()) == 0
    assert found.as_json() == {
        "correction": number,
        "status": "booked",
        "corrects": 1,
        "because": "paid on the wrong hand",
        "proposed_by": "cyd",
        "confirmed_by": "dee",
        "moves": [{"from": "house", "to": "player:ann", "cents": 2500}],
    }
    assert house.audit().in_order


def test_it_is_told_with_the_round_that_it_corrects(house):
    settled = Rigged(house, "spanish", bets(1, ante=500), {}, likes("fold")).settled()
    number = proposed(house, corrects=settled.record)
    house.write(lambda batch: confirm(batch, number, by="dee"))
    told = house.recall(settled.number)
    assert told.records[-1].kind == "correction booked"
    assert told.records[-1].facts["corrects"] == settled.record
    assert house.verify(settled.number).holds
    assert house.audit().in_order


def test_nothing_is_taken_from_a_player_in_the_middle_of_a_round(house):
    """He plays it with those chips; between players everybody counts on them."""
    number = proposed(house, read_moves([("player:ann", "house", 2500)]))
    given = proposed(house)
    round = Rigged(house, "spanish", bets(1, ante=500), {}, likes("fold"))
    begun, *_ = round.begun()
    with pytest.raises(HouseError, match=r"ann is in round \d+ at table spanish.*stand up first"):
        house.write(lambda batch: confirm(batch, number, by="dee"))
    house.write(lambda batch: confirm(batch, given, by="dee"))
    house.void(begun.number, by="dee", because="it was a drill")
    house.write(lambda batch: confirm(batch, number, by="dee"))
    assert house.stack_cents("ann") == 1_000_00


def test_a_proposal_may_be_withdrawn(house):
    number = proposed(house)
    house.write(lambda batch: withdraw(batch, number, by="cyd"))
    with pytest.raises(HouseError, match="was withdrawn already"):
        house.write(lambda batch: confirm(batch, number, by="dee"))
    with pytest.raises(HouseError, match="there is no correction 4711"):
        house.write(lambda batch: confirm(batch, 4711, by="dee"))
    assert house.audit().in_order


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (("house", "player:nobody", 100), "the books know no account 'player:nobody'"),
        (("house", "players:ann", 100), "there is no account 'players:ann'"),
        (("house", "player", 100), "there is no account 'player'"),
        (("escrow:spanish", "player:ann", 100), "is not put right by a correction"),
        (("house", "jackpot:gran", 100), "is not put right by a correction"),
        (("house", "house", 100), "cannot be corrected from itself"),
        (("house", "player:ann", 0), "give an amount above zero"),
        (("house", "player:ann", -5), "give an amount above zero"),
    ],
)
def test_what_cannot_be_corrected_is_refused(house, move, says):
    with pytest.raises(HouseError, match=says):
        proposed(house, read_moves([move]))


def test_it_names_a_record_a_reason_and_a_person(house):
    with pytest.raises(HouseError, match="there is no record 9999"):
        proposed(house, corrects=9999)
    with pytest.raises(HouseError, match="a reason is one printable line"):
        proposed(house, because="  ")
    with pytest.raises(HouseError, match="the name of whoever does it"):
        proposed(house, by="")


def test_nobody_is_left_with_less_than_nothing(house):
    number = proposed(house, read_moves([("player:ann", "house", 5_000_00)]))
    with pytest.raises(LedgerError, match="player:ann is short of"):
        house.write(lambda batch: confirm(batch, number, by="dee"))


def test_the_audit_finds_a_correction_that_one_person_made_alone(house):
    number = proposed(house)

    def alone(batch):
        state = batch.state(f"correction {number}")
        after = {**state, "status": "booked", "confirmed_by": "cyd"}
        return batch.write("correction booked", f"correction {number}", after=after).number

    booked = house.write(alone)
    found = [str(each) for each in house.audit(replay=False).violations]
    assert found == [
        f"record {booked}: whoever proposed it confirmed it (corrections)",
        f"record {booked}: its entry is not the one that is due: $25 to player:ann (ledger)",
    ]


# --- at the terminal ---------------------------------------------------------------------------


@pytest.fixture
def call(capsys, monkeypatch, books, tmp_path):
    monkeypatch.setenv("FELTWORKS_BOOKS", str(tmp_path / "default.db"))
    feltworks = Caller(capsys, monkeypatch)
    return lambda *words: feltworks("house", *words, "--books", books)


CORRECT = ("correct", 1, "--from", "house", "--to", "player:ann", "--dollars", "12.50")
WHY = ("--because", "a chip fell")


def test_two_people_at_one_terminal(call, house):
    said = call(*CORRECT, *WHY, "--by", "cyd", "--and", "dee")
    assert said.code == 0 and "is booked, by cyd and dee" in said.out
    assert house.stack_cents("ann") == 1_012_50
    said = call(*CORRECT, *WHY, "--by", "cyd", "--and", "cyd")
    assert (said.code, said.out) == (2, "")
    assert house.stack_cents("ann") == 1_012_50


def test_one_after_the_other(call, house):
    said = call(*CORRECT, *WHY, "--by", "cyd", "--json")
    number = said.out.split('"correction": ')[1].split(",")[0]
    assert "proposed" in call("corrections").out
    assert "is booked" in call("confirm", number, "--by", "dee").out
    assert call("confirm", number, "--by", "dee", "--withdraw").code == 2


def test_in_a_house_with_a_staff_both_prove_who_they_are(call, house, monkeypatch, fast_passwords):
    for name, role in (("cyd", "operator"), ("dee", "operator"), ("eve", "auditor")):
        add_member(house, name, role, f"password of {name}")
    monkeypatch.setattr(getpass, "getpass", lambda question: question.removesuffix(": "))
    words = (*CORRECT, *WHY, "--by", "cyd", "--and")
    assert call(*words, "dee").code == 0
    for nobody, why in (("eve", "corrections: eve is an auditor"), ("bob", "no account")):
        said = call(*words, nobody)
        assert (said.code, said.out) == (2, "")
        assert why in " ".join(said.err.split())
    monkeypatch.setattr(getpass, "getpass", getpass.fallback_getpass)
    said = call(*words, "dee")
    assert said.code == 2 and "Warning" not in said.err and "Aborted" not in said.err
    assert "the password of cyd cannot be asked for: there is no terminal" in said.err
    monkeypatch.setattr(getpass, "getpass", lambda question: "guessed")
    assert "that is not the password of cyd" in call(*words, "dee").err
    assert house.stack_cents("ann") == 1_012_50
