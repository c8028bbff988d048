"""Papers for the floor: the dealer's manual and the floor card, the player's leaflet and card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from feltworks.money import money
from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.dealadvice import DealAdvisor
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import KeptCounts
from feltworks.odds.laidout import is_laid_out
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.moments import MAIN
from feltworks.odds.progress import Progress
from feltworks.odds.report import report
from feltworks.odds.simple.sheet import MEANINGS, exact_of, simple_sheet
from feltworks.reports import blocks
from feltworks.reports.blocks import Block
from feltworks.reports.examples import example_hands
from feltworks.reports.paper import (
    LEAFLET,
    WALLET,
    AskedPaper,
    Paper,
    PaperError,
    game_paper,
    percent,
)
from feltworks.reports.rulesofplay import section_blocks, step_words
from feltworks.round.core.paying import won_cents
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.guide import RulesSection, guide, players_words
from feltworks.rules.handbook import Handbook
from feltworks.rules.prose import bonus_words, cards_of, prize_words, row_words, table_names
from feltworks.rules.schema import Rules

BETS_CENTS = (500, 1000, 2500, 10000)
MOST_SHORT_TABLES = 2
"""More tables of one row than this are merged on the leaflet."""
FOR_DEALERS = ("round", "wagers", "pays", "jackpots", "table", "blackjack", "ring")
FOR_THE_FLOOR = ("irregularities", "jackpots", "ours")


def dealers_manual(asked: AskedPaper) -> Paper:
    """How the game is dealt and paid, with the amount of every pay in chips."""
    rules, sections = asked.loaded.rules, _sections(asked.loaded.rules)
    parts = [
        blocks.heading("In short"),
        blocks.paragraph(f"{rules.game.title} {players_words(rules)}"),
        *_chosen_sections(sections, FOR_DEALERS),
        *_in_chips(rules),
        *section_blocks(sections["irregularities"]),
    ]
    return game_paper(asked, "Dealer's manual", parts)


def floor_card(asked: AskedPaper) -> Paper:
    """What a supervisor looks up: irregularities and what follows, jackpots, our own readings."""
    parts = [
        *_chosen_sections(_sections(asked.loaded.rules), FOR_THE_FLOOR),
        blocks.heading("Options in force"),
        blocks.table(["option", "is"], asked.loaded.chosen.items(), left=2, empty="None."),
    ]
    return game_paper(asked, "Floor card", parts)


def rack_card(asked: AskedPaper) -> Paper:
    """The player's leaflet: how to play, what pays, and what the house keeps."""
    rules, sections = asked.loaded.rules, _sections(asked.loaded.rules)
    parts: list[Block] = [
        blocks.heading("How to play"),
        blocks.paragraph(f"{rules.game.title}"),
        blocks.steps(step_words(step) for step in sections["round"].steps),
        *map(blocks.paragraph, sections["round"].paragraphs),
        *_hands_drawn(rules),
        *_what_pays(rules),
    ]
    best = "" if players_of(rules) else "Under the best play, of each unit wagered. "
    kept = KeptCounts.of_user(asked.loaded.chosen)
    edges = report(rules, kept=kept, progress=asked.progress)
    rows = [
        [rules.wagers[w].name if w in rules.wagers else "Main game", percent(-value)]
        for w, value in edges.expected_values.items()
        if w not in rules.wagers or w in rules.offer.side_wagers
    ]
    parts += [
        blocks.heading("What the house keeps"),
        blocks.table(["wager", "house edge"], rows, empty="Players play each other."),
        blocks.paragraph(f"{best}Play money only."),
    ]
    return game_paper(asked, "How to play", parts, page=LEAFLET)


def _what_pays(rules: Rules) -> Iterator[Block]:
    """The pay tables of the layout; empty if a game has none."""
    tables = named_tables(rules)
    if tables:
        yield blocks.heading("What pays")
        yield from map(blocks.paragraph, bonus_words(rules))
    short = [id_ for id_ in tables if len(rules.pays[id_].rows) == 1]
    if len(short) > MOST_SHORT_TABLES:
        rows = [
            [tables[id_], row.hand, row_words(row)] for id_ in short for row in rules.pays[id_].rows
        ]
        yield blocks.table(["wager", "hand", "pays"], rows, left=2)
    for id_, name in tables.items():
        if len(short) > MOST_SHORT_TABLES and id_ in short:
            continue
        rows = [[row.hand, row_words(row)] for row in rules.pays[id_].rows]
        yield blocks.table(["hand", "pays"], rows, title=name, left=1)
        hand = rules.hands.get(rules.pays[id_].hand)
        if hand is not None and hand.set_by_player:
            cards = cards_of(rules, id_)
            yield blocks.paragraph(f"It is paid on the best {cards}, whichever a player sets.")


def strategy_card(asked: AskedPaper) -> Paper:
    """A card for the wallet: rules to remember, or the chart, with what they cost."""
    rules = asked.loaded.rules
    if is_solved(rules) and any(stage.decide for stage in rules.stages):
        try:
            parts = list(_simple_rules(rules, asked.progress))
        except OddsRefused as refused:
            parts = list(_always(rules, refused))
    elif rules.blackjack is not None:
        parts = list(_chart(rules))
    else:
        raise PaperError(f"{rules.game.id}: there is no decision against the house to advise on")
    return game_paper(asked, "Strategy card", parts, page=WALLET)


def _chosen_sections(sections: Mapping[str, RulesSection], ids: Sequence[str]) -> Iterator[Block]:
    """Those of the sections that the rules have."""
    for id_ in ids:
        if id_ in sections:
            yield from section_blocks(sections[id_])


def _sections(rules: Rules) -> Mapping[str, RulesSection]:
    return {section.id: section for section in guide(rules)}


def _in_chips(rules: Rules) -> Iterator[Block]:
    """What each row pays on common bets, rounded as the table rounds."""
    yield blocks.heading("Pays in chips")
    names, rounding = named_tables(rules), rules.table.pays_rounded
    for id_, pays in rules.pays.items():
        rows = [
            [
                row.hand,
                prize_words(row.pays),
                *(money(won_cents(row.pays.odds, bet, rounding)) for bet in BETS_CENTS),
            ]
            for row in pays.rows
            if row.pays.kind == "odds"
        ]
        columns = ["hand", "pays", *(f"on {money(bet)}" for bet in BETS_CENTS)]
        title = names.get(id_, id_)
        yield blocks.table(columns, rows, title=title, left=2, empty="Nothing here pays odds.")


def named_tables(rules: Rules) -> dict[str, str]:
    """The pay tables of the wagers on the layout, with their names."""
    offered = (
        id_
        for id_ in rules.settle
        if rules.wagers[id_].kind != "side" or id_ in rules.offer.side_wagers
    )
    return table_names(rules, offered)


def _hands_drawn(rules: Rules) -> Iterator[Block]:
    book = Handbook(rules)
    first = next(iter(rules.hands), None)
    if first is None:
        return
    compiled = book.compiled(first)
    yield blocks.heading("Hands from high to low")
    for category, cards in example_hands(compiled).items():
        yield blocks.hand(compiled.ranking.label(category), cards)


def _simple_rules(rules: Rules, progress: Progress) -> Iterator[Block]:
    found = simple_sheet(rules, KeptCounts.of_user(), progress=progress)
    for each in found["decisions"]:
        yield blocks.heading(each["decision"].replace("-", " ").capitalize(), 2)
        yield blocks.points(each["says"])
    words = " ".join(line for each in found["decisions"] for line in each["says"])
    yield from (
        blocks.paragraph(meaning) for phrase, meaning in MEANINGS.items() if phrase in words
    )
    simple, best = (exact_of(found[f"house_edge_{which}"]) for which in ("simple", "best"))
    yield blocks.paragraph(
        f"House edge {percent(simple)} by these rules, {percent(best)} by the best play: they "
        f"cost {percent(exact_of(found['cost']))}."
    )


def _always(rules: Rules, refused: OddsRefused) -> Iterator[Block]:
    """Decisions without rules, if one choice is the best in every deal."""
    if not is_laid_out(rules, Handbook(rules)):
        raise PaperError(_no_card(rules)) from refused
    advisor = DealAdvisor(rules)
    for decision in advisor.decisions:
        best = advisor.deals_by_best(decision)
        if len(best) != 1:
            raise PaperError(_no_card(rules)) from refused
        yield blocks.heading(decision.replace("-", " ").capitalize(), 2)
        yield blocks.points([f"Always {next(iter(best))}: it is the best choice in every deal."])
    yield blocks.paragraph(f"House edge {percent(report(rules).analysis.wagers[MAIN].house_edge)}.")


def _no_card(rules: Rules) -> str:
    return (
        f"{rules.game.id}: a few rules to remember are not looked for in decisions of this kind; "
        f"`feltworks strategy {rules.game.id}` tells the best choice in every position"
    )


def _chart(rules: Rules) -> Iterator[Block]:
    odds = blackjack_odds(rules, strategy="basic")
    chart = odds.chart
    for part, rows in chart.parts.items():
        yield blocks.table([part, *chart.columns], [[row.hand, *row.cells] for row in rows], left=1)
    meanings = ", ".join(f"{code} {meaning}" for code, meaning in chart.used.items())
    yield blocks.paragraph(f"{meanings}. House edge {percent(odds.house_edge)} by this card.")
