"""Finished rounds, for those who took part: told step by step as their seats saw them, and proven.

A round is told from its transcript, played again by the rules it was dealt by. Whoever was not in
it is told that there is no such round, the same as when there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query
from pydantic import BaseModel

from feltworks.cards import join_cards
from feltworks.errors import FeltworksError
from feltworks.house import RoundQuery as Wanted
from feltworks.house.rounds.sheet import read_sheet
from feltworks.round.transcript import read_transcript
from feltworks.round.viewers import player
from feltworks.round.views import seen
from feltworks.web.api.asking import KnownGuest, TheFloor, TheHouse, problems
from feltworks.web.floor.felt import event, felt_now
from feltworks.web.protocol.told import FeltNow, Revealed

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.rounds.recall import RoundRecord
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Operation
    from feltworks.round.transcript import Transcript

router = APIRouter(prefix="/api/rounds", tags=["rounds"])
Number = Annotated[int, Path(ge=1, le=2**53)]


class RoundListed(BaseModel):
    round: int
    table: str
    game: str | None
    at: str
    outcome: str
    seats: list[int]
    net_cents: int | None


class RoundsListed(BaseModel):
    rounds: list[RoundListed]


class RoundTold(BaseModel):
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
    steps: list[dict[str, Any]]
    transcript: str | None


class Proof(BaseModel):
    """`revealed` is null until the deck is shown; `dealt` are the cards in the order they came.

    While a shoe runs on, those of them that came face down are `??`.
    """

    round: int
    commitment: str
    revealed: Revealed | None
    dealt_before: int
    dealt: list[str]
    shuffle: str
    holds: bool


@router.get("", responses=problems(401, 404, 409))
async def rounds(
    guest: KnownGuest,
    house: TheHouse,
    floor: TheFloor,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> RoundsListed:
    """The guest's own rounds, the latest first."""
    return await floor.cashier.ask(_listed, house, guest.name, limit, before)


@router.get("/{number}", responses=problems(401, 404, 409))
async def round_told(
    number: Number, guest: KnownGuest, house: TheHouse, floor: TheFloor
) -> RoundTold:
    """A finished round step by step, as the guest saw it."""
    return await floor.cashier.ask(_told, house, number, guest.name)


@router.get("/{number}/felt/{step}", responses=problems(401, 404, 409))
async def felt_at(
    number: Number,
    step: Annotated[int, Path(ge=0, le=100_000)],
    guest: KnownGuest,
    house: TheHouse,
    floor: TheFloor,
) -> FeltNow:
    """The felt after so many steps of a finished round, as the guest saw it."""
    return await floor.cashier.ask(_felt, house, number, guest.name, step)


@router.get("/{number}/proof", responses=problems(401, 404, 409))
async def proof(number: Number, guest: KnownGuest, house: TheHouse, floor: TheFloor) -> Proof:
    """What is needed to check the shuffle of a finished round, and the house's own check of it."""
    return await floor.cashier.ask(_proof, house, number, guest.name)


def _listed(house: House, guest: str, limit: int, before: int | None) -> RoundsListed:
    until = None if before is None else _own(house, before, guest)[0].opening.at
    found = house.find(Wanted(player=guest, limit=limit, until=until))
    listed = []
    for each in found:
        story = house.recall(each.number)
        net = _net(story)
        seats = [seat for seat, name in each.players.items() if name == guest]
        listed.append(
            RoundListed(
                round=each.number,
                table=each.table,
                game=_sheet(house, story).game,
                at=each.at,
                outcome=each.outcome,
                seats=seats,
                net_cents=sum(net.get(seat, 0) for seat in seats) if net is not None else None,
            )
        )
    return RoundsListed(rounds=listed)


def _told(house: House, number: int, guest: str) -> RoundTold:
    story, seats = _own(house, number, guest)
    closing = story.closing
    assert closing is not None
    sheet = _sheet(house, story)
    steps = [event(n, entry) for n, entry in enumerate(seen(_log(sheet, story), player(*seats)))]
    return RoundTold(
        round=number,
        table=story.table,
        game=sheet.game,
        name=sheet.rules.game.name,
        opened_at=story.opening.at,
        closed_at=closing.at,
        outcome=story.outcome,
        your_seats=seats,
        players=dict(story.players),
        net_cents=_net(story) or {},
        steps=steps,
        transcript=None if _revealed(house, story) is None else story.transcript,
    )


def _felt(house: House, number: int, guest: str, step: int) -> FeltNow:
    story, seats = _own(house, number, guest)
    log = _log(_sheet(house, story), story)
    return felt_now(seen(log[:step], player(*seats)))


def _proof(house: House, number: int, guest: str) -> Proof:
    story, seats = _own(house, number, guest)
    log = _log(_sheet(house, story), story)
    commitment = story.facts["commitment"]
    revealed = _revealed(house, story)
    before = 0 if story.transcript is None else len(_transcript(story).terms.discarded)
    if revealed is None:
        log = seen(log, player(*seats))
    checked = house.verify(number)
    cards = [getattr(entry, "card", None) for entry in log]
    came = [type(entry).__name__ in ("Dealt", "Burnt") for entry in log]
    return Proof(
        round=number,
        commitment=commitment,
        revealed=revealed,
        dealt_before=before,
        dealt=[str(card or "??") for card, dealt in zip(cards, came, strict=True) if dealt],
        shuffle=checked.shuffle,
        holds=checked.holds,
    )


def _own(house: House, number: int, guest: str) -> tuple[RoundRecord, list[int]]:
    try:
        story = house.recall(number)
    except FeltworksError:
        raise HTTPException(404, "You were in no such round.") from None
    seats = [seat for seat, name in story.players.items() if name == guest]
    if not seats:
        raise HTTPException(404, "You were in no such round.")
    if story.closing is None:
        raise HTTPException(409, "That round is still being played.")
    return story, seats


def _sheet(house: House, story: RoundRecord) -> Sheet:
    with house.database.reading() as reader:
        return read_sheet(reader, story.facts["sheet"])


def _net(story: RoundRecord) -> dict[int, int] | None:
    closing = story.closing
    if closing is None:
        return None
    return {int(seat): cents for seat, cents in closing.facts.get("net", {}).items()}


def _log(sheet: Sheet, story: RoundRecord) -> tuple[Operation, ...]:
    """The round's log, played again from its transcript; a void round has none."""
    if story.transcript is None:
        return ()
    return sheet.dealt.replay(_transcript(story)).log


def _transcript(story: RoundRecord) -> Transcript:
    assert story.transcript is not None
    return read_transcript(story.transcript, f"round {story.number}")


def _revealed(house: House, story: RoundRecord) -> Revealed | None:
    """The deck, once it is shown; a shoe's transcripts would tell burnt cards before that."""
    if story.transcript is not None and (shown := _transcript(story).reveal) is not None:
        return Revealed(salt=shown.salt, deck=join_cards(shown.order))
    with house.database.reading() as reader:
        shoe = reader.state(f"shoe {story.facts['commitment']}")
    return None if shoe is None else Revealed(salt=shoe["salt"], deck=shoe["order"])
