"""Who can watch a round, and which cards they see on the felt."""

from collections.abc import Iterable

from tests.ask.rounds import AUDITOR, DEALER, SPECTATOR, Felt, Viewer, player

from feltworks.cards import Card


def all_viewers(seats: Iterable[int]) -> tuple[Viewer, ...]:
    """Everybody who could watch a round of those seats."""
    return (*(player(seat) for seat in seats), DEALER, SPECTATOR, AUDITOR)


def known_cards(felt: Felt) -> list[Card]:
    """Every card on the felt that the log names."""
    return [lying.card for zone in felt.cards.values() for lying in zone if lying.card is not None]
