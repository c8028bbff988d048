"""`feltworks odds`: the exact odds of every wager of a game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.asking import AsJson, GameName, SettingError, Settings, chosen_options

if TYPE_CHECKING:
    from fractions import Fraction

    from feltworks.odds.report import OddsReport
    from feltworks.rules.loader import Loaded

app = typer.Typer(add_completion=False)

Indifferent = Annotated[
    list[str] | None,
    typer.Option(
        "--indifferent",
        metavar="DECISION=CHOICE",
        help="What is chosen where choices are worth the same: bet (most money out, the "
        "default), fold (least), or the id of a choice.",
    ),
]

Decks = Annotated[
    int | None,
    typer.Option("--decks", metavar="N", help="Blackjack: analyse a shoe of so many decks."),
]


Jackpot = Annotated[
    str | None,
    typer.Option("--jackpot", metavar="DOLLARS", help="What the jackpot stands at."),
]

Chart = Annotated[
    Path | None,
    typer.Option(
        "--chart",
        metavar="FILE",
        help="Draw where the return comes from, to a .svg, .png or .html file.",
    ),
]

Pay = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="WAGER.HAND=ODDS",
        help="What if a row of a pay table paid this instead; may be given several times.",
    ),
]

Strategy = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="Blackjack: composition (by each hand's cards, the default) or basic (by totals).",
    ),
]


@app.command()
def odds(
    game: GameName,
    settings: Settings = None,
    indifferent: Indifferent = None,
    jackpot: Jackpot = None,
    chart: Chart = None,
    pay: Pay = None,
    decks: Decks = None,
    strategy: Strategy = None,
    as_json: AsJson = False,
) -> None:
    """The exact odds of every wager of a game, under the best play."""
    from feltworks.cli.progress import counting
    from feltworks.rules.loader import read

    chosen, ties = chosen_options(settings), tie_rules(indifferent)
    dollars = None if jackpot is None else jackpot_dollars(jackpot)
    if chart is not None:
        from feltworks.odds.chart import check_target

        check_target(chart)
    loaded = read(game, chosen)
    if decks is not None:
        from feltworks.odds.blackjack.fromrules import dealt_from

        loaded = dealt_from(loaded, decks)
    with counting() as progress:
        from feltworks.odds.report import OddsSettings, other_pays, report

        asked = OddsSettings(
            indifferent=ties, strategy=strategy, jackpots=dollars, pays=tuple(pay or ())
        )
        changed = other_pays(loaded.rules, asked, progress)
    if changed is not None and not as_json:
        from feltworks.cli.whatifsheet import print_what_if

        print_what_if(changed)
    with counting() as progress:
        from feltworks.odds.kept import KeptCounts

        kept = KeptCounts.of_user(loaded.chosen)
        found = report(loaded.rules, asked, changed=changed, kept=kept, progress=progress)
    if chart is not None:
        from feltworks.odds.chart import save_chart

        save_chart(chart, loaded.rules.game.name, found.analysis)
    if as_json:
        _print_json(loaded, found)
    else:
        from feltworks.cli.oddsheet import print_odds

        print_odds(loaded, found)


def _print_json(loaded: Loaded, found: OddsReport) -> None:
    from feltworks.cli.showing import print_json
    from feltworks.odds.plaindata import game_data

    sheet = game_data(loaded, found)
    if found.what_if is not None:
        from feltworks.cli.whatifsheet import what_if_sheet

        sheet["what_if"] = what_if_sheet(found.what_if)
    print_json(sheet)


def tie_rules(given: Iterable[str] | None) -> dict[str, str]:
    """The tie rule of each decision in a list of `DECISION=CHOICE`."""
    rules: dict[str, str] = {}
    for setting in given or ():
        decision, equals, choice = (part.strip() for part in setting.partition("="))
        if not (decision and equals and choice):
            raise SettingError(
                f"--indifferent {setting!r} cannot be read: write --indifferent DECISION=CHOICE"
            )
        if decision in rules:
            raise SettingError(f"--indifferent gives {decision!r} twice: give each decision once")
        rules[decision] = choice
    return rules


def jackpot_dollars(text: str) -> Fraction:
    """An amount of dollars as people write it: 10422, $10,422.50."""
    import re
    from fractions import Fraction

    plain = text.strip().removeprefix("$").replace(",", "")
    if not re.fullmatch(r"\d{1,12}(\.\d{1,2})?", plain):
        raise SettingError(
            f"--jackpot {text!r} is not an amount of dollars: write 10422 or 10422.50, 0 or more"
        )
    return Fraction(plain)
