"""`feltworks tune`: the pay tables that come nearest a wanted house edge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli import options
from feltworks.cli.options import option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, bold, new_table, percent, say, tell
from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from rich.text import Text

    from feltworks.odds.tune import Tuned, Tuning
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules

app = options.Commands()
FAR_OFF = 0.001


@app.command()
def tune(
    game: options.GameName,
    target: Annotated[str, option("--target EDGE", "The house edge wanted: 2.5% or 0.025.")],
    vary: Annotated[
        list[str] | None,
        option(
            "--vary WAGER.HAND",
            "A row that may change, or all rows of a WAGER; may be given several times.",
        ),
    ] = None,
    show: Annotated[int, option("--show", "How many tables to list.", min=1, max=100)] = 10,
    write: Annotated[
        Path | None,
        option("--write FILE", "Write the rules with the nearest table to a new .toml file."),
    ] = None,
    settings: options.Settings = None,
    as_json: options.AsJson = False,
) -> None:
    """The pay tables of whole odds, falling with the hands, nearest a house edge.

    The deals are counted once: the counts stay when only the pays change, except where another
    play becomes the best, and then the table says so.
    """
    edge = edge_wanted(target)
    if write is not None:
        from feltworks.cli.newrules import check_new

        check_new(write)
    loaded = options.read_game(game, settings)
    with counting() as progress:
        from feltworks.odds.kept import KeptCounts
        from feltworks.odds.tune import tune as tuned

        kept = KeptCounts.of_user(loaded.chosen)
        found = tuned(loaded.rules, edge, vary or [], show=show, kept=kept, progress=progress)
    if not as_json:
        say(*_lines(loaded, edge, found), wrap=True)
    if write is not None:
        from feltworks.cli.newrules import write_rules

        write_rules(write, with_pays(game, loaded, found.found[0]))
    chosen = [f"--set {setting}" for setting in settings or ()]
    written = {} if write is None else {"file": write, "with": chosen}
    # The file keeps its own defaults; the chosen options have to be chosen again.
    again = f"; it comes to this edge with {' '.join(chosen)}" if chosen else ""
    told = f"the rules with the first of these tables: {write}{again}"
    data = {**_tuning_json(loaded, edge, found), **written}
    tell(data, *([] if write is None else [told]), as_json=as_json, wrap=False)


def with_pays(game: str, loaded: Loaded, tuned: Tuned) -> str:
    """The game's file with the pays of a table in it, everything else as written.

    Each row is changed in place, and the file is read again: if the result differs from the table,
    because an option sets the same row, it is refused.
    """
    from feltworks.rules.catalogue import locate
    from feltworks.rules.reading import read_bytes

    text = read_bytes(locate(game)).decode("utf-8-sig")
    wanted = _pays_by_table(loaded.rules)
    for row, odds in tuned.pays.items():
        ids = [each.id for each in loaded.rules.pays[row.table].rows]
        place = ids.index(row.row)
        wanted[row.table][place] = f"{odds}:1"
        hand = loaded.rules.pays[row.table].rows[place].hand
        texts = (new for new in _changed(text, hand, f"{odds}:1") if _says(new, loaded, wanted))
        found = next(texts, None)
        if found is None:
            raise options.CommandError(
                f"--write: {row} cannot be changed to {odds}:1 in the file by itself, because it "
                "stands there in another way or an option sets it too: change it by hand"
            )
        text = found
    return text


def _changed(text: str, hand: str, odds: str) -> Iterator[str]:
    """The text with the pay of one row changed, for every row with that hand."""
    name = re.escape(hand)
    short = rf'"{name} (?:pays [^"]+|loses|pushes)"'
    whole = rf'(hand\s*=\s*"{name}"[^{{}}\[\]]*?pays\s*=\s*)"[^"]*"'
    for found in re.finditer(short, text):
        yield f'{text[: found.start()]}"{hand} pays {odds}"{text[found.end() :]}'
    for found in re.finditer(whole, text):
        yield f'{text[: found.start()]}{found[1]}"{odds}"{text[found.end() :]}'


def _says(text: str, loaded: Loaded, wanted: Mapping[str, list[str]]) -> bool:
    """Whether a text is a rules file with exactly those pays."""
    from feltworks.rules.loader import read_text

    try:
        # A default would set the changed pay back to what it was.
        rules = read_text(text, loaded.name, dict(options.options_not_default(loaded))).rules
    except FeltworksError:
        return False
    return wanted == _pays_by_table(rules)


def _pays_by_table(rules: Rules) -> dict[str, list[str]]:
    return {id: [str(row.pays) for row in table.rows] for id, table in rules.pays.items()}


def edge_wanted(text: str) -> Fraction:
    """A house edge as people write it: 2.5%, 0.025."""
    plain = text.strip()
    if re.fullmatch(r"-?\d{1,2}(\.\d{1,9})?\s?%", plain):
        return Fraction(plain.rstrip("% ")) / 100
    if re.fullmatch(r"-?0(\.\d{1,9})?|-?\.\d{1,9}", plain):
        return Fraction(plain)
    raise options.CommandError(
        f"--target {text!r} is not a house edge: write 2.5%, or 0.025 for the same"
    )


def _pays(tuning: Tuning, loaded: Loaded, tuned: Tuned) -> dict[str, str]:
    """What every row that may change pays in a table."""
    now = {
        (id_, row.id): str(row.pays)
        for id_, table in loaded.rules.pays.items()
        for row in table.rows
    }
    return {
        str(row): f"{tuned.pays[row]}:1" if row in tuned.pays else now[row.table, row.row]
        for row in tuning.rows
    }


def _tuning_json(loaded: Loaded, edge: Fraction, tuning: Tuning) -> dict[str, Any]:
    from feltworks.odds.plaindata import exact

    return {
        **loaded.as_json(),
        "wager": tuning.wager,
        "target": float(edge),
        "present_edge": exact(tuning.present.house_edge),
        "tables": [
            {
                "pays": _pays(tuning, loaded, tuned),
                "changed": [str(row) for row in tuned.pays],
                "house_edge": exact(tuned.edge),
                "hit_frequency": float(tuned.odds.hit_frequency),
                "standard_deviation": tuned.odds.standard_deviation,
                "best_play_changes": tuned.play_changes,
            }
            for tuned in tuning.found
        ],
    }


def _lines(loaded: Loaded, edge: Fraction, tuning: Tuning) -> Lines:
    rules = loaded.rules
    what = rules.wagers[tuning.wager].name if tuning.wager in rules.wagers else "required wagers"
    yield bold(f"{rules.game.name}: {what}, target {percent(edge)}")
    yield f"as the file stands: {percent(tuning.present.house_edge)}"
    yield f"pays are in the order of {', '.join(row.row for row in tuning.rows)}"
    figures = ("house edge", "off target", "hit frequency", "st. deviation")
    plays = {False: "as before", True: "changes", None: "not looked into"}
    rows = [
        (
            _notation(tuning, loaded, tuned),
            percent(tuned.edge),
            f"{float(tuned.edge - edge):+.4%}",
            percent(tuned.odds.hit_frequency),
            f"{tuned.odds.standard_deviation:.4f}",
            plays[tuned.play_changes],
        )
        for tuned in tuning.found
    ]
    yield new_table(None, "pays", *figures, "best play", rows=rows, right=range(5))
    if abs(tuning.found[0].edge - edge) > FAR_OFF:
        yield "no table nearer the target was found by changing these rows"
    if any(tuned.play_changes is None for tuned in tuning.found):
        yield (
            "where the best play was not looked into, the edge is that of the play best today: "
            "it is exact for that play, and the best play can only lower it; ask odds --pay"
        )


def _notation(tuning: Tuning, loaded: Loaded, tuned: Tuned) -> Text:
    """A pay table in its usual short form, 50-40-30-8-7-4-3, with changes in bold."""
    from rich.text import Text

    changed = {str(row) for row in tuned.pays}
    return Text("-").join(
        Text(odds.removesuffix(":1"), style="bold" if row in changed else "dim")
        for row, odds in _pays(tuning, loaded, tuned).items()
    )
