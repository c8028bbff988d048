"""Decks in the books: committed to before anybody sees their digest, sealed until they are shown.

A table has one deck at a time. It is numbered, its secret is sealed and filed, and only then is its
digest shown; rounds are begun only from the table's newest deck. A deck that is put away unused is
shown, with the reason, so that choosing among decks leaves a trace. After a restart the committed
deck is found again and used, and a shoe goes on where it was.

The same holds for the players' seeds: their hashes are in the books before anybody opens a seed,
and the opened seeds before a card follows from them. So ending the server in between gives nobody a
new choice of seeds, and nobody can choose the order of the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from feltworks.cards import (
    Card,
    Commitment,
    PlayerSeed,
    Reveal,
    join_cards,
    read_player_seed,
    read_secret,
    verify,
)
from feltworks.house.books import Batch, Reader, Record, Unit, kinds
from feltworks.house.books.reader import TableDeckRow
from feltworks.house.errors import BooksError, HouseError
from feltworks.house.keys import DeckKeys, KeyLost
from feltworks.house.rounds.recall import RoundRecord, round_record
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.pit import TableDeck, other_pack

K = TypeVar("K")
V = TypeVar("V")
MOST_KNOWN = 1_000
"""How many of the latest rounds, or decks, are cached."""


@dataclass(frozen=True, slots=True)
class KeptDeck:
    """The deck of a table as the books keep it; `number` counts the table's decks.

    `discarded` cards of it are out. The players' `seeds` are known once they were opened; until
    then `asked` are those whose hashes were announced, by seat, with the player. A deck that is
    finished has no `commitment`. `pack` is the one of two that is dealt next.
    """

    number: int = 0
    commitment: Commitment | None = None
    discarded: int = 0
    seeds: tuple[PlayerSeed, ...] | None = None
    asked: Mapping[int, tuple[str, PlayerSeed]] = field(default_factory=dict)
    pack: int = 1

    def restore(self, deck: TableDeck) -> None:
        """Makes a table continue with this deck."""
        deck.restore(
            self.commitment, self.number, discarded=self.discarded, seeds=self.seeds, pack=self.pack
        )


class Decks:
    """Commits decks to the books, opens them again and shows them."""

    def __init__(self, keys: DeckKeys, sheets: Sheets) -> None:
        self._keys = keys
        self._sheets = sheets
        self._salts: dict[str, str] = {}

    def commit(self, table: str, deck: Commitment) -> Unit[int]:
        """Takes a table's next deck into the books; returns its number, the same if repeated."""

        def unit(batch: Batch) -> int:
            last = batch.table_deck(table)
            if last is not None and last.digest == deck.digest:
                return last.number
            lost = self._lost(batch, table, last, deck)
            number = 1 if last is None else last.number + 1
            self.remember(deck)
            sealed = self._keys.seal(
                deck.secret(),
                table=table,
                number=number,
                digest=deck.digest,
                is_first=lambda: batch.reader.count("decks") == 0,
            )
            batch.write(
                kinds.DECK_COMMITTED,
                f"deck {deck.digest}",
                facts={
                    "table": table,
                    "number": number,
                    "scheme": deck.reveal().scheme,
                    "sealed": batch.keep(sealed),
                    **({} if lost is None else {"lost": lost}),
                },
            )
            batch.set_table_deck(table, TableDeckRow(number, deck.digest, None, False))
            return number

        return unit

    def _lost(
        self, batch: Batch, table: str, last: TableDeckRow | None, following: Commitment
    ) -> str | None:
        """Why the table's last deck is not shown although it had to be: unused, or a shoe.

        A deck that cannot be opened, or may be known since a restore, is left as it is; a deck of
        another game is shown, and so is a shoe that is left behind.
        """
        if last is None or last.is_shown or not self._has_to_be_shown(batch, last):
            return None
        if is_from_before_restore(batch, last.digest):
            return "the books were restored: it may have been dealt and shown since"
        try:
            left = self.open(batch, last.digest)
        except KeyLost as error:
            return str(error)
        if last.is_used or not _are_same_cards(left, following.reveal().order):
            show(batch, last.digest, left.reveal(), "the table deals from another deck")
            return None
        raise HouseError(
            f"table {table} has committed to a deck that it has not dealt from: it is used, or "
            "shown and put away, before the next"
        )

    def _has_to_be_shown(self, batch: Batch, deck: TableDeckRow) -> bool:
        """Whether a deck must still be shown; a deck for one round is shown with the round."""
        if deck.last_round is None:
            return True
        record = round_record(batch.of_round(deck.last_round), deck.last_round)
        if self._sheets.read(batch, record.facts["sheet"]).dealt.cut_at is None:
            return False
        if record.closing is None:
            raise HouseError(f"round {record.number} is dealt from this table's shoe: it goes on")
        return True

    def open(self, books: Batch | Reader, digest: str) -> Commitment:
        """The deck behind a digest; raises a `KeyLost` if it cannot be opened."""
        record = books.last_of_kind(kinds.DECK_COMMITTED, f"deck {digest}")
        if record is None:
            raise KeyLost(f"the deck {digest[:16]} is not in the books")
        facts = record.facts
        sealed, table = books.paper(facts["sealed"]), facts["table"]
        if sealed is None:
            raise BooksError(f"the paper {facts['sealed'][:12]} is missing from the books")
        # A text that was changed is refused by its seal, as one whose key is lost.
        secret = self._keys.open(sealed, table=table, number=facts["number"], digest=digest)
        deck = read_secret(secret)
        if deck.digest != digest:
            raise KeyLost(f"the deck {digest[:16]} is not the one that was sealed")
        return deck

    def salt(self, books: Batch | Reader, digest: str) -> str:
        """The salt of the deck behind a digest, which seals moves; cached for the latest decks."""
        return self._salts.get(digest) or self.remember(self.open(books, digest))

    def remember(self, deck: Commitment) -> str:
        """Caches the salt of a deck in use, so that sealing its moves needs no query."""
        return cached_latest(self._salts, deck.digest, deck.reveal().salt)

    def of_table(self, books: Batch | Reader, sheet: Sheet) -> KeptDeck:
        """The deck that a table continues with: one that is unused, or a shoe in use."""
        pack = pack_due(books, sheet.table) if sheet.rules.table.second_deck else 1
        return replace(self._of_table(books, sheet), pack=pack)

    def _of_table(self, books: Batch | Reader, sheet: Sheet) -> KeptDeck:
        last = books.table_deck(sheet.table)
        if last is None:
            return KeptDeck()
        is_done = last.is_shown or (last.is_used and sheet.dealt.cut_at is None)
        gone = KeptDeck(last.number)
        if is_done or is_from_before_restore(books, last.digest):
            return gone
        try:
            deck = self.open(books, last.digest)
        except KeyLost:
            return gone
        if not _are_same_cards(deck, sheet.dealt.deck.cards):
            # The house has posted another game, or another number of packs.
            return gone
        newest = books.deck(last.digest).last_round
        if newest is None:
            seeds, asked = _seeds_before_round(books, last.digest)
            return KeptDeck(last.number, deck, 0, seeds, asked)
        record = round_record(books.of_round(newest), newest)
        out = _cards_out(record)
        return gone if out is None else KeptDeck(last.number, deck, out, seeds_in(record.opening))

    def ask_seeds(
        self, digest: str, given: Mapping[int, tuple[str, PlayerSeed]]
    ) -> Unit[Mapping[int, tuple[str, PlayerSeed]]]:
        """Notes whose seeds are asked for, by seat with the player, before any hash is announced.

        A deck asks once: returns those that were noted first.
        """

        def unit(batch: Batch) -> Mapping[int, tuple[str, PlayerSeed]]:
            before = batch.last_of_kind(kinds.SEEDS_ASKED, f"deck {digest}")
            if before is not None:
                return _asked(before)
            lines = [seed.line for _, seed in given.values()]
            players = {str(seat): player for seat, (player, _) in given.items()}
            facts = {"seeds": lines, "players": players}
            batch.write(kinds.SEEDS_ASKED, f"deck {digest}", facts=facts)
            return given

        return unit

    def note_seeds(self, digest: str, seeds: Sequence[PlayerSeed]) -> Unit[None]:
        """Notes the seeds that were opened in time, before anything follows from them.

        They must be the seeds that were asked for; one that was not opened is noted as such.
        """
        lines = [seed.line for seed in seeds]

        def unit(batch: Batch) -> None:
            before = batch.last_of_kind(kinds.SEEDS_OPENED, f"deck {digest}")
            if before is None:
                asked = batch.last_of_kind(kinds.SEEDS_ASKED, f"deck {digest}")
                if asked is None or hashes_of(lines) != hashes_of(asked.facts["seeds"]):
                    raise HouseError(
                        f"the seeds for the deck {digest[:16]} are not those that were asked for"
                    )
                batch.write(kinds.SEEDS_OPENED, f"deck {digest}", facts={"seeds": lines})
            elif before.facts["seeds"] != lines:
                raise HouseError(f"other seeds were opened for the deck {digest[:16]} before")

        return unit

    def reveal(self, digest: str, reveal: Reveal, *, because: str | None = None) -> Unit[None]:
        """Shows a deck: a shoe that served many rounds, or one put away, with the reason."""
        if not verify(digest, reveal):
            raise HouseError(f"this is not the deck that {digest[:16]} commits to")

        return lambda batch: show(batch, digest, reveal, because)


def cached_latest(known: dict[K, V], key: K, value: V) -> V:
    """Caches a value of the latest rounds or decks, and drops the oldest ones beyond a number."""
    while len(known) >= MOST_KNOWN:
        known.pop(next(iter(known)), None)
    known[key] = value
    return value


def show(batch: Batch, digest: str, reveal: Reveal, because: str | None = None) -> None:
    """Shows a deck that was not shown before."""
    subject = f"shoe {digest}"
    if batch.state(subject) is not None:
        return
    record = batch.last_of_kind(kinds.DECK_COMMITTED, f"deck {digest}")
    if record is None:
        raise HouseError(f"no table has committed to the deck {digest[:16]}")
    state = {"salt": reveal.salt, "order": join_cards(reveal.order), "scheme": reveal.scheme}
    if because is None:
        batch.write(kinds.SHOE_REVEALED, subject, after=state)
    else:
        batch.write(kinds.DECK_REVEALED, subject, facts={"reason": because}, after=state)
    table = record.facts["table"]
    last = batch.table_deck(table)
    if last is not None and last.digest == digest:
        batch.set_table_deck(table, last._replace(is_shown=True))


def pack_due(books: Batch | Reader, table: str) -> int:
    """The pack whose turn it is: not that of the previous round, however that round ended."""
    last = books.last_round_at(table)
    if last is None:
        return 1
    return other_pack(round_record(books.of_round(last), last).facts.get("pack", 1))


def seeds_in(record: Record) -> tuple[PlayerSeed, ...]:
    """The players' seeds that a record notes."""
    return tuple(read_player_seed(line) for line in record.facts.get("seeds", ()))


def hashes_of(lines: Iterable[str]) -> list[list[str]]:
    """Seats and hashes of seeds, opened or not, from the lines that note them."""
    return sorted(line.split(" ")[:2] for line in lines)


def _asked(record: Record) -> dict[int, tuple[str, PlayerSeed]]:
    players = record.facts["players"]
    return {seed.seat: (players[str(seed.seat)], seed) for seed in seeds_in(record)}


def _seeds_before_round(
    books: Batch | Reader, digest: str
) -> tuple[tuple[PlayerSeed, ...] | None, Mapping[int, tuple[str, PlayerSeed]]]:
    """The seeds opened for a deck without a round, or those that were asked for."""
    opened = books.last_of_kind(kinds.SEEDS_OPENED, f"deck {digest}")
    if opened is not None:
        return seeds_in(opened), {}
    asked = books.last_of_kind(kinds.SEEDS_ASKED, f"deck {digest}")
    return None, {} if asked is None else _asked(asked)


def _cards_out(record: RoundRecord) -> int | None:
    """How many cards of a deck are out after its latest round; None if that is not known."""
    start: int = record.facts.get("discarded", 0)
    if record.closing is None:
        return start
    cards: int | None = record.closing.facts.get("cards")
    return None if cards is None else start + cards


def _are_same_cards(deck: Commitment, cards: Sequence[Card]) -> bool:
    return Counter(deck.reveal().order) == Counter(cards)


def is_from_before_restore(books: Batch | Reader, digest: str) -> bool:
    """Whether a deck was in a backup that may lack records, so that anybody may know it by now."""
    restored = books.last_of_kind(kinds.BOOKS_RESTORED, "house")
    committed = books.last_of_kind(kinds.DECK_COMMITTED, f"deck {digest}")
    if restored is None or committed is None:
        return False
    return not restored.facts.get("whole") and committed.number < restored.number
