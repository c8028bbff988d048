"""The exchange of seeds before a deck is dealt: hashes first, then the seeds themselves.

The client of a seated player sends the hash of a seed for the next deck. When the betting closes on
a fresh deck, the hashes of those who are in the round are sent to everybody, and only then are
their seeds requested. A seed that is not opened in time is left out and noted. Without hashes there
is no wait. A deck takes seeds once: a player who sits down during a shoe joins at the next one.
Hashes are in the books before they are sent, and opened seeds before a card follows from them, so
that after a restart the same seeds are requested again or are already known.
"""

from __future__ import annotations

from collections.abc import Mapping

from feltworks.cards import PlayerSeed, SeedError
from feltworks.round import NotAllowed
from feltworks.web.floor.liveround import LiveRound
from feltworks.web.floor.state import Act, Betting, TableState
from feltworks.web.floor.table import LiveTable


def keep_hash(state: TableState, seat: int, hash: str) -> None:
    """Keeps the hash of a seed that the player at the seat has sent."""
    if seat in state.seeds.opening:
        raise NotAllowed("seeds-opening", "The seeds for this deck are being opened.")
    state.seeds.hashes[seat] = (state.chairs.taken[seat].player, hash)


def open_seed(state: TableState, seat: int, seed: str) -> Act | None:
    """The player at the seat opens a seed; after the last one the cards are dealt."""
    exchange = state.seeds
    given = exchange.opening.get(seat)
    if given is None:
        raise NotAllowed("no-seed-asked", "No seed of yours is asked for now.")
    try:
        exchange.opening[seat] = PlayerSeed(seat, given.hash, seed)
    except SeedError as error:
        raise NotAllowed("wrong-seed", str(error)) from None
    is_last = all(each.seed is not None for each in exchange.opening.values())
    return Act.CLOSE_BETTING if is_last else None


async def await_seeds(at: LiveTable, live: LiveRound) -> bool:
    """Whether to wait for seeds; if not, those that are in fix the order of the deck.

    It is called again when the last seed is in, or time is up.
    """
    state = at.state
    if not state.deck.takes_seeds:
        return False
    if not state.seeds.opening and (wanted := _to_ask(state, live)):
        state.phase = Betting(live, closing=True)
        deck = state.deck.promise()
        asked = await at.booked(at.cashier.ask_seeds, deck, wanted)
        state.seeds.ask(asked)
        if any(
            player in state.present and seat in state.chairs.of(player)
            for seat, (player, _) in asked.items()
        ):
            state.start_clock(at.pace.seed_seconds, Act.CLOSE_BETTING)
            at.broadcast()
            return True
    await mix(at)
    if state.deck.seeds:
        live.deal_on(state.deck.terms(live.terms))
    return False


def _to_ask(state: TableState, live: LiveRound) -> Mapping[int, tuple[str, PlayerSeed]]:
    """Players in the round who sent a hash and are present; a deck requests seeds only once."""
    exchange, seats_of = state.seeds, state.chairs.of
    if exchange.asked:
        return exchange.asked
    sent = sorted(exchange.hashes.items())
    exchange.hashes = {seat: each for seat, each in sent if seat in seats_of(each[0])}
    return {
        seat: (player, PlayerSeed(seat, hash))
        for seat, (player, hash) in exchange.hashes.items()
        if player in state.present and (seat in live.dealt_in or live.wagers.of([seat]))
    }


async def mix(at: LiveTable) -> None:
    """Fixes the order of the deck by the opened seeds, and requests no more."""
    state = at.state
    if state.deck.takes_seeds:
        deck, seeds = state.deck.promise(), list(state.seeds.opening.values())
        if seeds:
            await at.booked(at.cashier.note_seeds, deck, seeds)
        state.deck.mix(seeds)
    state.seeds.opening = {}
