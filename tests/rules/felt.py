"""Situations for settlement tests, laid out with cards."""

from fractions import Fraction

from tests.ask.rules import Handbook, Payment, Situation, load, load_text, settle

from feltworks.cards import parse_cards


class Felt:
    """A game's rules and a way to settle its wagers from cards written as text."""

    def __init__(self, game, **chosen):
        self.book = Handbook(load_text(game) if "\n" in str(game) else load(game, chosen))

    def held(self, **zones: str):
        """Every hand of the game that can be made of the cards in those zones."""
        laid = {zone: parse_cards(cards) for zone, cards in zones.items()}
        return {
            id_: self.book.held(id_, laid)
            for id_, hand in self.book.rules.hands.items()
            if all(len(laid.get(zone, ())) >= count for zone, count in hand.from_.items())
        }

    def settle(self, wager: str, *, folded=False, qualified=True, result=None, **zones) -> Payment:
        """What happens to the wager; zones are given as keyword arguments of cards."""
        situation = Situation(self.held(**zones), folded, qualified, result)
        return settle(self.book, wager, situation)

    def net(self, wager: str, **situation) -> Fraction:
        """Net odds of a wager that pays neither dollars nor a jackpot."""
        paid = self.settle(wager, **situation)
        assert not paid.cents
        assert not paid.hits
        return paid.odds
