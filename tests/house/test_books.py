"""The books themselves: made by migrations, alike in both databases, safe from changes."""

from __future__ import annotations

from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from feltworks.house import BooksError, House
from feltworks.house.activity import Period, activity
from feltworks.house.books import Database, Writer, schema
from feltworks.house.books.database import REVISION, alembic_migrations
from feltworks.house.jackpots.statement import jackpot_periods, statement
from feltworks.house.rounds.recall import RoundQuery, find

from .conftest import DAY
from .rooms import room
from .units import sold

pytestmark = pytest.mark.both_databases


def test_the_migrations_make_exactly_the_tables_that_the_program_uses(fresh):
    with fresh.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_small_tables_of_sqlite_lie_in_the_tree_of_their_key(tmp_path):
    """Alembic does not compare it: the migrations and the program's own tables say the same."""
    with closing(Database(str(tmp_path / "house.db"))) as made:
        made.prepare()
        with made.engine.connect() as connection:
            query = text("SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'")
            found = set(connection.scalars(query))
    assert "postings" in found
    assert found == {
        table.name
        for table in schema.metadata.sorted_tables
        if not table.dialect_options["sqlite"]["with_rowid"]
    }


def test_what_is_looked_up_is_found_by_an_index(tmp_path):
    """No question scans the postings, and rounds are found by table, time and deck."""
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(room(), DAY)
        (jackpot, *_), asked = room().jackpots, []
        event.listen(
            house.database.engine,
            "before_cursor_execute",
            lambda _c, _cursor, sql, values, *_: asked.append((sql, values)),
        )
        period = Period(DAY, DAY)
        with house.database.reading() as reader:
            activity(reader, period)
            jackpot_periods(reader, period)
            statement(reader, jackpot, DAY)
            for query in ({"table": "t"}, {"since": "2025-11-14", "until": "2025-11-15"}):
                find(reader, RoundQuery(**query))
            reader.deck("digest")
        with house.database.engine.connect() as connection:
            plans = [
                connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
                for sql, values in asked
                if sql.startswith("SELECT")
            ]
    steps = {row.detail for plan in plans for row in plan}
    assert not [step for step in steps if step.startswith("SCAN postings")]
    for index in (
        "postings_by_account (account=?",
        "rounds_by_table (table=?",
        "rounds_by_time (at>? AND at<?)",
        "rounds_by_commitment (commitment=?",
        "records_by_subject (subject=?",
    ):
        assert [step for step in steps if index in step], (index, sorted(steps))


def test_the_program_is_written_for_the_latest_migration():
    _, migrations = alembic_migrations()
    assert migrations[0].revision == REVISION


def test_books_are_made_once_and_found_again(books):
    with House(books, create=True) as house:
        house.sell_chips("ann", 500, key="ann buys in")
    with House(books, create=True) as house:
        assert house.stack_cents("ann") == 500


def test_books_of_another_version_are_refused(fresh, books):
    with fresh.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BooksError, match="version 9999 and this program keeps version 0004"):
        House(books)


def test_books_that_are_not_there_are_told_in_one_sentence(tmp_path):
    with pytest.raises(BooksError, match=r"there are no books at .*none\.db: open a house"):
        House(str(tmp_path / "none.db"))
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("mysql://localhost/house", "sqlite or postgresql, not in mysql"),
        ("sqlite://", "books are kept in a file"),
        ("sqlite:///:memory:", "books are kept in a file"),
        ("://", "is no place for books"),
    ],
)
def test_a_place_for_books_that_cannot_be_is_refused(where, says):
    with pytest.raises(BooksError, match=says):
        Database(where)


def test_a_server_that_does_not_answer_is_told_in_one_sentence():
    with pytest.raises(BooksError, match="cannot be used") as raised:
        House("postgresql://nobody@127.0.0.1:9/none")
    assert "\n" not in str(raised.value)


def test_a_file_that_is_no_database_is_told_in_one_sentence(tmp_path):
    path = tmp_path / "house.db"
    path.write_text("not a database at all, but long enough to be looked at " * 20)
    with pytest.raises(BooksError, match="cannot be used: file is not a database"):
        House(str(path))


def test_sqlite_keeps_a_write_ahead_log_and_waits_for_the_disk(tmp_path):
    database = Database(str(tmp_path / "house.db"))
    database.prepare()
    with database.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
    database.close()


def test_postgresql_writes_serializable_and_waits_for_the_disk(postgres_server):
    database = Database(postgres_server.fresh())
    with database.writing() as connection:
        assert connection.scalar(text("SHOW transaction_isolation")) == "serializable"
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"
    database.close()


@pytest.mark.slow
@pytest.mark.parametrize("table", [table.name for table in schema.GROWING])
@pytest.mark.parametrize("change", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}"])
def test_the_database_refuses_to_change_a_row_of_a_growing_table(fresh, table, change):
    house_writer = Writer(fresh)
    house_writer.write(sold("ann", 500, key="k"))
    house_writer.write(lambda batch: (batch.keep("a paper"), sold("bob", 1)(batch)))
    with fresh.engine.begin() as connection:
        for index, row in _indexed_round().items():
            connection.execute(schema.metadata.tables[index].insert(), row)
    column = schema.metadata.tables[table].primary_key.columns.keys()[0]
    statement = change.format(table, f'"{column}"')
    with (
        pytest.raises(DBAPIError, match="only grows: a row is neither changed nor deleted"),
        fresh.engine.begin() as connection,
    ):
        connection.execute(text(statement))


def _indexed_round():
    """Rows that make every growing table non-empty."""
    opened = {"number": 1, "record": 1, "table": "t", "at": "", "shift": 1, "commitment": ""}
    return {
        "rounds": opened,
        "seatings": {"round": 1, "seat": 1, "player": "ann"},
        "closings": {"round": 1, "record": 1, "outcome": "settled", "at": ""},
        "decks": {"digest": "0" * 64, "record": 1, "table": "t", "number": 1},
        "moves": {"round": 1, "step": 1, "at": "", "move": "seat 1 decides fold"},
    }


# --- the writer -----------------------------------------------------------------------------------
