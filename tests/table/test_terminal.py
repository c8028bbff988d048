"""Playing and replaying in the terminal, as a person would type it."""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.odds import Player
from tests.ask.rounds import Decide, replay_text
from tests.ask.rules import load
from tests.ask.terminal import count_nothing_beside, entries_told
from tests.golden import dealt_text
from tests.terminal import terminal

from feltworks.cards import parse_cards

from .golden_rounds import FOLDER, ROUNDS
from .rigging import Rigged, bets


@pytest.fixture(scope="module")
def golden(tmp_path_factory):
    """The transcript of a round in which one of three hands is folded and collected."""
    path = tmp_path_factory.mktemp("golden") / "round.toml"
    name = "mini-tex/step-4-folded-wagers-are-collected-and-pocket-poker-stays"
    path.write_text(dealt_text(ROUNDS[name]), "utf-8")
    return path


@pytest.fixture
def type_in(capsys, monkeypatch):
    """Runs a command with those answers typed, then the end of input."""
    return terminal(capsys, monkeypatch)


def test_a_practice_round_from_deal_to_result(type_in):
    said = type_in("play", "mini-tex", "--seed", "5", answers="\nb\nb\nb\nq")
    assert said.code == 0
    assert re.search(r"You hold .+\. f Fold, b Bet \$5 on Flop, \? advice, q leave:", said.out)
    assert "You put $10 on Play." in said.out
    assert re.search(r"The dealer (qualifies|does not qualify) with ", said.out)
    assert re.search(r"  You (won|lost) \$", said.out)
    assert re.search(r"Bankroll \$\d+\. After 1 round: [+-]\$\d+; with the best play", said.out)
    assert said.out.rstrip().endswith("the chips are worth nothing.")


def test_the_same_seed_deals_the_same_cards(type_in):
    one, other = (
        type_in("play", "spanish-poker", "--seed", "9", answers="\nb\n\nf\nq").out for _ in range(2)
    )
    assert one == other and "Round 2" in one


def test_without_a_seed_the_house_shuffles(type_in):
    decks = {
        re.search(r"promised by (\w+)", type_in("play", "mini-tex", answers="\nf\nq").out)[1]
        for _ in range(3)
    }
    assert len(decks) == 3


def test_the_dealers_cards_are_not_shown_before_their_time(type_in):
    said = type_in("play", "mini-tex", "--seed", "5", answers="\nq")
    felt = said.out[said.out.index("seat 1 hole") : said.out.index("advice")]
    assert re.search(r"dealer\s+\?\?\s+\?\?", felt)


@pytest.mark.slow
def test_a_question_mark_gives_the_exact_value_of_each_choice(type_in):
    said = type_in("play", "mini-tex", "--seed", "5", answers="\n?\nf\nq")
    hole = parse_cards(re.search(r"seat 1 hole (.+?) Ante", said.out)[1])
    advice = Player(load("mini-tex")).advise("hole", hole)
    told = dict(re.findall(r"(bet|fold).* x Ante +=\s(-?\d+/\d+)", said.out))
    assert {choice: Fraction(value) for choice, value in told.items()} == advice.values
    assert re.search(rf"best {advice.best}\b", said.out)


def test_q_in_the_middle_gives_the_hand_up_and_leaves_cleanly(type_in):
    said = type_in("play", "mini-tex", "--seed", "5", answers="\nb\nq")
    assert said.code == 0 and "The hand is given up." in said.out
    assert "You fold." in said.out and "After 1 round: -$10;" in said.out


def test_the_end_of_input_leaves_cleanly(type_in):
    for answers in ("", "\n", "\nb"):
        said = type_in("play", "mini-tex", "--seed", "5", answers=answers)
        assert said.code == 0 and "Traceback" not in said.out + said.err


def test_what_cannot_be_read_is_asked_again(type_in):
    said = type_in("play", "mini-tex", "--seed", "5", answers="x\n\nz\nb 7\nf\nq")
    assert "Enter, b or q." in said.out
    assert "One of f, b, ? and q." in said.out
    assert "Bet is $5." in said.out


def test_several_hands_and_side_wagers(type_in):
    said = type_in(
        "play", "mini-tex", "--seats", "3", "--side", "pocket-poker", "--bet", "10", "--seed", "1",
        answers="\nf\nf\nf\nq",
    )  # fmt: skip
    assert "Enter deals (Ante $10, Pocket Poker $1)" in said.out
    assert all(f"Seat {seat}'s Pocket Poker of $1 " in said.out for seat in (1, 2, 3))
    assert re.search(r"Seat 2 holds .+\. f Fold", said.out)


def test_wagers_can_be_changed_between_rounds(type_in):
    said = type_in("play", "mini-tex", "--seed", "1", answers="b\n20\n5\n\nf\nb\n\n0\nq")
    assert "Enter deals (Ante $20, Pocket Poker $5)" in said.out
    assert "Enter deals (Ante $20)" in said.out, "Enter leaves a wager, 0 takes it away"


def test_a_wrong_answer_about_wagers_is_asked_again_and_the_others_stand(type_in):
    answers = "b\n20\nmany\n900\n200\n3\nq"
    said = type_in("play", "mini-tex", "--seed", "1", answers=answers)
    assert "'many' is not an amount: write dollars, 5 or 2.50." in said.out
    assert "Your bankroll leaves $480 for it." in said.out
    assert "Pocket Poker is from $1 to $20, not $200." in said.out
    assert said.out.count("Pocket Poker, dollars (Enter for $0, 0 for none):") == 4
    assert "Enter deals (Ante $20, Pocket Poker $3)" in said.out


def test_wagers_that_do_not_go_together_stay_as_they_were(type_in):
    said = type_in("play", "pick-2-poker", "--seed", "1", answers="b\n0\n5\n0\n0\nq")
    assert "3-5 Bonus is 1 x ante: place the Ante first." in said.out
    assert "No wager is out: a round needs one seat at least. The wagers stay" in said.out
    assert said.out.count("Enter deals (Ante $5, 3-5 Bonus $5)") == 2


def test_a_bankroll_that_is_gone_ends_the_sitting(type_in):
    said = type_in("play", "mini-tex", "--seed", "1", "--bankroll", "9", answers="\nf\n\nf\n")
    assert "The wagers are $5 and the bankroll is $4." in said.out


def test_a_bankroll_that_cannot_pay_a_bet_says_so(type_in):
    said = type_in("play", "mini-tex", "--seed", "5", "--bankroll", "7", answers="\nb\nf\nq")
    assert "Your bankroll does not reach that far." in said.out


@pytest.mark.slow
def test_a_bankroll_never_falls_below_nothing(type_in):
    changed = type_in("play", "mini-tex", "--seed", "1", "--bankroll", "9", answers="b\n50\n\nq")
    assert "Your bankroll leaves $9 for it." in changed.out
    for seed in range(3):
        said = type_in(
            "play", "mini-tex", "--auto", "optimal", "--rounds", "20", "--bankroll", "12",
            "--seed", str(seed),
        )  # fmt: skip
        assert said.code == 0 and not re.search(r"Bankroll (-|\$-)", said.out)


def test_the_deck_is_promised_whole_before_the_wagers(type_in):
    said = type_in("play", "mini-tex", "--seed", "1", answers="q").out
    assert re.search(r"promised by [0-9a-f]{64}\n", said)
    assert said.index("promised by") < said.index("Enter deals")


@pytest.mark.slow
def test_advice_values_folding_without_tucking_too(type_in):
    for seed in range(40):
        said = type_in(
            "play", "spanish-poker", "--seed", str(seed), "--side", "dos-pares", answers="\n?\nf\nq"
        ).out
        if "o Fold without tucking" in said:
            fold = re.search(r"fold  .* = (\S+)", said)[1]
            assert re.search(rf"fold-untucked .* = {fold}, and the side wagers are given up", said)
            return
    raise AssertionError("no hand with a winning side wager among the seeds")


def test_transcripts_of_an_earlier_sitting_stay(type_in, tmp_path):
    words = ("play", "mini-tex", "--seed", "3", "--save", str(tmp_path))
    type_in(*words, answers="\nf\nq")
    first = (tmp_path / "round-0001.toml").read_text()
    type_in(*words, answers="\nb\nf\n\nf\nq")
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        f"round-000{n}.toml" for n in (1, 2, 3)
    ]
    assert (tmp_path / "round-0001.toml").read_text() == first


def test_optimal_plays_by_itself(type_in):
    said = type_in("play", "spanish-poker", "--auto", "optimal", "--rounds", "12", "--seed", "3")
    assert said.code == 0 and "Round 12" in said.out and "Round 13" not in said.out
    assert "advice" not in said.out
    assert len(re.findall(r"seat 1 cards ", said.out)) == 12, "its cards are shown"
    assert "After 12 rounds:" in said.out


@pytest.mark.slow
def test_rounds_are_kept_as_transcripts_that_replay(type_in, tmp_path):
    folder = tmp_path / "kept"
    type_in(
        "play", "pick-2-poker", "--auto", "optimal", "--rounds", "3", "--seed", "3",
        "--save", str(folder),
    )  # fmt: skip
    kept = sorted(folder.glob("*.toml"))
    assert [path.name for path in kept] == [f"round-000{n}.toml" for n in (1, 2, 3)]
    for path in kept:
        assert replay_text(path.read_text(), path.name)[1].reveal is not None
        assert "as the rules give it" in type_in("replay", str(path)).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "no-such-game"], "no-such-game"),
        (["play", "mini-tex", "--seats", "9"], "the layout has 6 seats, not 9"),
        (["play", "mini-tex", "--bet", "3"], "Ante is from $5 to $100, not $3."),
        (["play", "mini-tex", "--bet", "much"], "--bet 'much' is not an amount"),
        (["play", "mini-tex", "--side", "insurance"], "'insurance' is not offered"),
        (["play", "mini-tex", "--auto", "psychic"], "--auto 'psychic' is no player"),
        (["play", "mini-tex", "--set", "dealer_qualifier=trips"], "trips"),
        (["play", "pick-2-poker", "--set", "three_five_bonus_pays=higher"], "analysis only"),
        (["replay", "/no/such/file.toml"], "cannot be read"),
        (["replay", "GOLDEN", "--as", "nobody"], "--as 'nobody' is nobody"),
        (["replay", "GOLDEN", "--as", "9"], "the seats of this table are 1 to 6"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(type_in, golden, words, says):
    said = type_in(*(golden if word == "GOLDEN" else word for word in words))
    assert said.code == 2 and says in said.err and said.err.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_a_sentence(type_in, tmp_path):
    (tmp_path / "file").write_text("")
    said = type_in(
        "play", "mini-tex", "--seed", "5", "--save", str(tmp_path / "file"), answers="\nf\nq"
    )
    assert said.code == 2 and "--save" in said.err


# --- replay ------------------------------------------------------------------------------------


def test_replay_tells_the_whole_round(type_in, golden):
    said = type_in("replay", str(golden))
    assert said.code == 0
    assert "The deck is the one that was promised before the deal." in said.out
    assert "seat 1 pocket-poker $2 wins $6 (pair)" in said.out
    assert said.out.rstrip().endswith("round closed")


def test_replay_as_a_seat_hides_what_that_seat_did_not_know(type_in, golden):
    """Seat 2 folded and was collected: nobody but the auditor ever sees 9c 2d."""
    seen = {who: type_in("replay", str(golden), "--as", who).out for who in ("2", "1", "auditor")}
    assert "9♣" in seen["2"] and "9♣" in seen["auditor"] and "9♣" not in seen["1"]
    assert "??  burnt" in seen["2"] and "2♣  burnt" in seen["auditor"]


def test_replay_without_a_reveal_says_that_the_shuffle_is_not_proven(type_in, golden, tmp_path):
    text = golden.read_text()
    hidden = re.sub(r"salt = .*\ndeck = .*\n", "", text)
    bare = re.sub(r"\[shuffle\]\n(?:.+\n)+", "", text)
    for cut, says in ((hidden, "promised but not revealed"), (bare, "No deck was promised")):
        path = tmp_path / "round.toml"
        path.write_text(cut)
        assert says in type_in("replay", str(path)).out


def test_replay_refuses_an_untrue_transcript_on_its_line(type_in, golden, tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(golden.read_text().replace("wins $6", "wins $60"))
    said = type_in("replay", str(path))
    line = next(n for n, line in enumerate(path.read_text().split("\n"), 1) if "wins $60" in line)
    assert said.code == 2 and said.out == "" and f"line {line}:" in said.err


def test_replay_of_a_strangers_game_takes_its_rules_file(type_in, tmp_path):
    rules = Path(__file__).parents[1] / "generic" / "games" / "take-it-down.toml"
    rigged = Rigged(
        str(rules), bets(1, one=500, two=500, three=500), {}, [Decide(1, "ride"), Decide(1, "ride")]
    )
    round, reveal = rigged.with_deck()
    path = tmp_path / "round.toml"
    path.write_text(rigged.table.transcript(round, reveal))
    assert type_in("replay", str(path)).code == 2
    said = type_in("replay", str(path), "--rules", str(rules))
    assert said.code == 0 and "Not approved: no approved game has the id" in said.out


def test_replay_says_whether_the_rules_are_the_approved_ones(type_in, golden):
    assert (
        "Approved: these are the rules of mini-tex approved on"
        in type_in("replay", str(golden)).out
    )


def test_a_binary_file_is_no_transcript(type_in, tmp_path):
    path = tmp_path / "round.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not a text" in type_in("replay", str(path)).err


def test_what_never_ends_is_not_read_to_its_end(type_in, tmp_path):
    pipe = tmp_path / "round.toml"
    os.mkfifo(pipe)

    def pour():
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as opened:
            for _ in range(400):
                opened.write(b"#" * 50_000)

    pouring = threading.Thread(target=pour, daemon=True)
    pouring.start()
    assert "too large for a transcript" in type_in("replay", str(pipe)).err
    pouring.join()


# --- clauses -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_spanish_poker_hands_are_secret_so_one_person_plays_one_seat(type_in):
    said = type_in("play", "spanish-poker", "--seats", "3", answers="")
    assert said.code == 2
    assert "may not know each other's hands, so one person plays one seat" in said.err
    played = type_in(
        "play", "spanish-poker", "--seats", "2", "--auto", "optimal", "--rounds", "1", answers=""
    )
    assert played.code == 0
    assert type_in("play", "mini-tex", "--seats", "3", answers="q").code == 0


def test_spanish_poker_a_cincos_winner_is_told_his_prize_before_his_dollar():
    log = replay_text((FOLDER / "spanish-poker.toml").read_text("utf-8"))[2].log
    told = [entry.line for entry in entries_told(log) if "gran-progressive" in entry.line]
    assert told[-4:] == [
        "seat 2 gran-progressive is paid $925.92 from the jackpot gran",
        "seat 2 gran-progressive $1 pushes (cincos)",
        "seat 1 gran-progressive is paid $308.64 from the jackpot gran",
        "seat 1 gran-progressive $1 pushes (royal-flush)",
    ]
    assert sorted(entry.line for entry in log) == sorted(entry.line for entry in entries_told(log))


OPEN_AT_THE_END = """
[game]
id = "late-board"
name = "Late Board"
title = "Two cards, and two open ones that nobody sees before the bet."
deck = "standard-52"

[zones]
hole = "player"
board = "table"

[hands.player]
ranking = "three-card"
from = { hole = 1, board = 2 }

[wagers]
ante = "required"
raise = "decision"

[[stages]]
id = "look"
deal = ["1 down to hole", "1 up to board"]
decide = ["fold", { bet = "raise", size = "1 x ante" }]

[[stages]]
id = "end"
deal = ["1 up to board"]

[settle]
ante = { folded = "lose", always = { table = "made", else = "lose" } }
raise = { always = { table = "made", else = "lose" } }

[pays]
made = ["pair or better pays 4:1"]
"""


def test_open_cards_dealt_after_the_last_decision_are_shown(type_in, tmp_path):
    file = tmp_path / "late-board.toml"
    file.write_text(OPEN_AT_THE_END)
    said = type_in("play", str(file), "--seed", "5", answers="\nb\nq")
    first = re.search(r"board +(\S+)", said.out)[1]
    assert re.search(rf"The board cards are +{first} +\S+", said.out), said.out


def test_a_supervisor_at_a_demonstration_table(type_in, tmp_path, monkeypatch):
    """Pick 2's irregularity d, in the middle of a round; then nothing after the last decision."""
    count_nothing_beside(monkeypatch)
    words = ("play", "pick-2-poker", "--seed", "7", "--supervisor", "sue", "--save", tmp_path)
    said = type_in(*words, answers="\n!\n4\n\nit jammed\n52 cards\nyes\n\nq")
    assert said.code == 0 and "! supervisor, q leave:" in said.out
    assert "The shuffle machine jams or miscounts. By the rules: the round is void." in said.out
    assert "The rules of play say: the round is void." in said.out
    assert "The supervisor has checked the cards: 52 cards (sue)." in said.out
    assert "You neither won nor lost." in said.out
    (kept,) = tmp_path.glob("*.toml")
    assert "supervisor notes shuffler-failure: it jammed (sue)" in kept.read_text()
    assert "supervisor checks the cards: 52 cards (sue)" in kept.read_text()
    assert type_in("replay", kept).code == 0


def test_a_wrong_count_found_after_the_last_decision_at_a_demonstration_table(type_in, monkeypatch):
    count_nothing_beside(monkeypatch)
    answers = "\nf\n!\n2\n1\nsix cards\nyes\n\nq"
    said = type_in("play", "pick-2-poker", "--seed", "7", "--supervisor", "sue", answers=answers)
    assert "Enter settles the round, ! calls the supervisor:" in said.out
    assert "wrong card count at your seat: six cards (sue)" in said.out
    assert "You neither won nor lost." in said.out
