"""Rounds: play them; their moves, logs, transcripts and views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from feltworks.blackjack import BlackjackError, BlackjackPlan, BlackjackRound
from feltworks.blackjack import choices as blackjack_choices
from feltworks.blackjack import operations as blackjack_operations
from feltworks.blackjack.operations import FreeBet
from feltworks.cards import Card
from feltworks.pit import (
    ENGINES,
    DealerError,
    OpenTable,
    PitError,
    TableDeck,
    dealt,
    open_table,
    play_out,
    posted_seeds,
    replay_text,
)
from feltworks.pit.holding import made_hands
from feltworks.ring import RingError, RingPlan, RingRound, Seating
from feltworks.ring.layout import LARGEST_STACK_CENTS
from feltworks.ring.operations import (
    Anted,
    Gathered,
    GivenUp,
    HandAnnounced,
    KeptBeside,
    PaidBack,
    Posted,
    PutBack,
    Taken,
    Uncalled,
    Wagered,
)
from feltworks.ring.phh import hand_history
from feltworks.ring.pots import pots
from feltworks.ring.scorebook import Score, Scorebook
from feltworks.round import (
    AUDITOR,
    DEALER,
    SPECTATOR,
    Amounts,
    Bet,
    Button,
    CardCheck,
    Deal,
    Decide,
    Irregularity,
    JackpotPaid,
    Legal,
    Limits,
    Move,
    NoMoreBets,
    NotAllowed,
    Operation,
    PayoutLimits,
    Reason,
    Round,
    Settled,
    SitIn,
    Terms,
    TermsError,
    Tip,
    balances,
    moves,
    net_cents,
    operations,
    payouts,
    player,
    transcript,
    transfers,
)
from feltworks.round.chips import POT, TOKES, TRAY, Account, jackpot, spot, stack
from feltworks.round.core.paying import amounts
from feltworks.round.core.reading import HandReader
from feltworks.round.declaring import after_declaration, declarable, foreseen
from feltworks.round.felt import Felt, Lying, picture
from feltworks.round.moves import UNTUCKED
from feltworks.round.movetext import read_move
from feltworks.round.operations import (
    Arranged,
    Burnt,
    Closed,
    Collected,
    Dealt,
    DeckPutAway,
    Discarded,
    Exposed,
    Folded,
    Moved,
    Returned,
    Ruled,
    SeatOperation,
    Shown,
    StageBegun,
    Staked,
    Turned,
    Voided,
    WagerOperation,
    ZoneOperation,
    cards_taken,
)
from feltworks.round.payouts import CASES, JackpotUndone, Undone, wager_results, within_limits
from feltworks.round.sealing import open_places, sealed_log
from feltworks.round.terms import KINDS
from feltworks.round.termstext import KEYS, read_terms, terms_lines
from feltworks.round.textlines import action_lines
from feltworks.round.transcript import Named, TranscriptError, read_transcript, write_transcript
from feltworks.round.viewers import Viewer
from feltworks.round.views import View, seen, view
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.table import TableError, TablePlan, TableRound
from feltworks.table import operations as table_operations
from feltworks.table.operations import Compared, KeptFaceDown, Laid, Qualified, TakenBack, Tucked

__all__ = [
    "AUDITOR",
    "CASES",
    "DEALER",
    "ENGINES",
    "KINDS",
    "LARGEST_STACK_CENTS",
    "POT",
    "SPECTATOR",
    "TOKES",
    "TRAY",
    "UNTUCKED",
    "Account",
    "Amounts",
    "Anted",
    "Arranged",
    "Bet",
    "BlackjackError",
    "BlackjackPlan",
    "BlackjackRound",
    "Burnt",
    "Button",
    "CardCheck",
    "Closed",
    "Collected",
    "Compared",
    "Deal",
    "DealerError",
    "Dealt",
    "Decide",
    "DeckPutAway",
    "Discarded",
    "Exposed",
    "Felt",
    "Folded",
    "FreeBet",
    "Gathered",
    "GivenUp",
    "HandAnnounced",
    "Irregularity",
    "JackpotPaid",
    "JackpotUndone",
    "KeptBeside",
    "KeptFaceDown",
    "Laid",
    "Legal",
    "Limits",
    "Lying",
    "Move",
    "Moved",
    "Named",
    "NoMoreBets",
    "NotAllowed",
    "OpenTable",
    "Operation",
    "PaidBack",
    "PayoutLimits",
    "PitError",
    "Posted",
    "PutBack",
    "Qualified",
    "Reason",
    "Returned",
    "RingError",
    "RingPlan",
    "RingRound",
    "Round",
    "Ruled",
    "Score",
    "Scorebook",
    "Seating",
    "Settled",
    "Shown",
    "SitIn",
    "StageBegun",
    "Staked",
    "TableDeck",
    "TableError",
    "TablePlan",
    "TableRound",
    "Taken",
    "TakenBack",
    "Terms",
    "TermsError",
    "Tip",
    "TranscriptError",
    "Tucked",
    "Turned",
    "Uncalled",
    "Undone",
    "View",
    "Viewer",
    "Voided",
    "Wagered",
    "after_declaration",
    "balances",
    "cards_taken",
    "choices_of_blackjack",
    "dealt",
    "declarable",
    "entries_of_a_log",
    "entries_of_blackjack",
    "foreseen",
    "hand_history",
    "hand_value",
    "jackpot",
    "keys_of_terms",
    "lines_of_actions",
    "made_hands",
    "move_of",
    "net_cents",
    "next_place_of_ring",
    "open_places",
    "open_table",
    "paid_cents",
    "picture",
    "play_out",
    "player",
    "posted_seeds",
    "pots_of",
    "read_as_written",
    "read_transcript",
    "replay_text",
    "sealed_log",
    "seen",
    "spot",
    "stack",
    "terms_of",
    "terms_text",
    "transfers",
    "view",
    "wager_results",
    "within_limits",
    "write_transcript",
]


def move_of(line: str) -> Move | None:
    """The move that a line of a transcript is; None if it is a consequence."""
    return read_move(line)


def terms_text(terms: Terms) -> str:
    """Terms as the header of a transcript writes them."""
    return "\n".join(terms_lines(terms))


def terms_of(table: Mapping[str, Any]) -> Terms:
    """Terms as they are read from the header of a transcript."""
    return read_terms(table, None)


def keys_of_terms() -> tuple[str, ...]:
    """The keys that the terms of a transcript may have."""
    return tuple(KEYS)


def entries_of_a_log() -> set[str]:
    """Name every kind of entry that the log of a table game may have."""
    bases = (Operation, SeatOperation, WagerOperation, ZoneOperation)
    return {
        name
        for module in (moves, operations, payouts, table_operations)
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, Operation) and found not in bases
    }


def entries_of_blackjack() -> set[str]:
    """Name the entries that only the log of blackjack may have."""
    return {
        name
        for name, found in vars(blackjack_operations).items()
        if isinstance(found, type)
        and found.__module__ == blackjack_operations.__name__
        and issubclass(found, Operation)
    }


def choices_of_blackjack() -> set[str]:
    """Name every choice that blackjack may offer."""
    return {*blackjack_choices._PLAYED, *blackjack_choices._OFFERED}


def paid_cents(odds: Fraction, stake_cents: int, rounding: str) -> tuple[int, int]:
    """What a stake gets back, and what it is paid besides, rounded to the cent."""
    return amounts(odds, stake_cents, rounding)


def hand_value(rules: Rules, hand: str) -> Callable[[Sequence[Card]], int]:
    """How a round ranks cards, given in the order of the hand's zones."""
    reader = HandReader(Handbook(rules), hand)
    return lambda cards: reader.value(tuple(cards))


def next_place_of_ring(round: RingRound) -> int | None:
    """The seat that the next card goes to: 0 for the board, None for a card that is burnt."""
    layout = round._layout
    act = layout.script[layout.script_at]
    return act.place[0] if act.does == "deal" else None


def pots_of(paid: Sequence[int], live: Sequence[bool]) -> list[tuple[int, tuple[int, ...]]]:
    """The pots made of what players paid: the chips of each, and who of those in plays for it."""
    return [(pot.cents, pot.players) for pot in pots(paid, live)]


def read_as_written(text: str) -> dict[str, Any] | None:
    """A transcript's document, read the short way; None if it is not written as we write it."""
    return transcript._document_as_written(text)


def lines_of_actions(text: str, actions: Sequence[str]) -> tuple[object, object]:
    """On which lines the actions of a transcript stand, by the short way and the long one."""
    return transcript._lines(text, actions), action_lines(text)
