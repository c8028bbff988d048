"""Values that a rules file writes as a short phrase: odds, sizes, money, shares.

Each kind reads its phrase with `parse` and writes its one canonical form with `str`, so
that two spellings of the same amount give a file the same identity.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from feltworks.rules.mistakes import RefusalError, quote

LONGEST_NUMBER = 18


class Written:
    """Base of the phrases; `FORM` says in words what is allowed."""

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
        return cls.parse(found.strip())

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
        return {
            "type": ["string", "integer"],
            "description": cls.FORM,
            "examples": cls.EXAMPLES,
        }


def is_whole_number(text: str) -> bool:
    """A few plain digits: other scripts have digits too, and Python would take them."""
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


def dollars_text(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars}.{rest:02d}" if rest else f"{sign}${dollars}"


def money(cents: int) -> str:
    """Dollars for a person, the sign in front and thousands parted."""
    dollars, dot, rest = dollars_text(abs(cents))[1:].partition(".")
    return f"{'-' if cents < 0 else ''}${int(dollars):,}{dot}{rest}"
