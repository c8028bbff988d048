"""Several mistakes in one file are reported together: each with its line and under its own key, in
the terminal as in the browser."""

import re

import pytest
from tests.ask.pages import answer_of_page
from tests.ask.rules import GAMES_DIR, RulesError, check_text, locate
from tests.cli.running import run

from feltworks.house import HouseFileError, read_house

TEXT = (GAMES_DIR / "mini-tex.toml").read_text(encoding="utf-8")
MISTAKES = {
    "contests.main.qualifies": ('qualifies = "pair or', 'qualifies = "pear or'),
    "wagers.pocket-poker.at_most": ('at_most = "1 x ante"\n', 'at_most = "1 x blind"\n'),
    "pays.pocket-poker.rows.royal.pays": ('pays = "30:1"', 'pays = "2000000000000:1"'),
    "wagers.pocket-poker.minimun": ('kind = "side"\n', 'kind = "side"\nminimun = "$1"\n'),
    "pays.pocket-poker.rows.pair.pays": ('"pair pays 3:1"', '"pair pays 3 of 1"'),
    "hands.player.ranking": ('ranking = "three-card"', 'ranking = "three-cards"'),
    "wagers.ante": ('ante = "required"', 'ante = "requird"'),
    "stages.hole.deal.1.to": ('"2 down to hole"', '"2 down to hola"'),
    "stages.flop.deal.2": ('"2 up to community"', '"2 upp to community"'),
    'settle."ante, flop, river".win': (', win = "1:1"', ', win = "1;1"'),
    "game.id": ('id = "mini-tex"\n', ""),
    "game.name": ('name = "Mini-Tex 3 Card Hold\'em"\n', ""),
    "hands.player.use": ("use = 3", "use = 9"),
    "hands.player.at_least.hole": ("at_least = { hole = 1 }", "at_least = { hole = true }"),
    "settle.play.like": ('like = "ante"', 'like = "antee"'),
    "zones.community": ('community = "table"', 'community = "tabel"'),
    "stages.river.decide.bet.size": ('size = "2 x ante"', 'size = "2 y ante"'),
    "stages.flop.decide.bet.bet": ('bet = "river"', 'bet = "rivr"'),
    "wagers.pocket-poker.kind": ('kind = "side"', 'kind = "sidee"'),
    'options.seats.sets."table.seets"': ('sets."table.seats"', 'sets."table.seets"'),
    "pays.pocket-poker.rows.aces.hand": (' hand = "pair of aces",', ""),
    "options.seats.says": ('says = "How many betting places the layout has."\n', ""),
    "table.dealer_shows": ('dealer_shows = "community-', 'dealer_shows = "comunity-'),
    "pays.pocket-poker.rows.6": ('"flush loses"', '"flush loose"'),
    "stages.hole.decide.1": ('decide = ["fold"', 'decide = ["fodl"'),
    'options.seats.sets."table.seats"': ('= "1 to 7"', '= "1 too 7"'),
    'options.dealer_qualifier.sets."contests.main.qualifies".pair.two': (
        'pair = { to = "pair',
        'pair = { two = "pair',
    ),
    'options.dealer_qualifier.sets."contests.main.qualifies".ace-king.to': (
        '{ to = "ace-king high',
        '{ to = "ace-kng high',
    ),
    'options.pocket_poker_table.values.35-15.sets."pays.pocket-poker.rows.aces.pays"': (
        '.pays" = "15:1"',
        '.pays" = "15;1"',
    ),
    'options.folded_hands.sets."table.folded_hands".lost': (' left = "left', ' lost = "left'),
    "pays.pocket-poker.rows.5": ('"straight pays 2:1"', '"straight 2:1"'),
}
KEYS = list(MISTAKES)
# The line of a key that is missing is that of the table it belongs in.
ABSENT = ("game.id", "game.name", ".hand", ".says")


def mistaken(*keys: str) -> str:
    text = TEXT
    for key in keys:
        before, after = MISTAKES[key]
        assert before in text
        text = text.replace(before, after, 1)
    return text


def found_in(text: str) -> dict[str, int | None]:
    """The line of each mistake, by key."""
    with pytest.raises(RulesError) as caught:
        check_text(text, "game.toml")
    return {mistake.key: mistake.line for mistake in caught.value.mistakes}


@pytest.mark.parametrize("at", range(0, len(KEYS), 3))
def test_three_mistakes_are_all_reported_with_their_lines(at):
    keys = [KEYS[(at + step) % len(KEYS)] for step in (0, 4, 11)]
    text = mistaken(*keys)
    found = found_in(text)
    assert found.keys() >= {*keys}
    for key in keys:
        line = found[key]
        assert line is not None
        if not key.endswith(ABSENT):
            after = MISTAKES[key][1].strip("\n").splitlines()[-1]
            assert after in text.splitlines()[line - 1], key


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_a_mistake_is_reported_under_its_own_key_and_no_other_one_as_a_default(key):
    found = found_in(mistaken(key))
    assert key in found
    assert not [other for other in found if other.endswith(".default")]


@pytest.mark.slow
def test_terminal_and_browser_report_the_same_lines(capsys, tmp_path):
    keys = [
        "contests.main.qualifies",
        "wagers.pocket-poker.at_most",
        'settle."ante, flop, river".win',
    ]
    text = mistaken(*keys)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    said = run(capsys, "rules", "check", str(file))
    assert (said.code, said.out) == (2, "")
    printed = [
        re.match(r".*mine\.toml: line (\d+): (.*?): found", each) for each in said.err.splitlines()
    ]
    in_terminal = {each[2]: int(each[1]) for each in printed}
    told = answer_of_page(text)
    in_browser = {each["key"]: each["line"] for each in told["mistakes"]}
    assert in_terminal == in_browser == found_in(text)
    assert {*in_browser} == {*keys}
    as_json = run(capsys, "rules", "check", str(file), "--json").data
    assert {each["key"]: each["line"] for each in as_json["mistakes"]} == in_browser


def test_a_command_that_reads_a_mistaken_file_gives_lines_too(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(mistaken("contests.main.qualifies"), encoding="utf-8")
    assert (
        "mine.toml: line 26: contests.main.qualifies: found" in run(capsys, "odds", str(file)).err
    )


@pytest.mark.parametrize("wrong", ["1 too 7", "7 to 1", "1-7"])
def test_a_faulty_range_of_an_option_hides_nothing_and_makes_nothing_up(wrong):
    keys = {"contests.main.qualifies", "wagers.pocket-poker.at_most"}
    text = mistaken(*keys).replace('"1 to 7"', f'"{wrong}"')
    # The published tables choose this option: that it is faulty makes them no mistakes.
    text = text.replace('dealer_qualifier = "pair"', 'dealer_qualifier = "pair", seats = "7"')
    found = found_in(text).keys()
    assert found > keys
    assert {key.split(".")[1] for key in found - keys} == {"seats"}


@pytest.mark.slow
def test_values_of_options_are_tried_although_the_file_is_not_well_formed():
    text = (GAMES_DIR / "spanish-poker.toml").read_text(encoding="utf-8")
    text = text.replace('"full house pays 7:1"', '"full house pays 7;1"')
    text = text.replace("\nmost_seats", "\nmost_seatz").replace('to = "8:1"', 'to = "9;1"')
    with pytest.raises(RulesError) as caught:
        check_text(text, "game.toml")
    assert sorted(mistake.key for mistake in caught.value.mistakes) == [
        'options.dos_pares_table.sets."pays.dos-pares.rows.full-house.pays".2.to',
        "pays.ante.rows.full-house.pays",
        "table.most_seatz",
    ]


def test_a_mistake_that_a_block_has_from_the_one_it_is_like_is_reported_once():
    assert found_in(TEXT.replace("{ hole = 1 }", '{ hole = "one" }')) == {
        "hands.player.at_least.hole": 17
    }
    text = locate("baccarat").read_text(encoding="utf-8")
    text = text.replace("ahead by 9 pays 30:1", "ahead by 9 pays 30;1")
    assert found_in(text).keys() == {"pays.player-lead.rows.ahead-by-9.pays"}


@pytest.mark.parametrize("like", ["plyer", "stranger"])
def test_a_hand_like_one_that_is_not_there_hides_only_what_needs_it(like):
    text = TEXT.replace('like = "player"', f'like = "{like}"')
    text = text.replace("table.seats", "table.seets").replace('"pair pays', '"pear pays')
    found = {"hands.dealer.like", 'options.seats.sets."table.seets"'}
    assert found_in(text).keys() == {*found, "pays.pocket-poker.rows.pear.hand"}
    if like == "plyer":
        text = text.replace('qualifies = "pair', 'qualifies = "pear')
        assert found_in(text).keys() > {*found, "contests.main.qualifies"}


def test_a_misspelt_ranking_hides_no_other_mistake():
    text = TEXT.replace('ranking = "three-card"', 'rnking = "three-card"')
    text = text.replace('qualifies = "pair', 'qualifies = "pear')
    assert found_in(text).keys() > {"hands.player.rnking", "contests.main.qualifies"}


@pytest.mark.parametrize(
    ("before", "after", "keys"),
    [
        ('"pair or better"\n', '"pa\\u202eir or better"\n', {"contests.main.qualifies"}),
        ("[table]\n", "[table]\nseats = []\n", {"table.seats"}),
        ("[table]\n", "[table]\nseats = 2020-01-01\n", {"table.seats"}),
        ('sets."table.seats"', 'stes."table.seats"', {"options.seats.stes"}),
        ('"ace-king high or better", s', '"pair or better", s', {"options.dealer_qualifier"}),
    ],
)
def test_an_option_is_blamed_only_for_what_the_author_wrote(before, after, keys):
    assert before in TEXT
    assert found_in(TEXT.replace(before, after)).keys() == keys


def test_seats_that_are_not_written_follow_the_bounds_of_the_table():
    text = locate("three-card-poker").read_text(encoding="utf-8")
    text = text.replace('"3 down to', '"7 down to')
    assert check_text(f"{text}[table]\nmost_seats = 5\n").rules.table.seats == 5
    assert check_text(f"{text}[table]\nleast_seats = 3\nmost_seats = 3\n").rules.table.seats == 3
    # Seven cards are enough for five seats: nothing is wrong but the seats.
    assert found_in(f"{text}[table]\nmost_seats = 5\nseats = 6\n").keys() == {"table"}


def test_mistakes_are_in_the_order_of_their_lines():
    text = mistaken(
        "game.id", "wagers.pocket-poker.at_most", "contests.main.qualifies", "zones.community"
    )
    lines = list(found_in(text).values())
    assert len(lines) == 4
    assert lines == sorted(lines)


HOUSE = """[house]
name = "Ours"
kind = "practise"

[tables.one]
game = "mini-tex"
minimum = "$5"

[tables.two]
game = "no-such-game"
minimum = "$5"
maximum = "$100"
"""


def test_a_house_file_has_its_mistakes_reported_at_once_with_their_lines():
    with pytest.raises(HouseFileError) as caught:
        read_house(HOUSE, "ours.toml")
    found = {mistake.key: mistake.line for mistake in caught.value.mistakes}
    assert found == {
        "house.kind": 3,
        "house.under": 1,
        "tables.one.maximum": 5,
        "tables.two.game": 10,
    }
    assert "ours.toml: line 3: house.kind: found 'practise'" in str(caught.value)


def test_a_missing_section_is_named_with_the_keys_it_needs():
    with pytest.raises(HouseFileError) as caught:
        read_house("[jackpots]\n", "ours.toml")
    house, tables = str(caught.value).splitlines()
    assert house.endswith("allowed: a section [house] with name, under: who the house is")
    needs = "game, minimum, maximum"
    assert tables.endswith(f"allowed: a section [tables.NAME] with {needs}: the tables")


def test_a_missing_deck_hides_no_other_mistake_and_makes_none_up():
    text = mistaken("wagers.pocket-poker.at_most", "table.dealer_shows")
    text = text.replace('deck = "standard-52"\n', "")
    assert found_in(text).keys() == {
        "game.deck",
        "wagers.pocket-poker.at_most",
        "table.dealer_shows",
    }
