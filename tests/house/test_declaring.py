"""A supervisor's declarations in the books: named, journaled, resumed, settled and audited."""

from __future__ import annotations

import shutil

import pytest
from tests.ask.rounds import (
    CardCheck,
    Decide,
    Irregularity,
    NotAllowed,
    Ruled,
    after_declaration,
    dealt,
    declarable,
    foreseen,
    picture,
)

from cli.terminal import Caller
from feltworks.house import House, HouseError
from feltworks.house.rounds.declaring import declared
from feltworks.house.staff import NotPermitted, put_on_staff

from .conftest import DAY
from .dealing import Rigged, bets, likes
from .rooms import one_table

PICK = bets(1, ante=500, three_five_bonus=500) + bets(2, ante=500, three_five_bonus=500)
WHY = "seen by the floor"
POSTED = {"spanish-poker": "gran", "texas-21": "texas-21-jackpot"}
CLAUSES = {
    "a": "face-up-card",
    "b": "wrong-card-count",
    "c": "exposed-dealer-card",
    "d": "shuffler-failure",
}


@pytest.fixture
def open_table(tmp_path, empty_books):
    """Opens a house with one table; the test's last house is audited when it is over."""
    opened = []

    def opening(game, *lines):
        house = House(str(shutil.copy(empty_books, tmp_path / f"{len(opened)}.db")))
        opened.append(house)
        kept = f'[jackpots.j]\ntables = ["t"]\njackpot = "{POSTED[game]}"' if game in POSTED else ""
        assert not house.open(one_table(game, *lines, jackpots=kept), DAY).objections
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=player)
        for name, role in (("otto", "operator"), ("sue", "supervisor"), ("dan", "dealer")):
            house.write(lambda batch, n=name, r=role: put_on_staff(batch, n, r, by=None))
        return house

    yield opening
    for house in opened:
        report = house.audit()
        assert report.in_order, report.violations
        house.leave()


def begun(house, wagers, *, choices=0):
    """A round in play after so many decisions: its number, the round, its deck."""
    decide = likes("three-card", "stand", "raise", "bet")
    record, round, commitment = Rigged(house, "t", wagers, decisions=decide).begun()
    order = commitment.reveal().order
    round = dealt(round, order)
    for _ in range(choices):
        round = dealt(round.play(decide(round)), order)
        house.write(house.rounds.move(record.number, round))
    return record.number, round, commitment


def entered(house, number, round, by="sue"):
    return house.write(declared(house.rounds, number, round, by=by))


def settle(house, number, round, commitment):
    return house.write(house.rounds.settle(number, round, commitment.reveal()))


@pytest.mark.parametrize("clause", "abcd")
def test_pick_2_irregularities_a_to_d_declared_at_a_running_table(open_table, clause):
    house, kind = open_table("pick-2-poker"), CLAUSES[clause]
    number, round, commitment = begun(house, PICK)
    assert {each.kind: (each.consequence, each.by) for each in declarable(round)}[kind] == (
        "void",
        "rules",
    )
    round = round.play(Irregularity(kind, WHY, 1))
    (record,) = entered(house, number, round)
    assert (record.kind, record.subject) == ("irregularity declared", f"round {number}")
    assert record.facts == {
        "irregularity": kind,
        "note": WHY,
        "seat": 1,
        "ruling": "void",
        "ruled_by": "rules",
        "staff": "sue",
    }
    assert entered(house, number, round) == [], "asked again it is done once"
    if clause == "d":
        with pytest.raises(HouseError, match="a supervisor checks the cards"):
            settle(house, number, round, commitment)
        round = round.play(CardCheck("52 cards"))
        (checked,) = entered(house, number, round)
        assert (checked.kind, checked.facts) == (
            "cards checked",
            {"note": "52 cards", "staff": "sue"},
        )
    settlement = settle(house, number, round, commitment)
    assert settlement.outcome == "voided" and set(settlement.net.values()) == {0}
    assert house.stack_cents("ann") == house.stack_cents("bob") == 1_000_00
    assert f"supervisor notes {kind} at seat 1: {WHY}" in house.recall(number).transcript
    assert house.verify(number).holds


def test_pick_2_irregularity_e_without_a_machine_the_house_file_decides(open_table):
    policy = 'irregularities = { "face-up-card" = "play-on", misbet = "void-seat" }'
    house = open_table("pick-2-poker", policy, 'options = { shuffler = "by-hand" }')
    number, round, commitment = begun(house, PICK)
    offered = {each.kind: each for each in declarable(round)}
    assert "shuffler-failure" not in offered
    assert (offered["face-up-card"].consequence, offered["face-up-card"].by) == ("play-on", "house")
    assert offered["misbet"].needs_seat and offered["face-up-card"].names_cards
    round = round.play_all([Irregularity("face-up-card", WHY), Irregularity("misbet", WHY, 1)])
    assert [each.facts["ruling"] for each in entered(house, number, round)] == [
        "play-on",
        "void-seat",
    ]
    round = dealt(round.play(Decide(2, "fold")), commitment.reveal().order)
    house.write(house.rounds.move(number, round))
    assert settle(house, number, round, commitment).net == {1: 0, 2: -1000}


def test_pick_2_irregularity_b_found_between_the_last_decision_and_the_close(open_table):
    house = open_table("pick-2-poker")
    number, round, commitment = begun(house, PICK, choices=2)
    assert round.turn.waits_for == "nothing"
    offered = [each.kind for each in declarable(round)]
    assert "wrong-card-count" in offered and "exposed-dealer-card" not in offered
    round = round.play(Irregularity("wrong-card-count", "six cards at the showdown", 2))
    entered(house, number, round)
    assert settle(house, number, round, commitment).outcome == "voided"
    assert house.stack_cents("ann") == house.stack_cents("bob") == 1_000_00


HIDES = 'irregularities = { "face-up-card" = "play-on", "exposed-dealer-card" = "play-on" }'


@pytest.mark.parametrize("kind", ["face-up-card", "exposed-dealer-card"])
def test_what_follows_tells_no_card_and_a_card_not_found_stands_in_the_books(open_table, kind):
    house = open_table("mini-tex", HIDES)
    number, round, commitment = begun(house, bets(1, ante=500) + bets(2, ante=500), choices=1)
    hidden, is_open = set(), set()
    for (seat, _), cards in picture(round.log).cards.items():
        for lying in cards:
            if lying.face == "up":
                is_open.add(lying.card)
            elif seat is None:
                hidden.add(lying.card)
    told = set()
    for card in commitment.reveal().order:
        wanted = [Irregularity(kind, WHY, cards=(card,))]
        if card in is_open:
            with pytest.raises(NotAllowed, match="lies open"):
                foreseen(round, wanted)
        else:
            told.add(tuple(entry.line for entry in foreseen(round, wanted).log[len(round.log) :]))
    assert len(told) == 1, "every card that does not lie open is answered alike"
    assert hidden
    found, elsewhere = min(hidden, key=str), commitment.reveal().order[0]
    assert elsewhere not in hidden | is_open, "a player's card"
    after = after_declaration(round, [Irregularity(kind, WHY, cards=(found, elsewhere))])
    (record,) = entered(house, number, after)
    facts = record.facts
    assert facts["staff"] == "sue"
    if kind == "face-up-card":
        assert (facts["note"], facts["cards"]) == (WHY, f"{found} {elsewhere}")
    else:
        assert facts["note"] == f"{WHY}; not found hidden: {elsewhere}"
        assert facts["cards"] == str(found)
    void = after_declaration(after, [Irregularity("misbet", WHY)])
    entered(house, number, void)
    settle(house, number, void, commitment)


def test_what_cannot_have_happened_is_not_declared(open_table):
    house = open_table("pick-2-poker")
    number, round, commitment = begun(house, PICK, choices=2)
    late = [Irregularity("exposed-dealer-card", WHY)]
    for act in (foreseen, after_declaration):
        with pytest.raises(NotAllowed, match="Not 'exposed-dealer-card'"):
            act(round, late)
    assert round.play_all(late), "a round that was booked so is replayed so"
    before = house.sheet("t").dealt.open_round(round.terms)
    with pytest.raises(NotAllowed, match="Not 'wrong-card-count'"):
        foreseen(before, [Irregularity("wrong-card-count", WHY)])
    with pytest.raises(NotAllowed, match="No cards are seen by"):
        foreseen(round, [Irregularity("misbet", WHY, cards=commitment.reveal().order[:1])])
    settle(house, number, round, commitment)


def test_a_declaration_is_resumed_with_the_round(open_table):
    house = open_table("spanish-poker", 'irregularities = { "face-up-card" = "play-on" }')
    number, round, _ = begun(house, bets(1, ante=500) + bets(2, ante=500), choices=1)
    entered(house, number, round.play(Irregularity("face-up-card", WHY)))
    (found,) = house.open_rounds()
    assert Ruled("play-on", "house") in found.round.log
    round = dealt(found.round, found.order)
    round = dealt(round.play(likes("raise", "bet")(round)), found.order)
    house.write(house.rounds.move(number, round))
    assert settle(house, number, round, found.deck).outcome == "settled"


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("spanish-poker", bets(1, ante=500) + bets(2, ante=500)),
        ("texas-21", bets(1, blackjack=500) + bets(2, blackjack=500)),
        ("mini-tex", bets(1, ante=500) + bets(2, ante=500)),
    ],
)
def test_irregularities_are_handled_by_the_houses_policy_at_a_running_table(
    open_table, game, wagers
):
    house = open_table(game, 'irregularities = { "misbet" = "void-seat" }')
    number, round, commitment = begun(house, wagers)
    kinds = {each.kind: each.consequence for each in declarable(round)}
    assert kinds["misbet"] == "void-seat" and kinds["wrong-card-count"] == "void"
    entered(house, number, round := round.play(Irregularity("misbet", WHY, 2)))
    assert round.turn.seat == 1
    entered(house, number, round := round.play(Irregularity("wrong-card-count", WHY)))
    reveal = commitment.reveal() if house.sheet("t").dealt.cut_at is None else None
    assert house.write(house.rounds.settle(number, round, reveal)).outcome == "voided"
    assert house.stack_cents("ann") == house.stack_cents("bob") == 1_000_00


def test_only_staff_with_the_right_declare(open_table):
    house = open_table("pick-2-poker")
    number, round, commitment = begun(house, PICK)
    void = round.play(Irregularity("misbet", WHY))
    for nobody in ("dan", "stranger"):
        with pytest.raises(NotPermitted):
            entered(house, number, void, by=nobody)
    assert not house.open_rounds()[0].round.log[-1].line.startswith("round void")
    entered(house, number, void, by="otto")
    settle(house, number, void, commitment)


# --- at the terminal ---------------------------------------------------------------------------


@pytest.mark.slow
def test_pick_2_irregularity_d_declared_at_the_terminal(open_table, tmp_path, capsys, monkeypatch):
    house = open_table("pick-2-poker")
    number, _, _ = begun(house, PICK)
    house.leave()
    feltworks = Caller(capsys, monkeypatch)

    def call(*words):
        return feltworks("house", "declare", number, *words, "--books", str(tmp_path / "0.db"))

    offered = call("--by", "sue").out
    assert "shuffler-failure" in offered and "By the rules: the round is void." in " ".join(
        offered.replace("│", " ").split()
    )
    words = ("shuffler-failure", "--note", "it jammed", "--by")
    assert "round void" in (seen := call(*words, "sue")).out and "confirm it with --yes" in seen.out
    assert "dan is a dealer" in " ".join(call(*words, "dan", "--yes").err.split())
    assert "--checked TEXT" in call(*words, "sue", "--yes").err
    done = call(*words, "sue", "--yes", "--checked", "52 cards", "--json")
    assert done.code == 0 and '"declared": true' in done.out
    assert "is not in flight" in call("--by", "sue").err
    with House(str(tmp_path / "0.db")) as again:
        kinds = [record.kind for record in again.recall(number).records]
        assert "irregularity declared" in kinds and "cards checked" in kinds
        assert again.stack_cents("ann") == again.stack_cents("bob") == 1_000_00
        assert again.recall(number).outcome == "voided"
