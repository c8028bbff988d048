"""Corrections: a mistake in the books is put right by another entry, never by changing one.

One person proposes a correction with a reason and names the record it corrects; another person
confirms it, and only then does it move money. Both are in the chain with their names. The entry
goes between players, trays, tips, fees, the cage and the house's own funds. What lies in escrow
belongs to a round that is still played, and a jackpot's money has counts and adjustments of its own
that the state's rules bind; neither can be corrected here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from feltworks.house.books import Batch, Reader, Record, State
from feltworks.house.errors import HouseError
from feltworks.house.ledger import (
    LARGEST_CENTS,
    PURSES,
    LedgerAccount,
    Posting,
    accounts,
    move,
    read_account,
)
from feltworks.house.people import player_of, shown_names
from feltworks.house.rounds.recall import round_record
from feltworks.house.staff import checked_reason, permitted
from feltworks.money import money

PURPOSE = "correction"
CORRECTED = ("player", "tray", "tokes", "fees", "house", "cage")
MOST_MOVES = 20


class CorrectionMove(NamedTuple):
    """A number of cents from one account to another."""

    source: LedgerAccount
    target: LedgerAccount
    cents: int

    def as_json(self) -> list[str | int]:
        return [str(self.source), str(self.target), self.cents]


class Correction(NamedTuple):
    """A correction in its present state; `number` is that of the record that proposed it."""

    number: int
    status: Literal["proposed", "booked", "withdrawn"]
    corrects: int
    because: str
    proposed_by: str
    confirmed_by: str | None
    moves: tuple[CorrectionMove, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "correction": self.number,
            "status": self.status,
            "corrects": self.corrects,
            "because": self.because,
            "proposed_by": self.proposed_by,
            "confirmed_by": self.confirmed_by,
            "moves": [
                {"from": str(each.source), "to": str(each.target), "cents": each.cents}
                for each in self.moves
            ],
        }


def read_moves(written: Sequence[tuple[str, str, int]]) -> tuple[CorrectionMove, ...]:
    """Moves from text; accounts are named as `house`, `player:ann` or `tray:table-1`."""
    return tuple(
        CorrectionMove(read_account(source), read_account(target), cents)
        for source, target, cents in written
    )


def propose(
    batch: Batch, moves: Sequence[CorrectionMove], *, corrects: int, because: str, by: str
) -> Record:
    """Proposes a correction of a record; nothing moves yet."""
    if batch.number < corrects or corrects < 1:
        raise HouseError(f"there is no record {corrects} to correct")
    if not 1 <= len(moves) <= MOST_MOVES:
        raise HouseError(f"a correction makes from 1 to {MOST_MOVES} moves")
    named = [_by_player(batch, each) for each in moves]
    for each in named:
        _check(batch, each)
    number = batch.number + 1
    after = {
        "status": "proposed",
        "corrects": corrects,
        "because": checked_reason(because),
        "proposed_by": permitted(batch, "correct", by),
        "confirmed_by": None,
        "moves": [each.as_json() for each in named],
    }
    return batch.write("correction proposed", _subject(number), after=after)


def is_same_person(one: str, other: str) -> bool:
    """Whether two names are one name in two spellings."""
    first, second = (unicodedata.normalize("NFKC", name).casefold() for name in (one, other))
    return first == second


def confirm(batch: Batch, number: int, *, by: str) -> Record:
    """Books a correction that somebody else proposed."""
    found = _proposed(batch, number)
    if is_same_person(permitted(batch, "correct", by), found.proposed_by):
        raise HouseError(f"{by} proposed correction {number}: somebody else confirms it")
    entry: list[Posting] = []
    for each in found.moves:
        _check_not_in_hand(batch, each.source)
        entry += move(each.source, each.target, each.cents, PURPOSE)
    corrected = batch.reader.record(found.corrects)
    return batch.write(
        "correction booked",
        _subject(number),
        facts={"corrects": found.corrects, "because": found.because},
        postings=entry,
        after=_after(batch, number, "booked", by),
        # The correction is shown with the round of the record that it corrects.
        round=None if corrected is None else corrected.round,
    )


def withdraw(batch: Batch, number: int, *, by: str) -> Record:
    """Withdraws a proposal; nothing was moved."""
    _proposed(batch, number)
    after = _after(batch, number, "withdrawn", permitted(batch, "correct", by))
    return batch.write("correction withdrawn", _subject(number), after=after)


def corrections(reader: Reader) -> list[Correction]:
    """Every correction, the latest first."""
    found = reader.states("correction")
    return [_read(int(number), found[number]) for number in sorted(found, key=int, reverse=True)]


# --- inside ------------------------------------------------------------------------------------


def _subject(number: int) -> str:
    return f"correction {number}"


def _proposed(batch: Batch, number: int) -> Correction:
    state = batch.state(_subject(number))
    if state is None:
        raise HouseError(f"there is no correction {number}")
    found = _read(number, state)
    if found.status != "proposed":
        raise HouseError(f"correction {number} was {found.status} already")
    return found


def _after(batch: Batch, number: int, status: str, by: str) -> State:
    return {**(batch.state(_subject(number)) or {}), "status": status, "confirmed_by": by}


def _read(number: int, state: State) -> Correction:
    return Correction(number, **{**state, "moves": read_moves(state["moves"])})


def _by_player(batch: Batch, each: CorrectionMove) -> CorrectionMove:
    """Moves with players' names as the chain has them; a guest may be named as he calls himself."""

    def account(written: LedgerAccount) -> LedgerAccount:
        if written.purse != "player" or len(written.owner) != 1:
            return written
        return accounts.player(player_of(batch.reader, written.owner[0]))

    return CorrectionMove(account(each.source), account(each.target), each.cents)


def _check_not_in_hand(batch: Batch, source: LedgerAccount) -> None:
    """Refuses to take chips from a player during a round, which he plays with what he has."""
    if source.purse != "player":
        return
    for number in batch.reader.open_rounds():
        found = round_record(batch.of_round(number), number)
        if source.owner[0] in found.players.values():
            name = shown_names(batch.reader, source.owner)[source.owner[0]]
            raise HouseError(
                f"{name} is in round {number} at table {found.table} and plays it with those "
                "chips: ask the player to stand up first, and confirm it when the round is over"
            )


def _check(batch: Batch, each: CorrectionMove) -> None:
    if not 0 < each.cents <= LARGEST_CENTS:
        raise HouseError(f"{money(each.cents)} cannot be moved: give an amount above zero")
    if each.source == each.target:
        raise HouseError(f"{each.source} cannot be corrected from itself")
    for account in (each.source, each.target):
        purse = PURSES.get(account.purse)
        if purse is None or len(account.owner) != purse.owners:
            raise HouseError(f"there is no account {str(account)!r}: write such as player:ann")
        if account.purse not in CORRECTED:
            allowed = ", ".join(CORRECTED)
            raise HouseError(
                f"{account} is not put right by a correction, which goes between {allowed}"
            )
        if purse.owners and not batch.reader.is_used(account):
            raise HouseError(f"the books know no account {str(account)!r}")
