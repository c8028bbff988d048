"""Pictures of a simulation: how its mean settled, and the distribution of a session."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from feltworks.odds.chart import GAIN, INK, LOSS, write_chart
from feltworks.simulate.figures import Estimate
from feltworks.simulate.sessions import Session

BARS = 120


def save_settling(path: Path, name: str, points: Sequence[tuple[int, Estimate]], unit: str) -> None:
    """Draw how the mean of a round settles as more are dealt, in a band of two standard errors."""
    import altair as alt

    records = [
        {
            "rounds": rounds,
            "mean": at.mean,
            "low": at.mean - 2 * at.standard_error,
            "high": at.mean + 2 * at.standard_error,
        }
        for rounds, at in points
    ]
    chart = alt.Chart(alt.InlineData(values=records)).encode(
        x=alt.X("rounds:Q", scale=alt.Scale(type="log"), title="rounds dealt")
    )
    title = f"what all seats win in a round, in units of the {unit}"
    band = chart.mark_area(opacity=0.3, color=GAIN).encode(
        y=alt.Y("low:Q", title=title, scale=alt.Scale(zero=False)), y2="high:Q"
    )
    line = chart.mark_line(color=INK, point=True).encode(y="mean:Q")
    write_chart(path, _titled(band + line, f"{name}: sampled, with two standard errors"))


def save_session(path: Path, name: str, session: Session) -> None:
    """Draw the distribution of a session as bars."""
    import altair as alt

    nets, chances = session.chances
    low, high = session.quantile(0.0005), session.quantile(0.9995)
    bins = np.linspace(low, high, min(BARS, max(2, int((high - low) * session.round.scale) + 1)))
    heights, edges = np.histogram(nets, bins, weights=chances)
    records = [
        {"from": float(a), "to": float(b), "chance": float(p)}
        for a, b, p in zip(edges, edges[1:], heights, strict=False)
    ]
    bars = (
        alt.Chart(alt.InlineData(values=records))
        .mark_bar()
        .encode(
            x=alt.X("from:Q", title=f"units of the {session.round.unit} won"),
            x2="to:Q",
            y=alt.Y("chance:Q", title="chance"),
            color=alt.condition("datum.to <= 0", alt.value(LOSS), alt.value(GAIN)),
        )
    )
    write_chart(path, _titled(bars, f"{name}: {session.rounds:,} rounds, exact distribution"))


def _titled(chart: Any, title: str) -> dict[str, Any]:  # noqa: ANN401 - Altair's
    import altair as alt

    shown = chart.properties(width=620, title=alt.TitleParams(title, anchor="start", color=INK))
    specification: dict[str, Any] = shown.to_dict()
    return specification
