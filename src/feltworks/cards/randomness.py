r"""Sources of randomness: the house, or a seed. Never one in place of the other.

`HouseRandomness` is the operating system's generator, for play. It takes no seed, keeps no state
(nothing to copy into a forked process, nothing to save), and refuses to be pickled, copied or
imitated by a subclass. `SeededRandomness` is a fixed stream of bytes, for simulation and tests: the
same seed gives the same bytes on every machine and in every version.

The stream of a seed is SHA-256 in counter mode:

    key     = SHA-256("feltworks stream 1\\n" + kind + ":" + hex of the seed), kind int or bytes
    block i = SHA-256(key + i as 8 bytes, most significant first), i = 0, 1, 2 ...

and a child stream starts from the key SHA-256("feltworks child 1\\n" + key + kind + ":" + label),
where the kind is int (the label then in hex) or text (in UTF-8).
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING, NoReturn, Protocol, Self, final

from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    import builtins

_BLOCKS_AT_ONCE = 8


class RandomnessError(FeltworksError):
    """Randomness used in a way that is not possible, or would not be fair."""


class ByteSource(Protocol):
    """Anything that supplies the next `count` bytes."""

    def bytes(self, count: int, /) -> builtins.bytes: ...


@final
class HouseRandomness:
    """The operating system's randomness: for play, and for nothing that must be repeated."""

    __slots__ = ()

    def bytes(self, count: int) -> builtins.bytes:
        return os.urandom(count)

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("HouseRandomness has no variants")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("HouseRandomness cannot be pickled or copied: make a new one where needed")


@final
class SeededRandomness:
    """The stream of bytes that belongs to a seed: for simulation and tests, never for play."""

    __slots__ = ("_at", "_buffer", "_key", "_next_block")

    _key: builtins.bytes
    _next_block: int
    _buffer: builtins.bytes
    _at: int

    def __init__(self, seed: int | builtins.bytes) -> None:
        if isinstance(seed, bytes):
            named = f"bytes:{seed.hex()}"
        elif type(seed) is int:
            named = f"int:{seed:x}"
        else:
            raise RandomnessError(f"a seed is a whole number or bytes, and {seed!r} is neither")
        self._start(sha256(f"feltworks stream 1\n{named}".encode()).digest())

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("SeededRandomness has no variants")

    def bytes(self, count: int) -> builtins.bytes:
        end = self._at + count
        if end > len(self._buffer):
            self._refill(count)
            end = count
        taken = self._buffer[self._at : end]
        self._at = end
        return taken

    def child(self, label: int | str) -> Self:
        """The independent stream of that label, however much of this one has been used."""
        named = (f"text:{label}" if isinstance(label, str) else f"int:{label:x}").encode()
        child = object.__new__(type(self))
        child._start(sha256(b"feltworks child 1\n" + self._key + named).digest())
        return child

    def _start(self, key: builtins.bytes) -> None:
        self._key = key
        self._next_block = 0
        self._buffer = b""
        self._at = 0

    def _refill(self, count: int) -> None:
        """Keep the unread bytes and add blocks until `count` bytes can be read."""
        unread = self._buffer[self._at :]
        blocks = max(_BLOCKS_AT_ONCE, -(-(count - len(unread)) // 32))
        numbers = range(self._next_block, self._next_block + blocks)
        fresh = (sha256(self._key + i.to_bytes(8, "big")).digest() for i in numbers)
        self._buffer = unread + b"".join(fresh)
        self._next_block += blocks
        self._at = 0
