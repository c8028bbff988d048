"""A house for the papers that are made from books: SQLite's, as in the tests of the house."""

from tests.house.conftest import (  # noqa: F401 - fixtures
    books,
    copied,
    empty_books,
    house,
    kept_books,
)
