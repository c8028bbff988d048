"""The entry of a round: from its log to what each account gets.

Only the contract of a round is read here (transfers between accounts and the operations that settle
wagers), so the rounds of every engine can be booked. The engine has computed what each wager pays.
The house adds its own part: dollars lost on a progressive go into that jackpot's box, and a payout
limit may hold back a part of the odds. The audit makes the entry again from the transcript.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltworks.house.ledger import Posting, accounts, move
from feltworks.house.rounds.recall import RoundRecord
from feltworks.house.rounds.sheet import PayoutLimits, Sheet
from feltworks.house.rounds.tally import RoundTotals
from feltworks.jackpots import Play
from feltworks.round.payouts import Settled


def plays(totals: RoundTotals, jackpots: Mapping[str, str]) -> dict[str, Play]:
    """The round's play for each jackpot of the rules, given the wager that plays for it."""
    by_wager: dict[str, list[Settled]] = defaultdict(list)
    for settled in totals.settled:
        if not settled.tip:
            by_wager[settled.wager].append(settled)
    return {
        jackpot: Play(
            wagered=sum(each.stake_cents for each in by_wager[wager]),
            lost=sum(each.stake_cents - each.returned_cents for each in by_wager[wager]),
            tray_paid=sum(each.paid_cents for each in by_wager[wager]),
            prize=totals.prizes.get(jackpot, 0),
            winners=totals.shares.get(jackpot, 0),
        )
        for jackpot, wager in jackpots.items()
    }


# --- the entry ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A round's entry: its postings, each seat's result after payout limits, the jackpots' play."""

    postings: list[Posting]
    net: Mapping[int, int]
    held_back: Mapping[int, int]
    plays: Mapping[str, Play]


def entry_for(totals: RoundTotals, sheet: Sheet, record: RoundRecord) -> RoundEntry:
    """The entry that follows from a round."""
    table = sheet.table
    held_back = reductions(totals.settled, sheet.payout_limits, set(sheet.wagers.values()))
    net = {
        seat: totals.seats.get(seat, 0) - held_back.get(seat, 0)
        for seat in sorted({*record.players, *totals.seats})
    }
    played = plays(totals, sheet.wagers)
    lost = {sheet.jackpots[id]: play.lost for id, play in played.items()}
    tray = totals.tray - sum(lost.values()) + sum(held_back.values())
    postings = [
        Posting(accounts.escrow(table), -sum(record.stakes.values()), "stake"),
        *(
            Posting(
                accounts.player(record.players[seat]),
                record.stakes.get(seat, 0) + won,
                "settlement",
            )
            for seat, won in net.items()
        ),
        Posting(accounts.tray(table), tray, "settlement"),
        Posting(accounts.tokes(table), totals.tokes, "tips"),
        *(Posting(accounts.drop(table, name), cents, "drop") for name, cents in lost.items()),
        *(
            Posting(accounts.displayed(sheet.jackpots[id]), -prize, "prize")
            for id, prize in totals.prizes.items()
        ),
    ]
    return RoundEntry([posting for posting in postings if posting.cents], net, held_back, played)


def stakes_taken(
    table: str, stakes: Mapping[int, int], players: Mapping[int, str]
) -> list[Posting]:
    """The entry that takes stakes into escrow."""
    return [
        posting
        for seat, cents in sorted(stakes.items())
        for posting in move(accounts.player(players[seat]), accounts.escrow(table), cents, "stake")
    ]


def stakes_returned(record: RoundRecord) -> list[Posting]:
    """The entry that gives every stake of a round back to its owner."""
    escrow = accounts.escrow(record.table)
    return [
        posting
        for seat, cents in sorted(record.stakes.items())
        for posting in move(escrow, accounts.player(record.players[seat]), cents, "stake returned")
    ]


# --- payout limits -----------------------------------------------------------------------------


def reductions(
    settlements: Iterable[Settled], limits: PayoutLimits, exempt: Collection[str]
) -> dict[int, int]:
    """How much less each seat gets than the round paid; `exempt` are progressive wagers.

    A limit applies to prizes from a pay table only, and never to a progressive's, whether shares or
    fixed amounts. First each player's prizes are reduced to the player's limit. If the rest is
    still above the table's limit, every player gets the same part of it, in whole cents; left-over
    cents go to the players in the order in which they were paid.
    """
    won: Counter[int] = Counter()
    for settled in settlements:
        if settled.rows and settled.paid_cents and not settled.tip and settled.wager not in exempt:
            won[settled.seat] += settled.paid_cents
    paid = within_limits(won, limits)
    return {seat: won[seat] - paid[seat] for seat in won if paid[seat] < won[seat]}


def within_limits(won: Mapping[int, int], limits: PayoutLimits) -> dict[int, int]:
    """How much of its prizes each seat is paid."""
    paid = {
        seat: cents if limits.player is None else min(cents, limits.player)
        for seat, cents in won.items()
    }
    total = sum(paid.values())
    if limits.table is None or total <= limits.table:
        return paid
    shares = {seat: cents * limits.table // total for seat, cents in paid.items()}
    left = limits.table - sum(shares.values())
    for seat in shares:
        if left and Fraction(paid[seat] * limits.table, total) > shares[seat]:
            shares[seat] += 1
            left -= 1
    return shares
