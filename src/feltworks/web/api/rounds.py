"""Finished rounds, for those who took part: step by step as their seats saw them, with proofs.

A round is shown from its transcript, played again by the rules it was dealt by. Somebody who was
not in it gets the same answer as if there were no such round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query
from pydantic import BaseModel, Field

from feltworks.cards import Reveal
from feltworks.errors import FeltworksError
from feltworks.house import House, RoundQuery
from feltworks.house.books import kinds
from feltworks.house.errors import BooksAway
from feltworks.house.rounds.recall import RoundRecord
from feltworks.house.rounds.sealed import read_shoe
from feltworks.house.rounds.sheet import Sheet, read_sheet
from feltworks.round import Operation, Round
from feltworks.round.operations import Burnt, Dealt
from feltworks.round.payouts import wager_results
from feltworks.round.sealing import open_places, sealed_log
from feltworks.round.transcript import Transcript, read_transcript
from feltworks.round.viewers import Viewer, player
from feltworks.round.views import seen
from feltworks.web.dependencies import KnownGuest, TheFloor, TheHouse, errors
from feltworks.web.floor.felt import event, felt_now
from feltworks.web.floor.picture import revealed_deck
from feltworks.web.protocol.copying import Copied, part
from feltworks.web.protocol.picture import FeltNow, GivenSeed, OpenedCard, Revealed
from feltworks.web.seating.bots import called

router = APIRouter(prefix="/api/rounds", tags=["rounds"])
Number = Annotated[int, Path(ge=1, le=2**53)]
NOT_SHOWN = errors(
    {401: "No guest", 404: "No round of the guest's", 409: "The round is still being played"}
)


class OwnRoundListed(Copied):
    round: int
    table: str
    game: str | None
    at: str
    outcome: str
    seats: list[int]
    net_cents: int | None
    wagers: dict[str, int] = Field(
        description="What each of the guest's wagers won or lost, in cents, by its name."
    )


class OwnRoundsReply(BaseModel):
    rounds: list[OwnRoundListed]


class OwnRoundReply(Copied):
    round: int
    table: str
    game: str
    name: str
    opened_at: str
    closed_at: str
    outcome: str
    your_seats: list[int]
    players: dict[int, str]
    net_cents: dict[int, int]
    held_back_cents: dict[int, int] = Field(
        description="What a payout limit held back from a seat; `net_cents` is without it."
    )
    steps: list[dict[str, Any]]
    transcript: str | None
    archived: bool = Field(description="Its cards were taken out of the books into an archive.")


class ProofReply(BaseModel):
    """`revealed` is null until the deck is shown; `dealt` are the cards in the order they came.

    While a shoe is in use, the cards of `dealt` that came face down are `??`. Between players the
    deck is never shown as a whole: `opened` are the cards that were shown and the guest's own, each
    with its proof, and the others of `dealt` stay `??`.
    """

    round: int
    commitment: str
    slots: int
    between_players: bool
    seeds: list[GivenSeed]
    revealed: Revealed | None
    opened: list[OpenedCard]
    dealt_before: int
    dealt: list[str]
    shuffle: str
    holds: bool


@router.get("", responses=NOT_SHOWN)
async def rounds(
    guest: KnownGuest,
    house: TheHouse,
    floor: TheFloor,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> OwnRoundsReply:
    """The guest's own rounds, the latest first."""
    return await floor.cashier.ask(_own_rounds, house, guest, limit, before)


@router.get("/{number}", responses=NOT_SHOWN)
async def round_told(
    number: Number, guest: KnownGuest, house: TheHouse, floor: TheFloor
) -> OwnRoundReply:
    """A finished round step by step, as the guest saw it."""
    return await floor.cashier.ask(lambda: PlayedRound(house, number, guest).reply())


@router.get("/{number}/felt/{step}", responses=NOT_SHOWN)
async def felt_at(
    number: Number,
    step: Annotated[int, Path(ge=0, le=100_000)],
    guest: KnownGuest,
    house: TheHouse,
    floor: TheFloor,
) -> FeltNow:
    """The felt after this many steps of a finished round, as the guest saw it."""
    return await floor.cashier.ask(lambda: PlayedRound(house, number, guest).felt(step))


@router.get("/{number}/proof", responses=NOT_SHOWN)
async def proof(number: Number, guest: KnownGuest, house: TheHouse, floor: TheFloor) -> ProofReply:
    """What is needed to check the shuffle of a finished round, and the house's own check of it."""
    return await floor.cashier.ask(lambda: PlayedRound(house, number, guest).proof())


def _own_rounds(house: House, guest: str, limit: int, before: int | None) -> OwnRoundsReply:
    until = None
    if before is not None:
        until = PlayedRound(house, before, guest).record.opening.at
    listed = []
    for each in house.find(RoundQuery(player=guest, limit=limit, until=until)):
        record = house.recall(each.number)
        net = _net_cents(record)
        seats = _seats_of(guest, each.players)
        sheet = _sheet(house, record)
        listed.append(
            OwnRoundListed.of(
                each,
                round=each.number,
                game=sheet.game,
                seats=seats,
                net_cents=None if net is None else sum(net.get(seat, 0) for seat in seats),
                wagers=_wagers(sheet, record, seats),
            )
        )
    return OwnRoundsReply(rounds=listed)


def _wagers(sheet: Sheet, record: RoundRecord, seats: Collection[int]) -> dict[str, int]:
    """Wagers by their names; those of split hands count with the first hand's."""
    known, results = sheet.rules.wagers, Counter[str]()
    for (seat, wager), cents in wager_results(record.transcript or "").items():
        base = wager.partition("/")[0]
        if seat in seats:
            results[known[base].name if base in known else base.capitalize()] += cents
    return dict(results)


class PlayedRound:
    """A finished round that a guest took part in, as his seats saw it."""

    def __init__(self, house: House, number: int, guest: str) -> None:
        try:
            self.record = house.recall(number)
        except BooksAway:
            raise
        except FeltworksError:
            raise HTTPException(404, "You were in no such round.") from None
        self.seats = _seats_of(guest, self.record.players)
        if not self.seats:
            raise HTTPException(404, "You were in no such round.")
        if self.record.closing is None:
            raise HTTPException(409, "That round is still being played.")
        self._house = house

    @cached_property
    def _sheet(self) -> Sheet:
        return _sheet(self._house, self.record)

    @cached_property
    def _transcript(self) -> Transcript | None:
        """The transcript; a void round has none."""
        text = self.record.transcript
        return None if text is None else read_transcript(text, f"round {self.record.number}")

    @cached_property
    def _round(self) -> Round | None:
        """The round played again from the books' transcript, with every card."""
        transcript = self._transcript
        return None if transcript is None else self._sheet.dealt.replay(transcript)

    @property
    def _log(self) -> tuple[Operation, ...]:
        """The dealer's log."""
        return () if self._round is None else self._round.log

    @cached_property
    def _deck(self) -> Reveal | None:
        """The deck, once it is finished; before, a shoe's transcripts would reveal burnt cards."""
        if self._transcript is not None and (shown := self._transcript.reveal) is not None:
            return shown
        commitment = self.record.facts["commitment"]
        shoe = self._house.read(lambda reader: reader.state(f"shoe {commitment}"))
        return None if shoe is None else read_shoe(shoe)

    @property
    def _viewer(self) -> Viewer:
        return player(*self.seats)

    @cached_property
    def _revealed(self) -> Revealed | None:
        """The whole deck, which is shown unless players' own hands are in it."""
        if self._deck is None or self._sheet.dealt.between_players:
            return None
        return revealed_deck(self._deck)

    @cached_property
    def _open_places(self) -> frozenset[int]:
        """The places in the deal, from 0, of the cards that the guest knows."""
        return open_places(self._log, self._viewer)

    def _public_transcript(self) -> str | None:
        """The transcript as the guest may have it."""
        if self._round is None or (self._deck is None and not self._sheet.dealt.between_players):
            return None
        return self._sheet.dealt.transcript_for(self._round, self._deck, self._viewer)

    def reply(self) -> OwnRoundReply:
        record, closing = self.record, self.record.closing
        assert closing is not None
        log = seen(self._log, self._viewer)
        return OwnRoundReply.of(
            record,
            round=record.number,
            game=self._sheet.game,
            name=self._sheet.rules.game.name,
            opened_at=record.opening.at,
            closed_at=closing.at,
            your_seats=self.seats,
            players=self._names(),
            net_cents=_net_cents(record) or {},
            held_back_cents=record.held_back,
            steps=[event(n, entry) for n, entry in enumerate(log)],
            transcript=self._public_transcript(),
            archived=self.record.transcript is None and closing.kind == kinds.ROUND_SETTLED,
        )

    def _names(self) -> dict[int, str]:
        players = self.record.players
        shown = self._house.names(players.values())
        return {seat: called(shown[player]) for seat, player in players.items()}

    def felt(self, step: int) -> FeltNow:
        return felt_now(seen(self._log[:step], self._viewer))

    def proof(self) -> ProofReply:
        dealt_by, deck = self._sheet.dealt, self._deck
        seeds = () if self._transcript is None else self._transcript.terms.seeds
        log, opened = self._log, []
        if dealt_by.between_players:
            log = sealed_log(log, self._open_places)
            if deck is not None and deck.scheme != 1:
                opened = list(deck.openings(sorted(self._open_places), seeds))
        elif self._revealed is None:
            log = sealed_log(log, self._open_places)
        checked = self._house.verify(self.record.number)
        dealt = [entry.card for entry in log if isinstance(entry, Dealt | Burnt)]
        return ProofReply(
            round=self.record.number,
            commitment=self.record.facts["commitment"],
            slots=dealt_by.deck.size,
            between_players=dealt_by.between_players,
            seeds=[part(GivenSeed, each) for each in seeds],
            revealed=self._revealed,
            opened=[part(OpenedCard, each) for each in opened],
            dealt_before=0 if self._transcript is None else len(self._transcript.terms.discarded),
            dealt=[str(card or "??") for card in dealt],
            shuffle=checked.shuffle,
            holds=checked.holds,
        )


def _seats_of(guest: str, players: Mapping[int, str]) -> list[int]:
    return [seat for seat, name in players.items() if name == guest]


def _sheet(house: House, record: RoundRecord) -> Sheet:
    return house.read(lambda reader: read_sheet(reader, record.facts["sheet"]))


def _net_cents(record: RoundRecord) -> dict[int, int] | None:
    """What each seat won or lost; None while the round is open."""
    closing = record.closing
    if closing is None:
        return None
    return {int(seat): cents for seat, cents in closing.facts.get("net", {}).items()}
