"""The guide to the library says what the library does."""

import doctest
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

GUIDE = Path(__file__).parents[2] / "docs" / "library.md"


def test_every_example_gives_what_the_guide_shows():
    tried = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert tried.attempted > 20 and not tried.failed
