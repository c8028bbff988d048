"""`feltworks verify`: every published figure of a game against what is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.options import AsJson, Commands, argument
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, attributes, bold, new_table, percent, say, tell

if TYPE_CHECKING:
    from feltworks.odds.claims import CellCounts, Finding
    from feltworks.odds.readings import WeighedReading
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules

app = Commands()

AGREES = {
    "exactly": "agrees exactly",
    "rounds": "rounds to it",
    "truncates": "truncates to it",
    "differs": "differs",
}
FINDING = (
    *("wager", "source", "options", "figure", "published", "computed", "agreement"),
    *("explanation", "note", "indifferent"),
)


@app.command()
def verify(
    game: Annotated[
        str | None,
        argument("GAME", "The id of a game or the path of a rules file; by default all."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare every published figure with what is computed.

    Exits with 1 when a figure differs and the rules file records no explanation.
    """
    from feltworks.rules.catalogue import game_ids

    games: list[dict[str, Any]] = []
    compared: list[tuple[Rules, Finding]] = []
    for name in [game] if game is not None else game_ids():
        with counting() as progress:
            from feltworks.odds.claims import CellCounts, check_claims
            from feltworks.odds.readings import has_readings, readings
            from feltworks.rules.loader import read as read_rules

            loaded = read_rules(name)
            findings = list(check_claims(name, progress))
            read = list(readings(name, progress)) if has_readings(loaded.written) else []
        compared += [(loaded.rules, finding) for finding in findings]
        if as_json:
            games.append(_as_json(loaded, findings, read))
        else:
            say(*_game_lines(loaded, findings, read), wrap=True)
    counts = CellCounts.of(each for _, each in compared)
    told = {"games": games, "unexplained": counts.unexplained, "counts": counts.as_json()}
    tell(told, *_closing(counts, compared), as_json=as_json)
    if counts.unexplained:
        raise typer.Exit(1)


def _closing(counts: CellCounts, compared: Sequence[tuple[Rules, Finding]]) -> Lines:
    """Count how the printed cells came out, and say of each that differs why it does."""
    if not compared:
        yield bold("nothing was compared: no figure is published")
        return
    from feltworks.odds.claims import figure_words

    yield bold(counts.words)
    for rules, finding in compared:
        if finding.agreement == "differs":
            figure = figure_words(rules, finding.wager, finding.figure)
            yield (
                f"{finding.source}: {figure} is printed as {finding.published} and comes "
                f"to {computed_text(finding)}: {finding.explanation or 'unexplained.'}"
            )
    yield from dict.fromkeys(each.note for _, each in compared if each.note is not None)


def _as_json(
    loaded: Loaded, findings: Sequence[Finding], readings: Sequence[WeighedReading]
) -> dict[str, Any]:
    from feltworks.odds.plaindata import exact

    return {
        "game": loaded.rules.game.id,
        "figures": [
            {**attributes(each, *FINDING), "computed": exact(each.computed)} for each in findings
        ],
        "readings": [
            {
                "options": reading.options,
                "default": reading.is_default,
                "house_edge": {wager: float(edge) for wager, edge in reading.edges.items()},
                "favours_player": reading.favours_player,
            }
            for reading in readings
        ],
        **({"notes": notes} if (notes := loaded.notes_on_figures) else {}),
    }


def _game_lines(
    loaded: Loaded, findings: Sequence[Finding], readings: Sequence[WeighedReading]
) -> Lines:
    rules = loaded.rules
    yield bold(rules.game.name)
    yield from (
        _finding_lines(rules, findings) if findings else ("no figure is published for this game",)
    )
    yield from loaded.notes_on_figures
    if readings:
        yield from _reading_lines(readings)
    yield ""


def _finding_lines(rules: Rules, findings: Sequence[Finding]) -> Lines:
    from feltworks.odds.claims import figure_words

    figures = [figure_words(rules, each.wager, each.figure) for each in findings]
    sources = [finding.source for finding in findings]
    rows = [
        (
            "" if finding.source == above else finding.source,
            finding.wager,
            figure,
            number(finding.published),
            computed_text(finding),
            AGREES[finding.agreement],
        )
        for above, finding, figure in zip(["", *sources], findings, figures, strict=False)
    ]
    columns = ("source", "wager", "figure", "published", "computed", "")
    yield new_table(None, *columns, rows=rows, right=(3, 4))
    for source, ties in dict.fromkeys((each.source, each.ties) for each in findings if each.ties):
        yield f"{source}: where choices are worth the same, {ties}"


def number(text: str) -> str:
    """A published number; a whole one with commas between its thousands."""
    return f"{int(text):,}" if text.lstrip("-").isdecimal() else text


def computed_text(finding: Finding) -> str:
    """The computed value with a few more digits than were published."""
    if finding.computed.denominator == 1 and "%" not in finding.published:
        return f"{finding.computed.numerator:,}"
    places = len(finding.published.removesuffix("%").partition(".")[2]) + 4
    if finding.published.endswith("%"):
        return f"{float(finding.computed * 100):,.{places}f}%"
    return f"{float(finding.computed):,.{places}f}"


def _reading_lines(readings: Sequence[WeighedReading]) -> Lines:
    options, wagers = list(readings[0].options), list(readings[0].edges)
    yield "house edge under each reading of what the rules leave open"
    rows = [
        (
            *reading.options.values(),
            *(percent(reading.edges[wager]) for wager in wagers),
            ", ".join(reading.favours_player) or "-",
        )
        for reading in readings
    ]
    right = range(len(options), len(options) + len(wagers))
    yield new_table(None, *options, *wagers, "favours the player", rows=rows, right=right)
    good = [reading for reading in readings if reading.favours_player]
    default = next((reading for reading in good if reading.is_default), None)
    line = f"{len(good)} of {len(readings)} readings favour the player"
    if default is not None:
        line += f"; the default is one of them, on {', '.join(default.favours_player)}"
    yield bold(line)
