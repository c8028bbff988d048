"""The rules of a game laid out for a reader, section by section, from its file alone.

The words come from `prose`; this module gives the order: first how a round goes, then what may be
bet and what it pays; procedure, irregularities, our own choices and published figures last. Pages
and papers show the same sections.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydantic import BaseModel, Field

from feltworks.rules import prose
from feltworks.rules.checks.mechanisms import own_sections, players_of
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE, Part, parts_of
from feltworks.rules.schema.stages import DealStep, Stage

PROCEDURES = {
    **own_sections(),
    "table": "At the table",
    "irregularities": "When something goes wrong",
}


class RulesTable(BaseModel):
    """A table with a caption; every row has a text for every column."""

    caption: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str] = Field(default_factory=list)


class RulesStep(BaseModel):
    """One stage of a round: what is dealt, what the player may do, what else holds."""

    name: str
    cards: list[str]
    choices: list[str]
    notes: list[str]


class RulesSection(BaseModel):
    """One part of the rules."""

    id: str
    title: str
    paragraphs: list[str] = Field(default_factory=list)
    steps: list[RulesStep] = Field(default_factory=list)
    tables: list[RulesTable] = Field(default_factory=list)


def guide(rules: Rules) -> list[RulesSection]:
    """Everything a person needs to play, deal or judge the game."""
    found = [_round(rules), _wagers(rules), _hands(rules), _settling(rules), _jackpots(rules)]
    sections = [*found, *_fine_print(rules)]
    return [each for each in sections if each.paragraphs or each.steps or each.tables]


def players_words(rules: Rules) -> str:
    """How many cards, and who plays whom."""
    cards = f"{Handbook(rules).deck.size} cards"
    if players := players_of(rules):
        return f"{cards}, {players[0]} to {players[1]} players against each other."
    return f"{cards}, 1 to {rules.table.seats} seats against the house."


def sources(part: Part) -> list[str]:
    """Where a part comes from, and why it is our choice if the document is silent."""
    lines = [f"Source: {part.source}."] if part.source else []
    return lines + ([f"Our choice: {part.ours}"] if part.ours else [])


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
    paragraphs = list(_contests(rules))
    return RulesSection(id="round", title="How a round goes", paragraphs=paragraphs, steps=steps)


def _contests(rules: Rules) -> Iterator[str]:
    """What the dealer needs, and if there are several contests, which hands compete in each."""
    for id, contest in rules.contests.items():
        if len(rules.contests) > 1:
            yield f"Contest {id} is {contest.player} against {contest.dealer}."
        if contest.qualifies:
            yield f"The dealer qualifies with {contest.qualifies}."


def _deal(rules: Rules, deal: DealStep) -> str:
    """What is dealt, with the receiver named as at a table rather than by the file's zone."""
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
    for id, wager in rules.wagers.items():
        kind = wager.kind if rules.is_on_layout(id) else f"{wager.kind}, not offered"
        rows.append([wager.name, kind, prose.wager_words(rules, wager), wager.says or ""])
    columns = ["Wager", "Kind", "How much", "About"]
    if not any(row[-1] for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    table = RulesTable(caption="", columns=columns, rows=rows)
    return RulesSection(id="wagers", title="What may be bet", tables=[table])


def _hands(rules: Rules) -> RulesSection:
    book = Handbook(rules)
    rows = []
    for id, hand in rules.hands.items():
        ranking = book.ranking(id)
        order = ", ".join(ranking.label(category) for category in ranking.categories)
        rows.append([id, prose.hand_words(hand, hand.use or ranking.cards), order])
    tables = [RulesTable(caption="", columns=["Hand", "Made of", "From high to low"], rows=rows)]
    counted = [
        [id, prose.total_words(total), prose.points_words(rules, total)]
        for id, total in rules.totals.items()
    ]
    tables.append(RulesTable(caption="", columns=["Hand", "Made of", "Points"], rows=counted))
    return RulesSection(id="hands", title="Hands", tables=[each for each in tables if each.rows])


def _settling(rules: Rules) -> RulesSection:
    cases, rows = prose.settling_rows(rules)
    tables = []
    if cases:
        columns = ["Wager", *(case.capitalize() for case in cases)]
        tables.append(RulesTable(caption="", columns=columns, rows=rows))
    return RulesSection(
        id="pays",
        title="What wagers pay",
        paragraphs=prose.bonus_words(rules),
        tables=[*tables, *_pay_tables(rules)],
    )


def _pay_tables(rules: Rules) -> Iterator[RulesTable]:
    for id, pays in rules.pays.items():
        stake = ""
        if any(row.pays.kind in ("dollars", "share") for row in pays.rows):
            stake = f"; the stake is {pays.stake}"
        yield RulesTable(
            caption=f"Pay table {id}, on the hand {pays.hand}{stake}",
            columns=["Hand", "Pays"],
            rows=[[row.hand, prose.row_words(row)] for row in pays.rows],
            notes=sources(pays),
        )


def _jackpots(rules: Rules) -> RulesSection:
    paragraphs = [
        line
        for jackpot in rules.jackpots.values()
        for line in (*prose.jackpot_words(jackpot), *sources(jackpot))
    ]
    return RulesSection(id="jackpots", title="Jackpots", paragraphs=paragraphs)


def _fine_print(rules: Rules) -> Iterator[RulesSection]:
    """Procedure, possible irregularities, our own choices and published figures."""
    happens = {kind.replace("-", "_") for kind in rules.irregularity_kinds}
    never = type(rules.irregularities).model_fields.keys() - happens
    for section, title in PROCEDURES.items():
        part: Part | None = getattr(rules, section)
        if part is not None:
            lines = prose.procedure_words(rules) if section == "table" else []
            table = _keys(part, never if section == "irregularities" else ())
            yield RulesSection(id=section, title=title, paragraphs=lines, tables=[table])
    ours = [[key, part.ours] for key, part in parts_of(rules) if part.ours]
    if ours:
        table = RulesTable(caption="", columns=["Key", "Why"], rows=ours)
        title = "Where the document is silent and the choice is ours"
        yield RulesSection(id="ours", title=title, tables=[table])
    if rules.published:
        yield RulesSection(id="published", title="What the document prints", tables=[_print(rules)])


def _keys(part: Part, left_out: Collection[str]) -> RulesTable:
    rows = []
    for key, field in type(part).model_fields.items():
        value = getattr(part, key)
        if key not in PROSE and key not in left_out and value is not None:
            told = prose.key_words(value)
            rows.append([key.replace("_", " "), told, field.description or ""])
    source = [f"Source: {part.source}."] if part.source else []
    return RulesTable(caption="", columns=["Rule", "Is", "Meaning"], rows=rows, notes=source)


def _print(rules: Rules) -> RulesTable:
    rows = [
        [
            claim.wager,
            "; ".join(
                ", ".join(f"{key}{link}{value}" for key, value in of.items())
                for of, link in ((claim.options, " = "), (claim.indifferent, " "))
                if of
            ),
            "; ".join(f"{figure} {printed}" for figure, printed in claim.figures.items()),
            claim.source or "",
        ]
        for claim in rules.published
    ]
    return RulesTable(caption="", columns=["Wager", "With", "Figures", "Source"], rows=rows)
