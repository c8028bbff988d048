"""What each wager does in each case, and the pay tables it may pay by.

A wager has a cell for each case: `folded`, `not_qualified`, `win`, `tie`, `lose`; and
`always` for every case that has no cell of its own or says `as always`. A cell is one pay
or a list of pays that add up, so a bonus paid win or lose is `lose = ["lose", { table =
"bonus", else = "push" }]`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    WrapSerializer,
    model_validator,
)

from feltworks.rules.amounts import Prize
from feltworks.rules.mistakes import RefusalError, quote
from feltworks.rules.schema.part import LONGEST_ID, MOST, Id, Part, Phrase, by_id

CASES = ("folded", "not_qualified", "win", "tie", "lose")


class Pay(Part):
    """A prize, or a pay table and what happens to hands that are not in it."""

    pays: Prize | None = Field(None, description="A prize whatever the hand.")
    table: Id | None = Field(None, description="The pay table that decides.")
    tables: tuple[Id, ...] = Field(
        (), max_length=MOST, description="Several pay tables on one wager."
    )
    rows: Literal["stack", "higher"] = Field(
        "stack", description="Do prizes of several tables add up, or does only the best count?"
    )
    else_: Prize | None = Field(
        None, alias="else", description="What a hand gets that no table pays."
    )

    @model_validator(mode="before")
    @classmethod
    def _plain_prize(cls, found: object) -> object:
        return found if isinstance(found, dict | Pay) else {"pays": found}

    @model_validator(mode="after")
    def _one_way(self) -> Pay:
        ways = [self.pays is not None, self.table is not None, bool(self.tables)]
        if sum(ways) != 1:
            raise RefusalError("none or several of them", "exactly one of pays, table and tables")
        if self.pays is None and self.else_ is None:
            raise RefusalError("a table without else", "else = lose, push or odds")
        if self.pays is not None and self.else_ is not None:
            raise RefusalError("else beside a plain prize", "else beside table or tables only")
        return self

    @property
    def all_tables(self) -> tuple[str, ...]:
        return (self.table,) if self.table is not None else self.tables


AS_ALWAYS, COMPARE = "as always", "compare"


def _as_pays(found: object) -> object:
    if found is None or found == AS_ALWAYS:
        return None
    pays = found if isinstance(found, list | tuple) else [found]
    if not pays:
        raise RefusalError("an empty list", "one pay or several")
    return pays


def _compare_or_pays(found: object) -> object:
    return () if found in (COMPARE, ()) else _as_pays(found)


def _as_written(cell: tuple[Pay, ...] | None, plainly: SerializerFunctionWrapHandler) -> Any:  # noqa: ANN401 - whatever JSON holds
    return COMPARE if cell == () else plainly(cell)


WrittenPay = str | int | Pay
Cell = Annotated[
    tuple[Pay, ...] | None,
    BeforeValidator(_as_pays, json_schema_input_type=WrittenPay | list[WrittenPay]),
]
CellOrCompare = Annotated[
    tuple[Pay, ...] | None,
    BeforeValidator(_compare_or_pays, json_schema_input_type=WrittenPay | list[WrittenPay]),
    WrapSerializer(_as_written, when_used="json"),
]


class ContestCells(Part):
    """The cells of one wager that hold in one contest only."""

    not_qualified: CellOrCompare = Field(None, description="The dealer does not qualify.")
    win: Cell = Field(None, description="The player's hand is higher.")
    tie: Cell = Field(None, description="The hands are equal.")
    lose: Cell = Field(None, description="The dealer's hand is higher.")

    @property
    def cells(self) -> dict[str, tuple[Pay, ...]]:
        return {case: cell for case in CASES[1:] if (cell := getattr(self, case)) is not None}


class Settle(Part):
    """The cells of one wager."""

    contest: Id | None = Field(
        None, description="The contest that decides. Left out: the one the player entered."
    )
    contests: dict[Id, ContestCells] = by_id(
        "Cells that hold instead once the player has entered that contest, which then decides."
    )
    folded: Cell = Field(None, description="The player gave the hand up.")
    not_qualified: CellOrCompare = Field(
        None,
        description="The dealer does not qualify; `compare` settles by win, tie and lose all "
        "the same.",
    )
    win: Cell = Field(None, description="The player's hand is higher.")
    tie: Cell = Field(None, description="The hands are equal.")
    lose: Cell = Field(None, description="The dealer's hand is higher.")
    always: Cell = Field(None, description="Every case without a cell of its own.")

    @property
    def compares_unqualified(self) -> bool:
        return self.not_qualified == ()

    def cell(self, case: str) -> tuple[Pay, ...] | None:
        own: tuple[Pay, ...] | None = getattr(self, case)
        return own if own is not None else self.always

    @property
    def cells(self) -> dict[str, tuple[Pay, ...]]:
        """The wager's own cells, by case."""
        return {
            case: cell for case in (*CASES, "always") if (cell := getattr(self, case)) is not None
        }

    @property
    def all_cells(self) -> dict[str, tuple[Pay, ...]]:
        """Its own cells and those for single contests, by key: `win`, `contests.main.win`."""
        entered = {
            f"contests.{id_}.{case}": cell
            for id_, own in self.contests.items()
            for case, cell in own.cells.items()
        }
        return self.cells | entered

    @property
    def tables(self) -> tuple[str, ...]:
        """The pay tables that its cells name, each once."""
        pays = [pay for cell in self.all_cells.values() for pay in cell]
        return tuple(dict.fromkeys(table for pay in pays for table in pay.all_tables))

    @property
    def is_compared(self) -> bool:
        """Whether hands are compared for the wager, in a contest of its own or the one entered."""
        return bool(self.contests or {*CASES[1:]} & self.cells.keys())

    def decided_by(self, entered: str | None) -> str | None:
        """The contest that decides for a player who has entered that one, or none."""
        return entered if entered in self.contests else self.contest or entered

    def in_contest(self, contest: str | None) -> Settle:
        """The cells that hold in a contest: those for it override the wager's other ones."""
        own = self.contests.get(contest or "")
        return self if own is None else self.model_copy(update=own.cells)


OUTCOMES = {"loses": "lose", "pushes": "push"}
ROW_IN_WORDS = re.compile(
    r"(?P<hand>\S.*?) (?:pays (?P<prize>.+)|(?P<outcome>loses|pushes))", flags=re.S
)
ROW_FORM = '"HAND pays PRIZE", "HAND loses", "HAND pushes", or a table'


def row_with_id(row: Any) -> Any:  # noqa: ANN401 - a raw TOML value
    """A row as a table with its id filled in; `pair of aces pays 3:1` is a row in words."""
    if isinstance(row, str):
        found = ROW_IN_WORDS.fullmatch(row)
        if not found:
            raise RefusalError(quote(row), ROW_FORM)
        row = {"hand": found["hand"], "pays": found["prize"] or OUTCOMES[found["outcome"]]}
    if isinstance(row, dict) and "id" not in row and isinstance(row.get("hand"), str):
        return {**row, "id": slug(row["hand"])}
    return row


def slug(phrase: str) -> str:
    """A phrase as an id, cut short if it is too long."""
    return re.sub(r"[^a-z0-9]+", "-", phrase.lower()).strip("-")[:LONGEST_ID].rstrip("-")


class Row(Part):
    """One line of a pay table."""

    id: Id = Field(description="The row's short name.")
    hand: Phrase = Field(description="Which hands, in the hand grammar.")
    pays: Prize
    several: Literal["split", "each"] = Field(
        "split",
        description="A jackpot's share hit several times in a round: split, or paid to each.",
    )

    _named_after_hand = model_validator(mode="before")(row_with_id)


class PayTable(Part):
    """Rows read from the top; the first that fits the hand pays."""

    hand: Id = Field(description="The hand that is looked up.")
    stake: Literal["kept", "lost"] = Field(
        "kept", description="Does a winner keep the stake, or is it the price of the prize?"
    )
    rows: tuple[Row, ...] = Field(
        min_length=1, max_length=MOST, description="The lines, best hand first."
    )
