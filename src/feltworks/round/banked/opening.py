"""Opening a house-banked round: whether the terms suit the game, and what may be bet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.banked.betting import bet_amounts
from feltworks.round.banked.tipping import tip_amounts
from feltworks.round.contract import Amounts, Legal
from feltworks.round.moves import Bet, Tip
from feltworks.round.terms import Terms, TermsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltworks.round.banked.felt import BankedLayout
    from feltworks.round.banked.plan import BankedPlan


def check_terms(plan: BankedPlan, terms: Terms) -> None:
    """A `TermsError` where no round of this game can be dealt on such terms."""
    if terms.pack == 2 and not plan.rules.table.second_deck:
        raise TermsError("pack 2 cannot be used: these rules know one deck only", "pack")
    for id, jackpot in plan.rules.jackpots.items():
        offered = jackpot.wager in plan.wagers and plan.wagers[jackpot.wager].on_offer
        if offered and id not in terms.jackpots:
            raise TermsError(
                f"the posted amount of the jackpot {id} is missing from the terms", "jackpots"
            )
    for id in terms.jackpots:
        if id not in plan.rules.jackpots:
            known = ", ".join(plan.rules.jackpots) or "none"
            raise TermsError(f"the game has no jackpot {id!r}: it has {known}", "jackpots")


def legal_bets(layout: BankedLayout) -> Iterator[Legal]:
    """Every wager that any seat may place now, stakes for the dealer included."""
    for seat in range(1, layout.plan.seats + 1):
        for wager in layout.plan.wagers.values():
            found = bet_amounts(layout, seat, wager.id)
            if isinstance(found, Amounts):
                yield Legal(Bet(seat, wager.id, found.least_cents), wager.name, found)
            tips = tip_amounts(layout, seat, wager.id)
            if isinstance(tips, Amounts):
                name = f"{wager.name} for the dealer"
                yield Legal(Tip(seat, wager.id, tips.least_cents), name, tips)
