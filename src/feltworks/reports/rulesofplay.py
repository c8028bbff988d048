"""Rules of play, as a document that a commission could approve: everything that the file says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from feltworks.money import money
from feltworks.reports import blocks
from feltworks.reports.blocks import Block
from feltworks.reports.examples import example_hands, example_rounds
from feltworks.reports.paper import AskedPaper, Paper, game_paper
from feltworks.rules import prose
from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import GAMES_DIR
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.clauses import clauses_of, games_with_clauses
from feltworks.rules.guide import RulesSection, RulesStep, guide, players_words
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded
from feltworks.rules.schema.options import Option

SEED = 1


def rules_of_play(asked: AskedPaper) -> Paper:
    """The paper; example rounds are dealt from a fixed seed."""
    loaded, rules = asked.loaded, asked.loaded.rules
    parts = [
        *_about(loaded),
        *_ranking(loaded),
        *(block for section in guide(rules) for block in section_blocks(section)),
        *_options(loaded),
        *([] if players_of(rules) else _examples(loaded)),
        *_clauses(loaded),
    ]
    source = rules.game.source or "none named"
    filters = "none: all rules of the file"
    return game_paper(asked, "Rules of play", parts, Source=source, Filters=filters)


def _about(loaded: Loaded) -> Iterator[Block]:
    rules, deck = loaded.rules, Handbook(loaded.rules).deck
    yield blocks.heading("The game")
    yield blocks.paragraph(f"{rules.game.title} {players_words(rules)} {_approval(loaded)}")
    yield blocks.heading("The deck", 2)
    yield blocks.paragraph(
        f"{deck.title}: {deck.size} cards. Ranks from low to high: {' '.join(deck.ranks)}; suits: "
        f"{' '.join(deck.suits)}; jokers: {deck.jokers * deck.packs or 'none'}; packs: "
        f"{deck.packs}."
    )


def _approval(loaded: Loaded) -> str:
    """Whether these rules are approved, for somebody who reads the paper alone."""
    verdict = verdict_on(loaded)
    if verdict.approval is None:
        return "These rules are not on record as approved."
    when = f"approved on {verdict.approval.approved}"
    if verdict.status == "approved":
        return f"These rules were {when}."
    return f"These rules are not approved: they differ from those of the same game {when}."


def _ranking(loaded: Loaded) -> Iterator[Block]:
    """Each ranking once, its categories from high to low with an example of each."""
    book = Handbook(loaded.rules)
    known: dict[str, list[str]] = {}
    for hand_id in loaded.rules.hands:
        known.setdefault(book.ranking(hand_id).id, []).append(hand_id)
    if known:
        yield blocks.heading("Ranking of hands")
    for ranking, hands in known.items():
        compiled = book.compiled(hands[0])
        yield blocks.heading(f"{ranking}: {prose.in_a_row(hands)}", 2)
        drawn = example_hands(compiled)
        for category in compiled.ranking.categories:
            label = compiled.ranking.label(category)
            if category in drawn:
                yield blocks.hand(label, drawn[category])
            else:
                yield blocks.paragraph(f"{label}: this deck makes none." if drawn else label)


def section_blocks(section: RulesSection) -> Iterator[Block]:
    """A section of the guide as blocks of a paper."""
    yield blocks.heading(section.title)
    yield from map(blocks.paragraph, section.paragraphs)
    if section.steps:
        yield blocks.steps(step_words(step) for step in section.steps)
    for each in section.tables:
        columns = each.columns
        yield blocks.table(columns, each.rows, title=each.caption, left=len(columns), empty="None.")
        if each.notes:
            yield blocks.points(each.notes)


def step_words(step: RulesStep) -> str:
    """A stage in one paragraph."""
    parts = [f"{step.name}."]
    if step.cards:
        parts.append(f"Deal: {'; '.join(step.cards)}.")
    if step.choices:
        parts.append(f"The player chooses: {' / '.join(step.choices)}.")
    parts += [f"{note[:1].upper()}{note[1:].rstrip('.')}." for note in step.notes]
    return " ".join(parts)


def _options(loaded: Loaded) -> Iterator[Block]:
    known = loaded.rules.options
    if not loaded.chosen:
        return
    yield blocks.heading("Options of the house")
    yield blocks.table(
        ["option", "chosen", "may be", "meaning"],
        [
            [id_, value, known[id_].allowed, _option_words(known[id_])]
            for id_, value in loaded.chosen.items()
            if id_ in known
        ],
        left=4,
    )


def _option_words(option: Option) -> str:
    """What an option is about, and what each of its values means."""
    values = [f"{id_}: {value.says}" for id_, value in option.values.items() if value.says]
    return " ".join([option.says, *(f"{each.rstrip('.')}." for each in values)])


def _clauses(loaded: Loaded) -> Iterator[Block]:
    """What the documents of a shipped game say, each clause in our own words."""
    game = loaded.rules.game.id
    if Path(loaded.name).parent != GAMES_DIR or game not in games_with_clauses():
        return
    yield blocks.heading("The documents, clause by clause")
    yield blocks.paragraph(
        "What stands above is the rules file under the options chosen. These are the clauses of "
        "the documents that it was written from, in our own words."
    )
    for (document, section), clauses in groupby(
        clauses_of(game), key=lambda clause: (clause.document, clause.section)
    ):
        rows = [
            [clause.id, clause.says + (f" ({clause.state}: {clause.note})" if clause.note else "")]
            for clause in clauses
        ]
        yield blocks.table(["clause", "says"], rows, title=f"{document}: {section}", left=2)


def _examples(loaded: Loaded) -> Iterator[Block]:
    rules = loaded.rules
    yield blocks.heading("Examples")
    yield blocks.paragraph(
        f"Rounds of one seat, dealt by the engine from the seed {SEED}, played by the exact odds."
    )
    for example in example_rounds(loaded, SEED):
        net = money(abs(example.net_cents))
        how = {"won": f"the player wins {net}", "tied": "nothing changes hands"}
        yield blocks.heading(f"A hand {example.case}", 2)
        for zone, cards in example.hands:
            owner = rules.zones.get(zone, "")
            yield blocks.hand(f"{zone.replace('-', ' ')}{f' ({owner})' if owner else ''}", cards)
        yield blocks.points([*example.lines, how.get(example.case, f"the player loses {net}")])
