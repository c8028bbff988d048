"""A part of the answer book, in seconds: cheap games, and positions drawn from all that it holds.

`make gate` compares the whole of it.
"""

from __future__ import annotations

import copy
import random

import pytest
from tests.answers import __main__ as command
from tests.answers.file import (
    MISSING,
    Difference,
    differences,
    is_same,
    read_book,
    write_book,
)
from tests.answers.games import games
from tests.answers.making import answer, every_section
from tests.answers.questions import positions

COMPARED = [
    ("three-card-poker", ["odds", "charts", "simple", "tuned", "pays", "rejections", "rounds"]),
    ("three-card-poker", ["simulations"]),
    ("mini-tex", ["odds", "charts", "rejections", "rounds"]),
    ("spanish-poker", ["odds", "rounds", "pays"]),
    ("red-dog", ["odds", "charts", "rounds", "simulations"]),
    ("six-deck-blackjack", ["odds", "charts", "rejections", "rounds"]),
    ("texas-21", ["rounds", "rejections"]),
    ("mini-tex-ring", ["odds", "rejections", "rounds"]),
    ("wagers-taken-back", ["odds", "charts", "rounds"]),
    ("two-contests-at-once", ["odds", "charts", "rejections"]),
]
"""Every kind of question, and every mechanism."""
POSITIONS_OF = ("mini-tex", "spanish-poker", "red-dog", "six-deck-blackjack", "every-street")
POSITIONS = 25
WHAT_TO_DO = (
    "All answers: make gate. An answer that changes on purpose: "
    "python -m tests.answers write --only GAME/QUESTION, in a commit of its own."
)


@pytest.fixture(scope="module")
def book():
    return read_book()


def check(found: list[Difference]) -> None:
    shown = [str(each) for each in found[:20]]
    assert not found, "\n".join((f"{len(found)} answers differ", *shown, WHAT_TO_DO))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "questions"), COMPARED, ids=lambda each: str(each))
def test_answers_are_those_of_the_book(book, game, questions):
    made = answer(game, questions)
    assert not made.failed, made.failed
    found = {(game, question): dict(made.answers[question]) for question in questions}
    check([*differences(book, found)])


@pytest.mark.slow
@pytest.mark.parametrize("game", POSITIONS_OF)
def test_positions_are_worth_what_the_book_says(book, game):
    written = book[game, "positions"]
    numbers = sorted(random.Random(game).sample(range(len(written)), POSITIONS))
    keys = list(written)
    expected = {keys[number]: written[keys[number]] for number in numbers}
    found = {(game, "positions"): dict(positions(games()[game], numbers))}
    check([*differences({(game, "positions"): expected}, found)])


def test_the_book_has_every_question_of_every_game(book):
    assert list(book) == every_section()
    empty = {section for section, answers in book.items() if not answers}
    assert all(question in ("positions", "charts", "tuned", "pays") for _, question in empty), empty


@pytest.mark.slow
def test_the_book_is_written_as_it_is_read(book, tmp_path):
    write_book(book, tmp_path / "again.txt")
    assert read_book(tmp_path / "again.txt") == book


class TestADifference:
    """One answer changed in a copy of the book is found and named."""

    @pytest.mark.parametrize("section", [("mini-tex", "odds"), ("red-dog", "positions")])
    def test_each_changed_answer_is_named(self, book, section):
        for key in random.Random(1).sample(sorted(book[section]), 5):
            changed = {section: copy.deepcopy(book[section])}
            changed[section][key] = _changed(changed[section][key])
            (found,) = differences(book, changed)
            assert (found.game, found.question, found.key) == (*section, key)
            assert str(found).startswith("/".join(section) + ": " + key)
            assert found.expected == book[section][key] != found.found

    def test_a_missing_answer_and_a_new_one_are_named(self, book):
        section = "mini-tex", "odds"
        changed = {section: {**book[section], "new": 1}}
        del changed[section]["main"]
        found = {each.key: each for each in differences(book, changed)}
        assert found.keys() == {"main", "new"}
        assert found["main"].found is MISSING is found["new"].expected

    @pytest.mark.parametrize(
        ("old", "new", "same"),
        [
            (84284272800, 84284272801, False),
            ("1/3", "1/3", True),
            ("-226406539/7023689400", "-226406538/7023689400", False),
            ({"stand": -0.25}, {"stand": -0.25 + 4e-12}, True),
            ({"stand": -0.25}, {"stand": -0.25 + 6e-12}, False),
            ({"about": 0.5, "within": 1e-8}, {"about": 0.5 + 9e-9, "within": 1e-8}, True),
            ({"about": 0.5, "within": 1e-8}, {"about": 0.5 + 2e-8, "within": 1e-8}, False),
            ([1, 2], [1, 2, 3], False),
            ({"bet": "1"}, {"bet": "1", "fold": "-1"}, False),
            (1, True, False),
            (None, 0, False),
        ],
    )
    def test_integers_and_fractions_are_exact_and_floats_within_their_bound(self, old, new, same):
        assert is_same(old, new) is same


def _changed(value):
    """The answer with its last number one higher, or its last text longer."""
    if isinstance(value, dict):
        last = list(value)[-1]
        return {**value, last: _changed(value[last])}
    if isinstance(value, list):
        return [*value[:-1], _changed(value[-1])] if value else [1]
    return value + 1 if isinstance(value, int | float) else f"{value}1"


class TestTheCommand:
    def test_it_compares_and_writes_sections_by_name(self, monkeypatch, tmp_path, capsys, book):
        """An intended change: the command names the answers that differ, writes them, and lists
        the entries made again."""
        path, section = tmp_path / "book.txt", ("wagers-taken-back", "odds")
        kept = {each: book[each] for each in (section, ("wagers-taken-back", "charts"))}
        stale = copy.deepcopy(kept)
        stale[section]["main"]["combinations"] += 1
        write_book(stale, path)
        monkeypatch.setattr(command, "BOOK", path)
        monkeypatch.setattr(command, "read_book", lambda: read_book(path))
        monkeypatch.setattr(command, "write_book", lambda book: write_book(book, path))
        monkeypatch.setattr(command, "make", _made_here)
        assert command.main(["compare", "wagers-taken-back/odds"]) == 1
        said = capsys.readouterr().out
        assert "wagers-taken-back/odds: main\n" in said
        assert "1 differ" in said
        assert "write --only" in said
        assert command.main(["write", "--only", "wagers-taken-back/odds"]) == 0
        assert capsys.readouterr().out.startswith("wagers-taken-back/odds: main\n")
        assert read_book(path) == kept
        assert command.main(["compare", "wagers-taken-back/odds"]) == 0

    def test_a_section_that_is_not_there_is_rejected(self, capsys):
        assert command.main(["compare", "mini-text"]) == 2
        assert "did you mean mini-tex" in capsys.readouterr().err


def _made_here(sections):
    made = {}
    for game, question in sections:
        made[game, question] = dict(answer(game, [question]).answers[question])
    return made, []
