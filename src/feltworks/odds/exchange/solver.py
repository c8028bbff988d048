"""The solver of games in which cards are exchanged."""

from __future__ import annotations

from collections.abc import Mapping

from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.dealer import DealerPositions
from feltworks.odds.exchange.dealercount import DealerExchange
from feltworks.odds.exchange.game import ExchangeGame
from feltworks.odds.exchange.paytable import PayTableExchange
from feltworks.odds.keys import KeysUsed
from feltworks.rules.schema import Rules


class ExchangeSolver:
    """A rules file with an exchange, read completely."""

    def __init__(self, rules: Rules, keys: KeysUsed | None = None) -> None:
        self.rules = rules
        self.keys = keys or KeysUsed(rules)
        ExchangeGame(rules, self.keys)

    def walk(
        self, indifferent: Mapping[str, str], side: str | None = None
    ) -> PayTableExchange | DealerExchange:
        """The play of the required wagers; a side wager that depends on play is refused."""
        if side is not None:
            raise OddsRefused(
                f"settle.{side}",
                "a side wager on cards that may be given up is not weighed; one on the cards as "
                "they are dealt is settled by an earlier stage, which names it in `settles`",
            )
        game = ExchangeGame(self.rules, self.keys, indifferent)
        return DealerExchange(game) if game.contests else PayTableExchange(game)

    def positions(self, indifferent: Mapping[str, str]) -> PayTableExchange | DealerPositions:
        """The object that answers single positions."""
        game = ExchangeGame(self.rules, self.keys, indifferent)
        return DealerPositions(game) if game.contests else PayTableExchange(game)
