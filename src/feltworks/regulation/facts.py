"""Dated facts: from when a rule holds, where it is written, and how sure we are of it.

Facts on one subject form a list in `state.toml`, the oldest first; the one in force on a day is the
latest that had begun by then. A fact without a date holds before all others.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, TypeAdapter

from feltworks.errors import FeltworksError

Confidence = Literal["read", "part", "second-hand", "recall"]
CONFIDENCES: tuple[Confidence, ...] = ("read", "part", "second-hand", "recall")


class RegulationError(FeltworksError):
    """A question that the state's rules do not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What every dated rule has; `since` is None for the oldest rule known."""

    since: Annotated[date | None, Field(alias="from")] = None
    source: str
    confidence: Confidence


F = TypeVar("F", bound=Fact)


class DatedFacts(Generic[F]):
    """The facts on one subject of the data file, read on first use."""

    def __init__(self, kind: type[F], subject: str) -> None:
        self._kind = kind
        self._subject = subject

    @cached_property
    def _facts(self) -> tuple[F, ...]:
        adapter = TypeAdapter(self._kind)
        tables = in_cents(state_file()[self._subject])
        return tuple(adapter.validate_python(table) for table in tables)

    def in_force(self, on: date) -> F:
        """The fact that holds on that day."""
        begun = [fact for fact in self._facts if fact.since is None or fact.since <= on]
        if not begun:
            first = self._facts[0].since
            raise RegulationError(f"no rule is known for {on}: the oldest one begins on {first}")
        return begun[-1]


def in_cents(value: Any) -> Any:  # noqa: ANN401 - whatever a data file can hold
    """The same data with dollars converted to cents, also in the names of the keys."""
    if isinstance(value, list):
        return [in_cents(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key.replace("dollars", "cents"): each * 100 if key.endswith("dollars") else in_cents(each)
        for key, each in value.items()
    }


@cache
def state_file() -> dict[str, Any]:
    """The data file, read once."""
    text = files("feltworks.regulation").joinpath("state.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
