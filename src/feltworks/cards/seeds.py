"""The players' part in a shuffle: seeds that nobody can choose knowing the others'. Each player
sends the hash of his own seed, and opens the seed when the last hash is in; otherwise the last
player could choose his seed to suit him. Digest and opened seeds fix the order in which the slots
of the deck are dealt. A seed that is not opened in time is left out, and that is noted, since a
player who withholds one has chosen between two orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from feltworks.cards import verifier
from feltworks.cards.randomness import HouseRandomness
from feltworks.errors import FeltworksError

SEED_ALLOWED = "1 to 64 letters, digits or signs, no space and no colon"
LARGEST_SEAT = 99


class SeedError(FeltworksError):
    """A player's seed, or its hash, that is not valid."""


@dataclass(frozen=True, slots=True)
class PlayerSeed:
    """What a seat gave to a shuffle: the hash it sent, and the seed; None if it was not opened."""

    seat: int
    hash: str
    seed: str | None = None

    def __post_init__(self) -> None:
        if type(self.seat) is not int or not 1 <= self.seat <= LARGEST_SEAT:
            raise SeedError(f"there is no seat {self.seat!r}: seats are 1 to {LARGEST_SEAT}")
        if not isinstance(self.hash, str) or not re.fullmatch("[0-9a-f]{64}", self.hash):
            raise SeedError("the hash of a seed is 64 small hexadecimal digits")
        if self.seed is not None:
            if not is_seed(self.seed):
                raise SeedError(f"a seed has {SEED_ALLOWED}")
            if verifier.seed_hash(self.seat, self.seed) != self.hash:
                raise SeedError(f"the seed of seat {self.seat} does not fit the hash sent before")

    @property
    def line(self) -> str:
        """The line of a transcript: `2 HASH SEED`, or `2 HASH not opened`."""
        return f"{self.seat} {self.hash} {'not opened' if self.seed is None else self.seed}"


def is_seed(text: object) -> bool:
    """Whether a text can be a player's seed."""
    return isinstance(text, str) and verifier.SEED.fullmatch(text) is not None


def player_seed(seat: int, seed: str | None = None) -> PlayerSeed:
    """An opened seed of a seat; without one, 256 bits are drawn from the operating system."""
    drawn = HouseRandomness().bytes(32).hex() if seed is None else seed
    if not is_seed(drawn):
        raise SeedError(f"a seed has {SEED_ALLOWED}")
    return PlayerSeed(seat, verifier.seed_hash(seat, drawn), drawn)


def read_player_seed(line: str) -> PlayerSeed:
    """The seed that a line of a transcript states."""
    found = re.fullmatch(r"([1-9]\d?) ([0-9a-f]{64}) (not opened|\S+)", line)
    if found is None:
        raise SeedError("a seed is written as a seat, its hash, and the seed or `not opened`")
    return PlayerSeed(int(found[1]), found[2], None if found[3] == "not opened" else found[3])


def slot_order(digest: str, slots: int, seeds: Sequence[PlayerSeed]) -> tuple[int, ...]:
    """The slots of a deck in the order in which they are dealt."""
    opened = [(each.seat, each.seed) for each in seeds if each.seed is not None]
    return tuple(verifier.slot_order(digest, slots, opened))
