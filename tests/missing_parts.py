"""Report each part that this machine lacks in one line: how many tests it skips, how to install it.

A test that needs such a part (a browser, a database, a package of an extra) skips with a reason
that ends with the command that installs the part, as in "no firefox: on Debian, apt-get install
firefox-esr". `pytest.importorskip` names a package, which comes with the tests' own. Where CI is
true the part has to be there: the test fails with the same reason.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Generator
from typing import NamedTuple

import pytest

CATEGORY = "skipped for a missing part"
NAMED = re.compile(r"(?P<part>[^:]+): (?P<how>.*\b(?:apt-get|pip) install .+)", re.DOTALL)
NOT_IMPORTED = re.compile(r"could not import '(?P<module>\w+)")
INSTALL_TESTS_OWN = "pip install -e '.[dev]'"
NO_POSTGRES = f"no PostgreSQL: {INSTALL_TESTS_OWN}"


class MissingPart(NamedTuple):
    """What is not here, and what installs it."""

    part: str
    how: str


def missing_part(report: pytest.TestReport) -> MissingPart | None:
    """Return the part for lack of which a test was skipped; None for every other report."""
    if not report.skipped or not isinstance(report.longrepr, tuple | list):
        return None
    reason = str(report.longrepr[2]).removeprefix("Skipped: ")
    if named := NAMED.fullmatch(reason):
        return MissingPart(named["part"], named["how"])
    if module := NOT_IMPORTED.match(reason):
        return MissingPart(f"no {module['module']}", INSTALL_TESTS_OWN)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CI is true a missing part is a failure."""
    report = yield
    if os.environ.get("CI") == "true" and (missing := missing_part(report)):
        report.outcome, report.longrepr = "failed", f"{missing.part}: {missing.how}"
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Keep these tests apart from other skipped ones, which get a line each."""
    return (CATEGORY, "s", "SKIPPED") if missing_part(report) else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write one line for each missing part."""
    skipped = Counter(map(missing_part, terminalreporter.getreports(CATEGORY)))
    for missing, count in sorted(skipped.items()):
        tests = "1 test" if count == 1 else f"{count} tests"
        terminalreporter.write_line(f"{missing.part}: {tests} skipped; {missing.how}", yellow=True)
