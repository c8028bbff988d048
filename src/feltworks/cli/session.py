"""`feltworks session`: the results of many rounds, for a player and a bankroll or for a house."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from feltworks.cli import options
from feltworks.cli.interrupt import interruptible
from feltworks.cli.options import CommandError, option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, Sheet, bold, new_table, tell
from feltworks.errors import did_you_mean
from feltworks.odds.ties import tie_rule_line

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded
    from feltworks.simulate.sessions import RoundDistribution

app = options.Commands()


@app.command()
def session(
    game: options.GameName,
    rounds: Annotated[str, option("--rounds N", "How many rounds, of all seats together.")] = "500",
    bankroll: Annotated[
        str | None,
        option("--bankroll UNITS", "Also tell the risk of losing a bankroll of this size."),
    ] = None,
    wager: Annotated[
        str | None, option("--wager WAGER", "A side wager instead of the required ones.")
    ] = None,
    chart: Annotated[
        Path | None, options.chart_option("Draw the session: .svg, .png or .html file.")
    ] = None,
    settings: options.Settings = None,
    as_json: options.AsJson = False,
) -> None:
    """The result of many rounds, from the exact distribution of one."""
    from feltworks.cli.simulate import rounds_of

    count = rounds_of(rounds)
    units = None if bankroll is None else bankroll_of(bankroll)
    loaded = options.read_game(game, settings)
    if wager is None:
        # Without a required wager it is the wager that opens a hand.
        opening = loaded.rules.opening_wagers
        wager = "main" if loaded.rules.wagers_of("required") else (opening or ["main"])[0]
    from feltworks.simulate.sessions import Session, session_report

    one = distribution_of(loaded, wager)
    with interruptible():
        found = session_report(one, count, units)
    sheet = {"game": loaded.rules.game.id, "options": dict(loaded.chosen), "wager": wager, **found}
    ties = tie_rule_line(loaded.rules) if wager == "main" else ()
    tell(sheet, *_lines(loaded.rules.game.name, sheet), *ties, as_json=as_json)
    if chart is not None:
        # The figures are printed first, in case the disk is full.
        from feltworks.simulate.charts import save_session

        save_session(chart, loaded.rules.game.name, Session(one, count))


def bankroll_of(text: str) -> Fraction:
    """A number of units as people write it."""
    try:
        units = Fraction(text.replace(",", ""))
    except (ValueError, ZeroDivisionError):
        units = Fraction(0)
    if not 0 < units <= 10**9:
        raise CommandError(f"--bankroll {text!r} is not an amount of units: write 100 or 12.5")
    return units


def distribution_of(loaded: Loaded, wager: str) -> RoundDistribution:
    """The exact distribution of a round of one wager."""
    with counting() as progress:
        from feltworks.odds.analyse import analyse
        from feltworks.odds.kept import KeptCounts
        from feltworks.simulate.sessions import RoundDistribution

        kept = KeptCounts.of_user(loaded.chosen)
        analysis = analyse(loaded.rules, kept=kept, progress=progress)
        if wager == "main" and analysis.weighed is not None:
            chances = analysis.weighed.chances
            return RoundDistribution.of_chances(chances, loaded.rules.unit)
        if wager not in analysis.wagers:
            known = ", ".join(analysis.wagers) or "none in this game"
            raise CommandError(
                f"--wager {wager!r}{did_you_mean(wager, analysis.wagers)}: there is {known}"
            )
        return RoundDistribution.of(analysis.wagers[wager])


def _lines(name: str, sheet: Sheet) -> Lines:
    yield bold(f"{name}: {sheet['rounds']:,} rounds of {sheet['wager']}")
    yield "in units of the {unit}; {label}, rounds independent".format_map(sheet)
    yield "expected {mean:+,.3f}, standard deviation {standard_deviation:,.3f}".format_map(sheet)
    yield "ahead {ahead:.3%}, even {even:.3%}, behind {behind:.3%}".format_map(sheet)
    ends = [(f"{float(part) * 100:g}%", f"{at:+,g}") for part, at in sheet["quantiles"].items()]
    yield new_table("the player ends at or below", "chance", "units", rows=ends)
    bands = [
        (f"{float(part) * 100:g}%", f"{low:+,g}", f"{high:+,g}")
        for part, (low, high) in sheet["house_bands"].items()
    ]
    yield new_table("the house wins between", "chance", "from", "to", rows=bands)
    runs = sheet["longest_losing_run"]
    yield (
        f"the longest losing run is {runs['0.5']} rounds or fewer in half of all sessions, "
        f"{runs['0.95']} or fewer in 95%"
    )
    if "bankroll" in sheet:
        yield (
            "a bankroll of {bankroll:,g} units is used up within them in {risk_of_ruin:.4%} of "
            "sessions"
        ).format_map(sheet)
