"""The entry of a round: from its log to what each account gets.

Only the contract of a round is read here (transfers between accounts and the operations that settle
wagers), so the rounds of every engine can be booked. The engine has computed what each wager pays.
The house adds its own part: dollars lost on a progressive go into that jackpot's box. The audit
makes the entry again from the transcript.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from feltworks.house.ledger import Posting, accounts, move
from feltworks.house.rounds.recall import RoundRecord
from feltworks.house.rounds.sheet import Sheet
from feltworks.house.rounds.tally import RoundTotals
from feltworks.jackpots import Play
from feltworks.round import PayoutLimits
from feltworks.round.payouts import Settled, is_limited, within_limits


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
    unpaid = reductions(totals.settled, sheet.payout_limits, set(sheet.wagers.values()))
    held_back = Counter(unpaid)
    for settled in totals.settled:
        if settled.held_back_cents:
            held_back[settled.seat] += settled.held_back_cents
    net = {
        seat: totals.seats.get(seat, 0) - unpaid.get(seat, 0)
        for seat in sorted({*record.players, *totals.seats})
    }
    played = plays(totals, sheet.wagers)
    lost = {sheet.jackpots[id]: play.lost for id, play in played.items()}
    tray = totals.tray - sum(lost.values()) + sum(unpaid.values())
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
    settlements: Iterable[Settled], limits: PayoutLimits, progressive: Collection[str]
) -> dict[int, int]:
    """How much less each seat gets than the round has paid.

    Only a round of version 0.1 paid more than its table's limits: its engine did not know them.
    """
    won: Counter[int] = Counter()
    for settled in settlements:
        if is_limited(settled, progressive):
            won[settled.seat] += settled.paid_cents
    paid = within_limits(won, limits)
    return {seat: won[seat] - paid[seat] for seat in won if paid[seat] < won[seat]}
