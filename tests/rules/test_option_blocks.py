"""An option that sets a whole block of the file: the block may have every short form."""

import tomllib

import pytest

from feltworks.rules.loader import check_document, read_document
from feltworks.rules.mistakes import RulesError
from feltworks.rules.schema.part import MOST
from feltworks.rules.shortforms import spell_out

from .sample import sample_text

WHOLE = [
    ("baccarat", "pays.banker-pair", {"like": "player-pair-too", "hand": "banker-two"}),
    ("baccarat", "pays.banker-pair.like", "player-pair-too"),
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
    section, id_, *key = path.split(".")
    blocks = {}
    for name, block in document[section].items():
        for each in name.split(","):
            blocks[each.strip()] = block
    blocks[id_] = {**blocks[id_], key[0]: new} if key else new
    return {**document, section: blocks}


@pytest.mark.parametrize(("game", "path", "new"), WHOLE)
def test_a_block_that_an_option_sets_is_the_block_in_the_file(game, path, new):
    document = tomllib.loads(sample_text(game))
    document.pop("published", None)
    section, id_ = path.split(".")[:2]
    whole = spell_out(in_file(document, path, new)).document[section][id_]
    with_option = {**document, "options": {"block": option(path, new)}}
    chosen = read_document(with_option, game, {"block": "new"}).rules
    long = {**document, "options": {"block": option(f"{section}.{id_}", whole)}}
    assert (
        chosen.model_dump()[section]
        == (read_document(long, game, {"block": "new"}).rules.model_dump()[section])
    )
    assert read_document(with_option, game).sha256 == read_document(long, game).sha256


@pytest.mark.parametrize(("game", "path", "new"), WHOLE)
def test_the_value_that_says_what_the_file_says_is_the_default(game, path, new):
    document = in_file(tomllib.loads(sample_text(game)), path, new)
    document.pop("published", None)
    other = {"to": "player-pair" if path.endswith(".like") else {}, "says": "No."}
    values = {"same": {"to": new, "says": "As in the file."}, "other": other}
    document["options"] = {"block": {"says": "Which.", "sets": {path: values}}}
    assert read_document(document, game).chosen["block"] == "same"


def test_a_value_that_is_the_name_of_a_block_is_what_the_block_is_like():
    document = tomllib.loads(sample_text("baccarat"))
    values = {"player-pair": "11 to 1", "player-pair-too": "5 to 1"}
    document["options"]["pair"] = {"says": "Pays.", "sets": {"pays.banker-pair.like": values}}
    pays = check_document(document, "baccarat").rules.pays
    assert pays["banker-pair"].rows == pays["player-pair"].rows
    pays = read_document(document, "baccarat", {"pair": "player-pair-too"}).rules.pays
    assert pays["banker-pair"].rows == pays["player-pair-too"].rows
    assert pays["banker-pair"].hand == "banker-two"


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


def test_more_copies_of_a_block_than_any_game_needs():
    many = option("pays.ante-bonus", {"like": "pair-plus"})
    for number in range(MOST):
        many["values"][f"v{number}"] = many["values"]["new"]
    (told,) = mistakes({"many": many}).values()
    assert f"options: found {MOST + 1} blocks that are `like` another; allowed: at most" in told


def test_more_keys_with_commas_between_them_than_any_game_needs():
    """Each value sets every key: thousands of both took gigabytes."""
    keys = ", ".join(f"table.seats{number}" for number in range(13_000))
    values = {f"v{number}": "x" for number in range(9_000)}
    told = mistakes({"many": {"says": "Many.", "sets": {keys: values}}})["options.many.sets"]
    assert f"found 13000 keys with commas between them; allowed: at most {MOST} keys" in told
