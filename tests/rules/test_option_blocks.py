"""An option that sets a whole block of the file: the block may have every short form."""

import re
import tomllib

import pytest
from tests.ask.rules import RulesError, check_document, expanded, read_document

from .sample import sample_text

WHOLE = [
    ("baccarat", "pays.banker-pair", {"like": "player-pair-too", "hand": "banker-two"}),
    ("baccarat", "pays.player-pair", {"hand": "player-two", "rows": ["pair or better pays 8:1"]}),
    ("baccarat", "totals.third-card", {"like": "player", "from": {"player-third": 1}}),
    ("baccarat", "wagers.tie", {"like": "player", "at_most": "$5"}),
    ("baccarat", "contests.coup", {"player": "player", "dealer": "banker"}),
    ("three-card-poker", "pays.ante-bonus", {"like": "pair-plus"}),
    ("three-card-poker", "pays.ante-bonus", {"like": "pair-plus", "stake": "lost"}),
    ("three-card-poker", "pays.pair-plus", ["straight flush pays 9:1"]),
    ("three-card-poker", "hands.dealer", {"like": "player"}),
    ("three-card-poker", "hands.dealer", {"ranking": "three-card", "from": {"dealer": 3}}),
    ("three-card-poker", "contests.main", {"qualifies": "any hand"}),
    ("three-card-poker", "wagers.pair-plus", "side"),
    ("three-card-poker", "settle.ante", {"like": "play", "bonus": "ante-bonus"}),
    ("three-card-poker", "settle.ante", {"like": "play", "bonus": "ante-bonus", "tie": "1:1"}),
    ("three-card-poker", "settle.pair-plus", {"folded": "push"}),
    ("mini-tex", "settle.flop", {"like": "river", "not_qualified": "push"}),
    ("mini-tex", "settle.play", {"like": "flop"}),
]


def option(path: str, new: object) -> dict:
    """An option that leaves the file alone, or sets that key."""
    return {
        "says": "Which.",
        "default": "old",
        "values": {"old": {}, "new": {"says": "Other.", "sets": {path: new}}},
    }


def in_file(document: dict, path: str, new: object) -> dict:
    """The document with the block in its place: its own key, beside others of the same cells."""
    section, id_ = path.split(".")
    blocks = {}
    for name, block in document[section].items():
        for each in name.split(","):
            blocks[each.strip()] = block
    blocks[id_] = new
    return {**document, section: blocks}


@pytest.mark.parametrize(("game", "path", "new"), WHOLE)
def test_a_block_that_an_option_sets_is_the_block_in_the_file(game, path, new):
    document = tomllib.loads(sample_text(game))
    document.pop("published", None)
    section, id_ = path.split(".")
    whole = expanded(in_file(document, path, new))[section][id_]
    with_option = {**document, "options": {"block": option(path, new)}}
    chosen = read_document(with_option, game, {"block": "new"}).rules
    long = {**document, "options": {"block": option(path, whole)}}
    assert (
        chosen.model_dump()[section]
        == (read_document(long, game, {"block": "new"}).rules.model_dump()[section])
    )
    assert read_document(with_option, game).sha256 == read_document(long, game).sha256


@pytest.mark.parametrize(("game", "path", "new"), WHOLE)
def test_the_value_that_says_what_the_file_says_is_the_default(game, path, new):
    document = in_file(tomllib.loads(sample_text(game)), path, new)
    document.pop("published", None)
    values = {
        "same": {"to": new, "says": "As in the file."},
        "other": {"to": {}, "says": "No."},
    }
    document["options"] = {"block": {"says": "Which.", "sets": {path: values}}}
    assert read_document(document, game).chosen["block"] == "same"


def test_a_mistake_of_a_chosen_value_names_the_option():
    document = tomllib.loads(sample_text("baccarat"))
    wrong = {"like": "dragon-7", "hand": "banker-two"}
    document["options"] = {"pair": option("pays.banker-pair", wrong)}
    document.pop("published")
    read_document(document, "baccarat")
    with pytest.raises(RulesError) as caught:
        read_document(document, "baccarat", {"pair": "new"})
    (told,) = caught.value.mistakes
    assert told.key == 'options.pair.values.new.sets."pays.banker-pair".like'
    assert (told.given, "'three-card 7'" in told.found) == ("pair = new", True)


def test_a_mistake_of_a_key_that_an_option_sets_is_not_blamed_on_a_block_in_the_file():
    document = tomllib.loads(sample_text("baccarat"))
    document["options"] = {"pair": option("pays.banker-pair", ["pear pays 1:1"])}
    document.pop("published")
    with pytest.raises(RulesError) as caught:
        check_document(document, "baccarat")
    for mistake in caught.value.mistakes:
        assert mistake.key.startswith('options.pair.values.new.sets."pays.banker-pair"')


def mistakes(options: dict) -> dict[str, str]:
    document = {**tomllib.loads(sample_text("three-card-poker")), "options": options}
    with pytest.raises(RulesError) as caught:
        read_document(document, "game.toml")
    assert len(str(caught.value)) < 2_000
    return {mistake.key: str(mistake) for mistake in caught.value.mistakes}


@pytest.mark.slow
def test_more_copies_of_long_blocks_than_any_game_needs():
    """Each value would have a copy of them, written out or like another block: files of 200 KB
    took gigabytes. Half of these values alone are not too many."""
    told = "found blocks that are too many or too long; allowed: whole blocks of at most 100,000"
    rows = ["pair or better pays 1:1"] * 2_100
    document = tomllib.loads(sample_text("three-card-poker"))
    document["pays"]["big"] = rows
    blocks = [rows, {"like": "big"}] * 25
    values = {
        f"v{number}": {"says": "Other.", "sets": {"pays.ante-bonus": block}}
        for number, block in enumerate(blocks)
    }
    long = option("pays.pair-plus", {"to": rows}) | {"values": {"old": {}} | values}
    with pytest.raises(RulesError, match=told):
        read_document({**document, "options": {"long": long}}, "game.toml")


def test_more_keys_and_values_than_any_game_needs():
    """Each value sets every key: thousands of both took gigabytes."""
    keys = ", ".join(f"table.seats{number}" for number in range(13_000))
    values = {f"v{number}": "x" for number in range(9_000)}
    told = mistakes({"many": {"says": "Many.", "sets": {keys: values}}})["options.many.sets"]
    assert "found 13000 keys with commas between them; allowed: at most 100 keys" in told
    told = mistakes({"many": {"says": "Many.", "sets": {"table.seats": values}}})
    assert (
        "found 9000 values; allowed: at most 100 values" in told['options.many.sets."table.seats"']
    )


def test_a_value_with_keys_of_its_own_is_blamed_where_it_is_written():
    own = {"says": "Own.", "sets": {"pays.ante-bonus": {"like": "nothing"}}}
    told = mistakes({"own": {"says": "Own.", "sets": {"pays.pair-plus": {"v": own}}}})
    assert 'options.own.sets."pays.pair-plus".v.sets."pays.ante-bonus".like' in told


def test_a_whole_number_is_no_block():
    told = mistakes({"n": {"says": "N.", "sets": "pays.ante-bonus", "lowest": 1, "highest": 3}})
    assert told.keys() == {"options.n.sets"}


def test_like_alone_is_set_with_the_whole_block():
    document = tomllib.loads(sample_text("baccarat"))
    document["options"]["pair"] = option("pays.banker-pair.like", "player-pair-too")
    allowed = 'the whole block, sets."pays.banker-pair" = { like = ... }'
    with pytest.raises(RulesError, match=re.escape(allowed)):
        check_document(document, "baccarat")
