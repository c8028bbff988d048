"""A table's description from its sheet: everything a page lays out comes from the rules file."""

from __future__ import annotations

from fractions import Fraction

from feltworks.house.rounds.sheet import Sheet
from feltworks.pit.holding import reason_words, whose_hand
from feltworks.round.payouts import CASES
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.web.mechanisms import mechanism_of
from feltworks.web.protocol.description import (
    ClockShown,
    Description,
    GameName,
    PayRowShown,
    PayTableShown,
    PostedLimits,
    Procedure,
    RankingShown,
    ReasonShown,
    SidesShown,
    StageShown,
    WagerShown,
    ZoneShown,
)
from feltworks.web.seating.chairs import Chairs
from feltworks.web.settings import Settings


def describe(sheet: Sheet, settings: Settings, chairs: Chairs) -> Description:
    """Everything a page must know about a table before the first card."""
    rules, limits = sheet.rules, sheet.limits
    mechanism = mechanism_of(rules)
    return Description(
        table=sheet.table,
        between_players=mechanism.between_players,
        seats=chairs.count,
        most_hands=chairs.most_hands,
        game=GameName.model_validate(rules.game),
        options=dict(sheet.options),
        limits=PostedLimits.model_validate(limits),
        chips=list(limits.chips),
        wagers=[_wager(rules, id) for id in rules.wagers],
        rankings=_rankings(sheet.dealt.handbook),
        contests={
            id: SidesShown(**{side: whose_hand(rules, id, side) for side in ("player", "dealer")})
            for id in rules.contests
        },
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
        clock=ClockShown.model_validate(settings.pace),
        ring=chairs.ring,
        tempers=list(mechanism.tempers()),
        jackpots=dict(sheet.jackpots),
        approved=sheet.approved,
        verdict=sheet.verdict,
    )


def _rankings(book: Handbook) -> list[RankingShown]:
    """The order of the hands of every ranking that the game uses."""
    used = {ranking.id: ranking for ranking in map(book.ranking, book.rules.hands)}
    return [
        RankingShown(
            title=f"Hands of {each.cards} {'card' if each.cards == 1 else 'cards'}, the best first",
            hands=[each.label(category) for category in each.categories],
        )
        for each in used.values()
    ]


def _wager(rules: Rules, id: str) -> WagerShown:
    wager = rules.wagers[id]
    size = wager.size
    playing_for = [name for name, jackpot in rules.jackpots.items() if jackpot.wager == id]
    return WagerShown(
        id=id,
        name=wager.name,
        kind=wager.kind,
        on_offer=wager.kind == "required" or id in rules.offer.side_wagers,
        equals=size.of if size is not None and size.multiples == (Fraction(1),) else None,
        says=wager.says,
        jackpot=playing_for[0] if playing_for else None,
        tables=[
            PayTableShown(
                id=table,
                rows=[
                    PayRowShown(id=row.id, hand=row.hand, pays=str(row.pays))
                    for row in rules.pays[table].rows
                ],
            )
            for table in sorted(rules.tables_of(id))
        ],
        reasons=_reasons(rules, id),
    )


def _reasons(rules: Rules, wager: str) -> dict[str, ReasonShown]:
    told = {
        words: ReasonShown(
            told=reason_words(rules, wager, case, lost=False),
            lost=reason_words(rules, wager, case, lost=True),
        )
        for case, words in CASES.items()
    }
    return {words: each for words, each in told.items() if {each.told, each.lost} != {words}}
