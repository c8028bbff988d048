"""A recalled round is believed only after it has been checked again from end to end.

Its records must fit the chain and the indexes, its transcript must be the one that was booked, the
moves are played again by the rules it was dealt by and from the deck that was committed to before
the first card, and the entry that follows from the replay must be the one in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from feltworks.errors import FeltworksError
from feltworks.house.archive import archived
from feltworks.house.audit.indexes import index_violations, rows_called_for
from feltworks.house.books import Reader, Record, kinds
from feltworks.house.books.chain import GENESIS, paper_hash
from feltworks.house.errors import BooksError, Violation
from feltworks.house.jackpots.changing import recorded_play
from feltworks.house.rounds.checks import begun_otherwise, wrongly_out
from feltworks.house.rounds.entry import entry_for, stakes_returned
from feltworks.house.rounds.journal import is_sealed, opened_moves
from feltworks.house.rounds.recall import IN_FLIGHT, RoundRecord, readable, recall
from feltworks.house.rounds.sealed import read_shoe
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.house.rounds.tally import LogTally
from feltworks.jackpots import Play
from feltworks.round import Round
from feltworks.round.transcript import Transcript, read_transcript

ARCHIVED = "archived"
"""What a verification says about the shuffle if the round's transcript is in an archive."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found; `shuffle` says whether the deck could be checked yet."""

    number: int
    outcome: str
    violations: tuple[Violation, ...]
    shuffle: str

    @property
    def holds(self) -> bool:
        return not self.violations


class Verifier:
    """Verifies rounds over one connection; sheets are read once."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._sheets = Sheets()

    @cached_property
    def _archived(self) -> int:
        return archived(self.reader)

    def verify(self, number: int) -> Verification:
        """Everything about one round."""
        found = recall(self.reader, number)
        with readable(number):
            rows, violations = rows_called_for(found.records)
            violations += self._links(found.records)
            violations += index_violations(self.reader, found.records, rows)
            shuffle, untrue = self.replayed_alone(found, self.reader.moves(number))
            violations += untrue
            return Verification(number, found.outcome, tuple(sorted(violations)), shuffle)

    def _links(self, records: Sequence[Record]) -> Iterator[Violation]:
        for record in records:
            if record.expected_hash() != record.hash:
                yield Violation(record.number, "chain", "it does not fit its hash")
            before = self.reader.record(record.number - 1)
            if record.previous != (GENESIS if before is None else before.hash):
                yield Violation(record.number, "chain", "it does not follow the record before it")

    def replayed_alone(
        self, found: RoundRecord, moves: Sequence[str]
    ) -> tuple[str, list[Violation]]:
        """One round replayed; the round before it and its journal are looked up here."""
        commitment = found.facts["commitment"]
        earlier = self.reader.dealt_before(commitment, found.number)
        before = None if earlier is None else recall(self.reader, earlier)
        return self.replayed(found, before, moves if self.reader.has_deck(commitment) else None)

    def replayed(
        self, found: RoundRecord, before: RoundRecord | None, moves: Sequence[str] | None
    ) -> tuple[str, list[Violation]]:
        """How far the shuffle is known, and what a replay of the round shows to be false.

        `before` is the previous round from the same deck, `moves` is the round's journal; None for
        the first books, which had no journal.
        """
        closing = found.closing
        if closing is None:
            return IN_FLIGHT, []
        at, begun = closing.number, found.opening.number
        if closing.kind != kinds.ROUND_SETTLED:
            text = "stakes did not go back as they were made"
            is_returned = closing.postings == stakes_returned(found)
            return "never revealed", [] if is_returned else [Violation(at, "ledger", text)]
        if found.transcript is None and at <= self._archived:
            return ARCHIVED, []
        if found.transcript is None or paper_hash(found.transcript) != closing.facts["transcript"]:
            text = "the transcript is not the one that was booked"
            return "unknown", [Violation(at, "transcript", text)]
        try:
            sheet = self._sheets.read(self.reader, found.facts["sheet"])
            read = read_transcript(found.transcript, f"round {found.number}")
            transcript = self._revealed(read)
            round = sheet.dealt.replay(transcript)
        except FeltworksError as error:
            return "unknown", [Violation(at, "replay", str(error))]
        shuffle = "not revealed yet" if transcript.reveal is None else "fits its commitment"
        # The replay has compared every line.
        tally = LogTally().read(round.log, transcript.actions)
        violations = [
            Violation(begun, check, f"it {fault}")
            for check, fault in begun_otherwise(found, sheet, round, tally)
        ]
        violations += _booked(found, closing, round, sheet, tally)
        played = [tally.lines[at] for at in tally.moves_after(len(found.facts["lines"]))]
        if moves is not None and not _is_played_by(played, moves, transcript, found.number):
            violations.append(Violation(at, "moves", "it was not played by the moves journaled"))
        if moves is not None and transcript.reveal is None and sheet.dealt.cut_at is None:
            violations.append(Violation(at, "shuffle", "its deck was not shown"))
        # The round begins in the deck where the one before it ended.
        if fault := wrongly_out(before, len(round.terms.discarded)):
            violations.append(Violation(begun, "shuffle", fault))
        return shuffle, violations

    def _revealed(self, transcript: Transcript) -> Transcript:
        """The transcript with its deck, if that was shown later because it served many rounds."""
        if transcript.reveal is not None or transcript.terms.commitment is None:
            return transcript
        shoe = self.reader.state(f"shoe {transcript.terms.commitment}")
        if shoe is None:
            return transcript
        return replace(transcript, deck=read_shoe(shoe))


def _is_played_by(
    played: Sequence[str], moves: Sequence[str], transcript: Transcript, number: int
) -> bool:
    """Whether the journaled moves are those played; sealed ones open once the deck is shown."""
    if transcript.reveal is not None:
        try:
            return list(opened_moves(moves, transcript.reveal.salt, number)) == played
        except BooksError:
            return False
    pairs = zip(played, moves, strict=False)
    return len(played) == len(moves) and all(
        line == text or is_sealed(text) for line, text in pairs
    )


def _booked(
    found: RoundRecord, closing: Record, round: Round, sheet: Sheet, tally: LogTally
) -> Iterator[Violation]:
    """Checks that the ledger and the jackpots got what the replay gives."""
    entry = entry_for(tally.totals(), sheet, found)
    if closing.postings != entry.postings:
        yield Violation(closing.number, "ledger", "its entry is not what the replay calls for")
    if closing.facts["net"] != {str(seat): cents for seat, cents in entry.net.items()}:
        yield Violation(closing.number, "settlement", "its results are not those of the replay")
    taken = len(tally.cards)
    if closing.facts.get("cards", taken) != taken:
        yield Violation(closing.number, "shuffle", "it took another number of cards")
    yield from _jackpots(found, closing, round, entry.plays, sheet)


def _jackpots(
    found: RoundRecord, closing: Record, round: Round, plays: Mapping[str, Play], sheet: Sheet
) -> Iterator[Violation]:
    played = {
        record.subject: record
        for record in found.records
        if record.kind in ("jackpot played", "jackpot won")
    }
    for id, play in plays.items():
        record = played.pop(f"jackpot {sheet.jackpots[id]}", None)
        if record is None:
            if play:
                text = f"its play for {sheet.jackpots[id]} is not recorded"
                yield Violation(closing.number, "jackpot", text)
            continue
        told = recorded_play(record)
        if replace(told, prize=play.prize, winners=play.winners) != play:
            yield Violation(record.number, "jackpot", "it counts other play than the replay's")
        if (told.prize, told.winners) != (play.prize, play.winners):
            yield Violation(record.number, "jackpot", "it states other prizes than the replay's")
        if play.prize and record.content["before"]["displayed"] != round.terms.jackpots[id]:
            yield Violation(record.number, "jackpot", "it was not shared at the amount displayed")
    for record in played.values():
        yield Violation(record.number, "jackpot", "the replay does not play for it")
