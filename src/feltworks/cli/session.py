"""`feltworks session`: the results of many rounds, for a player and a bankroll or for a house."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli import options
from feltworks.cli.interrupt import interruptible
from feltworks.cli.options import CommandError, option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, print_json
from feltworks.errors import did_you_mean

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
        Path | None, option("--chart FILE", "Draw the session: .svg, .png or .html file.")
    ] = None,
    settings: options.Settings = None,
    as_json: options.AsJson = False,
) -> None:
    """The result of many rounds, from the exact distribution of one."""
    from feltworks.cli.simulate import rounds_of

    count = rounds_of(rounds)
    units = None if bankroll is None else bankroll_of(bankroll)
    if chart is not None:
        from feltworks.odds.chart import check_target

        check_target(chart)
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
    if as_json:
        print_json(sheet)
    else:
        _print(loaded.rules.game.name, sheet)
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


def _print(name: str, sheet: Mapping[str, Any]) -> None:
    out = console()
    out.print(f"{name}: {sheet['rounds']:,} rounds of {sheet['wager']}", style="bold")
    out.print(f"in units of the {sheet['unit']}; {sheet['label']}, rounds independent")
    out.print(
        f"expected {sheet['mean']:+,.3f}, standard deviation {sheet['standard_deviation']:,.3f}"
    )
    out.print(
        f"ahead {sheet['ahead'] * 100:.3f}%, even {sheet['even'] * 100:.3f}%, "
        f"behind {sheet['behind'] * 100:.3f}%"
    )
    table = new_table("the player ends at or below", "chance", "units")
    for share, units in sheet["quantiles"].items():
        table.add_row(f"{float(share) * 100:g}%", f"{units:+,g}")
    out.print(table)
    bands = new_table("the house wins between", "chance", "from", "to")
    for share, (low, high) in sheet["house_bands"].items():
        bands.add_row(f"{float(share) * 100:g}%", f"{low:+,g}", f"{high:+,g}")
    out.print(bands)
    runs = sheet["longest_losing_run"]
    out.print(
        f"the longest losing run is {runs['0.5']} rounds or fewer in half of all sessions, "
        f"{runs['0.95']} or fewer in 95%"
    )
    if "bankroll" in sheet:
        out.print(
            f"a bankroll of {sheet['bankroll']:,g} units is used up within them in "
            f"{sheet['risk_of_ruin'] * 100:.4f}% of sessions"
        )
