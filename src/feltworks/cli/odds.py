"""`feltworks odds`: the exact odds of every wager of a game."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cards import join_cards
from feltworks.cli import options
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.options import option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, bold, new_table, percent, print_json, say
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.ties import tie_rule_words
from feltworks.rules.catalogue import GAMES_DIR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.table import Table

    from feltworks.odds.progressive import Progressive
    from feltworks.odds.report import OddsReport
    from feltworks.odds.result import WagerOdds
    from feltworks.odds.whatif import WhatIf
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules

app = options.Commands()

Pay = Annotated[
    list[str] | None,
    option(
        "--pay WAGER.HAND=ODDS",
        "What if a row of a pay table paid this instead; may be given several times.",
    ),
]
Strategy = Annotated[
    str | None,
    option(
        "--strategy NAME",
        "Blackjack: composition (by each hand's cards, the default) or basic (by totals).",
    ),
]


@app.command()
def odds(
    game: options.GameName,
    settings: options.Settings = None,
    indifferent: options.Indifferent = None,
    jackpot: Annotated[
        str | None, option("--jackpot DOLLARS", "The amount of the jackpot.")
    ] = None,
    chart: Annotated[
        Path | None,
        options.chart_option("Draw where the return comes from, to a .svg, .png or .html file."),
    ] = None,
    pay: Pay = None,
    decks: options.Decks = None,
    strategy: Strategy = None,
    gone: options.Gone = "",
    as_json: options.AsJson = False,
) -> None:
    """The exact odds of every wager of a game, under the best play."""
    ties = options.tie_rules(indifferent)
    dollars = None if jackpot is None else jackpot_dollars(jackpot)
    loaded = options.read_game(game, settings, decks, gone)
    from feltworks.odds.kept import KeptCounts
    from feltworks.odds.report import OddsSettings, other_pays, recalled, report

    wanted = OddsSettings(
        indifferent=ties, strategy=strategy, jackpots=dollars, pays=tuple(pay or ())
    )
    kept = KeptCounts.of_user(loaded.chosen)
    found = recalled(loaded.rules, wanted, kept)
    if found is None:
        with counting() as progress:
            changed = other_pays(loaded.rules, wanted, kept=kept, progress=progress)
        if changed is not None and not as_json:
            say(*_what_if_lines(changed), wrap=True)
        with counting() as progress:
            found = report(loaded.rules, wanted, changed=changed, kept=kept, progress=progress)
    if as_json:
        from feltworks.odds.plaindata import game_data

        what_if = {} if found.what_if is None else {"what_if": _what_if_json(found.what_if)}
        print_json({**game_data(loaded, found), **what_if})
    else:
        say(*_lines(loaded, found), wrap=True)
    if chart is not None:
        # The figures are printed first, in case the disk is full.
        from feltworks.odds.chart import save_chart

        save_chart(chart, found.rules, found.analysis)


def jackpot_dollars(text: str) -> Fraction:
    """An amount of dollars as people write it: 10422, $10,422.50."""
    plain = text.strip().removeprefix("$").replace(",", "")
    if not re.fullmatch(r"\d{1,12}(\.\d{1,2})?", plain):
        raise options.CommandError(
            f"--jackpot {text!r} is not an amount of dollars: write 10422 or 10422.50, 0 or more"
        )
    return Fraction(plain)


def _lines(loaded: Loaded, report: OddsReport) -> Lines:
    """The edge of every wager, and where it comes from."""
    rules, analysis, jackpots = report.rules, report.analysis, report.progressives
    yield bold(rules.game.name)
    chosen = [f"{id} = {value}" for id, value in options.options_not_default(loaded)]
    yield f"options: {', '.join(chosen) or 'all at their defaults'}"
    if loaded.gone:
        yield f"gone from the deck: {join_cards(loaded.gone)}"
    if ties := tie_rule_words(rules, analysis.indifferent):
        yield f"where choices are worth the same: {ties}"
        yield from _other_ties(loaded, analysis.indifferent)
    mechanism = rules.game.mechanism
    module = MECHANISMS[mechanism].main_odds
    if analysis.weighed is not None and module is not None:
        yield ""
        title = f"{mechanism} (main), in units of the {rules.unit}"
        yield from import_module(module).main_lines(analysis.weighed, title)
    elif "main" not in analysis.wagers and not is_solved(rules):
        yield f"the main game is {mechanism}, which is not analysed here"
    for id_, odds in analysis.wagers.items():
        yield ""
        name = rules.wagers[id_].name if id_ in rules.wagers else "all required wagers together"
        away = "" if rules.is_on_layout(id_) else ", not on the layout with these options"
        yield bold(f"{name} ({id_}){away}")
        yield from _wager_lines(rules, id_, odds)
        if id_ in jackpots:
            yield from _jackpot_lines(jackpots[id_])


def _other_ties(loaded: Loaded, taken: Mapping[str, str]) -> Iterator[str]:
    """Name the published tables that break ties in another way, and how to count them that way."""
    for claim in loaded.rules.published:
        chosen = claim.options.items() <= loaded.chosen.items()
        other = {at: way for at, way in claim.indifferent.items() if taken.get(at) != way}
        if not (chosen and other):
            continue
        told = ", ".join(f"{at} {way}" for at, way in other.items())
        is_default = claim.source == loaded.rules.tie_source
        is_shipped = Path(loaded.name).is_relative_to(GAMES_DIR)
        game = loaded.rules.game.id if is_shipped else loaded.name
        to_see = "leave out --indifferent" if is_default else f"feltworks verify {game}"
        yield (
            f"{claim.source} breaks these ties otherwise ({told}), so its counts differ although "
            f"the edge is the same; to see them: {to_see}"
        )


def _wager_lines(rules: Rules, wager: str, odds: WagerOdds) -> Lines:
    from feltworks.rules.amounts import number_text
    from feltworks.rules.readings import edge_and_side

    name, side = edge_and_side(odds.house_edge)
    unit = "wager" if odds.unit == wager else odds.unit
    yield bold(f"{name} {percent(abs(odds.house_edge))} of the {unit}, in favour of {side}")
    yield f"expected value {odds.expected_value} = {float(odds.expected_value):.8f}"
    if odds.together is not None:
        size = number_text(odds.together.size)
        yield (
            f"  what it adds at {size} {'unit' if size == '1' else 'units'} beside the required "
            f"wagers; its own rows come to {float(odds.own_expected_value):.8f}"
        )
    yield (
        f"average wager {float(odds.average_wager):.6f}, element of risk "
        f"{percent(odds.element_of_risk)}, hit frequency {percent(odds.hit_frequency)}, "
        f"standard deviation {odds.standard_deviation:.4f}"
    )
    yield _outcomes(rules, wager, odds)
    for decision, deals in odds.indifferent_deals.items():
        yield f"indifferent deals at {decision}: {deals:,}"
    if odds.parts:
        parts = ", ".join(f"{wager} {float(value):+.6f}" for wager, value in odds.parts.items())
        yield f"expected value by wager: {parts}"


def _outcomes(rules: Rules, wager: str, odds: WagerOdds) -> Table:
    from feltworks.odds.naming import OutcomeWords

    columns = ("outcome", "net", "combinations", "probability", "return")
    words, table = OutcomeWords(rules), new_table(None, *columns, right=range(1, 5))
    for row in odds.outcomes:
        net = odds.net(row)
        part = Fraction(row.combinations, odds.combinations)
        table.add_row(
            words.of(wager, row.id),
            _net_text(net),
            f"{row.combinations:,}",
            f"{float(part):.8f}",
            f"{float(part * net):+.6f}",
        )
    table.add_section()
    table.add_row(
        "total", "", f"{odds.combinations:,}", "1", f"{float(odds.own_expected_value):+.6f}"
    )
    return table


def _net_text(net: Fraction) -> str:
    """A net pay with its sign; a jackpot's long fraction is cut to cents."""
    from feltworks.rules.amounts import number_text

    text = number_text(net) if net.denominator < 1000 else f"{float(net):.2f}"
    return f"+{text}" if net > 0 else text


def _jackpot_lines(jackpot: Progressive) -> Iterator[str]:
    yield (
        f"jackpot {jackpot.jackpot}: quoted at ${float(jackpot.quoted_dollars):,.2f} "
        f"({jackpot.quoted}), seed ${float(jackpot.seed_dollars):,.2f}"
    )
    yield (
        f"value {float(jackpot.value_without_jackpot):.6f} with nothing in it and "
        f"{float(jackpot.value_per_dollar * 1000):+.6f} for every $1,000; breaks even at "
        f"${float(jackpot.break_even_dollars):,.2f}"
    )
    yield (
        f"a prize of any kind one in {float(jackpot.wagers_per_hit):,.4f}, of the jackpot one in "
        f"{float(jackpot.wagers_per_jackpot_hit):,.2f}; other prizes return "
        f"{percent(jackpot.fixed_return)}"
    )
    if jackpot.average_dollars is None or jackpot.added_dollars is None:
        yield f"no average jackpot: {jackpot.added_note}"
    else:
        yield (
            f"average jackpot ${float(jackpot.average_dollars):,.2f} when each wager adds "
            f"${float(jackpot.added_dollars):.4f}, {jackpot.added_note}"
        )


def _what_if_json(found: WhatIf) -> dict[str, Any]:
    from feltworks.odds.plaindata import exact

    return {
        "pays": {str(row): str(prize) for row, prize in found.changes.items()},
        "wagers": {
            wager: {
                "house_edge_before": exact(before),
                "house_edge_played_as_before": exact(found.as_before[wager]),
                "best_play_changes": found.play_changes(wager),
            }
            for wager, before in found.before.items()
        },
    }


def _what_if_lines(found: WhatIf) -> Lines:
    """The edge before and after, for each wager that pays by a changed table."""
    pays = ", ".join(f"{row} at {prize}" for row, prize in found.changes.items())
    yield from ("", bold(f"what if: {pays}"))
    for wager, before in found.before.items():
        edge = found.wagers[wager].house_edge
        play = "the best play is the same"
        if found.play_changes(wager):
            as_before = percent(found.as_before[wager])
            play = f"the best play changes, played as before it is {as_before}"
        yield f"{wager}: house edge {percent(before)} before, {percent(edge)} now; {play}"
    yield ""
