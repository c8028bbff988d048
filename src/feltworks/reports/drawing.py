"""Charts for papers: Altair's, drawn as SVG without a browser, the same bytes on any machine.

The width of texts decides where an axis is, so texts are measured with a font that comes with the
converter and set in the paper's own, which is narrower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feltworks.odds.chart import GAIN, INK, LOSS
from feltworks.odds.naming import OutcomeWords
from feltworks.odds.result import WagerOdds
from feltworks.rules.schema import Rules

MEASURED_BY = "Liberation Sans"
SET_IN = "Libertinus Serif"
WIDTH = 560
MOST_BARS = 20


def drawn_svg(chart: Any) -> str:  # noqa: ANN401 - Altair's
    """An Altair chart as SVG, for a `chart` block."""
    import vl_convert

    shown = chart.configure(font=MEASURED_BY).configure_axis(
        labelColor=INK, titleColor=INK, gridColor="#e3e8e5", titleFontWeight="normal"
    )
    picture: str = vl_convert.vegalite_to_svg(shown.to_dict())
    return picture.replace(MEASURED_BY, SET_IN)


def returns_svg(records: Sequence[Mapping[str, Any]], unit: str) -> str:
    """What each outcome adds to a wager's expected value: the largest ones."""
    import altair as alt

    heaviest = sorted(records, key=lambda each: -abs(each["return"]))[:MOST_BARS]
    shown = [each for each in records if each in heaviest]
    bars = (
        alt.Chart(alt.InlineData(values=shown))
        .mark_bar()
        .encode(
            y=alt.Y("outcome:N", sort=None, title=None, axis=alt.Axis(labelLimit=220)),
            x=alt.X("return:Q", title=f"part of the expected value, in units of the {unit}"),
            color=alt.condition("datum.return < 0", alt.value(LOSS), alt.value(GAIN)),
        )
        .properties(width=WIDTH - 180, height=alt.Step(13))
    )
    return drawn_svg(bars)


def outcome_records(rules: Rules, wager: str, odds: WagerOdds) -> list[dict[str, Any]]:
    """The outcomes of a wager, those of one name and several pays put together."""
    words, sums = OutcomeWords(rules), dict[str, float]()
    for row in odds.outcomes:
        part = float(odds.net(row) * row.combinations / odds.combinations)
        sums[row.id] = sums.get(row.id, 0.0) + part
    return [{"outcome": words.of(wager, id_), "return": part} for id_, part in sums.items()]


def bands_svg(rows: Sequence[tuple[int, float, float]], unit: str) -> str:
    """What the house keeps of a unit over these numbers of rounds: the mean and its 95% band.

    A row is the number of rounds and both ends of the band, per round.
    """
    import altair as alt

    records = [{"rounds": rounds, "low": low, "high": high} for rounds, low, high in rows]
    base = alt.Chart(alt.InlineData(values=records)).encode(
        x=alt.X("rounds:Q", scale=alt.Scale(type="log"), axis=alt.Axis(format="~s", tickCount=5))
    )
    band = base.mark_area(opacity=0.25, color=GAIN).encode(
        y=alt.Y("low:Q", title=f"kept a round, in units of the {unit}"), y2="high:Q"
    )
    mean = base.transform_calculate(mean="(datum.low + datum.high) / 2").mark_line(
        color=INK, point=alt.OverlayMarkDef(color=INK)
    )
    zero = alt.Chart(alt.InlineData(values=[{}])).mark_rule(color=LOSS, strokeDash=[4, 3])
    layered = zero.encode(y=alt.datum(0)) + band + mean.encode(y="mean:Q")
    return drawn_svg(layered.properties(width=WIDTH - 60, height=150))


def wins_svg(records: Sequence[Mapping[str, Any]]) -> str:
    """Each line's win as a point in its band, in dollars; those outside in another colour."""
    import altair as alt

    base = alt.Chart(alt.InlineData(values=list(records))).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=200))
    )
    band = base.mark_bar(opacity=0.3, color=GAIN, height=9).encode(
        x=alt.X("low:Q", title="win in its 95% band, in dollars"), x2="high:Q"
    )
    expected = base.mark_tick(color=INK, thickness=2, height=9).encode(x="expected:Q")
    won = base.mark_point(filled=True, size=45, opacity=1).encode(
        x="win:Q",
        color=alt.condition("datum.outside", alt.value(LOSS), alt.value(INK)),
    )
    return drawn_svg((band + expected + won).properties(width=WIDTH - 160, height=alt.Step(16)))
