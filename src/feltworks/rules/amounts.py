"""The amounts of a rules file: money, a percentage, the size of a wager, a prize.

A file writes each as a short phrase. `parse` reads the phrase and `str` writes its one canonical
form, so that two spellings of the same amount give a file the same identity.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from feltworks.money import dollars_text
from feltworks.rules.mistakes import RefusalError, quote

_NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9}|/[1-9][0-9]{0,8})?)"
_ID = r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"
_MONEY = re.compile(r"\$\s?([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\.([0-9]{2}))?")
_PERCENT = re.compile(rf"{_NUMBER}\s?%")
_ODDS = re.compile(r"([0-9]{1,9})\s?(:|to|-|for)\s?([1-9][0-9]{0,8})")
_SHARE = re.compile(rf"{_NUMBER}\s?%\s+of\s+{_ID}")
_TIMES = re.compile(rf"(.+?)\s?x\s?{_ID}")
LONGEST_NUMBER = 18
MOST_DIGITS = 9
MOST_DIGITS_OF_MONEY = 12


class Written:
    """Base of the phrases; `FORM` describes what is allowed."""

    FORM: ClassVar[str] = ""
    EXAMPLES: ClassVar[list[str]] = []

    @classmethod
    def parse(cls, text: str) -> Self:
        raise NotImplementedError

    @classmethod
    def refuse(cls, found: object) -> RefusalError:
        return RefusalError(quote(found), cls.FORM)

    @classmethod
    def _read(cls, found: object) -> Self:
        if isinstance(found, cls):
            return found
        if isinstance(found, int) and not isinstance(found, bool):
            found = str(found)
        if not isinstance(found, str):
            raise cls.refuse(found)
        text = found.strip()
        try:
            return cls.parse(text)
        except RefusalError as refused:
            raise cls._too_large(text) or refused from None

    @classmethod
    def _too_large(cls, text: str) -> RefusalError | None:
        """The refusal of a phrase that could be read if its numbers had fewer digits."""
        for most in (MOST_DIGITS_OF_MONEY, MOST_DIGITS):
            shorter = re.sub(rf"([0-9]{{{most}}})[0-9]+", r"\1", text)
            if shorter != text:
                try:
                    cls.parse(shorter)
                except RefusalError:
                    continue
                found = f"{quote(text)}, which is too large"
                return RefusalError(found, f"numbers of at most {most} digits")
        return None

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._read, serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": ["string", "integer"], "description": cls.FORM, "examples": cls.EXAMPLES}


def is_whole_number(text: str) -> bool:
    """Whether the text is a few ASCII digits: Python would also take digits of other scripts."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def number_text(number: Fraction) -> str:
    """A fraction as a person writes it: 2, 0.5, 3/7."""
    if number.denominator == 1:
        return str(number.numerator)
    for places in range(1, 7):
        if (10**places) % number.denominator == 0:
            whole = number * 10**places
            sign, digits = ("-", -whole) if whole < 0 else ("", whole)
            text = str(digits.numerator).rjust(places + 1, "0")
            return f"{sign}{text[:-places]}.{text[-places:]}"
    return f"{number.numerator}/{number.denominator}"


def _cents(text: str) -> int | None:
    found = _MONEY.fullmatch(text)
    if not found:
        return None
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


@dataclass(frozen=True)
class Money(Written):
    """Whole cents, written in dollars; a bare whole number is dollars too."""

    cents: int
    FORM: ClassVar[str] = 'dollars, such as "$500" or "$2.50"'
    EXAMPLES: ClassVar[list[str]] = ["$1", "$500", "$2.50"]

    @classmethod
    def parse(cls, text: str) -> Self:
        cents = _cents(f"${text}" if is_whole_number(text) else text)
        if cents is None:
            raise cls.refuse(text)
        return cls(cents)

    def __str__(self) -> str:
        return dollars_text(self.cents)


@dataclass(frozen=True)
class Percent(Written):
    """A part of a hundred, kept exactly; a bare whole number is a percentage too."""

    part: Fraction
    FORM: ClassVar[str] = 'a percentage from 0% to 100%, such as "25%"'
    EXAMPLES: ClassVar[list[str]] = ["25%", "100%"]

    @classmethod
    def parse(cls, text: str) -> Self:
        found = _PERCENT.fullmatch(f"{text}%" if is_whole_number(text) else text)
        if not found or Fraction(found[1]) > 100:
            raise cls.refuse(text)
        return cls(Fraction(found[1]) / 100)

    def __str__(self) -> str:
        return f"{number_text(self.part * 100)}%"


@dataclass(frozen=True)
class Size(Written):
    """How large a wager is: fixed money, or multiples of another wager.

    Several multiples are a choice between them; `between` makes the two a lowest and a
    highest with anything allowed from one to the other.
    """

    multiples: tuple[Fraction, ...] = ()
    of: str | None = None
    between: bool = False
    cents: int | None = None
    FORM: ClassVar[str] = (
        '"2 x WAGER", a choice "3 or 4 x WAGER", a range "1 to 3 x WAGER", or dollars "$1"'
    )
    EXAMPLES: ClassVar[list[str]] = ["1 x ante", "3 or 4 x ante", "1 to 3 x ante", "$1"]

    @classmethod
    def parse(cls, text: str) -> Self:
        cents = _cents(text)
        if cents is not None:
            if cents == 0:
                raise RefusalError(quote(text), "more than nothing")
            return cls(cents=cents)
        found = _TIMES.fullmatch(text)
        if not found:
            raise cls.refuse(text)
        between = " to " in found[1]
        parts = re.split(r"\s+to\s+" if between else r"\s*,\s*(?:or\s+)?|\s+or\s+", found[1])
        if not all(re.fullmatch(_NUMBER, part) for part in parts) or (between and len(parts) != 2):
            raise cls.refuse(text)
        multiples = tuple(Fraction(part) for part in parts)
        if any(m <= 0 for m in multiples) or list(multiples) != sorted(set(multiples)):
            raise RefusalError(quote(text), "multiples above zero, each larger than the one before")
        return cls(multiples=multiples, of=found[2], between=between)

    @property
    def largest(self) -> Fraction:
        """The largest multiple; 0 for fixed money."""
        return max(self.multiples, default=Fraction(0))

    def most_cents(self, stake_cents: int) -> int:
        """The largest multiple of a stake, in whole cents."""
        return self.largest.numerator * stake_cents // self.largest.denominator

    def __str__(self) -> str:
        if self.cents is not None:
            return dollars_text(self.cents)
        joint = " to " if self.between else " or "
        return f"{joint.join(number_text(m) for m in self.multiples)} x {self.of}"


@dataclass(frozen=True)
class Prize(Written):
    """What a hand or a cell pays: odds to one, a push, a loss, dollars, or a jackpot's share.

    A lost part of the stake is negative odds: `lose half` is -1 to 2.
    """

    kind: Literal["lose", "push", "odds", "dollars", "share"]
    odds: Fraction = Fraction(0)
    cents: int = 0
    share: Fraction = Fraction(0)
    jackpot: str | None = None
    FORM: ClassVar[str] = (
        '"lose", "push", odds such as "3:2", "30:1" or "31 for 1", dollars such as "$150",'
        ' a share such as "25% of JACKPOT", or a part lost such as "lose half" or "lose 25%"'
    )
    EXAMPLES: ClassVar[list[str]] = ["lose", "push", "1:1", "3:2", "$150", "25% of grand"]

    @classmethod
    def parse(cls, text: str) -> Self:
        if text == "lose":
            return cls("lose")
        if text == "push":
            return cls("push")
        if text == "lose half":
            return cls("odds", odds=Fraction(-1, 2))
        if found := re.fullmatch(rf"lose {_PERCENT.pattern}", text):
            return cls._lost(text, Fraction(found[1]) / 100)
        cents = _cents(text)
        if cents is not None:
            if cents == 0:
                raise RefusalError(quote(text), 'more than nothing; or "push", or "lose"')
            return cls("dollars", cents=cents)
        if found := _ODDS.fullmatch(text):
            return cls._at(Fraction(int(found[1]), int(found[3])), returned=found[2] == "for")
        if re.fullmatch(r"[0-9]{1,9}", text):
            return cls._at(Fraction(int(text)), returned=False)
        found = _SHARE.fullmatch(text)
        if found and 0 < Fraction(found[1]) <= 100:
            return cls("share", share=Fraction(found[1]) / 100, jackpot=found[2])
        raise cls.refuse(text)

    @classmethod
    def _lost(cls, text: str, part: Fraction) -> Self:
        if part > 1:
            raise cls.refuse(text)
        if part in (0, 1):
            return cls("lose" if part else "push")
        return cls("odds", odds=-part)

    @classmethod
    def _at(cls, odds: Fraction, *, returned: bool) -> Self:
        """Odds "to" pay the prize besides the stake; odds "for" include the stake."""
        if odds < 1 and returned:
            raise cls.refuse(f"{odds.numerator} for {odds.denominator}")
        net = odds - 1 if returned else odds
        return cls("odds", odds=net) if net else cls("push")

    def __str__(self) -> str:
        if self.kind == "odds" and self.odds < 0:
            return "lose half" if self.odds == Fraction(-1, 2) else f"lose {Percent(-self.odds)}"
        if self.kind == "odds":
            return f"{self.odds.numerator}:{self.odds.denominator}"
        if self.kind == "dollars":
            return dollars_text(self.cents)
        if self.kind == "share":
            return f"{number_text(self.share * 100)}% of {self.jackpot}"
        return self.kind
