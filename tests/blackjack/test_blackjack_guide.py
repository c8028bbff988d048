"""The guide to blackjack at the table says what the program does."""

from pathlib import Path

from tests.ask.rounds import Operation
from tests.guides import check_examples

from feltworks.blackjack import choices, operations

GUIDE = (Path(__file__).parents[2] / "docs" / "blackjack-table.md").read_text("utf-8")


def test_the_example_runs_and_prints_what_its_comments_say():
    check_examples(GUIDE, 4)


def test_every_entry_of_a_log_is_explained():
    for name, found in vars(operations).items():
        is_own = isinstance(found, type) and found.__module__ == operations.__name__
        if is_own and issubclass(found, Operation):
            assert f"| `{name}` |" in GUIDE, name


def test_every_choice_is_named():
    for id in (*choices._PLAYED, *choices._OFFERED):
        assert f"`{id}`" in GUIDE, id
