"""The short forms of a rules file: the same rules and the same identity as in the long form."""

import re
import tomllib

import pytest
from tests.ask.rules import (
    Loaded,
    RulesError,
    check_document,
    example_ids,
    expanded,
    game_ids,
    is_expanded,
    option_values,
    read_document,
    read_text,
)

from .sample import LONG_FORMS, SIXTH, edited, long_text, sample_text

GAMES = [*game_ids(), *example_ids()]
LONG = {path.stem for folder in LONG_FORMS for path in folder.glob("*.toml")}


def identities(loaded: Loaded) -> tuple[str | None, ...]:
    return loaded.sha256, loaded.sha256_of_version_1


def played(loaded: Loaded) -> dict:
    """The rules as they are played, in the order of the file; how options say it left out."""
    rules = loaded.rules.model_dump(mode="json", by_alias=True)
    for option in rules["options"].values():
        for value in option["values"].values():
            del value["sets"]
    return rules


def in_order(node: object) -> object:
    """Tables as lists, so that the order of their keys is compared too."""
    if isinstance(node, dict):
        return [(key, in_order(value)) for key, value in node.items()]
    return [in_order(item) for item in node] if isinstance(node, list) else node


def test_every_game_of_the_room_is_written_both_ways():
    assert {*game_ids()} <= LONG


@pytest.mark.parametrize("game", [game for game in GAMES if game in LONG])
def test_the_short_file_is_the_long_file(game):
    short, long = read_text(sample_text(game)), read_text(long_text(game))
    assert identities(short) == identities(long)
    assert in_order(played(short)) == in_order(played(long))


@pytest.mark.parametrize("game", ["mini-tex", "pick-2-poker"])
def test_every_value_of_every_option_makes_the_rules_it_made(game):
    for id_, value in option_values(read_text(long_text(game)).rules):
        short, long = (
            played(read_text(text, chosen={id_: value}))
            for text in (sample_text(game), long_text(game))
        )
        assert short == long, (id_, value)


@pytest.mark.parametrize(
    ("game", "most"), [("three-card-poker", 0.53), ("mini-tex", 0.66), ("spanish-poker", 0.63)]
)
def test_the_short_file_is_short(game, most):
    short, long = (text(game).count("\n") for text in (sample_text, long_text))
    assert short <= most * long


@pytest.mark.parametrize("game", sorted(LONG))
def test_a_file_in_the_long_form_is_left_as_it_is(game):
    """All that is added to one is what every part of it may leave out."""
    document = tomllib.loads(long_text(game))
    assert is_expanded(document)
    long = expanded(document)
    assert expanded(long) == long
    for row in (row for table in document.get("pays", {}).values() for row in table["rows"]):
        row.setdefault("id", row["hand"].replace(" ", "-"))
    assert long["pays"] == document["pays"]
    for section in ("zones", "hands", "contests", "wagers", "settle"):
        assert long.get(section) == document.get(section)


@pytest.mark.parametrize("game", GAMES)
def test_a_file_that_is_spelled_out_is_the_same_file(game):
    short = tomllib.loads(sample_text(game))
    spelled = check_document(expanded(short), game)
    assert identities(spelled) == identities(read_text(sample_text(game)))
    assert short == tomllib.loads(sample_text(game))


def shortened(*changes: tuple[str, str]) -> Loaded:
    return read_text(edited(*changes))


OFFER = '[offer]\nside_wagers = ["pair-up", "six-card"]\n'
QUALIFIERS = (
    '{ queen = { to = "queen high or better" }, king = { to = "king high or better" }, '
    'none = { to = "any hand" } }'
)
WHOLE = identities(read_text(SIXTH))


@pytest.mark.parametrize(
    "changes",
    [
        [('[wagers.ante]\nname = "Ante"\nkind = "required"', '[wagers]\nante = "required"')],
        [('name = "Pair Up"\n', "")],
        [(OFFER, "")],
        [('ranking = "three-card"\nfrom = { dealer = 3 }', 'like = "player"')],
        [('player = "player"\ndealer = "dealer"\nqualifies', "qualifies")],
        [('{ to = "cards", cards = 3, face = "down" }', '"3 down to cards"')],
        [('{ hand = "flush", pays = "3:1" }', '"flush pays 3:1"')],
        [('unit = "ante"\n', "")],
        [('default = "queen"\n', "")],
        [("default = 6\n", "")],
        [("default = 6\nlowest = 1\nhighest = 7\nsets = ", 'sets."table.seats" = "1 to 7" #')],
        [("[table]\nseats = 6\n", "[table]\n")],
        [('[settle.six-card]\nfolded = "lose"\nalways', '[settle.six-card]\nfolded = "lose"\n#')],
        [
            ('values.queen = { says = "queen high", sets = {', "# {"),
            ("values.king = ", f'sets."contests.main.qualifies" = {QUALIFIERS} #'),
            ("values.none = ", "#"),
        ],
    ],
    ids=lambda changes: changes[0][1][:40] or changes[0][0][:30],
)
def test_each_short_form_keeps_the_identity(changes):
    assert identities(shortened(*changes)) == WHOLE


def test_side_wagers_are_offered_unless_the_file_says_otherwise():
    assert shortened((OFFER, "")).rules.offer.side_wagers == ("pair-up", "six-card")
    none = shortened((OFFER, "[offer]\nside_wagers = []\n"))
    assert none.rules.offer.side_wagers == ()


LEAFLETS = """
[published."Leaflet, page 2.1"]
wager = "main"
figures = { house_edge = "0.03" }

[published]
"Leaflet, page 3" = { wager = WAGER, figures = { house_edge = "0.04" } }
"""


def test_figures_stand_under_the_name_of_their_source():
    loaded = read_text(SIXTH + LEAFLETS.replace("WAGER", '"ante"'))
    assert [(claim.source, claim.wager) for claim in loaded.rules.published] == [
        ("Leaflet, page 2.1", "main"),
        ("Leaflet, page 3", "ante"),
    ]
    assert identities(loaded) == WHOLE


@pytest.mark.parametrize(
    ("claims", "mistake"),
    [
        (LEAFLETS.replace("WAGER", '"anti"'), """published."Leaflet, page 3".wager: found the"""),
        (
            '[published]\n"Page 3" = { wager = "ante", source = "Page 4" }\n',
            """published."Page 3".source: found 'Page 4'; allowed: the source as the name""",
        ),
        ('[published]\n"Page 3" = 0.04\n', """published."Page 3": found 0.04; allowed: a table"""),
    ],
)
def test_a_mistake_in_a_figure_names_its_source(claims, mistake):
    with pytest.raises(RulesError, match=re.escape(mistake)):
        read_text(SIXTH + claims)


def test_several_wagers_settle_by_one_block():
    cells = read_text(sample_text("mini-tex")).rules.settle
    assert cells["ante"] == cells["flop"] == cells["river"]
    assert str(cells["play"].not_qualified[0].pays) == "push"
    assert cells["play"].win == cells["ante"].win


def test_a_pay_table_has_the_rows_of_the_one_it_is_like():
    pays = read_text(sample_text("baccarat")).rules.pays
    assert pays["banker-lead"].rows == pays["player-lead"].rows
    assert (pays["player-lead"].hand, pays["banker-lead"].hand) == ("player", "banker")


def test_a_pay_table_like_none_of_the_file_is_a_mistake():
    document = tomllib.loads(long_text("three-card-poker"))
    document["pays"]["other"] = {"like": "pair-plush"}
    mistake = "pays.other.like: found 'pair-plush' (did you mean 'pair-plus'?); allowed"
    with pytest.raises(RulesError, match=re.escape(mistake)):
        read_document(document, "game.toml")


def test_a_patch_to_one_wager_leaves_another_that_is_like_it_alone():
    document = tomllib.loads(long_text("three-card-poker"))
    document["wagers"]["other"] = {"like": "pair-plus"}
    document["settle"]["other"] = {"like": "pair-plus"}
    document["options"] = {
        "pushes": {
            "says": "Whether it pushes.",
            "sets": {"settle.other.always.else": {"no": {"to": "lose"}, "yes": {"to": "push"}}},
        }
    }
    settle = read_document(document, "game.toml", {"pushes": "yes"}).rules.settle
    assert [str(settle[id_].always[0].else_) for id_ in ("pair-plus", "other")] == ["lose", "push"]


def test_a_bonus_is_paid_on_top_of_every_cell_but_folded():
    ante = read_text(sample_text("three-card-poker")).rules.settle["ante"]
    for case in ("not_qualified", "win", "tie", "lose"):
        assert [pay.table for pay in ante.cell(case)] == [None, "ante-bonus"]
    assert [pay.table for pay in ante.folded] == [None]


def test_a_dealer_set_by_nobody_has_no_hand_that_a_player_sets():
    hands = read_text(sample_text("pick-2-poker")).rules.hands
    assert hands["three"].set_by_player and not hands["dealer-three"].set_by_player


def test_an_option_sets_a_key_that_the_file_leaves_at_its_default():
    text = edited(
        (
            "[options.seats]",
            '[options.tips]\nsays = "Tips."\nsets."table.tips" = { off = "no", on = "yes" }\n'
            "[options.seats]",
        )
    )
    loaded = read_text(text, chosen={"tips": "on"})
    assert loaded.rules.table.tips is True
    assert loaded.written.options["tips"].default == "off"


def test_a_value_goes_to_several_keys():
    loaded = read_text(sample_text("spanish-poker"), chosen={"tie": "dealer-wins"})
    assert [str(loaded.rules.settle[id_].tie[0].pays) for id_ in ("ante", "raise")] == ["lose"] * 2


def test_a_patch_may_be_written_in_words():
    stages = read_text(
        sample_text("mini-tex"), chosen={"community_dealing": "up-front"}
    ).rules.stages
    assert [(step.to, step.turn, step.cards) for step in stages[1].deal] == [(None, "community", 2)]
