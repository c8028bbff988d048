"""A table's description from its sheet: the rules file decides everything a page lays out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.ring import RingRound
from feltworks.round.core.wagers import tables_of
from feltworks.web.protocol.description import (
    ClockShown,
    Description,
    GameName,
    PayRow,
    PayTableShown,
    PostedLimits,
    Procedure,
    RingShown,
    StageShown,
    WagerShown,
    ZoneShown,
)

if TYPE_CHECKING:
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.rules.schema import Rules
    from feltworks.web.settings import Settings

LEAST_BUY_IN_BETS, USUAL_BUY_IN_BETS = 10, 40


def describe(sheet: Sheet, settings: Settings) -> Description:
    """All that a page must know of a table before the first card."""
    rules, limits, pace = sheet.rules, sheet.limits, settings.pace
    between = rules.ring is not None
    return Description(
        table=sheet.table,
        between_players=between,
        seats=seats_of(sheet),
        most_hands=_most_hands(sheet, settings),
        game=GameName(id=rules.game.id, name=rules.game.name, title=rules.game.title),
        options=dict(sheet.options),
        limits=PostedLimits(
            minimum_cents=limits.minimum_cents,
            maximum_cents=limits.maximum_cents,
            side_minimum_cents=limits.side_minimum_cents,
            side_maximum_cents=limits.side_maximum_cents,
        ),
        chips=list(limits.chips),
        wagers=[_wager(rules, id) for id in rules.wagers],
        zones=[ZoneShown(id=id, owner=owner) for id, owner in rules.zones.items()],
        stages=[
            StageShown(id=stage.id, name=stage.name or stage.id.replace("-", " ").capitalize())
            for stage in rules.stages
        ],
        procedure=Procedure(
            dealer_shows=rules.table.dealer_shows,
            hands_discussed=rules.table.hands_discussed,
            tips=rules.table.tips,
            shoe=sheet.dealt.cut_at is not None,
        ),
        clock=ClockShown(
            betting_seconds=pace.betting_seconds,
            decision_seconds=pace.decision_seconds,
            result_seconds=pace.result_seconds,
        ),
        ring=_ring(sheet),
        tempers=_tempers(sheet) if settings.bots else [],
        jackpots=dict(sheet.jackpots),
        approved=sheet.approved,
        verdict=sheet.verdict,
    )


def seats_of(sheet: Sheet) -> int:
    """How many chairs stand at the table."""
    if sheet.rules.ring is None:
        return sheet.seats
    return min(sheet.seats, sheet.rules.table.seats)


def _most_hands(sheet: Sheet, settings: Settings) -> int:
    """One hand to a player where hands are secret: he would decide each in view of the other."""
    if sheet.rules.ring is not None or not sheet.rules.table.hands_discussed:
        return 1
    return min(settings.most_hands, sheet.seats)


def _wager(rules: Rules, id: str) -> WagerShown:
    wager = rules.wagers[id]
    playing_for = [name for name, jackpot in rules.jackpots.items() if jackpot.wager == id]
    return WagerShown(
        id=id,
        name=wager.name,
        kind=wager.kind,
        on_offer=wager.kind == "required" or id in rules.offer.side_wagers,
        says=wager.says,
        jackpot=playing_for[0] if playing_for else None,
        tables=[
            PayTableShown(
                id=table,
                rows=[
                    PayRow(id=row.id, hand=row.hand, pays=str(row.pays))
                    for row in rules.pays[table].rows
                ],
            )
            for table in sorted(tables_of(rules, id))
        ],
    )


def _ring(sheet: Sheet) -> RingShown | None:
    if sheet.rules.ring is None:
        return None
    opened = sheet.dealt.open_round(sheet.terms({}))
    assert isinstance(opened, RingRound)
    stakes = opened.stakes
    return RingShown(
        structure=stakes.structure,
        small_blind_cents=stakes.small_blind,
        big_blind_cents=stakes.big_blind,
        ante_cents=stakes.ante,
        least_buy_in_cents=LEAST_BUY_IN_BETS * stakes.bet,
        usual_buy_in_cents=USUAL_BUY_IN_BETS * stakes.bet,
    )


def _tempers(sheet: Sheet) -> list[str]:
    if sheet.rules.ring is None:
        return ["steady"]
    from feltworks.players.ring.bots import TEMPERS

    return list(TEMPERS)
