"""`feltworks strategy`: the best move in a position, and what every choice there is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli import options
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.options import option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, Sheet, bold, percent, tell, unbroken
from feltworks.errors import did_you_mean

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded

app = options.Commands()
MOST_RULES = 4


@dataclass(frozen=True)
class Question:
    """The options of the command."""

    at: Annotated[
        str | None,
        option(
            "--at DECISION",
            "The decision; by default the first at which as many cards lie open as --board names.",
        ),
    ] = None
    cards: Annotated[str | None, option("--cards CARDS", "The player's cards: 'As Kd'.")] = None
    board: Annotated[str, option("--board CARDS", "The cards that lie open.")] = ""
    export: Annotated[
        Path | None,
        option(
            "--export FILE", "Write every position to a .csv file; a blackjack card also as .html."
        ),
    ] = None
    dealer: Annotated[str | None, option("--dealer CARD", "Blackjack: the dealer's up card.")] = (
        None
    )
    gone: options.Gone = ""
    simple: Annotated[bool, option("--simple", "A few rules to remember, and what they cost.")] = (
        False
    )
    rules: Annotated[
        int | None,
        option("--rules N", "With --simple: at most N rules for each decision (4).", min=1, max=12),
    ] = None
    decks: options.Decks = None
    settings: options.Settings = None
    indifferent: options.Indifferent = None
    as_json: options.AsJson = False

    def first_of(self, *options: str) -> str | None:
        """The first of these options that was given."""
        return next((f"--{option}" for option in options if getattr(self, option)), None)


@app.command()
def strategy(game: options.GameName, question: Question) -> None:
    """The best move in a position and the exact value of each choice.

    Without cards: the first decision as a grid if possible, otherwise how often each choice is
    best.
    """
    loaded = options.read_game(game, question.settings, question.decks, question.gone)
    if question.simple:
        _show_simple(loaded, question)
        return
    if question.rules is not None:
        raise options.CommandError("--rules goes with --simple: strategy GAME --simple --rules 3")
    import_module(MECHANISMS[loaded.rules.game.mechanism].strategy).show(loaded, question)


def _show_simple(loaded: Loaded, question: Question) -> None:
    """Show a few rules to remember for each decision, and what following them costs."""
    beside = ("cards", "board", "export", "dealer", "decks", "indifferent")
    if (option := question.first_of(*beside)) is not None:
        raise options.CommandError(
            f"{option} does not go with --simple, which shows whole decisions"
        )
    from feltworks.odds.mechanisms import is_solved

    rules, at = loaded.rules, question.at
    if not is_solved(rules):
        raise options.CommandError(
            f"--simple is for hands against a dealer or a pay table; {rules.game.id} is a "
            f"game of {rules.game.mechanism}"
        )
    check_decision(at, [stage.id for stage in rules.stages if stage.decide], rules.game.id)
    sheet = _simple_sheet(loaded, question.rules or MOST_RULES)
    told = [each for each in sheet["decisions"] if at in (None, each["decision"])]
    sheet = {**sheet, "decisions": told}
    data = {**loaded.as_json(), **sheet}
    tell(data, *_simple_lines(loaded, sheet), as_json=question.as_json)


def _simple_sheet(loaded: Loaded, most_rules: int) -> dict[str, Any]:
    """The rules of every decision as plain data."""
    from feltworks.odds.kept import KeptCounts
    from feltworks.odds.simple.sheet import recalled_sheet, simple_sheet

    kept = KeptCounts.of_user(loaded.chosen)
    known = recalled_sheet(loaded.rules, kept, rule_count=most_rules)
    if known is not None:
        return known
    with counting() as progress:
        return simple_sheet(loaded.rules, kept, rule_count=most_rules, progress=progress)


def check_decision(at: str | None, decisions: Sequence[str], game: str) -> None:
    """Refuse a game without decisions, and the name of a decision that it does not have."""
    if decisions and (at is None or at in decisions):
        return
    from feltworks.odds.positionadvice import PositionError

    if at is None or not decisions:
        raise PositionError(f"{game} asks the player for no decision")
    raise PositionError(
        f"there is no decision {at!r}{did_you_mean(at, decisions)}; allowed: {', '.join(decisions)}"
    )


def _simple_lines(loaded: Loaded, sheet: Sheet) -> Lines:
    from feltworks.odds.simple.sheet import MEANINGS, exact_of

    unit, decisions = sheet["unit"], sheet["decisions"]
    yield bold(f"{loaded.rules.game.name}: rules to remember")
    for rules in decisions:
        given = percent(exact_of(rules["cost"]))
        yield from ("", bold(f"{rules['decision']}, gives away {given} of the {unit}"))
        yield from (unbroken(f"  {line}") for line in rules["says"])
    yield ""
    lines = " ".join(line for rules in decisions for line in rules["says"])
    yield from (meaning for phrase, meaning in MEANINGS.items() if phrase in lines)
    simple, best = (exact_of(sheet[f"house_edge_{which}"]) for which in ("simple", "best"))
    cost = exact_of(sheet["cost"])
    yield unbroken(
        f"house edge {percent(simple)} by these rules, {percent(best)} by the best play: they cost "
        f"{percent(cost)} of the {unit}, exactly {cost}"
    )
