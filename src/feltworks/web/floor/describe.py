"""A table's description from its sheet: everything a page lays out comes from the rules file."""

from __future__ import annotations

from fractions import Fraction

from feltworks.house.rounds.sheet import Sheet
from feltworks.pit.holding import reason_words, whose_hand
from feltworks.round.payouts import CASES
from feltworks.rules.handbook import Handbook
from feltworks.rules.prose import table_names
from feltworks.rules.schema import Rules
from feltworks.web.mechanisms import mechanism_of
from feltworks.web.protocol import description as shown
from feltworks.web.seating.chairs import Chairs
from feltworks.web.settings import Settings


def describe(sheet: Sheet, settings: Settings, chairs: Chairs) -> shown.Description:
    """Everything a page must know about a table before the first card."""
    rules, mechanism = sheet.rules, mechanism_of(sheet.rules)
    return shown.Description.of(
        sheet,
        between_players=mechanism.between_players,
        seats=chairs.count,
        most_hands=chairs.most_hands,
        game=rules.game,
        payout_limits=shown.PayoutLimitsShown.of(sheet),
        chips=sheet.limits.chips,
        wagers=[_wager(rules, id) for id in rules.wagers],
        rankings=_rankings(sheet.dealt.handbook),
        contests={
            id: {side: whose_hand(rules, id, side) for side in ("player", "dealer")}
            for id in rules.contests
        },
        zones=[{"id": id, "owner": owner} for id, owner in rules.zones.items()],
        stages=[
            {"id": stage.id, "name": stage.name or stage.id.replace("-", " ").capitalize()}
            for stage in rules.stages
        ],
        procedure=shown.Procedure.of(rules.table, shoe=sheet.dealt.cut_at is not None),
        clock=settings.pace,
        ring=chairs.ring,
        tempers=mechanism.tempers(),
    )


def _rankings(book: Handbook) -> list[shown.RankingShown]:
    """The order of the hands of every ranking that the game uses."""
    used = {ranking.id: ranking for ranking in map(book.ranking, book.rules.hands)}
    return [
        shown.RankingShown(
            title=f"Hands of {each.cards} {'card' if each.cards == 1 else 'cards'}, the best first",
            hands=[each.label(category) for category in each.categories],
        )
        for each in used.values()
    ]


def _wager(rules: Rules, id: str) -> shown.WagerShown:
    wager = rules.wagers[id]
    size = wager.size
    playing_for = [name for name, jackpot in rules.jackpots.items() if jackpot.wager == id]
    tables, names = sorted(rules.tables_of(id)), table_names(rules, rules.settle.keys() & {id})
    return shown.WagerShown.of(
        wager,
        id=id,
        on_offer=wager.kind == "required" or id in rules.offer.side_wagers,
        equals=size.of if size is not None and size.multiples == (Fraction(1),) else None,
        jackpot=playing_for[0] if playing_for else None,
        tables=[
            shown.PayTableShown.of(rules.pays[table], id=table, name=names[table])
            for table in tables
        ],
        reasons=_reasons(rules, id),
    )


def _reasons(rules: Rules, wager: str) -> dict[str, shown.ReasonShown]:
    told = {
        words: shown.ReasonShown(
            told=reason_words(rules, wager, case, lost=False),
            lost=reason_words(rules, wager, case, lost=True),
        )
        for case, words in CASES.items()
    }
    return {words: each for words, each in told.items() if {each.told, each.lost} != {words}}
