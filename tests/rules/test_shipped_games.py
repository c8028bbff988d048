"""The five shipped files: what each offers the house, with sources throughout."""

import tomllib

import pytest
from tests.ask.rounds import PitError, open_table
from tests.ask.rules import (
    GAMES_DIR,
    Handbook,
    OptionError,
    check_file,
    game_ids,
    listings,
    load,
    read,
)

from feltworks.cards import deck

OPTIONS = {
    "mini-tex": {
        "dealer_qualifier": "pair",
        "pocket_poker_above_ante": "off",
        "pocket_poker_table": "30-20",
        "community_dealing": "burn-and-turn",
        "folded_hands": "collected",
        "seats": "6",
    },
    "mini-tex-ring": {
        "ante": "on",
        "structure": "fixed-limit",
        "raises": "3",
        "odd_chip": "first-left-of-button",
        "big_blind_option": "on",
        "heads_up_blinds": "letter",
        "shows": "last-aggressor-first",
        "missed_blinds": "wait",
        "short_all_ins": "counted",
        "full_bet": "whole",
        "players": "10",
        "pocket_poker_table": "not-offered",
    },
    "pick-2-poker": {
        "dealer_not_qualified": "ante-pays",
        "three_five_bonus_pays": "both",
        "bonuses_on_fold": "lost",
        "five_card_bonus": "on",
        "bonuses_settled": "last",
        "dealing": "one-at-a-time",
        "shuffler": "machine",
        "tips": "off",
        "seats": "6",
    },
    "spanish-poker": {
        "ante_table": "1",
        "dos_pares_table": "1",
        "ace_low_straights": "off",
        "tie": "push",
        "side_wagers": "dos-pares-and-gran",
        "dos_pares_alone": "off",
        "joker_alone": "off",
        "gran_alone": "off",
        "dos_pares_minimum": "1",
        "joker_minimum": "1",
        "dos_pares_minimum_alone": "1",
        "joker_minimum_alone": "1",
        "side_above_ante": "off",
        "dealing": "hand-at-a-time",
        "dealt_from": "shoe",
        "seats": "6",
        "gran_stake": "returned",
        "gran_mode": "manual",
        "gran_seed": "500",
        "gran_tray_payouts": "taken-out",
        "gran_seed_recovery": "none",
        "gran_seed_portion": "50",
        "gran_shortfall": "house",
        "gran_after_royal": "stands",
        "gran_backups": "off",
        "gran_above_cap": "to-primary",
        "backup_share": "50",
    },
    "texas-21": {
        "bonus_table": "A",
        "bonus_above_blackjack": "off",
        "progressive": "on",
        "progressive_mode": "manual",
        "progressive_contribution": "25",
        "progressive_contribution_of": "wagered",
        "decks": "6",
        "soft_17": "stands",
        "blackjack_pays": "3:2",
        "double": "any-two",
        "double_after_split": "on",
        "split_hands": "4",
        "resplit_aces": "off",
        "one_card_to_split_aces": "on",
        "late_surrender": "off",
        "insurance": "on",
        "even_money": "on",
        "peek": "on",
        "no_peek_takes": "all",
        "split_unlike_tens": "on",
        "penetration": "75",
        "seats": "6",
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_every_value_of_every_option_makes_a_sound_file(game):
    check_file(game)


@pytest.mark.parametrize("game", game_ids())
def test_what_the_house_may_choose_and_what_it_gets_by_default(game):
    assert dict(read(game).chosen) == OPTIONS[game]


@pytest.mark.parametrize("game", game_ids())
def test_every_option_has_a_sentence_of_help_and_where_it_comes_from(game):
    for id_, option in load(game).options.items():
        assert option.says.endswith("."), id_
        assert option.source or option.ours, id_
        for value, named in option.values.items():
            assert named.says, (id_, value)


@pytest.mark.parametrize("game", game_ids())
def test_every_pay_table_and_published_figure_has_a_source(game):
    rules = load(game)
    parts = [rules.game, *rules.pays.values(), *rules.published, *rules.jackpots.values()]
    assert all(part.source for part in parts)


@pytest.mark.parametrize("game", game_ids())
def test_the_file_is_named_after_the_game(game):
    assert load(game).game.id == game


def test_the_shelf_lists_the_games_without_opening_them_up():
    assert [game.id for game in listings()] == list(game_ids())
    for game in listings():
        rules = load(game.id)
        assert (game.name, game.title) == (rules.game.name, rules.game.title)
        assert game.mechanism == rules.game.mechanism
        assert game.wagers == tuple(wager.name for wager in rules.wagers.values())
        assert game.options == len(rules.options)


def test_decks_for_analysis_only_are_the_same_shoe_with_other_packs():
    eight = read("texas-21", {"decks": 8})
    assert eight.for_analysis_only == ("decks = 8",)
    from tests.ask.rules import Handbook

    shoe = Handbook(eight.rules).deck
    assert (shoe.size, shoe.faces) == (416, deck("six-deck-shoe").faces)


def test_published_figures_are_as_printed():
    printed = {
        (game, claim["wager"], *sorted(claim.get("options", {}).values())): claim["figures"]
        for game in game_ids()
        for claim in tomllib.loads((GAMES_DIR / f"{game}.toml").read_text())
        .get("published", {})
        .values()
    }
    assert printed == {
        ("mini-tex", "main", "pair"): {"expected_value": "-0.032235"},
        ("mini-tex", "main", "ace-king"): {"expected_value": "-0.016806"},
        ("mini-tex", "pocket-poker", "30-20"): {"house_edge": "0.0241"},
        ("mini-tex", "pocket-poker", "35-15"): {"house_edge": "0.0317"},
        ("mini-tex", "pocket-poker", "25-20"): {"house_edge": "0.0392"},
        ("spanish-poker", "main", "1"): {"house_edge": "0.0593", "edge_of_all_wagered": "0.0241"},
        ("spanish-poker", "main", "2"): {"house_edge": "0.0497", "edge_of_all_wagered": "0.0202"},
        ("spanish-poker", "dos-pares", "1"): {"house_edge": "0.0478"},
        ("spanish-poker", "dos-pares", "2"): {"house_edge": "0.0528"},
        ("spanish-poker", "joker-in-hand"): {"house_edge": "0.0244"},
        ("spanish-poker", "gran-progressive"): {"fixed_return": "0.4376"},
        ("texas-21", "bonus", "A"): {"house_edge": "0.076"},
        ("texas-21", "bonus", "B"): {"house_edge": "0.0378"},
        ("texas-21", "progressive"): {
            "house_edge": "0.247",
            "hit_rate": "14.9",
            "average_jackpot": "10422",
        },
    }


@pytest.mark.parametrize(
    ("game", "packs", "size", "ranks", "jokers"),
    [
        ("mini-tex", 1, 52, "23456789TJQKA", 0),
        ("pick-2-poker", 1, 52, "23456789TJQKA", 0),
        ("spanish-poker", 1, 41, "234567JQKA", 1),
        ("texas-21", 6, 312, "23456789TJQKA", 0),
    ],
)
def test_a_game_is_dealt_from_the_deck_of_its_document(game, packs, size, ranks, jokers):
    dealt = Handbook(load(game)).deck
    assert (dealt.size, "".join(dealt.ranks), dealt.jokers) == (size, ranks, jokers)
    assert set(dealt.copies) == {packs} and dealt.suits == tuple("cdhs")


def test_texas_21_opens_no_table_with_another_number_of_decks():
    for many in "1234578":
        with pytest.raises(PitError, match=f"no table is opened with decks = {many}"):
            open_table(read("texas-21", {"decks": many}))


@pytest.mark.parametrize(
    ("game", "option", "least"),
    [("texas-21", "progressive_contribution", 25), ("spanish-poker", "gran_seed", 500)],
)
def test_a_jackpot_gets_no_less_than_its_document_says(game, option, least):
    assert load(game, {option: str(least)})
    with pytest.raises(OptionError, match=f"a whole number from {least} to"):
        load(game, {option: str(least - 1)})
