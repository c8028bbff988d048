"""A round: the contract that every engine keeps, and what can be derived from its log.

A move gives the next round; everything that happened is one ordered log of small values. Views,
transcripts, replays and the chips' accounts are all read from that log.
"""

from feltworks.round.chips import balances, net_cents, transfers
from feltworks.round.contract import Amounts, Legal, Round, Turn
from feltworks.round.moves import (
    Bet,
    Button,
    CardCheck,
    Deal,
    Decide,
    Irregularity,
    Move,
    NoMoreBets,
    SitIn,
    Tip,
)
from feltworks.round.operations import Operation
from feltworks.round.payouts import JackpotPaid, Settled
from feltworks.round.reasons import NotAllowed, Reason
from feltworks.round.terms import Limits, PayoutLimits, Terms, TermsError
from feltworks.round.viewers import AUDITOR, DEALER, SPECTATOR, player

__all__ = [
    "AUDITOR",
    "DEALER",
    "SPECTATOR",
    "Amounts",
    "Bet",
    "Button",
    "CardCheck",
    "Deal",
    "Decide",
    "Irregularity",
    "JackpotPaid",
    "Legal",
    "Limits",
    "Move",
    "NoMoreBets",
    "NotAllowed",
    "Operation",
    "PayoutLimits",
    "Reason",
    "Round",
    "Settled",
    "SitIn",
    "Terms",
    "TermsError",
    "Tip",
    "Turn",
    "balances",
    "net_cents",
    "player",
    "transfers",
]
