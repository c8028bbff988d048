"""Files that once ended in a traceback: each gives an answer or one sentence now."""

import re
import tomllib
from fractions import Fraction

import pytest
from tests.ask.odds import odds, why_not
from tests.ask.rounds import open_table
from tests.ask.rules import RulesError, check_document, check_text, load_text, read_text
from tests.cli.running import run
from tests.generic.random_play import play_at_random

from feltworks.errors import FeltworksError

from .sample import edited, sample_text

THREE_CARDS = sample_text("three-card-poker").partition("[published]")[0]
BLACKJACK = sample_text("six-deck-blackjack").partition("[published]")[0]
DRAW = sample_text("jacks-or-better").partition("[published]")[0]


def mistakes(text: str) -> list[str]:
    """What is wrong with a file, without the lines."""
    with pytest.raises(RulesError) as caught:
        check_text(text, "game.toml")
    return [re.sub(r"^line \d+: ", "", str(mistake)) for mistake in caught.value.mistakes]


@pytest.mark.parametrize("phrase", ["any hand", "any", "anything"])
def test_a_dealer_who_qualifies_with_any_hand_needs_no_cell_for_another(phrase):
    changes = [(' not_qualified = "1:1",', ""), (' not_qualified = "push",', "")]
    needs = 'qualifies = "queen high or better"'
    text = edited((needs, f'qualifies = "{phrase}"'), *changes, text=THREE_CARDS)
    left_out = edited((needs, 'player = "player"'), *changes, text=THREE_CARDS)
    found, plain = (odds(load_text(each))["main"] for each in (text, left_out))
    assert found.house_edge == plain.house_edge
    assert [row.id for row in found.outcomes] == [row.id for row in plain.outcomes]
    play_at_random(open_table(read_text(text)), 1)


def test_a_blackjack_stage_settles_a_side_wager_paid_by_a_total():
    text = edited(
        ("[wagers]", "[totals]\npoints = { from = { cards = 2 } }\n\n[wagers]"),
        ('hand = "first-two"\nrows = [', 'hand = "points"\nrows = ['),
        ('hand = "suited pair"', 'hand = "20"'),
        ('hand = "pair in one colour"', 'hand = "19"'),
        ('hand = "pair"', 'hand = "18"'),
        text=BLACKJACK,
    )
    pairs = odds(read_text(text).rules)["perfect-pairs"]
    # Two cards of ten points each: 96 of the 312 cards count ten.
    perfect = next(row for row in pairs.outcomes if row.net == 25)
    assert Fraction(perfect.combinations, pairs.combinations) == Fraction(96 * 95, 312 * 311)
    play_at_random(open_table(read_text(text)), 1)


def test_a_stage_does_not_settle_what_the_engine_settles():
    found = mistakes(edited(('settles = ["perfect-pairs"]', 'settles = ["bet"]'), text=BLACKJACK))
    assert found[0].startswith("stages.deal.settles: found 'bet', which the engine settles")


def test_cards_that_a_wager_needs_are_dealt_whenever_it_is_out():
    found = mistakes(
        edited(('id = "play"\ndeal', 'id = "play"\nif_out = ["play"]\ndeal'), text=THREE_CARDS)
    )
    says = "stages.play.if_out: found play, but {} needs cards of "
    assert found[0].startswith(says.format("ante"))
    assert found[-1].startswith(says.format("pair-plus"))


def test_cards_dealt_after_a_decision_only_for_those_who_bet_are_no_mistake():
    """Who folds needs none of them, and his Pair Plus has its own."""
    text = edited(
        ('deal = ["3 down to cards", "3 down to dealer"]', 'deal = ["3 down to cards"]'),
        (
            "[settle]",
            '[[stages]]\nid = "dealer"\nif_out = ["play"]\ndeal = ["3 down to dealer"]\n\n[settle]',
        ),
        text=THREE_CARDS,
    )
    table = open_table(read_text(text))
    for seed in range(5):
        play_at_random(table, seed)


@pytest.mark.slow
def test_more_ways_than_anybody_could_follow_are_refused_in_time():
    stages = "".join(
        f'[[stages]]\nid = "s{i}"\ndecide = ["check", {{ bet = "w{i}", size = "1 x ante" }}]\n'
        for i in range(40)
    )
    wagers = "".join(f'w{i} = "decision"\n' for i in range(40))
    cells = "".join(f'w{i} = {{ like = "play" }}\n' for i in range(40))
    text = edited(
        ("[wagers]\n", f"[wagers]\n{wagers}"),
        ("[[stages]]", f'{stages}[[stages]]\nif_out = ["ante"]'),
        ("[settle]\n", f"[settle]\n{cells}"),
        text=THREE_CARDS,
    )
    assert any("more than 10,000 ways to have wagers out" in told for told in mistakes(text))


def test_an_exchange_of_cards_that_count_points_is_refused_by_name():
    rows = DRAW[DRAW.index("machine = [") : DRAW.index("[table]")]
    text = edited(
        ("[hands]", "[totals]\npoints = { from = { cards = 5 }, modulo = 10 }\n\n[hands]"),
        (rows, 'machine = { hand = "points", rows = ["9 pays 5:1"] }\n\n'),
        text=DRAW,
    )
    assert str(why_not(load_text(text))).startswith(
        "totals.points: an exchange is weighed of hands"
    )
    play_at_random(open_table(read_text(text)), 1)


def test_deals_in_too_many_ways_are_refused_with_their_own_number():
    text = edited(
        ("standard-52", "six-deck-shoe"),
        ('[hands]\nplayer = { ranking = "three-card", from = { cards = 3 } }', "[totals]"),
        ('dealer = { like = "player" }', "player = { from = { cards = 5 } }"),
        ("from = { cards = 5 } }", "from = { cards = 5 } }\ndealer = { from = { dealer = 5 } }"),
        ('"3 down to cards", "3 down to dealer"', '"5 down to cards", "5 down to dealer"'),
        ('decide = ["fold", { bet = "play", size = "1 x ante" }]\n', ""),
        ('play = "decision"\npair-plus = "side"\n', ""),
        ('qualifies = "queen high or better"', ""),
        text=THREE_CARDS,
    )
    cells = '[settle]\nante = { win = "1:1", tie = "push", lose = "lose" }\n'
    told = str(why_not(load_text(text[: text.index("[settle]")] + cells)))
    assert "its cards can be dealt in " in told and f"at most {2**58:,} are counted" in told


@pytest.mark.slow
def test_a_game_that_always_ends_alike_has_a_mathematics_report(tmp_path, capsys):
    """Its standard error is nothing, and two seats vary with nothing."""
    text = edited(
        ('"standard-52"', '{ ranks = "9 T J Q K A", suits = "c d" }'),
        (', win = "1:1", tie = "push", lose = "lose" }', ', always = "lose" }'),
        ('not_qualified = "1:1", bonus = "ante-bonus", says', 'not_qualified = "lose", says'),
        ('not_qualified = "push"', 'not_qualified = "lose"'),
        ('pair-plus = { folded = "lose" }', ""),
        ('pair-plus = "side"', ""),
        (THREE_CARDS[THREE_CARDS.index("[pays]") :], "[table]\nseats = 2\nmost_seats = 2\n"),
        text=THREE_CARDS,
    )
    (tmp_path / "alike.toml").write_text(text, "utf-8")
    out = str(tmp_path / "alike.md")
    words = ["--rounds", "1000", "--out", out]
    assert run(capsys, "report", str(tmp_path / "alike.toml"), *words).code == 0
    told = (tmp_path / "alike.md").read_text("utf-8")
    assert "each came out the same" in told
    assert "vary together with a correlation of +0.0000" in told


def test_a_table_that_would_turn_a_players_cards_is_not_opened():
    text = edited(('"3 down to dealer"', '"3 down to dealer", "turn 1 of cards"'), text=THREE_CARDS)
    with pytest.raises(FeltworksError, match=r"stages\.play\.deal turns cards of cards; only"):
        open_table(read_text(text))


def damaged(game: str, *way: str | int, put: object) -> list[str]:
    """What the check says of a shipped file with another value in one place."""
    document = tomllib.loads(sample_text(game))
    node = document
    for step in way[:-1]:
        node = node[step]
    node[way[-1]] = put
    with pytest.raises(RulesError) as caught:
        check_document(document, "game.toml")
    return [str(mistake) for mistake in caught.value.mistakes]


@pytest.mark.slow
def test_a_row_of_no_words_is_one_mistake():
    (told,) = damaged("spanish-poker", "pays", "ante", "rows", 0, put="")
    assert told.startswith("pays.ante.rows") and "HAND pays PRIZE" in told


@pytest.mark.slow
def test_an_option_that_writes_a_whole_section_has_no_bounds():
    (told,) = damaged("texas-21", "options", "peek", "sets", put="pays")
    assert told.startswith("options.peek") and "lowest, highest and sets" in told


def test_a_key_that_is_not_one_of_an_inner_section_names_those_that_are():
    (told,) = damaged("spanish-21", "blackjack", "bonus", 3, "like", put=3)
    assert told.endswith("allowed: cards, size, suits, pays, says, source, ours")
