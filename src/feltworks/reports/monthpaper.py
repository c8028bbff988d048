"""The manager's month as a paper, and its lines in words, for the paper and the screen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from feltworks.house.jackpots.statement import JackpotPeriod
from feltworks.money import money
from feltworks.reports import blocks
from feltworks.reports.blocks import Block
from feltworks.reports.drawing import wins_svg
from feltworks.reports.month import HouseReport, MonthLine
from feltworks.reports.paper import Paper, program_name

NO_ACTIVITY = "No activity."
MOST_DRAWN = 31


def month_facts(report: HouseReport) -> dict[str, str]:
    idle = {"No activity": ", ".join(report.without_activity)} if report.without_activity else {}
    return {
        "Program": program_name(),
        "House": report.house or "not opened yet",
        "Period": str(report.period),
        "Lines by": report.by,
        "Filters": report.filters,
        **idle,
        "Books at record": report.seal,
    }


def month_paper(report: HouseReport, made: date, command: str) -> Paper:
    """The report as a paper."""
    return Paper(
        title="House report",
        subject=report.house or "House",
        made=made,
        command=command,
        facts=month_facts(report),
        blocks=[
            *_activity(report),
            *_jackpots(report),
            blocks.heading("How to read this"),
            blocks.points(report.notes),
        ],
    )


def _activity(report: HouseReport) -> Iterator[Block]:
    lines, total = report.lines, report.total
    yield blocks.heading("Tables")
    flagged = [line for line in lines if line.is_outside]
    if flagged:
        yield blocks.points(
            f"{line.name}: {money(line.theory_win)} won where {_dollars(line.expected)} was "
            f"expected, {line.z:+.2f} standard deviations away: outside its 95% band."
            for line in flagged
        )
    columns = [report.by, "rounds", "handle", "win", "hold", "theoretical", "95% band", "z"]
    yield blocks.table(
        columns,
        [money_row(line) for line in lines],
        title="Handle and win",
        total=money_row(total) if lines else None,
    )
    drawn = [line for line in lines if line.band is not None][:MOST_DRAWN]
    if drawn:
        yield blocks.chart(
            f"Win in its 95% band, by {report.by}",
            wins_svg([_drawn(line) for line in drawn]),
        )
    yield blocks.table(
        [report.by, "boxes counted", "tips", "voids", "irregularities", "corrections"],
        [other_row(line) for line in lines],
        title="Drop where counted, tips, voids, irregularities",
        total=other_row(total) if lines else None,
    )
    whole = "of the whole house " if report.tables else ""
    yield blocks.paragraph(
        f"At the cage {whole}{money(report.chips_sold)} of chips were sold and "
        f"{money(report.chips_bought_back)} bought back."
    )


def _drawn(line: MonthLine) -> dict[str, Any]:
    assert line.band is not None
    low, high = line.band
    return {
        "name": line.name,
        "low": low / 100,
        "high": high / 100,
        "expected": line.expected / 100,
        "win": line.theory_win / 100,
        "outside": line.is_outside,
    }


def _dollars(cents: float) -> str:
    return money(round(cents))


def money_row(line: MonthLine) -> list[str]:
    band = line.band
    return [
        line.name,
        f"{line.rounds:,}",
        money(line.handle),
        money(line.win),
        "-" if line.hold is None else f"{line.hold:.2%}",
        _dollars(line.expected) if line.has_theory else "-",
        "-" if band is None else f"{_dollars(band[0])} to {_dollars(band[1])}",
        "-" if line.z is None else f"{line.z:+.2f}{' !' if line.is_outside else ''}",
    ]


def other_row(line: MonthLine) -> list[str]:
    return [
        line.name,
        money(line.drop),
        money(line.tips),
        f"{line.voids:,}",
        f"{line.irregularities:,}",
        money(line.corrections),
    ]


def jackpot_rows(each: JackpotPeriod) -> list[list[str]]:
    """From the opening balance on; they add up to the closing one."""
    awards = "1 award" if each.awards == 1 else f"{each.awards} awards"
    words = {
        "contributions": "contributions",
        "seed": "seed advanced",
        "prizes": f"prizes ({awards})",
        "adjustments": "documented adjustments",
    }
    return [
        ["opening balance", money(each.opening)],
        *([words[side], money(cents)] for side, cents in each.moved.items()),
    ]


def _jackpots(report: HouseReport) -> Iterator[Block]:
    yield blocks.heading("Jackpots of the whole house" if report.tables else "Jackpots")
    if not report.jackpots:
        yield blocks.paragraph(NO_ACTIVITY)
    for each in report.jackpots:
        yield blocks.table(
            ["", "amount"],
            [] if each.is_quiet else jackpot_rows(each),
            title=each.jackpot,
            total=["closing balance", money(each.closing)],
            empty=f"{NO_ACTIVITY} It stands at {money(each.closing)}.",
        )
        yield blocks.paragraph(
            f"Of the closing balance {money(each.displayed)} is on display. Boxes counted "
            f"{money(each.dropped)}, fees taken {money(each.fees)}. "
            + (
                "The statement ties to the ledger."
                if not each.difference
                else f"It differs from the ledger by {money(each.difference)}."
            )
        )
