"""Transcripts: read back to the byte, and refused on the exact line when they are not true."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rounds import (
    TranscriptError,
    lines_of_actions,
    read_as_written,
    read_transcript,
    replay_text,
)
from tests.ask.rules import locate

TESTS = Path(__file__).parents[1]
TEXT = (TESTS / "table" / "golden" / "mini-tex.toml").read_text()
LINES = TEXT.split("\n")


def line_of(start: str) -> int:
    """The number of the first line that begins so, quotation mark and indent aside."""
    return next(
        n for n, line in enumerate(LINES, start=1) if line.strip().lstrip('"').startswith(start)
    )


def refusal(text: str) -> TranscriptError:
    with pytest.raises(TranscriptError) as refused:
        replay_text(text, "round.toml")
    assert str(refused.value).startswith(f"round.toml, line {refused.value.line}: ")
    return refused.value


def edited(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_a_true_transcript_is_read_back():
    table, transcript, round = replay_text(TEXT)
    assert table.transcript(round, transcript.reveal) == TEXT


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        # A pay that does not follow.
        ("ante $10 wins $10 (", "ante $10 wins $20 (", "seat 1 ante", "the rules give"),
        ("play $20 wins $20 (", "play $20 pushes (", "seat 1 play", "the rules give"),
        ("(player is higher)", "(dealer does not qualify)", "seat 1 ante", "the rules give"),
        # A card that is not the deck's next, or is out already.
        ("Kh to dealer", "Ks to dealer", "Kh to dealer", "revealed deck has Kh"),
        ("2s to community", "9c to community", "2s to community", "revealed deck has 2s"),
        # A card to the wrong place, or face up.
        ("Kh to dealer, face down", "Kh to dealer, face up", "Kh to dealer", "the rules give"),
        ("9d to seat 1's hole", "9d to seat 2's hole", "9d to seat 1", "the rules give"),
        # A decision that is not lawful.
        ("decides bet $10", "decides bet $15", "seat 1 decides bet $10", "cannot be"),
        ("decides bet $10", "decides raise $10", "seat 1 decides bet $10", "no choice here"),
        ("seat 1 bets $10 on ante", "seat 1 bets $1000 on ante", "seat 1 bets", "Ante is from"),
        # What the dealer has, and how he lays it.
        ("with pair of twos", "with pair of kings", "dealer qualifies", "the rules give"),
        ("dealer arranges 9h", "dealer arranges Jd", "dealer arranges", "the rules give"),
        # No move at all.
        ("no more bets", "the dealer coughs", "no more bets", "is no move"),
    ],
)  # fmt: skip
def test_an_untrue_line_is_named(old, new, where, says):
    error = refusal(edited(old, new))
    assert error.line == line_of(where)
    assert says in error.problem


def test_a_commitment_that_does_not_match_is_named():
    digest = re.search(r'commitment = "(\w+)"', TEXT)[1]
    error = refusal(edited(digest, digest[::-1]))
    assert error.line == line_of("commitment") and "does not fit" in error.problem


def test_a_commitment_that_is_no_digest_is_named():
    digest = re.search(r'commitment = "(\w+)"', TEXT)[1]
    error = refusal(edited(digest, "abc"))
    assert error.line == line_of("commitment") and "hexadecimal" in error.problem


def test_a_card_twice_in_the_deck_is_named():
    error = refusal(edited('deck = "9c Kh', 'deck = "9c 9c'))
    assert error.line == line_of("deck") and "9c is there 2 times" in error.problem


def test_a_deck_that_lacks_a_card_is_named():
    error = refusal(edited('deck = "9c Kh', 'deck = "9c'))
    assert error.line == line_of("deck") and "1 of 52 cards are missing, Kh first" in error.problem


def test_a_card_twice_on_the_table_is_named_where_no_deck_was_revealed():
    bare = re.sub(r"\[shuffle\]\n(?:.+\n)+", "", TEXT)
    error = refusal(bare.replace("2s to community", "9c to community"))
    assert "9c has already been dealt" in error.problem
    assert bare.split("\n")[error.line - 1].strip().startswith('"2s to')


def test_a_card_the_deck_does_not_hold_is_named():
    bare = re.sub(r"\[shuffle\]\n(?:.+\n)+", "", TEXT)
    assert "not in the deck" in refusal(bare.replace("2s to community", "Jo to community")).problem
    assert "is not a card" in refusal(bare.replace("2s to community", "1x to community")).problem


def test_a_list_that_ends_early_is_named_at_its_last_line():
    cut = TEXT.replace('    "round closed",\n', "")
    error = refusal(cut)
    assert "ends where 'round closed' must follow" in error.problem
    assert error.line == line_of("round closed") - 1


def test_a_round_that_is_not_over_is_refused():
    at = line_of("seat 1 decides bet $20")
    error = refusal("\n".join([*LINES[: at - 1], "]", ""]))
    assert error.problem == "the round is not over: it waits for seat 1's decision"


def test_a_line_after_the_end_is_named():
    error = refusal(
        edited('    "round closed",', '    "round closed",\n    "seat 1 bets $5 on ante",')
    )
    assert error.line == line_of("round closed") + 1 and "The round is over" in error.problem


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ('feltworks = "transcript 1"', 'feltworks = "transcript 9"', "feltworks", "begins with"),
        ('game = "mini-tex"', 'game = "maxi-tex"', "game", "maxi-tex"),
        ('game = "mini-tex"', "game = 7", "game", "not a text"),
        ("rules_sha256 = \"", "rules_sha256 = \"0", "rules_sha256", "not the rules of"),
        ("dealer_qualifier = \"pair\"", "dealer_qualifier = \"trips\"", "dealer_q", "trips"),
        ("dealer_qualifier = \"pair\"", "dealer_qualifier = 3", "dealer_qualifier", "not a text"),
        ("dealer_qualifier = \"pair\"", "dealer_qualifier = \"Pair\"", "dealer_q", "not 'pair'"),
        ("dealer_qualifier = \"pair\"\n", "", "[options]", "dealer_qualifier is missing"),
        ("dealer_qualifier = \"pair\"", "dealer-qualifier = \"pair\"", "[options]", "is missing"),
        ("dealer_qualifier =", "dealer_qualities =", "dealer_q", "no option 'dealer_qualities'"),
        ('minimum = "$5"', 'minimum = "five"', "minimum", "terms.minimum is 'five'"),
        ('minimum = "$5"', 'minimum = "5"', "minimum", "terms.minimum is '5'"),
        ('minimum = "$5"', 'minimum = "$5.00"', "minimum", "terms.minimum is '$5.00'"),
        ('maximum = "$100"', 'maximum = "$1"', "minimum", "maximum of $1"),
        ("chips = [", "chips = 5 #[", "chips", "list of amounts"),
        ("chips = [", "chips = [\"$0\", ", "chips", "above zero"),
        ("chips = [", "colour = 3\nchips = [", "chips", "terms.colour is unknown"),
        ("chips = [", "under = 3\nchips = [", "chips", "must be a date"),
        ("chips = [", "pack = 2\nchips = [", "chips", "pack 2"),
        ("chips = [", "pack = true\nchips = [", "chips", "no pack True"),
        ("chips = [", "pack = 1.0\nchips = [", "chips", "no pack 1.0"),
        ("chips = [", "pack = 0x" + "F" * 5000 + "\nchips = [", "chips", "cannot be written"),
        ("chips = [", "policy = { spilt = \"void\" }\nchips = [", "chips", "policy on 'spilt'"),
        ("chips = [", "policy = { misbet = \"laugh\" }\nchips = [", "chips", "'laugh'"),
        ("chips = [", "jackpots = { gran = \"$5\" }\nchips = [", "chips", "no jackpot 'gran'"),
        ("chips = [", "jackpots = { gran = 5 }\nchips = [", "chips", "terms.jackpots.gran is 5"),
        ("chips = [", "discarded = \"Zz\"\nchips = [", "chips", "terms.discarded"),
        ("chips = [", "discarded = \"As\"\nchips = [", "chips", "shuffled every round"),
        ('salt = "', 'sugar = "', "salt", "shuffle.sugar is unknown"),
        ('salt = "', 'salt = "x', "salt", "hexadecimal"),
        ('deck = "9c', 'deck = "Zz', "deck", "Zz"),
        ('deck = "9c', 'deck = " 9c', "deck", "one space"),
        ("[play]\n", "[play]\nspeed = 3\n", "actions", "play.speed is unknown"),
        ('    "no more bets",', "    7,", "no more bets", "play.actions has 7"),
        ('    "no more bets",', "    [1],", "no more bets", "play.actions has [1]"),
        ("[play]\nactions = [", "[play]\nmoves = [", "actions", "play.moves is unknown"),
        ("[play]", "[extra]\nx = 1\n\n[play]", "[play]", "'extra' is unknown"),
        ("[options]", "[options", "[options]", "not TOML"),
    ],
)  # fmt: skip
def test_a_damaged_header_is_named(old, new, where, says):
    error = refusal(edited(old, new))
    assert says in error.problem
    assert error.line == line_of(where)


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("seat 1 bets $10", "seat 1 bets $" + "9" * 30, "seat 1 bets", "dollars"),
        ("seat 1 decides bet $10", "seat 1 decides bet $" + "9" * 30, "seat 1 decides bet", "doll"),
        ("chips = [", "pack = " + "[" * 5000 + "]" * 5000 + "\nchips = [", "chips", "too deep"),
        ("chips = [", "pack = " + "9" * 5000 + "\nchips = [", "chips", "too many digits"),
        ('game = "mini-tex"', 'game = "' + "x" * 5000 + '"', "game", "no shipped game"),
        ('salt = "', 'salt = "\udc80', "salt", "half a character"),
        ('"no more bets"', '"no more bets \ud800"', "no more bets", "half a character"),
    ],
)  # fmt: skip
def test_what_chokes_a_reader_is_named_too(old, new, where, says):
    error = refusal(edited(old, new))
    assert says in error.problem and error.line == line_of(where)
    assert len(str(error)) < 500


def test_a_promise_without_a_reveal_must_be_a_digest_all_the_same():
    hidden = re.sub(r"salt = .*\ndeck = .*\n", "", TEXT)
    assert replay_text(hidden)[1].reveal is None
    for digest in ("", "abc", "G" * 64):
        error = refusal(re.sub(r'commitment = "\w+"', f'commitment = "{digest}"', hidden))
        assert error.line == line_of("commitment") and "no digest" in error.problem


def test_a_transcript_cannot_choose_which_file_is_read(tmp_path):
    """The file would give other pays, and the identity of the rules would even be right."""
    own = tmp_path / "own.toml"
    own.write_text(Path(locate("mini-tex")).read_text())
    for game in (str(own), "../games/mini-tex.toml", "mini-tex.toml", "/etc/passwd"):
        error = refusal(edited('game = "mini-tex"', f'game = "{game}"'))
        assert error.line == line_of("game") and "no shipped game" in error.problem
    with pytest.raises(TranscriptError, match="'other' is not mini-tex"):
        replay_text(edited('game = "mini-tex"', 'game = "other"'), "round.toml", own)


def test_tables_written_in_one_line_have_their_line_too():
    terms = re.search(r"\[terms\]\n((?:.+\n)+)", TEXT)
    inline = "terms = { " + ", ".join(terms[1].strip().split("\n")) + ", pack = 3 }\n"
    text = TEXT.replace(terms[0], "").replace("[options]", inline + "[options]", 1)
    error = refusal(text)
    assert text.split("\n")[error.line - 1].startswith("terms = {") and "no pack 3" in error.problem


def test_an_endless_text_is_refused_unread():
    assert "at most" in refusal(TEXT + "#" * 1_000_001).problem


def test_a_transcript_written_on_few_lines_still_gets_a_place():
    start = TEXT.index("actions = [")
    squeezed = TEXT[:start] + " ".join(TEXT[start:].replace("wins $20", "wins $30").split())
    error = refusal(squeezed)
    assert error.line == line_of("actions") and "wins $30" in error.problem


def test_comments_and_blank_lines_do_not_move_the_place():
    text = edited('    "no more bets",', '    # the dealer waves, "done"\n\n    "no more bets",')
    error = refusal(text.replace("river $10 wins $10", "river $10 wins $11"))
    assert text.split("\n")[error.line - 1].strip().startswith('"seat 1 river')


def test_rules_of_ones_own_are_named_by_their_file(tmp_path):
    copy = tmp_path / "own.toml"
    copy.write_bytes(Path(locate("mini-tex")).read_bytes())
    assert replay_text(TEXT, "round.toml", copy)[2].log
    copy.write_text(copy.read_text().replace('win = "1:1"', 'win = "2:1"', 1))
    with pytest.raises(TranscriptError, match="these are not the rules of"):
        replay_text(TEXT, "round.toml", copy)


FILES = sorted(TESTS.glob("*/golden/*.toml"))


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.data())
def test_no_single_change_to_the_play_goes_unnoticed(data):
    """Drop, double, swap or alter one line after the betting: the replay stops there or before."""
    path = data.draw(st.sampled_from(FILES))
    lines = path.read_text().split("\n")
    first = lines.index('    "no more bets",') + 1
    last = lines.index("]", first) - 1
    at = data.draw(st.integers(first, last))
    how = data.draw(st.sampled_from(["drop", "double", "swap", "alter"]))
    changed = list(lines)
    if how == "drop":
        del changed[at]
    elif how == "double":
        changed.insert(at, changed[at])
    elif how == "swap":
        other = min(at + 1, last)
        changed[at], changed[other] = changed[other], changed[at]
    else:
        changed[at] = changed[at].replace("seat 1", "seat 3").replace("face down", "face up")
    if changed == lines:
        return
    with pytest.raises(TranscriptError) as refused:
        replay_text("\n".join(changed), path.name)
    assert first < refused.value.line <= last + 2


@given(st.text(max_size=200))
def test_any_other_text_is_refused_as_a_transcript(text):
    with pytest.raises(TranscriptError):
        read_transcript(text)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_the_short_way_through_a_transcript_reads_what_toml_reads(data):
    """Lines taken out, put in or doubled anywhere: the short way says the same, or nothing."""
    lines = list(LINES)
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(
            st.sampled_from([*LINES, "[play]", "[shuffle]", "play.x = 1", "'''", "x"])
        )
        lines[at : at + data.draw(st.integers(0, 1))] = [other]
    text = "\n".join(lines)
    found = read_as_written(text)
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert found is None
    else:
        assert found in (None, expected)


def test_a_transcript_as_it_is_written_takes_the_short_way():
    found = read_as_written(TEXT)
    assert found == tomllib.loads(TEXT)
    short, long = lines_of_actions(TEXT, found["play"]["actions"])
    assert short == long
