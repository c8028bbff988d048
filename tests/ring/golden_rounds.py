"""The golden ring games: each shows one rule, with cards chosen for it.

`python -m tests.ring.golden_rounds` writes their files anew; look at what changed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.ask.rounds import Burnt, Dealt, Irregularity, OpenTable, RingPlan, RingRound, Terms
from tests.golden import table_of, whole_deck, write_all

from feltworks.cards import Reveal

from .felt import GAME, LIMITS, opened, played

FOLDER = Path(__file__).with_name("golden")
SALT = "00" * 32


@dataclass(frozen=True)
class Golden:
    """A game in words; see `felt.deal`."""

    stacks: list[float]
    does: str
    hole: dict[int, str] = field(default_factory=dict)
    board: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seating: dict[str, object] = field(default_factory=dict)
    ends: Irregularity | None = None
    game: str = GAME

    @property
    def table(self) -> OpenTable:
        return table_of(GAME, self.options)

    def with_deck(self) -> tuple[RingRound, Reveal]:
        """The round, dealt from a deck that was committed to by the first scheme."""
        terms = Terms(LIMITS)
        dealt = [e.card for e in self._run(terms).log if isinstance(e, Dealt | Burnt)]
        reveal = Reveal(SALT, tuple(whole_deck(self.table.deck, dealt)), scheme=1)
        return self._run(replace(terms, commitment=reveal.digest)), reveal

    def _run(self, terms: Terms) -> RingRound:
        of = RingPlan(self.table.rules)
        start = opened(self.stacks, of=of, terms=terms, **self.seating)
        done = played(start, self.does, hole=self.hole, board=self.board)
        return done if self.ends is None else done.play(self.ends)


NO_LIMIT = {"ante": "off", "structure": "no-limit"}
BOARD = "Kd 9h 7c"
ROUNDS = {
    "best-hand-takes-the-pot": Golden(
        [100] * 4,
        "call raise fold call call check bet fold call check bet call",
        {1: "As Ks", 2: "2c 3d", 3: "9s 9d", 4: "Jc Qd"},
        BOARD,
    ),
    "everyone-folds-to-the-big-blind": Golden([100] * 5, "fold fold fold fold"),
    "tied-hands-split-and-the-odd-chip-goes-left-of-the-button": Golden(
        [100] * 3,
        "call fold check check check check check",
        {2: "As 2h", 3: "Ac 2d"},
        BOARD,
        {"ante": "off"},
    ),
    "side-pots-for-three-all-ins": Golden(
        [10, 20, 30, 40, 40],
        "raise30 raise40 call call call",
        {1: "As Ah", 2: "Ks Kh", 3: "Qs Qh", 4: "Js Jh", 5: "2s 3h"},
        "9d 8h 5c",
        NO_LIMIT,
    ),
    "a-short-raise-does-not-reopen-the-betting": Golden(
        [100, 100, 100, 18],
        "call raise call call call " + "check " * 6,
        {1: "As Ah", 2: "2c 3d", 3: "4c 5d", 4: "6c 8d"},
        BOARD,
        {"ante": "off"},
    ),
    "two-players-by-the-letter": Golden([100, 100], "call raise call check check bet fold"),
    "two-players-by-custom": Golden(
        [100, 100],
        "call raise call check check bet fold",
        options={"heads_up_blinds": "custom"},
    ),
    "spread-limit-with-every-hand-shown": Golden(
        [200] * 3,
        "raise25 call call bet40 raise80 fold call check bet10 call",
        {1: "As Ah", 2: "Kc Qc", 3: "8c 6h"},
        BOARD,
        {"structure": "spread-limit", "shows": "all-hands"},
    ),
    "missed-blinds-are-posted-the-small-one-dead": Golden(
        [100] * 4,
        "fold raise fold call bet fold",
        options={"missed_blinds": "post-both"},
        seating={"posts": {4: "both"}},
    ),
    "a-folded-hand-is-paid-its-bonus-after-the-pot": Golden(
        [100] * 3,
        "fold call check bet call check check",
        {1: "4c 8d", 2: "Jc Qd", 3: "Ad Ac"},
        BOARD,
        {"pocket_poker_table": "30-20"},
        {"side": {1: 5, 3: 10}},
    ),
    "an-exposed-card-voids-the-round": Golden(
        [100] * 3, "raise call", ends=Irregularity("face-up-card", "the flop came too early")
    ),
}
# The transcripts that are kept whole, by game.
WHOLE = {GAME: "best-hand-takes-the-pot"}


if __name__ == "__main__":
    write_all(sys.modules[__name__])
