"""Games between players as PHH files: PokerKit reads them, and they tell what was played."""

import sys

import pytest
from tests.ask.rounds import hand_history, player, seen

import feltworks
from feltworks.cli import main


def read_by_pokerkit(text):
    """PokerKit takes half a second to load: only where it is asked."""
    from pokerkit import HandHistory

    return HandHistory.loads(text)


def played(seed, seats=4, pick=-1):
    table = feltworks.load("mini-tex-ring").table(seats=seats, seed=seed)
    table.deal()
    while table.seat is not None:
        table.play(table.choices[pick])
    return table


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_pokerkit_reads_every_game(seed):
    table = played(seed)
    read = read_by_pokerkit(hand_history("mini-tex-ring", "00", table.round.log))
    assert read.variant == "mini-tex-ring" and sorted(read.seats) == [1, 2, 3, 4]
    assert sum(read.finishing_stacks) == sum(read.starting_stacks)
    won = dict(zip(read.seats, read.finishing_stacks, strict=True))
    for seat, left in won.items():
        assert (left - 1000) * 100 == table.net_cents(seat)


def test_the_order_is_that_of_play_and_blinds_are_where_they_were_posted():
    text = hand_history("mini-tex-ring", "00", played(1).round.log)
    read = read_by_pokerkit(text)
    assert read.seats == [2, 3, 4, 1], "the button is at seat 1 in the first game"
    small, big = read.blinds_or_straddles[:2]
    assert 0 < small < big and not any(read.blinds_or_straddles[2:])
    assert read.actions[0].startswith("d dh p1 ")


def test_wagers_beside_the_pot_are_not_in_the_stacks():
    game = feltworks.load("mini-tex-ring", pocket_poker_table="30-20")
    table = game.table(seats=3, seed=6)
    table.deal({1: {"pocket-poker": 5}})
    while table.seat is not None:
        table.play(table.choices[0])
    read = read_by_pokerkit(hand_history("mini-tex-ring", "00", table.round.log))
    assert sum(read.finishing_stacks) == sum(read.starting_stacks)


def test_a_fold_a_call_and_a_raise_are_told():
    folded = read_by_pokerkit(hand_history("g", "0", played(2, pick=0).round.log)).actions
    raised = read_by_pokerkit(hand_history("g", "0", played(2).round.log)).actions
    assert any(action.endswith(" f") for action in folded)
    assert any(" cbr " in action for action in raised)


def test_cards_that_a_viewer_may_not_know_stay_hidden():
    log = seen(played(3, pick=0).round.log, player(1))
    dealt = [each for each in read_by_pokerkit(hand_history("g", "0", log)).actions if "dh" in each]
    assert sum("????" in each for each in dealt) == 3


def test_the_command_prints_it_and_refuses_other_games(tmp_path, capsys, monkeypatch):
    ring, house = tmp_path / "ring.txt", tmp_path / "house.txt"
    ring.write_text(played(4).transcript(), "utf-8")
    table = feltworks.load("mini-tex").table(seed=1)
    table.deal()
    while table.seat is not None:
        table.play("fold")
    house.write_text(table.transcript(), "utf-8")
    monkeypatch.setattr(sys, "argv", ["feltworks", "replay", str(ring), "--phh"])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code and read_by_pokerkit(capsys.readouterr().out).actions
    monkeypatch.setattr(sys, "argv", ["feltworks", "replay", str(house), "--phh"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2 and "between players" in capsys.readouterr().err
