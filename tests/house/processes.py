"""Processes that are forked from one without threads, and what they do.

A test's own process has threads that keep leases up: what is forked while one of them writes finds
SQLite's locks held, for ever. The process that these are forked from has loaded all they need, so
that none of them loads it again; for the same reason what they do stands here and not beside the
tests, whose modules load much more.
"""

from __future__ import annotations

import multiprocessing

from feltworks.house import House

FRESH = multiprocessing.get_context("forkserver")
FRESH.set_forkserver_preload(
    [
        "alembic.command",
        "alembic.ddl.postgresql",
        "feltworks.house.demo",
        "psycopg",
        "sqlalchemy.dialects.postgresql.psycopg",
        "sqlalchemy.dialects.sqlite",
    ]
)


def make_books(where, begin, told):
    """Makes books at the moment when others do, sells chips, and tells how many there are."""
    begin.wait()
    try:
        with House(where, create=True) as house:
            house.sell_chips("ann", 500, key="ann buys in")
            told.put(house.stack_cents("ann"))
    except Exception as error:
        told.put(repr(error))


def sell_and_count(books, place):
    """Sells chips and counts a jackpot, again and again."""
    with House(books) as house:
        for turn in range(25):
            house.sell_chips(f"p{place}", 1_00, key=f"p{place} {turn}")
            house.jackpots.count("gran")
