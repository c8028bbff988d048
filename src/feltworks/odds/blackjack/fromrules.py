"""From a rules file to the blackjack that is played in it."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.blackjack.plan import BlackjackPlan
from feltworks.cards import Deck
from feltworks.hands import HandError
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.shoe import MOST_DECKS, Shoe, ShoeError
from feltworks.odds.errors import OddsRefused
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.mechanisms import Blackjack
from feltworks.rules.schema.stages import Stage


def blackjack_of(rules: Rules) -> Blackjack:
    """The blackjack part of a rules file; a refusal where there is none, or it is dealt oddly."""
    if rules.game.mechanism != "blackjack" or rules.blackjack is None:
        raise OddsRefused("game.mechanism", f"{rules.game.id} is no blackjack game")
    return BlackjackPlan(rules).game


def with_decks(rules: Rules, decks: int) -> Rules:
    """The same game from a shoe of so many decks, for analysis: a table keeps to its own.

    Side wagers that pay a hand which such a shoe does not hold are left out.
    """
    if rules.game.mechanism != "blackjack":
        raise OddsRefused(f"decks {decks}", f"{rules.game.id} is no blackjack game")
    if not 1 <= decks <= MOST_DECKS:
        raise ShoeError(f"{decks} decks: a shoe is made of 1 to {MOST_DECKS}")
    deck = Handbook(rules).deck
    if deck.packs == decks:
        return rules
    game = rules.game.model_copy(update={"deck": _as_data(deck, decks)})
    return _without_odd_tables(rules.model_copy(update={"game": game}))


def _without_odd_tables(rules: Rules) -> Rules:
    """Without the side wagers whose tables pay a hand that the shoe cannot deal."""
    book = Handbook(rules)
    odd = {table for table in rules.pays if not _can_be_dealt(book, table)}
    gone = {
        id_
        for id_, cells in rules.settle.items()
        if any(odd.intersection(pay.all_tables) for cell in cells.cells.values() for pay in cell)
    }
    offered = tuple(id_ for id_ in rules.offer.side_wagers if id_ not in gone)
    return rules.model_copy(
        update={
            "wagers": {id_: wager for id_, wager in rules.wagers.items() if id_ not in gone},
            "offer": rules.offer.model_copy(update={"side_wagers": offered}),
            "stages": tuple(_stages_without(rules, gone)),
            "settle": {id_: cells for id_, cells in rules.settle.items() if id_ not in gone},
            "pays": {id_: table for id_, table in rules.pays.items() if id_ not in odd},
            "jackpots": {
                id_: jackpot for id_, jackpot in rules.jackpots.items() if jackpot.wager not in gone
            },
        }
    )


def _stages_without(rules: Rules, gone: set[str]) -> Iterator[Stage]:
    """The stages, but for those that are only dealt for wagers that are gone."""
    for stage in rules.stages:
        kept = {
            key: tuple(id_ for id_ in getattr(stage, key) if id_ not in gone)
            for key in ("if_out", "settles")
        }
        if kept["if_out"] or not stage.if_out:
            yield stage.model_copy(update=kept)


def _can_be_dealt(book: Handbook, table_id: str) -> bool:
    table = book.rules.pays[table_id]
    try:
        for row in table.rows:
            book.test(table.hand, row.hand)
    except HandError:
        return False
    return True


def _as_data(deck: Deck, packs: int) -> dict[str, object]:
    return {
        "ranks": " ".join(deck.ranks),
        "suits": " ".join(deck.suits),
        "jokers": deck.jokers,
        "packs": packs,
        "removed": " ".join(map(str, deck.removed)),
    }


def shoe_of(rules: Rules) -> Shoe:
    """The shoe that a rules file is dealt from, full."""
    return Shoe.of_deck(Handbook(rules).deck)


def blackjack_odds(rules: Rules, *, strategy: str = "composition") -> BlackjackOdds:
    """The analysis of a rules file's blackjack; nothing is counted until it is asked for."""
    return BlackjackOdds(shoe_of(rules), blackjack_of(rules), strategy)
