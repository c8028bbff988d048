"""Ring games at the terminal: play, score and equity as a person types them."""

import json
import re

import pytest
from tests.ask.seats import BOTS
from tests.terminal import terminal

GAME = "mini-tex-ring"


@pytest.fixture
def feltworks(capsys, monkeypatch):
    """`feltworks WORDS`, with answers for whoever asks."""
    return terminal(capsys, monkeypatch)


class TestPlay:
    def test_one_person_plays_a_full_ring(self, feltworks):
        code, out, _ = feltworks(
            "play", GAME, "--opponents", 5, "--seed", 4, "--rounds", 1, answers=["", "f"]
        )
        assert code == 0
        assert out.count("seat ") >= 6 and "Play money only" in out
        assert "Game 1  deck promised by" in out
        assert "1 game" in out

    def test_advice_is_given_when_asked_for(self, feltworks):
        _, out, _ = feltworks(
            "play", GAME, "--opponents", 1, "--seed", 4, "--rounds", 1, answers=["", "?", "f"]
        )
        assert "your part of the pot against 1 random hand: " in out and "(exactly)" in out

    @pytest.mark.slow
    def test_what_cannot_be_is_told_and_asked_again(self, feltworks):
        answers = ["", "x", "r 17", "f"]
        _, out, _ = feltworks("play", GAME, "--seed", 4, "--rounds", 1, answers=answers)
        assert "One of f, c, r, ? and q." in out
        assert "Raise to is $20." in out

    def test_whoever_leaves_in_the_middle_gives_the_hand_up(self, feltworks):
        code, out, _ = feltworks("play", GAME, "--seed", 4, answers=["", "q"])
        assert code == 0 and "The hand is given up." in out
        assert "you" in out.rpartition("1 game")[2]

    @pytest.mark.slow
    def test_other_cards_are_not_printed_before_they_are_shown(self, feltworks):
        _, out, _ = feltworks("play", GAME, "--opponents", 3, "--seed", 4, answers=["", "q"])
        before = out.partition("The hand is given up.")[0]
        assert before.count("??") == 6

    @pytest.mark.slow
    def test_whoever_has_folded_is_told_the_board_and_how_the_game_ends(self, feltworks):
        words = ("--opponents", 3, "--against", "tourist", "--seed", 4, "--rounds", 1)
        _, out, _ = feltworks("play", GAME, *words, answers=["", "f"])
        folded = out.partition("You fold.")[2]
        assert folded.count(" is dealt to the community cards.") == 3
        assert folded.index("community") < folded.index(" takes ")

    def test_the_person_is_spoken_to(self, feltworks):
        words = ("--opponents", 1, "--seed", 4, "--rounds", 12, "--bankroll", 5)
        _, out, _ = feltworks("play", GAME, *words, answers=[""] * 12)
        assert re.search(r"^  You (have|give|take) ", out, re.MULTILINE)
        assert not re.search(r"\b[Yy]ou(?:'s| \w+s) ", out)

    @pytest.mark.slow
    def test_a_bot_may_play_instead_and_the_score_is_a_table(self, feltworks):
        code, out, _ = feltworks(
            "play", GAME, "--opponents", 2, "--auto", "shark", "--rounds", 8, "--seed", 1
        )
        assert code == 0
        assert "big blinds a hundred games" in out and "8 games" in out
        assert "Enter deals" not in out

    def test_the_opponents_may_be_chosen(self, feltworks):
        words = ("--against", "shark", "--against", "tourist", "--opponents", 3, "--seed", 1)
        _, out, _ = feltworks("play", GAME, *words, answers=["q"])
        assert [name for name in ("shark 2", "tourist 3", "shark 4") if name in out] == [
            "shark 2",
            "tourist 3",
            "shark 4",
        ]

    @pytest.mark.slow
    def test_a_side_wager_rides_beside_the_pot(self, feltworks, tmp_path):
        words = ("--set", "pocket_poker_table=30-20", "--side", "pocket-poker", "--auto", "regular")
        code, _, _ = feltworks("play", GAME, *words, "--rounds", 2, "--seed", 1, "--save", tmp_path)
        assert code == 0
        texts = [path.read_text() for path in sorted(tmp_path.glob("*.toml"))]
        assert len(texts) == 2
        assert all("seat 1 bets $1 on pocket-poker" in text for text in texts)

    @pytest.mark.slow
    def test_no_limit_asks_how_much(self, feltworks):
        answers = ["", "r", "r 30", "q"]
        words = ("--set", "structure=no-limit", "--opponents", 1, "--seed", 2)
        _, out, _ = feltworks("play", GAME, *words, answers=answers)
        assert "Say how much: r and the dollars." in out
        assert "You raise to $30." in out

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("--opponents", 10), "--opponents 10: the game is for 10 players at most"),
            (("--against", "fish"), "there is no bot 'fish'"),
            (("--auto", "fish", "--rounds", 1), "there is no bot 'fish'"),
            (("--auto", "shark"), "needs --rounds"),
            (("--seats", 2), "a person has one hand"),
            (("--side", "lucky"), "--side 'lucky' is not offered"),
            (("--bet", "5"), "which chips of $1 cannot make up"),
            (("--bankroll", "10000000001"), "from a cent to $10000000000"),
        ],
    )
    def test_what_is_asked_wrongly_is_one_sentence(self, feltworks, words, says):
        code, out, err = feltworks("play", GAME, *words)
        assert code == 2 and out == ""
        assert says in err and len(err.strip().splitlines()) <= 2

    def test_opponents_are_for_games_between_players(self, feltworks):
        code, _, err = feltworks("play", "mini-tex", "--opponents", 3)
        assert code == 2 and "for games between players" in err

    @pytest.mark.slow
    def test_the_help_names_every_bot(self, feltworks):
        _, out, _ = feltworks("play", "--help")
        assert all(name in out for name in BOTS)


class TestScore:
    @pytest.mark.slow
    def test_transcripts_are_replayed_and_counted(self, feltworks, tmp_path):
        words = ("--opponents", 2, "--auto", "shark", "--rounds", 5, "--seed", 1)
        _, played, _ = feltworks("play", GAME, *words, "--save", tmp_path)
        code, out, _ = feltworks("score", tmp_path)
        assert code == 0 and "5 games" in out
        rate = next(line for line in played.splitlines() if "shark 1" in line and "±" in line)
        assert rate.split()[3] in out, "the same win rate as at the table"
        code, out, _ = feltworks("score", tmp_path, "--json")
        told = json.loads(out)
        assert told["games"] == 5
        assert [each["player"] for each in told["players"]] == ["seat 1", "seat 2", "seat 3"]
        assert sum(each["big_blinds_a_hundred_games"] for each in told["players"]) == pytest.approx(
            0
        )

    @pytest.mark.slow
    def test_a_changed_transcript_is_not_counted(self, feltworks, tmp_path):
        words = ("--opponents", 2, "--auto", "shark", "--rounds", 1, "--seed", 1)
        feltworks("play", GAME, *words, "--save", tmp_path)
        path = next(tmp_path.glob("*.toml"))
        path.write_text(path.read_text().replace("round closed", "round open"))
        code, out, err = feltworks("score", path)
        assert code == 2 and out == "" and "line" in err

    def test_only_games_between_players_are_counted(self, feltworks, tmp_path):
        feltworks("play", "mini-tex", "--seed", 5, "--save", tmp_path, answers=["", "f"])
        code, out, err = feltworks("score", tmp_path)
        assert code == 2 and out == "" and "round-0001.toml is no game between players" in err

    def test_what_is_no_transcript_is_refused(self, feltworks, tmp_path):
        assert "neither a transcript nor a folder" in feltworks("score", tmp_path / "none")[2]
        assert "there is no transcript among them" in feltworks("score", tmp_path)[2]


class TestEquity:
    def test_known_hands_against_each_other(self, feltworks):
        code, out, _ = feltworks("equity", GAME, "As Kd", "Qc Qd")
        assert code == 0
        assert "17,296 deals, every deal counted" in out
        assert "39.8416%" in out and "60.1584%" in out

    def test_a_hand_against_random_ones_on_a_board(self, feltworks):
        _, out, _ = feltworks(
            "equity", GAME, "As Kd", "--board", "Qs 2c", "--opponents", 1, "--json"
        )
        told = json.loads(out)["hands"][0]
        assert told["deals"] == 51_888 and told["standard_error"] == 0
        assert told["part"] == pytest.approx(0.96046, abs=1e-5)

    def test_more_are_sampled_when_asked(self, feltworks):
        words = ("As Kd", "--opponents", 6)
        code, _, err = feltworks("equity", GAME, *words)
        assert code == 2 and "ask for a sample with --deals" in err
        code, out, _ = feltworks("equity", GAME, *words, "--deals", 2_000)
        assert code == 0 and "a sample" in out and "±" in out

    @pytest.mark.slow
    def test_every_starting_hand(self, feltworks):
        code, out, _ = feltworks("equity", GAME, "--opponents", 2, "--deals", 50, "--json")
        starts = json.loads(out)["starts"]
        assert code == 0 and len(starts) == 169
        assert all(len(start["against"]) == 2 for start in starts)
        code, out, _ = feltworks("equity", GAME)
        assert "KQs" in out and "70.6" in out

    def test_a_board_without_a_hand_is_refused_and_not_overlooked(self, feltworks):
        code, out, err = feltworks("equity", GAME, "--board", "Ah 2c")
        assert code == 2 and out == "" and "--board goes with a hand" in err

    @pytest.mark.slow
    def test_cards_that_cannot_be(self, feltworks):
        code, _, err = feltworks("equity", GAME, "As As")
        assert code == 2 and "As is there 2 times" in err
        code, _, err = feltworks("equity", "mini-tex", "As Kd")
        assert code == 2 and "has no pot" in err
