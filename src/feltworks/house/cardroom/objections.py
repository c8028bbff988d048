"""Why a table may not open: the state's limits as of the house's date, and its approvals.

Checks are functions that return all they find, with the amount by which a table is outside.

A house that takes bets for real opens a table only with the approved rules file, under a date on
which the approval had been given, and with a document for every condition of its kind. Two
conditions need no document: that the game is dealt as submitted and that changes are asked for
first both hold when the rules file is the approved one. A practice house is asked for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from feltworks.errors import FeltworksError
from feltworks.house.cardroom.housefile import ApprovalSection, HouseFile
from feltworks.house.mechanisms import mechanism_of
from feltworks.house.rounds.sheet import Sheet
from feltworks.money import money
from feltworks.regulation import Condition, conditions, jackpot_law, payout_cap, ring_law, wager_law
from feltworks.round.core.wagers import WagerPlan, wager_plans
from feltworks.rules.approved import Approval, Verdict, verdict_on
from feltworks.rules.loader import Loaded
from feltworks.rules.readings import edge_words, known_edge, readings_of
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Pay

SHOWN_BY_THE_FILE = frozenset({"rules-as-submitted", "changes-asked"})


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason; `rule` names what it comes from, `text` says what is wrong and by how much."""

    table: str
    rule: str
    text: str

    def __str__(self) -> str:
        return f"table {self.table}: {self.text} ({self.rule})"

    def as_json(self) -> dict[str, str]:
        return {"table": self.table, "rule": self.rule, "says": self.text}


# --- approvals ---------------------------------------------------------------------------------


def approval_objections(table: str, loaded: Loaded, file: HouseFile) -> Iterator[Objection]:
    """What keeps a table from opening; nothing in a practice house."""
    kind = file.house.kind
    if kind == "practice":
        return
    verdict = verdict_on(loaded)
    if verdict.status != "approved" or verdict.approval is None:
        yield Objection(table, "rules as submitted", _unapproved(verdict))
        return
    approval, under = verdict.approval, file.house.under
    if approval.approved > under:
        yield Objection(
            table,
            approval.source,
            f"its rules were approved on {approval.approved}, after the {under} that the house "
            "runs under",
        )
    for condition in conditions(kind, approval.approved.year):
        if condition.id not in SHOWN_BY_THE_FILE and _is_asked(condition, table, loaded, file):
            yield from _on_file(table, condition, approval, file)
            yield from _beyond_its_paper(table, condition, approval, file, loaded)


def _beyond_its_paper(
    table: str, condition: Condition, approval: Approval, file: HouseFile, loaded: Loaded
) -> Iterator[Objection]:
    """A meter's rate that the rules do not state, and fees: the paper on them says how much.

    A paper that names no figure allows a meter nothing but the rules' own rate, and no fees. Only
    papers that fulfil the condition count: dated after the letter, and in force.
    """
    if condition.jackpot not in ("meter", "fees"):
        return
    papers = [
        each
        for each in file.approvals
        if _is_about(each, condition.id, approval.game)
        and approval.approved <= each.dated <= file.house.under
    ]
    allowed = [each.allows.part for each in papers if each.allows is not None]
    for name, kept in file.jackpots.items():
        if not papers or table not in kept.tables:
            continue
        if condition.jackpot == "fees" and kept.fees.part > max(allowed, default=Fraction(0)):
            told = f"fees of {kept.fees} are taken from the jackpot {name}"
        elif (
            condition.jackpot == "meter"
            and kept.contribution is not None
            and loaded.rules.jackpots[kept.jackpot].mode == "meter"
            and (not allowed or kept.contribution.part < min(allowed))
        ):
            told = f"the meter of the jackpot {name} takes {kept.contribution} of each dollar"
        else:
            continue
        yield Objection(table, condition.id, f"{told}, which no document allows: {_named(papers)}")


def _named(papers: Sequence[ApprovalSection]) -> str:
    return "; ".join(f"{each.document!r} allows {each.allows or 'no figure'}" for each in papers)


def account_objections(table: str, file: HouseFile) -> Iterator[Objection]:
    """Jackpots of a table whose money has no account of its own; none in a practice house."""
    for name, kept in file.jackpots.items():
        if file.house.kind != "practice" and table in kept.tables and kept.account is None:
            text = f"no separate account is named for the jackpot {name}: name it with account"
            yield Objection(table, jackpot_law().source, text)


def _is_asked(condition: Condition, table: str, loaded: Loaded, file: HouseFile) -> bool:
    """Whether this house needs a paper for it at this table."""
    if condition.binds != "house" or condition.jackpot is None:
        return condition.binds == "house"
    kept = [each for each in file.jackpots.values() if table in each.tables]
    if condition.jackpot == "fees":
        return any(each.fees.part for each in kept)
    return any(loaded.rules.jackpots[each.jackpot].mode == condition.jackpot for each in kept)


def reading_objections(table: str, loaded: Loaded, file: HouseFile) -> Iterator[Objection]:
    """Readings of the document that the house has not named, and an edge that is the player's.

    Nothing in a practice house, which is told of both. An edge that is not known shuts no table.
    """
    if file.house.kind == "practice":
        return
    edge, section = known_edge(loaded), file.tables[table]
    for reading in readings_of(loaded):
        if reading.option not in section.readings:
            yield Objection(
                table,
                "readings",
                f"the document does not say what {reading} reads into it ({reading.says}; "
                f"{edge_words(edge)}); name it under readings to deal by it",
            )
    if edge is not None and edge < 0 and not section.knows_edge:
        yield Objection(table, "edge", f"the {edge_words(edge)}: say knows_edge = true to open it")


def _unapproved(verdict: Verdict) -> str:
    keys = list(verdict.differences)
    if not keys:
        return verdict.sentence.rstrip(".")
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"{verdict.sentence.rstrip('.')}: {', '.join(keys[:3])}{more}"


def _on_file(
    table: str, condition: Condition, approval: Approval, file: HouseFile
) -> Iterator[Objection]:
    game = approval.game
    documents = [each for each in file.approvals if _is_about(each, condition.id, game)]
    if not documents:
        yield Objection(
            table, condition.id, f"no document is on file for {game}: {condition.says.rstrip('.')}"
        )
        return
    under, letter = file.house.under, approval.approved
    late = [each for each in documents if each.dated >= letter]
    if not late:
        last = max(documents, key=lambda document: document.dated)
        yield Objection(
            table,
            condition.id,
            f"{last.document!r} is dated {last.dated}, before the letter of {letter} whose "
            "condition it should fulfil",
        )
        return
    early = min(late, key=lambda document: document.dated)
    if early.dated > under:
        yield Objection(
            table,
            condition.id,
            f"{early.document!r} is dated {early.dated}, after the {under} that the house runs "
            "under",
        )


def _is_about(document: ApprovalSection, condition: str, game: str) -> bool:
    return document.condition == condition and (not document.games or game in document.games)


# --- limits ------------------------------------------------------------------------------------


def limit_objections(sheets: dict[str, Sheet], under: date) -> Iterator[Objection]:
    """Every limit that the tables of a house break on that date."""
    for table, sheet in sheets.items():
        if mechanism_of(sheet.rules).pot:
            yield from _largest_bet(table, sheet, under)
        yield from _largest_wager(table, sheet, under)
        yield from _games_on_a_hand(table, sheet, under)
        yield from _payout_limits(table, sheet, under)
    yield from _higher_tables(sheets, under)


def _largest_bet(table: str, sheet: Sheet, under: date) -> Iterator[Objection]:
    """Between players: the posted maximum, whatever the structure makes of it."""
    law, posted = ring_law(under), sheet.limits.maximum_cents
    if posted > law.largest_cents:
        yield Objection(
            table,
            law.source,
            f"a maximum of {money(posted)} is posted, {money(posted - law.largest_cents)} above "
            f"the {money(law.largest_cents)} that the state allows on {under}",
        )
    bet = sheet.limits.minimum_cents
    if mechanism_of(sheet.rules).one_bet(sheet.rules) and posted != bet:
        least = money(bet)
        yield Objection(
            table,
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
    """The largest wager that a choice ties to this one."""
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
    return most if plan.most_cents is None else min(most, plan.most_cents)


def _largest_wager(table: str, sheet: Sheet, under: date) -> Iterator[Objection]:
    law = wager_law(under).largest
    allowed = law.most_cents
    reached, name = top_wager_cents(sheet)
    if reached > allowed:
        yield Objection(
            table,
            law.source,
            f"{name} may reach {money(reached)}, {money(reached - allowed)} above the "
            f"{money(allowed)} that the state allows on {under}",
        )


def _higher_tables(sheets: dict[str, Sheet], under: date) -> Iterator[Objection]:
    """Where only some tables may go higher: those beyond the number, in the file's order."""
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


def _games_on_a_hand(table: str, sheet: Sheet, under: date) -> Iterator[Objection]:
    law, games = wager_law(under).games, games_posted(sheet, under)
    if len(games) > law.most:
        yield Objection(
            table,
            law.source,
            f"it offers {len(games)} games on one hand ({', '.join(games)}), "
            f"{len(games) - law.most} more than the {law.most} of {under}",
        )
    if law.small is None:
        return
    large = [game for game, most in games.items() if most > law.small.cents]
    if len(large) > law.most_above_small:
        yield Objection(
            table,
            law.source,
            f"{len(large)} games may be bet for more than {money(law.small.cents)} "
            f"({', '.join(large)}), {len(large) - law.most_above_small} too many on {under}",
        )


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


def _payout_limits(table: str, sheet: Sheet, under: date) -> Iterator[Objection]:
    stated = sheet.payout_limits
    if stated.player is None and stated.table is None:
        return
    try:
        law = payout_cap(under)
    except FeltworksError as error:
        yield Objection(table, "payout limits", f"it limits payouts, but {error}")
        return
    least = max(
        (
            law.least_player_cap_cents(minimum, _posted_maximum(sheet, plan), odds)
            for plan, minimum, odds in _paid_on_odds(sheet)
        ),
        default=0,
    )
    if stated.player is not None and stated.player < least:
        yield Objection(
            table,
            law.source,
            f"a limit of {money(stated.player)} to a player is {money(least - stated.player)} "
            f"below the least of {money(least)}",
        )
    together = law.least_table_cap_cents(max(least, stated.player or 0))
    if stated.table is not None and stated.table < together:
        yield Objection(
            table,
            law.source,
            f"a limit of {money(stated.table)} to the table is {money(together - stated.table)} "
            f"below the least of {money(together)}",
        )


def _paid_on_odds(sheet: Sheet) -> Iterator[tuple[WagerPlan, int, Fraction]]:
    """Wagers that a payout limit can touch, with their least stake and their top odds."""
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
    return max(sheet.limits.minimum_cents, plan.minimum_cents or 0)


def top_odds(rules: Rules, wager: str) -> Fraction:
    """The best odds that a wager's pay tables hold; 0 where it has none."""
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
