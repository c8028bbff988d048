"""The books as they stood at one record: balances, states and open rounds, made from records alone.

The audit updates them while it walks the chain. Each record must follow from them, and at the end
the tables of present balances and states must equal them.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from feltworks.house.books import Reader, Record, State
from feltworks.house.books.chain import canonical
from feltworks.house.ledger import LedgerAccount

WRITTEN_ONCE = ("deck", "shoe")
"""Subjects whose state is written once, when a deck is shown. There are more of them the longer a
house is open, so only a digest of each is kept, and a checkpoint leaves them out."""


class RunningBooks:
    """Balances, states and open rounds as of one record."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.balances: defaultdict[LedgerAccount, int] = defaultdict(int)
        self.last_posted: dict[LedgerAccount, int] = {}
        self.last_stated: dict[str, int] = {}
        self.open_rounds: dict[int, list[Record]] = {}
        """Rounds that are not over, with their records so far."""
        self._states: dict[str, State | bytes | None] = {}

    def cents(self, account: LedgerAccount) -> int:
        return self.balances.get(account, 0)

    def state(self, subject: str) -> State | None:
        """The state of a subject, if it is one whose state changes."""
        state = self._states.get(subject)
        return None if isinstance(state, bytes) else state

    def states(self, kind: str) -> dict[str, State]:
        """All states of one kind of subject, by the name that follows the kind."""
        return {
            subject.partition(" ")[2]: state
            for subject, state in self._states.items()
            if isinstance(state, dict) and subject.startswith(f"{kind} ")
        }

    def subjects(self) -> set[str]:
        return set(self._states)

    def is_state(self, subject: str, state: object) -> bool:
        """Whether that is the state of the subject."""
        return self._states.get(subject) == _kept(subject, state)

    def set_state(self, subject: str, state: State) -> None:
        self._states[subject] = _kept(subject, state)

    def paper(self, hash: str) -> str | None:
        return self._reader.paper(hash)


def _kept(subject: str, state: object) -> State | bytes | None:
    if not isinstance(state, dict):
        return None
    if subject.partition(" ")[0] in WRITTEN_ONCE:
        return hashlib.sha256(canonical(state).encode()).digest()
    return state


def digest_of(balances: Iterable[tuple[str, int]], states: Iterable[tuple[str, str]]) -> str:
    """One SHA-256 over all balances and all states that change, for a checkpoint.

    Both are sorted by name, one line each, as canonical JSON; states are passed as such texts. An
    account that holds nothing is left out, like one that was never used.
    """
    digest = hashlib.sha256()
    for name, cents in sorted(each for each in balances if each[1]):
        digest.update(f"{canonical([name, cents])}\n".encode())
    for subject, state in sorted(states):
        if subject.partition(" ")[0] not in WRITTEN_ONCE:
            digest.update(f"{canonical(subject)} {state}\n".encode())
    return digest.hexdigest()
