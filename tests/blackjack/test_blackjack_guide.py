"""The guide to blackjack at the table says what the program does."""

from pathlib import Path

from tests.ask.rounds import choices_of_blackjack, entries_of_blackjack
from tests.guides import check_examples

GUIDE = (Path(__file__).parents[2] / "docs" / "blackjack-table.md").read_text("utf-8")


def test_the_example_runs_and_prints_what_its_comments_say():
    check_examples(GUIDE, 4)


def test_every_entry_of_a_log_is_explained():
    entries = entries_of_blackjack()
    assert entries
    for name in entries:
        assert f"| `{name}` |" in GUIDE, name


def test_every_choice_is_named():
    for id in choices_of_blackjack():
        assert f"`{id}`" in GUIDE, id
