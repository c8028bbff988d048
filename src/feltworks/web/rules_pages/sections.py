"""The rules of a game laid out for a reader, section by section, from its file alone.

The words are those of `rules.prose`; what is done here is the order: first how a round goes, then
what may be bet and what it pays, and the fine print last.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.rules import prose
from feltworks.rules.approved import verdict_on
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import Part
from feltworks.rules.schema.stages import Deal, Stage
from feltworks.web.odds_pages.gamecard import option_card
from feltworks.web.odds_pages.models import OptionReply
from feltworks.web.rules_pages.fineprint import fine_print
from feltworks.web.rules_pages.models import RulesReply, RulesSection, RulesStep, RulesTable


def rules_told(loaded: Loaded, table: str | None = None) -> RulesReply:
    """Everything a person has to know to play, deal or judge the game."""
    rules = loaded.rules
    found = [_round(rules), _wagers(rules), _hands(rules), _settling(rules), _jackpots(rules)]
    return RulesReply(
        id=rules.game.id,
        name=rules.game.name,
        title=rules.game.title,
        about=_about(rules),
        source=rules.game.source,
        approval=verdict_on(loaded).sentence,
        rules_sha256=loaded.sha256,
        table=table,
        options=[
            OptionReply.model_validate(option_card(id_, option, loaded.chosen[id_]))
            for id_, option in rules.options.items()
        ],
        sections=[section for section in [*found, *fine_print(rules)] if _says_something(section)],
    )


def _says_something(section: RulesSection) -> bool:
    return bool(section.paragraphs or section.steps or section.tables)


def notes_of(part: Part) -> list[str]:
    """Where a part comes from, and why it is ours where the document is silent."""
    lines = [f"Source: {part.source}."] if part.source else []
    return lines + ([f"Our choice: {part.ours}"] if part.ours else [])


def _about(rules: Rules) -> str:
    book = Handbook(rules)
    cards = f"{book.deck.size} cards"
    if players := players_of(rules):
        return f"{cards}, {players[0]} to {players[1]} players against each other."
    return f"{cards}, 1 to {rules.table.seats} seats against the house."


def _round(rules: Rules) -> RulesSection:
    steps = [
        RulesStep(
            name=stage.name or stage.id,
            cards=[_deal(rules, deal) for deal in stage.deal],
            choices=[prose.choice_words(rules, choice) for choice in stage.decide],
            notes=_notes(rules, stage),
        )
        for stage in rules.stages
    ]
    paragraphs = [
        f"The dealer qualifies with {contest.qualifies}."
        for contest in rules.contests.values()
        if contest.qualifies
    ]
    return RulesSection(id="round", title="How a round goes", paragraphs=paragraphs, steps=steps)


def _deal(rules: Rules, deal: Deal) -> str:
    """What is dealt, its receiver called as at a table rather than by the file's zone."""
    words = prose.deal_words(deal)
    if deal.to is None:
        return words
    return f"{words.removesuffix(deal.to)}{_receiver(rules, deal.to)}"


def _receiver(rules: Rules, zone: str) -> str:
    owner, owners = rules.zones[zone], list(rules.zones.values())
    if owner == "table":
        return f"the {zone.replace('-', ' ')}"
    who = "each player" if owner == "player" else "the dealer"
    return who if owners.count(owner) == 1 else f"{who}'s {zone.replace('-', ' ')}"


def _notes(rules: Rules, stage: Stage) -> list[str]:
    notes = [*prose.stage_notes(rules, stage), *([stage.says] if stage.says else [])]
    return [note for note in notes if note.casefold() != (stage.name or stage.id).casefold()]


def _wagers(rules: Rules) -> RulesSection:
    rows = []
    for id_, wager in rules.wagers.items():
        offered = wager.kind != "side" or id_ in rules.offer.side_wagers
        kind = wager.kind if offered else f"{wager.kind}, not offered"
        rows.append([wager.name, kind, prose.wager_words(rules, wager), wager.says or ""])
    columns = ["Wager", "Kind", "How much", "About"]
    if not any(row[-1] for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    table = RulesTable(caption="", columns=columns, rows=rows)
    return RulesSection(id="wagers", title="What may be bet", tables=[table])


def _hands(rules: Rules) -> RulesSection:
    book = Handbook(rules)
    rows = []
    for id_, hand in rules.hands.items():
        ranking = book.ranking(id_)
        order = ", ".join(ranking.label(category) for category in ranking.categories)
        rows.append([id_, prose.hand_words(hand, hand.use or ranking.cards), order])
    table = RulesTable(caption="", columns=["Hand", "Made of", "From high to low"], rows=rows)
    return RulesSection(id="hands", title="Hands", tables=[table] if rows else [])


def _settling(rules: Rules) -> RulesSection:
    told = {id_: prose.settle_words(cells) for id_, cells in rules.settle.items()}
    cases = [
        case for case in prose.CASE_WORDS.values() if any(case in row for row in told.values())
    ]
    tables = []
    if cases:
        rows = [
            [rules.wagers[id_].name, *(row.get(case, "") for case in cases)]
            for id_, row in told.items()
        ]
        columns = ["Wager", *(case.capitalize() for case in cases)]
        tables.append(RulesTable(caption="", columns=columns, rows=rows))
    return RulesSection(id="pays", title="What wagers pay", tables=[*tables, *_pay_tables(rules)])


def _pay_tables(rules: Rules) -> Iterator[RulesTable]:
    for id_, pays in rules.pays.items():
        stake = ""
        if any(row.pays.kind in ("dollars", "share") for row in pays.rows):
            stake = f"; the stake is {pays.stake}"
        yield RulesTable(
            caption=f"Pay table {id_}, on the hand {pays.hand}{stake}",
            columns=["Hand", "Pays"],
            rows=[[row.hand, prose.row_words(row)] for row in pays.rows],
            notes=notes_of(pays),
        )


def _jackpots(rules: Rules) -> RulesSection:
    paragraphs = [
        line
        for jackpot in rules.jackpots.values()
        for line in (*prose.jackpot_words(jackpot), *notes_of(jackpot))
    ]
    return RulesSection(id="jackpots", title="Jackpots", paragraphs=paragraphs)
