"""Players who are asked in some cases only, a contest after a contest, a card between two.

Rounds of several seats with random decks; what each seat gets is reckoned from its cards by hand.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.ask.rounds import (
    Bet,
    Burnt,
    Compared,
    Dealt,
    Decide,
    NoMoreBets,
    Round,
    Settled,
    StageBegun,
    TablePlan,
    TableRound,
    Terms,
    play_out,
)
from tests.ask.rules import EXAMPLES_DIR, Handbook, guide, read
from tests.ask.terminal import sentence
from tests.cli.running import run
from tests.golden import settled

from feltworks.cards import Card

RANKS = "23456789TJQKA"
NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
SEATS = (1, 2, 4)
UNIT = 1000


def played(game: str, seed: int, wagers: tuple[str, ...], packs: int) -> tuple[Round, Counter[str]]:
    """A round of three seats, decided by the seed, from few packs so that ties are common."""
    rules = read(EXAMPLES_DIR / f"{game}.toml").rules
    deck = {"ranks": "8 9 T J Q K A", "suits": "c d", "packs": packs}
    rules = rules.model_copy(update={"game": rules.game.model_copy(update={"deck": deck})})
    rng = random.Random(seed)
    cards = list(Handbook(rules).deck.cards)
    rng.shuffle(cards)
    round: Round = TableRound.open(TablePlan(rules), Terms())
    for seat in SEATS:
        for wager in wagers:
            round = round.play(Bet(seat, wager, UNIT))
    asked: Counter[str] = Counter()

    def decide(round: Round, seat: int) -> Decide:
        move = rng.choice([legal.move for legal in round.legal_moves()])
        assert isinstance(move, Decide)
        asked[f"{seat} {move.choice}"] += 1
        return move

    return play_out(round.play(NoMoreBets()), cards, decide), asked


def lying(round: Round) -> dict[tuple[int | None, str], list[Card]]:
    found: dict[tuple[int | None, str], list[Card]] = {}
    for entry in round.log:
        if isinstance(entry, Dealt):
            assert entry.card is not None
            found.setdefault((entry.seat, entry.zone), []).append(entry.card)
    return found


def place(card: Card) -> int:
    return RANKS.index(card.rank)


def said(round: Round) -> list[str]:
    """What is said of the first seat's card: in the log, at a terminal, and why it is paid."""
    compared = next(entry for entry in round.log if isinstance(entry, Compared))
    settled = next(entry for entry in round.log if isinstance(entry, Settled))
    return [compared.line, sentence(round, compared), settled.reason]


@pytest.mark.slow
def test_only_tied_seats_are_asked_and_only_they_go_to_war() -> None:
    wars = 0
    for seed in range(80):
        round, asked = played("casino-war", seed, ("bet", "tie"), packs=2)
        lies, got = lying(round), settled(round)
        his = place(lies[None, "dealer"][0])
        expected = {}
        for seat in SEATS:
            mine = place(lies[seat, "card"][0])
            expected[seat, "tie"] = 10 * UNIT if mine == his else -UNIT
            chosen = [each for each in asked if each.startswith(f"{seat} ")]
            assert bool(chosen) is (mine == his)
            at_war = chosen == [f"{seat} war"]
            assert ((seat, "war") in lies) is at_war
            if at_war:
                wars += 1
                loses = place(lies[seat, "war"][0]) < place(lies[None, "dealer-war"][0])
                expected[seat, "bet"] = -UNIT if loses else 0
                expected[seat, "raise"] = -UNIT if loses else UNIT
            else:
                expected[seat, "bet"] = (mine > his) * UNIT - (mine < his) * UNIT
                if chosen:
                    expected[seat, "bet"] = -UNIT // 2
        assert got == expected
        begun = [entry.stage for entry in round.log if isinstance(entry, StageBegun)]
        assert ("tie" in begun) is bool(asked)
        burnt = sum(isinstance(entry, Burnt) for entry in round.log)
        assert bool(burnt) is ((None, "dealer-war") in lies)
    assert wars > 10


@pytest.mark.slow
@pytest.mark.parametrize("packs", [1, 3])
def test_a_third_card_between_two(packs: int) -> None:
    results = Counter()
    for seed in range(40):
        round, asked = played("red-dog", seed, ("bet",), packs)
        lies, got = lying(round), settled(round)
        low, high = sorted(map(place, lies[None, "ends"]))
        third = place(lies[None, "middle"][0])
        spread = high - low - 1
        assert bool(asked) is (spread > 0)
        if spread <= 0:
            odds = 11 if low == third == high else 0
        else:
            odds = {1: 5, 2: 4, 3: 2}.get(spread, 1) if low < third < high else -1
        results[odds] += 1
        expected = {(seat, "bet"): odds * UNIT for seat in SEATS}
        for seat in SEATS:
            if asked[f"{seat} raise"]:
                expected[seat, "raise"] = odds * UNIT
        assert got == expected
        told = said(round)
        assert len(told) == 3
        if spread <= 0:
            assert "and no rank lies between the ends." in told[1]
        else:
            fell = "falls" if low < third < high else "does not fall"
            assert f"The middle has {NAMES[third]} high, which {fell} between the ends." == told[1]
            assert (f"{fell} between" in told[2]) is (odds in (-1, 1)), told
            assert ("not between the two" in told[0]) is (odds == -1)
    assert len(results) > 4


def test_what_a_bet_does_in_a_war_stands_in_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES_DIR / "casino-war.toml"
    (settling,) = (part for part in guide(read(path).rules) if part.id == "pays")
    table = settling.tables[0]
    at_war = ["Win in war", "Tie in war", "Lose in war"]
    assert table.columns[-7:] == ["Folded", "Win", "Tie", "Lose", *at_war]
    assert [row[-3:] for row in table.rows if row[0] == "Bet"] == [["pushes", "pushes", "loses"]]
    assert "Win in war" in " ".join(run(capsys, "rules", "show", str(path)).out.split())
