"""The check of decks: every digest that was shown is in the books, and no deck was skipped.

A table's decks are numbered without a gap, and rounds are begun from its newest. A deck that is put
away unused, or whose round is voided, must be shown. So a house that draws many decks and keeps the
one it likes leaves a trace, and this check looks for it. A table with two packs deals each of them
in every other round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import func, select

from feltworks.cards import verify
from feltworks.house.books import Reader, Record, kinds, schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.mechanisms import mechanism_of
from feltworks.house.rounds.decks import hashes_of
from feltworks.house.rounds.recall import round_record
from feltworks.house.rounds.sealed import read_shoe
from feltworks.house.rounds.sheet import Sheet

SheetReader = Callable[[str], Sheet | None]


@dataclass(frozen=True, slots=True)
class NewestDeck:
    """The newest deck of a table; `owes` says why it must be shown before the next one."""

    digest: str
    number: int
    owes: str | None = "was never dealt from"


class DeckCheck:
    """Compares what records say about decks with the decks before."""

    def __init__(self, sheet: SheetReader) -> None:
        self._sheet = sheet
        self._newest: dict[str, NewestDeck] = {}
        self._packs: dict[str, int] = {}
        """By table, the pack that its latest round was dealt from."""
        self._seeds: dict[str, list[str]] = {}

    def faults(self, record: Record) -> Iterator[str]:
        """What a record says wrongly about a deck."""
        if record.kind == kinds.DECK_COMMITTED:
            yield from self._committed(record)
        elif record.kind in (kinds.SEEDS_ASKED, kinds.SEEDS_OPENED):
            yield from self._seeds_noted(record)
        elif record.kind == kinds.ROUND_OPENED:
            yield from self._begun(record)
        elif record.subject.partition(" ")[0] == "shoe":
            yield from self._shown(record)

    def _seeds_noted(self, record: Record) -> Iterator[str]:
        """Checks that the seeds opened are those asked for; a seed not opened is noted as such."""
        digest, seeds = record.subject_name, record.facts["seeds"]
        asked = self._seeds.get(digest)
        if record.kind == kinds.SEEDS_ASKED:
            if asked is not None:
                yield "seeds were asked for this deck before"
        elif asked is None:
            yield "seeds are opened that nobody was asked for"
        elif hashes_of(seeds) != hashes_of(asked):
            yield "the seeds opened are not those that were asked for"
        self._seeds[digest] = seeds

    def _committed(self, record: Record) -> Iterator[str]:
        facts, digest = record.facts, record.subject_name
        table, number = facts["table"], facts["number"]
        before = self._newest.get(table)
        due = 1 if before is None else before.number + 1
        if number != due:
            yield f"it is deck {number} of table {table} and deck {due} is next"
        if before is not None and before.owes and "lost" not in facts:
            yield f"deck {before.number} of table {table} {before.owes} and was not shown"
        self._newest[table] = NewestDeck(digest, number)

    def _begun(self, record: Record) -> Iterator[str]:
        table, digest = record.facts["table"], record.facts["commitment"]
        pack, before = record.facts.get("pack", 1), self._packs.get(table)
        # The first books noted only a second pack, and did not check that the packs alternate.
        if "packs" in record.facts and pack == before:
            yield f"it is dealt from pack {pack} of table {table}, as the round before it was"
        self._packs[table] = pack
        newest = self._newest.get(table)
        if newest is None:
            return  # The first books did not number their decks.
        if newest.digest != digest:
            yield f"it is dealt from another deck than deck {newest.number} of table {table}"
        else:
            self._newest[table] = replace(newest, owes=self._owed(record))
        if record.facts.get("seeds", []) != self._seeds.pop(digest, record.facts.get("seeds", [])):
            yield f"it is dealt with other seeds than were opened for deck {newest.number}"

    def _owed(self, opening: Record) -> str | None:
        """What a shoe owes after a round; None for a deck that is shown with its round."""
        sheet = self._sheet(opening.facts["sheet"])
        is_shoe = sheet is not None and sheet.dealt.cut_at is not None
        return "was dealt from" if is_shoe else None

    def voided(self, record: Record, opening: Record) -> None:
        """Notes a voided round: a deck for that round alone, against the house, must be shown."""
        table = opening.facts["table"]
        newest, sheet = self._newest.get(table), self._sheet(opening.facts["sheet"])
        if newest is None or sheet is None or newest.digest != opening.facts["commitment"]:
            return
        lost = "cards" not in record.facts
        if not lost and sheet.dealt.cut_at is None and not mechanism_of(sheet.rules).pot:
            owes = f"was that of the void round {record.round}"
            self._newest[table] = replace(newest, owes=owes)

    def _shown(self, record: Record) -> Iterator[str]:
        digest = record.subject_name
        if not verify(digest, read_shoe(record.content["after"])):
            yield "the deck that is shown does not fit its digest"
        for table, newest in self._newest.items():
            if newest.digest == digest:
                self._newest[table] = replace(newest, owes=None)

    def stand_at(self, reader: Reader, number: int) -> None:
        """Takes over decks, packs and seeds as of a record, from the records that tell of them.

        Those are all about the newest deck of each table and about the latest round from it, and
        the latest round of each table, whose pack counts.
        """
        decks, rounds, ask = schema.decks.c, schema.rounds.c, reader.connection.scalars
        newest = select(func.max(decks.record)).where(decks.record <= number)
        committed = decks.record.in_(newest.group_by(decks.table))
        digests = list(ask(select(decks.digest).where(committed)))
        last = select(func.max(rounds.number)).where(rounds.record <= number)
        of_decks = last.where(rounds.commitment.in_(digests)).group_by(rounds.commitment)
        told = {round: reader.of_round(round) for round in ask(last.group_by(rounds.table))}
        told |= {round: reader.of_round(round) for round in ask(of_decks) if round not in told}
        records = [record for of_round in told.values() for record in of_round]
        for digest in digests:
            records += [*reader.about(f"deck {digest}"), *reader.about(f"shoe {digest}")]
        for record in sorted(records, key=lambda record: record.number):
            if record.number > number:
                break
            with suppress(*UNREADABLE):  # Before the record, nothing is reported.
                for _ in self.faults(record):
                    continue
                if record.kind == kinds.ROUND_VOIDED and record.round is not None:
                    opening = round_record(told[record.round], record.round).opening
                    self.voided(record, opening)
