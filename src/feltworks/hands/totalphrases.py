"""Phrases about totals: "8 or 9 with two cards", "three-card 7", "no card, 2 to 7", "ahead by 4".

First come the totals, then how many cards, then the lead over the other hand; a part that is left
out may be anything. Numbers stand in a list, with commas or "or" between them.
"""

from __future__ import annotations

from feltworks.hands.errors import HandError
from feltworks.hands.vocabulary import words_of

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(WORDS)}
_UP, _DOWN = ("more", "better", "higher"), ("less", "fewer", "worse", "lower")
_CARDS = ("card", "cards")
_NO_CARD = -1


class PhraseOfTotals:
    """One phrase being read: totals go up to `top`, cards to `most_cards`, leads between two."""

    def __init__(
        self, text: str, top: int, most_cards: int, leads: tuple[int, int] | None = None
    ) -> None:
        self.text = text
        self.words = words_of(text)
        self.at = 0
        self.totals = set(range(top + 1))
        self.cards = set(range(most_cards + 1))
        self.leads = {0} if leads is None else set(range(leads[0], leads[1] + 1))
        self.has_lead = leads is not None

    def read(self) -> tuple[set[int], set[int], set[int]]:
        """The totals, numbers of cards and leads allowed; without cards there is no total."""
        totals, cards, leads = self.totals, self.cards, self.leads
        if self.words in (["any"], ["any", "hand"], ["anything"]):
            return totals, cards, leads
        if self._is_number(0) and self._word(1) in _CARDS:
            cards = {self._number("a number of cards", cards)}
            self.at += 1
        if self._is_number(0) or self._is_no_card(0):
            named = self._numbers("a total", totals | {_NO_CARD})
            totals = named - {_NO_CARD}
            cards = (cards - {0} if totals else set()) | ({0} if _NO_CARD in named else set())
        elif not self.words or cards == self.cards:
            cards = cards - {0}
        if self._word(0) == "with":
            self.at += 1
            cards = cards & self._numbers("a number of cards", self.cards)
            self._expect(*_CARDS)
        if self._word(0) in ("ahead", "behind", "level"):
            leads = self._lead()
        if self.at < len(self.words) or not self.at:
            raise self._not_understood()
        return totals, cards, leads

    def _lead(self) -> set[int]:
        if not self.has_lead:
            raise HandError(f'"{self.text}": this total is not held over another')
        word = self._word(0)
        self.at += 1
        if word == "level":
            return {0}
        self._expect("by")
        sign = 1 if word == "ahead" else -1
        allowed = {sign * lead for lead in self.leads if sign * lead > 0}
        return {sign * lead for lead in self._numbers("a lead", allowed)}

    def _numbers(self, what: str, allowed: set[int]) -> set[int]:
        """A list of numbers: "4", "2 to 7", "3 or more", "8 or 9", "no card, 2 to 7, 9"."""
        found: set[int] = set()
        while True:
            if _NO_CARD in allowed and self._is_no_card(0):
                found.add(_NO_CARD)
                self.at += 2
            else:
                found |= self._some(what, allowed - {_NO_CARD})
            if self._word(0) == "or" and (self._is_number(1) or self._is_no_card(1)):
                self.at += 1
            elif not (self._is_number(0) or self._is_no_card(0)):
                return found

    def _some(self, what: str, allowed: set[int]) -> set[int]:
        first = self._number(what, allowed)
        if self._word(0) == "to":
            self.at += 1
            last = self._number(what, allowed)
            return {each for each in allowed if min(first, last) <= each <= max(first, last)}
        if self._word(0) == "or" and self._word(1) in (*_UP, *_DOWN):
            self.at += 2
            up = self._word(-1) in _UP
            return {each for each in allowed if (each >= first if up else each <= first)}
        return {first}

    def _number(self, what: str, allowed: set[int]) -> int:
        if not self._is_number(0):
            raise self._not_understood()
        word = self._word(0)
        number = int(word) if word.isdecimal() else _NUMBERS[word]
        if number not in allowed:
            raise HandError(
                f'"{self.text}": {number} is not {what} that there is: '
                f"{min(allowed)} to {max(allowed)}"
            )
        self.at += 1
        return number

    def _word(self, ahead: int) -> str:
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else ""

    def _is_number(self, ahead: int) -> bool:
        word = self._word(ahead)
        return word in _NUMBERS or (word.isdecimal() and word.isascii() and len(word) < 5)

    def _is_no_card(self, ahead: int) -> bool:
        return self._word(ahead) == "no" and self._word(ahead + 1) in _CARDS

    def _expect(self, *words: str) -> None:
        if self._word(0) not in words:
            raise self._not_understood()
        self.at += 1

    def _not_understood(self) -> HandError:
        word = f": what is {self._word(0)!r}" if self._word(0) else ""
        return HandError(
            f'"{self.text}" does not name a total{word}; understood are totals ("7", "0 to 5", '
            '"8 or 9", "6 or more"), how many cards ("7 with three cards", "three-card 7", '
            '"no card, 2 to 7"), a lead ("ahead by 4 or more", "level") and "any hand"'
        )
