"""Blackjack in the terminal, as a person would type it."""

from __future__ import annotations

import re
from functools import partial

import pytest
from tests.ask.rounds import read_transcript, replay_text
from tests.terminal import terminal


@pytest.fixture
def type_in(capsys, monkeypatch):
    """Runs `feltworks play` with those answers typed, then the end of input."""
    return partial(terminal(capsys, monkeypatch), "play", "texas-21")


@pytest.mark.slow
def test_a_practice_round_from_deal_to_result(type_in):
    said = type_in("--seed", 4, "--side", "bonus", answers="\nh\ns\nq")
    assert said.code == 0 and not said.err
    assert "Practice: the cards come from a seed." in said.out
    assert "You hold 11. s Stand, h Hit, d Double $5, ? advice, q leave:" in said.out
    assert "Your Bonus of $1 loses $1: no prize." in said.out
    assert re.search(r"You (won|lost) \$\d+", said.out)
    assert re.search(r"Bankroll \$\d+.*After 1 round: .* to be expected: -\$0\.\d\d\.", said.out)


def test_the_hole_card_is_not_printed_before_its_time(type_in):
    said = type_in("--seed", 4, answers="\nq")
    before, shown, _ = said.out.partition("The dealer shows ")
    assert shown and "The dealer gets a card face down." in before and "??" in before


@pytest.mark.slow
def test_one_shoe_serves_round_after_round_until_the_cut_card(type_in, tmp_path):
    words = ["--seed", 9, "--auto", "optimal", "--rounds", 60, "--bankroll", 5000]
    said = type_in(*words, "--save", tmp_path)
    assert said.code == 0
    left = [int(cards) for cards in re.findall(r"(\d+) cards in the shoe", said.out)]
    assert len(left) == 60 and left[0] == 312
    fresh = [place for place, cards in enumerate(left) if cards == 312]
    promises = re.findall(r"promised by (\w+)", said.out)
    assert len(fresh) == len(promises) == len(set(promises)) == 2
    assert left[fresh[1] - 1] > 78, "the cut card lies after 234 cards"
    assert said.out.count("Cut card out: the shoe is shuffled after this round") == 1
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())]
    kept = [read_transcript(text, "round") for text in texts]
    assert all(transcript.reveal is not None for transcript in kept)
    assert replay_text(texts[fresh[1] - 1]) and replay_text(texts[-1]), "the shoe as promised"
    digests = [transcript.terms.commitment for transcript in kept]
    assert [digest[:16] for digest in dict.fromkeys(digests)] == promises
    assert digests.index(digests[-1]) == fresh[1]


def test_the_same_seed_deals_the_same_cards(type_in):
    one, other = (type_in("--seed", 3, answers="\ns\ns\nq").out for _ in range(2))
    assert one == other


@pytest.mark.slow
def test_advice_gives_the_worth_of_each_choice(type_in):
    said = type_in("--seed", 4, answers="\n?\nq")
    told = re.findall(r"(best)? +(stand|hit|double) +([+-]\d\.\d{6}) x Blackjack", said.out)
    assert [choice for _, choice, _ in told] == ["double", "hit", "stand"]
    values = [float(value) for _, _, value in told]
    assert values == sorted(values, reverse=True) and told[0][0] == "best"


def test_leaving_in_the_middle_lets_the_hand_stand(type_in):
    said = type_in("--seed", 4, answers="\nq")
    assert "The hands are left as they stand." in said.out
    assert "are left in the shoe." in said.out and said.code == 0


def test_a_split_hand_is_asked_by_its_number(type_in):
    for seed in range(60):
        said = type_in("--seed", seed, answers="\np\ns\ns\ns\ns\nq")
        if "hand 2" in said.out:
            break
    assert re.search(r"You hold \w+ ?\d* in hand 1\. s Stand, h Hit", said.out)
    assert re.search(r"You hold \w+ ?\d* in hand 2\. s Stand, h Hit", said.out)
    assert re.search(r"seat 1 cards/2 ", said.out)


@pytest.mark.slow
def test_transcripts_are_revealed_when_the_shoe_is_done_with(type_in, tmp_path):
    said = type_in("--seed", 9, "--auto", "optimal", "--rounds", 3, "--save", tmp_path)
    assert said.code == 0
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"round-000{n}.toml" for n in (1, 2, 3)]
    digests = set()
    for file in files:
        _, transcript, round = replay_text(file.read_text(encoding="utf-8"))
        assert transcript.reveal is not None and round.turn.waits_for == "nothing"
        digests.add(transcript.terms.commitment)
    assert len(digests) == 1


def test_a_bankroll_too_small_to_double(type_in):
    said = type_in("--seed", 4, "--bankroll", 5, answers="\nd\ns\nq")
    assert "Your bankroll does not reach that far." in said.out


@pytest.mark.slow
def test_a_player_by_itself_doubles_only_what_the_bankroll_holds(type_in):
    words = ["--seed", 10, "--auto", "optimal", "--rounds", 1]
    assert "You put $5 on Blackjack." in type_in(*words).out, "it would double"
    said = type_in(*words, "--bankroll", 5)
    assert said.code == 0 and "After 1 round: -$5;" in said.out
    assert "puts $5" not in said.out and "Bankroll -" not in said.out


@pytest.mark.slow
def test_transcripts_of_an_earlier_sitting_are_kept(type_in, tmp_path):
    type_in("--seed", 9, "--auto", "optimal", "--rounds", 2, "--save", tmp_path)
    before = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    type_in("--seed", 8, "--auto", "optimal", "--rounds", 1, "--save", tmp_path)
    after = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    assert len(before) == 2 and after.items() > before.items()
    assert set(after) - set(before) == {"round-0003.toml"}


def test_a_wager_the_table_does_not_take_is_one_sentence(type_in):
    said = type_in("--bet", "3")
    assert said.code != 0 and "Blackjack is from $5 to $100, not $3." in said.err + said.out
    assert "Traceback" not in said.err
    assert "--bet 0 opens no hand" in type_in("--bet", "0").err
