"""A picture of where the return comes from: one bar for each outcome of each wager.

A bar is what the outcome adds to the wager's expected value, its net pay times its
probability; losses go to the left. Files are drawn without a browser, and an HTML page
carries everything it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from feltworks.errors import FeltworksError, system_errors_as
from feltworks.odds.naming import OutcomeWords
from feltworks.odds.result import Analysis, WagerOdds
from feltworks.odds.ties import tie_rule_words
from feltworks.rules.schema import Rules
from feltworks.wholefiles import check_folder, whole_file

KINDS = (".svg", ".png", ".html")
GAIN, LOSS, INK = "#1b7f5c", "#a8324a", "#222222"


class ChartError(FeltworksError):
    """A chart that cannot be written to the given place."""


def check_target(path: Path) -> None:
    """Refuse a file that no chart can be written to, before anything is counted."""
    if path.suffix.lower() not in KINDS:
        raise ChartError(f"{path}: a chart is written to a file in {', '.join(KINDS)}")
    check_folder(path, ChartError)
    # If one of them is missing, this is the time to say so.
    import altair  # noqa: F401
    import vl_convert  # noqa: F401


def save_chart(path: Path, rules: Rules, analysis: Analysis) -> None:
    """Draw every wager of an analysis to a file; its suffix decides the format."""
    check_target(path)
    write_chart(path, return_chart(rules, analysis))


def write_chart(path: Path, specification: dict[str, Any]) -> None:
    """Write a Vega-Lite specification as a picture or a page."""
    import vl_convert

    kind = path.suffix.lower()
    with system_errors_as(ChartError, path), whole_file(path) as beside:
        if kind == ".png":
            beside.write_bytes(vl_convert.vegalite_to_png(specification, scale=2))
        elif kind == ".svg":
            beside.write_text(vl_convert.vegalite_to_svg(specification), encoding="utf-8")
        else:
            page = vl_convert.vegalite_to_html(specification, bundle=True)
            beside.write_text(page, encoding="utf-8")


def return_chart(rules: Rules, analysis: Analysis) -> dict[str, Any]:
    """The chart as a Vega-Lite specification, with wagers and outcomes in words."""
    import altair as alt

    title, panels = rules.game.name, []
    if analysis.weighed is not None:
        edge = f"Main wager: house edge {analysis.weighed.house_edge * 100:.4f}%"
        panels.append(_panel(edge, "first wager", weighed_bars(analysis.weighed.chances)))
    for id_, odds in analysis.wagers.items():
        unit = "wager" if odds.unit == id_ else rules.wagers[odds.unit].name
        name = rules.wagers[id_].name if id_ in rules.wagers else "All required wagers"
        if not rules.is_on_layout(id_):
            name = f"{name}, not on the layout with these options"
        edge = f"{name}: house edge {float(odds.house_edge) * 100:.4f}% of the {unit}"
        panels.append(_panel(edge, unit, bars(rules, id_, odds)))
    if not panels:
        raise ChartError(f"{title} has no wager whose return could be drawn")
    ties = tie_rule_words(rules, analysis.indifferent)
    heading = alt.TitleParams(
        f"{title}: where the return comes from",
        subtitle=[f"where choices are worth the same: {ties}"] if ties else [],
        anchor="start",
        fontSize=16,
    )
    chart = alt.vconcat(*panels).properties(title=heading)
    specification: dict[str, Any] = chart.resolve_scale(y="independent").to_dict()
    return specification


def bars(rules: Rules, wager: str, odds: WagerOdds) -> list[dict[str, Any]]:
    """One record for each outcome, in words; outcomes of one id with several pays are named with
    the pay."""
    words, ids = OutcomeWords(rules), [row.id for row in odds.outcomes]
    records = []
    for row in odds.outcomes:
        told = words.of(wager, row.id)
        net = odds.net(row)
        part = Fraction(row.combinations, odds.combinations)
        pays = f"{float(net):+g}"
        records.append(
            {
                "outcome": told if ids.count(row.id) == 1 else f"{told} ({pays})",
                "net": pays,
                "combinations": f"{row.combinations:,}",
                "probability": float(part),
                "return": float(part * net),
            }
        )
    return records


def weighed_bars(chances: Mapping[Fraction, float]) -> list[dict[str, Any]]:
    """One record for each net result of a wager that is weighed in float64, not counted."""
    return [
        {
            "outcome": f"{float(net):+g}",
            "net": f"{float(net):+g}",
            "combinations": None,
            "probability": chance,
            "return": float(net) * chance,
        }
        for net, chance in chances.items()
    ]


def _panel(edge: str, unit: str, records: list[dict[str, Any]]) -> Any:  # noqa: ANN401 - Altair's
    import altair as alt

    chart = alt.Chart(alt.InlineData(values=records))
    axis = chart.mark_bar().encode(
        y=alt.Y("outcome:N", sort=None, title=None, axis=alt.Axis(labelLimit=420)),
        x=alt.X("return:Q", title=f"part of the expected value, in units of the {unit}"),
        color=alt.condition("datum.return < 0", alt.value(LOSS), alt.value(GAIN)),
        tooltip=["outcome:N", "net:N", "combinations:N", "probability:Q", "return:Q"],
    )
    return axis.properties(width=520, title=alt.TitleParams(edge, anchor="start", color=INK))
