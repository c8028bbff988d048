"""`feltworks strategy` for blackjack: the card, a page of it, or one position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cli.asking import SettingError

if TYPE_CHECKING:
    from feltworks.cli.strategy import Question
    from feltworks.odds.blackjack.analysis import BlackjackOdds
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules


def show(loaded: Loaded, asked: Question, *, as_json: bool) -> None:
    """Answer a position where cards are given, else show the card."""
    from feltworks.odds.blackjack.fromrules import dealt_from

    if (option := asked.first_of("at", "board", "indifferent")) is not None:
        raise SettingError(
            f"{option} is not for blackjack: a position is --cards and --dealer, and other cards "
            "that lie open go to --seen"
        )
    if asked.decks is not None:
        loaded = dealt_from(loaded, asked.decks)
    rules = loaded.rules
    if (asked.cards is None) != (asked.dealer is None):
        raise SettingError(
            "a position needs --cards and --dealer both: --cards 'As 7d' --dealer 9c"
        )
    if asked.cards is not None:
        _show_position(loaded, rules, asked, as_json=as_json)
    else:
        _show_card(loaded, rules, asked, as_json=as_json)


def _show_position(loaded: Loaded, rules: Rules, asked: Question, *, as_json: bool) -> None:
    from feltworks.cards import Card, parse_cards
    from feltworks.cli.progress import counting
    from feltworks.odds.blackjack.advice import HandAdvisor
    from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of

    cards, up = parse_cards(asked.cards or ""), Card.parse(asked.dealer or "")
    seen = parse_cards(asked.seen)
    with counting():
        advice = HandAdvisor(shoe_of(rules), blackjack_of(rules), seen).advise(cards, up)
    if as_json:
        from feltworks.cli.showing import print_json
        from feltworks.cli.strategy import heading
        from feltworks.odds.blackjack.plaindata import advice_data

        position = {
            "cards": [str(card) for card in cards],
            "dealer": str(up),
            "seen": [str(card) for card in seen],
        }
        print_json({**heading(loaded), "method": "float64", **position, **advice_data(advice)})
        return
    from feltworks.cli.blackjacksheet import print_position

    print_position(advice, cards, up, rules.unit)


def _show_card(loaded: Loaded, rules: Rules, asked: Question, *, as_json: bool) -> None:
    from feltworks.cards import parse_cards
    from feltworks.cli.progress import counting
    from feltworks.odds.blackjack.analysis import BlackjackOdds
    from feltworks.odds.blackjack.chartpage import check_page, write_page
    from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of

    if asked.export is not None:
        check_page(asked.export)
    shoe = shoe_of(rules).without(parse_cards(asked.seen))
    odds = BlackjackOdds(shoe, blackjack_of(rules))
    with counting():
        card = odds.chart
    title = f"{rules.game.name}: basic strategy"
    says = card_says(loaded, odds)
    if asked.export is not None:
        write_page(asked.export, title, says, card)
    if as_json:
        from feltworks.cli.showing import print_json
        from feltworks.cli.strategy import heading
        from feltworks.odds.blackjack.plaindata import strategy_data

        print_json({**heading(loaded), **strategy_data(odds)})
    elif asked.export is None:
        from feltworks.cli.blackjacksheet import print_chart

        print_chart(odds, f"{title}. {says}")


def card_says(loaded: Loaded, odds: BlackjackOdds) -> str:
    """What a card holds for: the shoe, and the options that are not at their defaults."""
    options = loaded.rules.options
    chosen = [
        f"{id_} {value}"
        for id_, value in loaded.chosen.items()
        if id_ in options and value != options[id_].default
    ]
    return f"{odds.setting.shoe.size} cards; {', '.join(chosen) or 'options at their defaults'}."
