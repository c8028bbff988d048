"""A table open for play: the rules as read, and the engine of their mechanism. This is the one
place that knows all engines. Code that deals, shows or replays rounds uses this module and gets a
round by the contract, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TypeVar

from feltworks.blackjack import BlackjackPlan, BlackjackRound
from feltworks.cards import Deck, Reveal, SealedDeck
from feltworks.errors import FeltworksError, short_repr
from feltworks.ring import RingPlan, RingRound
from feltworks.round.contract import Round
from feltworks.round.core.plan import Plan
from feltworks.round.replay import replay
from feltworks.round.sealing import open_places
from feltworks.round.terms import KINDS, Terms, TermsError
from feltworks.round.transcript import (
    Named,
    Transcript,
    read_transcript,
    write_sealed_transcript,
    write_transcript,
)
from feltworks.round.viewers import SPECTATOR, Viewer
from feltworks.rules.catalogue import earlier_files, example_ids, game_ids
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded, read
from feltworks.rules.options import OptionError
from feltworks.rules.schema import Rules
from feltworks.table import TablePlan, TableRound


class PitError(FeltworksError):
    """Rules for which no table can be opened."""


@dataclass(frozen=True)
class OpenTable:
    """Deals rounds of one game; made by `open_table`.

    For a shoe that is used over many rounds, `cut_at` is how many cards come before its cut card;
    None if the whole deck is shuffled for every round. `first_cards` are what a round of all seats
    takes from a shoe before anybody decides. `open_earlier` opens a round as version 0.1 dealt it,
    if the engine plays differently today. `open_sealed` opens a round in which some cards are
    hidden; it exists if players play each other, because hands that were not shown stay secret.
    """

    loaded: Loaded
    deck: Deck
    open_round: Callable[[Terms], Round]
    cut_at: int | None = None
    first_cards: int = 0
    open_earlier: Callable[[Terms], Round] | None = None
    open_sealed: Callable[[Terms], Round] | None = None

    @property
    def rules(self) -> Rules:
        return self.loaded.rules

    @cached_property
    def handbook(self) -> Handbook:
        """The hands of its rules, bound to its deck."""
        return Handbook(self.rules)

    @cached_property
    def named(self) -> Named:
        """The rules as a transcript names them."""
        return Named(self.rules.game.id, self.loaded.sha256, dict(self.loaded.chosen))

    @property
    def between_players(self) -> bool:
        """Whether players play each other, so that a deck is not revealed as a whole."""
        return self.open_sealed is not None

    def transcript(
        self,
        round: Round,
        deck: Reveal | SealedDeck | None = None,
        lines: Sequence[str] | None = None,
    ) -> str:
        """The round as a text, with every card that was dealt; `lines` are those of its log."""
        return write_transcript(self.named, round, deck, lines)

    def transcript_for(
        self, round: Round, reveal: Reveal | None, viewer: Viewer = SPECTATOR
    ) -> str:
        """The round as a text that the viewer may have: between players, only what he knows."""
        if not self.between_players or viewer.sees_all:
            return self.transcript(round, reveal)
        return write_sealed_transcript(self.named, round, reveal, open_places(round.log, viewer))

    def replay(self, transcript: Transcript) -> Round:
        """The round of a transcript; raises a `TranscriptError` if it is false."""
        if transcript.named.game != self.named.game:
            raise transcript.wrong_key(
                "", "game", f"{short_repr(transcript.named.game)} is not {self.named.game}"
            )
        if not self.loaded.is_known_as(transcript.named.rules_sha256):
            raise transcript.wrong_key(
                "", "rules_sha256", f"these are not the rules of {self.loaded.name}"
            )
        _check_options(transcript, self.named.options)
        # A transcript that names the rules as 0.1 did was dealt by 0.1.
        of_today = transcript.named.rules_sha256 == self.named.rules_sha256
        opening = self.open_round if of_today else self.open_earlier or self.open_round
        if transcript.is_sealed and self.open_sealed is not None:
            opening = self.open_sealed
        try:
            opened = opening(transcript.terms)
        except FeltworksError as error:
            key = error.key if isinstance(error, TermsError) else ""
            raise transcript.wrong_key("terms", key, str(error)) from None
        return replay(opened, self.deck, transcript)


def open_table(loaded: Loaded) -> OpenTable:
    """A table for rules that were read; raises a `PitError` if none may or can be opened."""
    if loaded.for_analysis_only:
        raise PitError(
            f"no table is opened with {', '.join(loaded.for_analysis_only)}: "
            "that choice is for analysis only"
        )
    engine = ENGINES.get(loaded.rules.game.mechanism)
    if engine is None:
        raise PitError(
            f"{loaded.rules.game.name} is dealt by the mechanism "
            f"{loaded.rules.game.mechanism!r}; engines are there for {', '.join(ENGINES)}"
        )
    return engine(loaded)


def why_not_dealt(loaded: Loaded) -> FeltworksError | None:
    """Why no round of these rules can be dealt; None if one can.

    `rules check`, `play` and the browser give this reason: a valid file may still ask an engine for
    what it does not do.
    """
    try:
        open_table(loaded)
    except FeltworksError as refused:
        return refused
    return None


def _check_options(transcript: Transcript, played: Mapping[str, str]) -> None:
    """Checks that a transcript states every option, in the standard spelling."""
    stated = transcript.named.options
    for id, value in played.items():
        if id not in stated:
            raise transcript.wrong_key("options", "", f"the option {id} is missing")
        if stated[id] != value:
            raise transcript.wrong_key(
                "options", id, f"the option {id} is {short_repr(stated[id])} and not {value!r}"
            )
    for id in stated:
        if id not in played:
            raise transcript.wrong_key("options", id, f"there is no option {short_repr(id)}")


def table_for(transcript: Transcript, rules_file: str | Path | None = None) -> OpenTable:
    """The table that a transcript's round was dealt at, from the shipped game or the file given.

    A transcript may come from anybody, so it can only name a shipped game or an example by its id;
    the reader decides which files are read. If the shipped file has changed since, the named one is
    searched for among those of earlier versions.
    """
    named = transcript.named
    if rules_file is None and named.game not in (*game_ids(), *example_ids()):
        raise transcript.wrong_key(
            "",
            "game",
            f"there is no shipped game {short_repr(named.game)}: there are {', '.join(game_ids())}"
            "; rules of another game are given beside the transcript",
        )
    source = _shipped(named) if rules_file is None else rules_file
    try:
        return open_table(read(source, named.options))
    except OptionError as error:
        raise transcript.wrong_key("options", _wrong_option(source, named), str(error)) from None
    except FeltworksError as error:
        raise transcript.wrong_key("", "game", str(error)) from None


def _shipped(named: Named) -> str | Path:
    """The shipped file by its id, or an earlier one if the transcript names that."""
    earlier = earlier_files(named.game)
    if earlier and not read(named.game).is_known_as(named.rules_sha256):
        known = (path for path in earlier if read(path).is_known_as(named.rules_sha256))
        return next(known, named.game)
    return named.game


def _wrong_option(source: str | Path, named: Named) -> str:
    """The first option that the rules do not take."""
    for id, value in named.options.items():
        try:
            read(source, {id: value})
        except OptionError:
            return id
    return ""


def replay_text(
    text: str, name: str = "transcript", rules_file: str | Path | None = None
) -> tuple[OpenTable, Transcript, Round]:
    """A transcript read and replayed, with the table it belongs to."""
    transcript = read_transcript(text, name)
    table = table_for(transcript, rules_file)
    return table, transcript, table.replay(transcript)


P = TypeVar("P", bound=Plan)


def _of_0_1(plan: P) -> P:
    """The plan for a round that version 0.1 dealt.

    There a supervisor could note any irregularity, and a side wager tied to another one was not
    subject to the limits of side wagers.
    """
    plan.irregularities = KINDS
    plan.side_limits_bind = False
    return plan


def _engine(
    loaded: Loaded, plan: P, make_earlier: Callable[[], P], open_on: Callable[[P, Terms], Round]
) -> OpenTable:
    """A table whose rounds are opened on a plan; the plan of earlier rounds is made on demand."""
    earlier = cache(lambda: _of_0_1(make_earlier()))
    return OpenTable(
        loaded,
        plan.deck,
        partial(open_on, plan),
        open_earlier=lambda terms: open_on(earlier(), terms),
    )


def _table_engine(loaded: Loaded) -> OpenTable:
    rules = loaded.rules
    return _engine(loaded, TablePlan(rules), lambda: TablePlan(rules), TableRound.open)


def _ring_engine(loaded: Loaded) -> OpenTable:
    rules = loaded.rules
    sealed = cache(lambda: RingPlan(rules, sealed=True))
    table = _engine(
        loaded, RingPlan(rules), lambda: RingPlan(rules, loose_raises=True), RingRound.open
    )
    return replace(table, open_sealed=lambda terms: RingRound.open(sealed(), terms))


def _blackjack_engine(loaded: Loaded) -> OpenTable:
    plan = BlackjackPlan(loaded.rules)
    table = _engine(loaded, plan, lambda: BlackjackPlan(loaded.rules), BlackjackRound.open)
    return replace(table, cut_at=plan.cut_at, first_cards=plan.first_cards)


ENGINES: Mapping[str, Callable[[Loaded], OpenTable]] = {
    "table": _table_engine,
    "ring": _ring_engine,
    "blackjack": _blackjack_engine,
}
"""For each mechanism the function that opens a table."""


def posted_seeds(table: OpenTable) -> dict[str, int]:
    """Every jackpot of the game at the amount it starts from."""
    return {id: jackpot.seed.cents for id, jackpot in table.rules.jackpots.items()}
