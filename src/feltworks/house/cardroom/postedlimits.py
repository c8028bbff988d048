"""The state's limits on what a table posts: largest wagers, games on one hand, payout limits.

Each check is a function that returns all it finds, with the amount by which a table is outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from feltworks.errors import FeltworksError
from feltworks.house.cardroom.objections import Objected, Objection
from feltworks.house.mechanisms import mechanism_of
from feltworks.house.rounds.sheet import Sheet
from feltworks.money import money
from feltworks.regulation import payout_cap, ring_law, wager_law
from feltworks.round.core.wagers import WagerPlan, wager_plans
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Pay


def limit_objections(sheets: dict[str, Sheet], under: date) -> Iterator[Objection]:
    """Every limit that the tables of a house break on that date."""
    for table, sheet in sheets.items():
        for check in (_largest_bet, _largest_wager, _games_on_a_hand, _payout_limits):
            for rule, text in check(sheet, under):
                yield Objection(table, rule, text)
    yield from _higher_tables(sheets, under)


def _largest_bet(sheet: Sheet, under: date) -> Objected:
    """Checks the posted maximum of games between players, whatever their betting structure."""
    if not mechanism_of(sheet.rules).pot:
        return
    law, posted = ring_law(under), sheet.limits.maximum_cents
    if posted > law.largest_cents:
        above = f"{money(posted - law.largest_cents)} above the {money(law.largest_cents)}"
        yield (
            law.source,
            f"a maximum of {money(posted)} is posted, {above} that the state allows on {under}",
        )
    bet = sheet.limits.minimum_cents
    if mechanism_of(sheet.rules).one_bet(sheet.rules) and posted != bet:
        least = money(bet)
        yield (
            "rules of play",
            f"every bet of fixed limit is the minimum of {least}, so a maximum of {money(posted)} "
            f"is not what is played: post {least}, or another structure",
        )


def top_wager_cents(sheet: Sheet) -> tuple[int, str]:
    """The largest single wager against the house that the posted limits allow, and its name."""
    plans = wager_plans(sheet.rules)
    tops = [(_posted_maximum(sheet, plan), plan.name) for plan in plans.values()]
    for plan in plans.values():
        if plan.on_offer and plan.reach > 1:
            named = _tied_name(sheet.rules, plan.id) or plan.name
            tops.append((int(_posted_maximum(sheet, plan) * plan.reach), named))
    return max(tops, default=(0, ""))


def _tied_name(rules: Rules, wager: str) -> str | None:
    """The largest wager whose size a choice ties to this one."""
    tied = [
        (choice.size.largest, rules.wagers[choice.bet].name)
        for stage in rules.stages
        for choice in stage.decide
        if choice.bet is not None and choice.size is not None and choice.size.of == wager
    ]
    return max(tied)[1] if tied else None


def _posted_maximum(sheet: Sheet, plan: WagerPlan) -> int:
    """The most that may be put on a wager before the deal, by the table's own limits."""
    if not plan.on_offer:
        return 0
    if plan.size is not None and plan.size.cents is not None:
        return plan.size.cents
    limits = sheet.limits
    most = limits.side_maximum_cents if plan.kind == "side" else limits.maximum_cents
    cap = None if plan.at_most is None else plan.at_most.cents
    return most if cap is None else min(most, cap)


def _largest_wager(sheet: Sheet, under: date) -> Objected:
    law = wager_law(under).largest
    allowed = law.most_cents
    reached, name = top_wager_cents(sheet)
    if reached > allowed:
        yield (
            law.source,
            f"{name} may reach {money(reached)}, {money(reached - allowed)} above the "
            f"{money(allowed)} that the state allows on {under}",
        )


def _higher_tables(sheets: dict[str, Sheet], under: date) -> Iterator[Objection]:
    """If only some tables may go higher: those beyond that number, in the file's order."""
    law = wager_law(under).largest
    if law.some_tables is None:
        return
    banked = {id: sheet for id, sheet in sheets.items() if not mechanism_of(sheet.rules).pot}
    higher = [id for id, sheet in banked.items() if top_wager_cents(sheet)[0] > law.cents]
    for table in higher[law.some_tables.tables :]:
        yield Objection(
            table,
            law.source,
            f"it is one of {len(higher)} tables above {money(law.cents)} and the state allows "
            f"{law.some_tables.tables} on {under}",
        )


def _games_on_a_hand(sheet: Sheet, under: date) -> Objected:
    law, games = wager_law(under).games, games_posted(sheet, under)
    if (more := len(games) - law.most) > 0:
        offered = f"it offers {len(games)} games on one hand ({', '.join(games)})"
        yield law.source, f"{offered}, {more} more than the {law.most} of {under}"
    if law.small is None:
        return
    large = [game for game, most in games.items() if most > law.small.cents]
    if (more := len(large) - law.most_above_small) > 0:
        bet = f"{len(large)} games may be bet for more than {money(law.small.cents)}"
        yield law.source, f"{bet} ({', '.join(large)}), {more} too many on {under}"


def games_posted(sheet: Sheet, under: date) -> dict[str, int]:
    """The separate games that one hand may play, with the largest wager of each in cents."""
    games: dict[str, int] = {}
    if mechanism_of(sheet.rules).pot:
        games["pot"] = sheet.limits.maximum_cents
    progressive = {jackpot.wager for jackpot in sheet.rules.jackpots.values()}
    uncounted = set() if wager_law(under).games.progressives_counted else progressive
    for plan in wager_plans(sheet.rules).values():
        if plan.on_offer and plan.id not in uncounted:
            # A raise belongs to the game whose ante it is tied to.
            reached = int(_posted_maximum(sheet, plan) * plan.reach)
            games[plan.game] = max(games.get(plan.game, 0), reached)
    return games


def _payout_limits(sheet: Sheet, under: date) -> Objected:
    stated = sheet.payout_limits
    if stated.player is None and stated.table is None:
        return
    try:
        law = payout_cap(under)
    except FeltworksError as error:
        yield "payout limits", f"it limits payouts, but {error}"
        return
    least = max(
        (
            law.least_player_cap_cents(minimum, _posted_maximum(sheet, plan), odds)
            for plan, minimum, odds in _paid_on_odds(sheet)
        ),
        default=0,
    )
    together = law.least_table_cap_cents(max(least, stated.player or 0))
    for whom, cents, lowest in (
        ("a player", stated.player, least),
        ("the table", stated.table, together),
    ):
        if cents is not None and cents < lowest:
            below = f"{money(lowest - cents)} below the least of {money(lowest)}"
            yield law.source, f"a limit of {money(cents)} to {whom} is {below}"


def _paid_on_odds(sheet: Sheet) -> Iterator[tuple[WagerPlan, int, Fraction]]:
    """Wagers that a payout limit can reduce, with their least stake and their top odds."""
    progressive = {jackpot.wager for jackpot in sheet.rules.jackpots.values()}
    for plan in wager_plans(sheet.rules).values():
        if plan.on_offer and plan.id not in progressive:
            odds = top_odds(sheet.rules, plan.id)
            if odds > 1:
                yield plan, _least(sheet, plan), odds


def _least(sheet: Sheet, plan: WagerPlan) -> int:
    if plan.size is not None and plan.size.cents is not None:
        return plan.size.cents
    if plan.kind == "side":
        return plan.minimum_cents or sheet.limits.side_minimum_cents
    return max(sheet.limits.minimum_cents, plan.minimum_cents)


def top_odds(rules: Rules, wager: str) -> Fraction:
    """The best odds in a wager's pay tables; 0 if it has none."""
    cells = rules.settle.get(wager)
    if cells is None:
        return Fraction(0)
    return max(
        (sum((_top(rules, pay) for pay in cell), Fraction(0)) for cell in cells.all_cells.values()),
        default=Fraction(0),
    )


def _top(rules: Rules, pay: Pay) -> Fraction:
    tops = [max(row.pays.odds for row in rules.pays[table].rows) for table in pay.all_tables]
    if not tops:
        return Fraction(0)
    return sum(tops, Fraction(0)) if pay.rows == "stack" else max(tops)
