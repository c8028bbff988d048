"""A recalled round is believed only after it has been checked again from end to end.

Its records must fit the chain and the indexes, its transcript must be the one that was booked, the
moves are played again by the rules it was dealt by and from the deck that was committed to before
the first card, and the entry that follows from the replay must be the one in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltworks.cards import Reveal, parse_cards
from feltworks.errors import FeltworksError
from feltworks.house.audit.filing import misfiled
from feltworks.house.books.chain import GENESIS, entry_in, paper_hash
from feltworks.house.books.index import ROUND_SETTLED
from feltworks.house.ledger import accounts
from feltworks.house.rounds.flight import wrongly_out
from feltworks.house.rounds.recall import readable, story
from feltworks.house.rounds.reckoning import plays, reckon_round
from feltworks.house.rounds.settling import entry_for
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.house.violations import Violation
from feltworks.round.operations import cards_taken
from feltworks.round.transcript import read_transcript

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.books.reader import Reader
    from feltworks.house.ledger import LedgerAccount
    from feltworks.house.rounds.recall import Story
    from feltworks.round import Round
    from feltworks.round.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found; `shuffle` tells whether the deck could be checked yet."""

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
        self._reader = reader
        self._sheets = Sheets()

    def verify(self, number: int) -> Verification:
        """Everything about one round."""
        found = story(self._reader, number)
        with readable(number):
            return self._checked(found)

    def _checked(self, found: Story) -> Verification:
        violations = [*self._links(found.records), *misfiled(self._reader, found.records)]
        replayed, shuffle, untrue = self._replayed(found)
        violations += untrue
        if replayed is not None:
            violations += _booked(found, replayed[0], replayed[1])
        elif found.told.closing is not None and not untrue:
            violations += _returned(found)
        return Verification(found.number, found.outcome, tuple(sorted(violations)), shuffle)

    def _links(self, records: tuple[Record, ...]) -> Iterator[Violation]:
        for record in records:
            if record.expected_hash() != record.hash:
                yield Violation(record.number, "chain", "it does not fit its hash")
            before = self._reader.record(record.number - 1)
            if record.previous != (GENESIS if before is None else before.hash):
                yield Violation(record.number, "chain", "it does not follow the record before it")

    def _replayed(self, found: Story) -> tuple[tuple[Round, Sheet] | None, str, list[Violation]]:
        """The round played again with its sheet, how the shuffle stands, and what is untrue."""
        closing = found.told.closing
        if closing is None:
            return None, "in flight", []
        if closing.kind != ROUND_SETTLED:
            return None, "never revealed", []
        at = closing.number
        if found.transcript is None or paper_hash(found.transcript) != closing.facts["transcript"]:
            text = "the transcript is not the one that was booked"
            return None, "unknown", [Violation(at, "transcript", text)]
        try:
            sheet = self._sheets.read(self._reader, found.told.facts["sheet"])
            name = f"round {found.number}"
            transcript = self._revealed(read_transcript(found.transcript, name))
            round = sheet.dealt.replay(transcript)
        except FeltworksError as error:
            return None, "unknown", [Violation(at, "replay", str(error))]
        shuffle = "not revealed yet" if transcript.reveal is None else "fits its commitment"
        untrue = [*_opening(found, round, sheet), *self._shoe(found, round)]
        return (round, sheet), shuffle, untrue

    def _shoe(self, found: Story, round: Round) -> Iterator[Violation]:
        """The round took up the deck where the one before it in the same deck had left it."""
        at, number = found.told.opening.number, found.number
        earlier = self._reader.dealt_before(found.told.facts["commitment"], number)
        before = None if earlier is None else story(self._reader, earlier).told
        if fault := wrongly_out(before, len(round.terms.discarded)):
            yield Violation(at, "shuffle", fault)

    def _revealed(self, transcript: Transcript) -> Transcript:
        """With the deck that was shown later, if it was one that ran on over many rounds."""
        if transcript.reveal is not None or transcript.terms.commitment is None:
            return transcript
        shoe = self._reader.standing(f"shoe {transcript.terms.commitment}")
        if shoe is None:
            return transcript
        return replace(transcript, reveal=Reveal(shoe["salt"], parse_cards(shoe["order"])))


def _opening(found: Story, round: Round, sheet: Sheet) -> Iterator[Violation]:
    """The round that was played is the one that was begun."""
    told, at = found.told, found.told.opening.number
    if told.facts["commitment"] != round.terms.commitment:
        yield Violation(at, "shuffle", "it was begun with another commitment")
    if not sheet.fits(round.terms):
        yield Violation(at, "terms", f"it was not dealt on the terms of table {told.table}")
    # The first books did not note how many cards were out, nor how many a round took.
    out = len(round.terms.discarded)
    if told.facts.get("discarded", out) != out:
        yield Violation(at, "shuffle", "it was begun with another number of cards out")
    lines: list[str] = told.facts["lines"]
    if [entry.line for entry in round.log[: len(lines)]] != lines:
        yield Violation(at, "wagers", "it was begun with other wagers")


def _booked(found: Story, round: Round, sheet: Sheet) -> Iterator[Violation]:
    """The ledger and the jackpots got what the replay calls for."""
    closing = found.told.closing
    assert closing is not None
    entry = entry_for(reckon_round(round.log), sheet, found.told)
    if [posting for posting, _ in entry_in(closing.content)] != entry.postings:
        yield Violation(closing.number, "ledger", "its entry is not what the replay calls for")
    net = {str(seat): cents for seat, cents in entry.net.items()}
    if closing.facts["net"] != net:
        yield Violation(closing.number, "settlement", "its results are not those of the replay")
    taken = len(cards_taken(round.log))
    if closing.facts.get("cards", taken) != taken:
        yield Violation(closing.number, "shuffle", "it took another number of cards")
    yield from _jackpots(found, round, sheet)


def _jackpots(found: Story, round: Round, sheet: Sheet) -> Iterator[Violation]:
    told = {
        record.subject: record
        for record in found.records
        if record.kind in ("jackpot played", "jackpot won")
    }
    closing = found.told.closing
    assert closing is not None
    for id, play in plays(reckon_round(round.log), sheet.wagers).items():
        record = told.pop(f"jackpot {sheet.jackpots[id]}", None)
        if record is None:
            if play:
                text = f"its play for {sheet.jackpots[id]} is not recorded"
                yield Violation(closing.number, "jackpot", text)
            continue
        content = record.content
        before, after = content["before"], content["after"]
        grown = {key: after[key] - before[key] for key in ("wagered", "lost", "tray_paid")}
        if grown != {"wagered": play.wagered, "lost": play.lost, "tray_paid": play.tray_paid}:
            yield Violation(record.number, "jackpot", "it counts other play than the replay's")
        if play.prize and before["displayed"] != round.terms.jackpots[id]:
            yield Violation(record.number, "jackpot", "it was not shared at the amount displayed")
    for record in told.values():
        yield Violation(record.number, "jackpot", "the replay does not play for it")


def _returned(found: Story) -> Iterator[Violation]:
    """A void round gave every stake back to whoever made it."""
    closing = found.told.closing
    assert closing is not None
    back: dict[LedgerAccount, int] = {}
    for (account, cents, _), _ in entry_in(closing.content):
        if account.purse == "player":
            back[account] = back.get(account, 0) + cents
    staked: dict[LedgerAccount, int] = {}
    for seat, cents in found.told.stakes.items():
        player = accounts.player(found.told.players[seat])
        staked[player] = staked.get(player, 0) + cents
    if back != {player: cents for player, cents in staked.items() if cents}:
        yield Violation(closing.number, "ledger", "stakes did not go back as they were made")
