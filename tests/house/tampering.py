"""What somebody with the rights of the database could do to the books, one damage at a time.

The triggers that protect the books are taken away first, as such a person could.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, text

from feltworks.house.books import schema
from feltworks.house.books.chain import Record, hash_of


def unprotect(connection: Connection) -> None:
    """Takes the triggers and references away."""
    for table in schema.GROWING:
        if connection.dialect.name == "sqlite":
            for event in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER {table.name}_keeps_{event}"))
        else:
            connection.execute(text(f"ALTER TABLE {table.name} DISABLE TRIGGER ALL"))
    if connection.dialect.name != "sqlite":
        connection.execute(text("SET session_replication_role = replica"))


def protect(connection: Connection) -> None:
    """Puts the triggers back as they were, so that nothing shows of their having been away."""
    for table in schema.GROWING:
        name = table.name
        if connection.dialect.name != "sqlite":
            connection.execute(text(f"ALTER TABLE {name} ENABLE TRIGGER ALL"))
            continue
        for event in ("UPDATE", "DELETE"):
            says = f"{name} only grows: a row is neither changed nor deleted"
            connection.exec_driver_sql(
                f"CREATE TRIGGER {name}_keeps_{event.lower()} BEFORE {event} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )


def record(connection: Connection, kind: str, nth: int = 0) -> Record:
    rows = connection.execute(
        schema.records.select().where(schema.records.c.kind == kind).order_by("number")
    )
    return Record(*rows.all()[nth])


def run(connection: Connection, statement: str, **values: object) -> None:
    done = connection.execute(text(statement), values)
    assert done.rowcount > 0, f"nothing was damaged by {statement}"


def write_body(connection: Connection, found: Record, **changes: object) -> None:
    """Another body, the hash left as it was."""
    body = json.dumps({**found.content, **changes}, sort_keys=True, separators=(",", ":"))
    run(
        connection,
        "UPDATE records SET body = :body WHERE number = :number",
        body=body,
        number=found.number,
    )


# --- records -----------------------------------------------------------------------------------


def a_changed_body(connection: Connection) -> int:
    found = record(connection, "round settled")
    facts = {**found.facts, "net": {"1": 999_999}}
    write_body(connection, found, facts=facts)
    return found.number


def a_changed_time(connection: Connection) -> int:
    found = record(connection, "round settled")
    run(connection, "UPDATE records SET at = '2001' WHERE number = :n", n=found.number)
    return found.number


def a_changed_body_with_a_fitting_hash(connection: Connection) -> int:
    """The record itself is sealed again; the next one no longer follows it."""
    found = record(connection, "round settled")
    write_body(connection, found, facts={**found.facts, "net": {"1": 999_999}})
    changed = record(connection, "round settled")
    heading = (found.number, found.at, found.day, found.kind, found.subject, found.round)
    run(
        connection,
        "UPDATE records SET hash = :hash WHERE number = :number",
        hash=hash_of(heading, changed.body, found.previous),
        number=found.number,
    )
    return found.number


def a_missing_record(connection: Connection) -> int:
    found = record(connection, "round settled")
    run(connection, "DELETE FROM records WHERE number = :n", n=found.number)
    return found.number


def a_missing_last_record(connection: Connection) -> int:
    last = connection.scalar(text("SELECT max(number) FROM records"))
    run(connection, "DELETE FROM records WHERE number = :n", n=last)
    return last


def two_records_in_each_others_place(connection: Connection) -> int:
    one, other = record(connection, "chips sold"), record(connection, "chips sold", 1)
    spare = 10**9
    move = "UPDATE records SET number = :to WHERE number = :of"
    run(connection, move, to=spare, of=one.number)
    run(connection, move, to=one.number, of=other.number)
    run(connection, move, to=other.number, of=spare)
    return one.number


def a_record_too_many(connection: Connection) -> int:
    last = connection.scalar(text("SELECT max(number) FROM records"))
    found = Record(
        *connection.execute(schema.records.select().where(schema.records.c.number == last)).one()
    )
    heading = (last + 1, found.at, found.day, "chips sold", "player eve", None)
    body = '{"postings":[["cage",-100,"chips",0],["player:eve",100,"chips",100]]}'
    sealed = hash_of(heading, body, found.hash)
    columns = "number, at, day, kind, subject, round, body, previous, hash"
    run(
        connection,
        f"INSERT INTO records ({columns}) VALUES (:n, :at, :day, :kind, :who, NULL, :b, :p, :h)",
        **{"n": last + 1, "at": found.at, "day": found.day, "kind": "chips sold"},
        **{"who": "player eve", "b": body, "p": found.hash, "h": sealed},
    )
    return last + 1


def a_body_that_is_no_json(connection: Connection) -> int:
    found = record(connection, "round settled")
    run(connection, "UPDATE records SET body = 'x' WHERE number = :n", n=found.number)
    return found.number


def a_body_that_is_a_list(connection: Connection) -> int:
    found = record(connection, "round settled")
    run(connection, "UPDATE records SET body = '[]' WHERE number = :n", n=found.number)
    return found.number


def a_body_whose_parts_are_something_else(connection: Connection) -> int:
    found = record(connection, "jackpot won")
    write_body(connection, found, facts=[], postings=[["house", "x", "y"]], after={})
    return found.number


def a_body_with_letters_that_no_record_has(connection: Connection) -> int:
    found = record(connection, "round opened")
    body = found.body.replace('"ann"', '"änn"')
    run(connection, "UPDATE records SET body = :b WHERE number = :n", b=body, n=found.number)
    return found.number


# --- indexes -----------------------------------------------------------------------------------


def a_changed_posting(connection: Connection) -> int:
    at = record(connection, "round settled").number
    run(connection, "UPDATE postings SET cents = cents + 1 WHERE record = :n AND line = 0", n=at)
    return at


def a_missing_posting(connection: Connection) -> int:
    at = record(connection, "round settled").number
    run(connection, "DELETE FROM postings WHERE record = :n AND line = 0", n=at)
    return at


def a_posting_too_many(connection: Connection) -> int:
    at = record(connection, "round settled").number
    run(
        connection,
        "INSERT INTO postings VALUES (:n, 99, 'player:eve', 100, 'chips', 100)",
        n=at,
    )
    return at


def a_posting_of_no_record(connection: Connection) -> int:
    run(
        connection,
        "INSERT INTO postings VALUES (99999, 0, 'player:eve', 100, 'chips', 100)",
    )
    return 0


def a_changed_round(connection: Connection) -> int:
    run(connection, "UPDATE rounds SET commitment = 'other' WHERE number = 1")
    return record(connection, "round opened").number


def a_missing_round(connection: Connection) -> int:
    run(connection, "DELETE FROM rounds WHERE number = 1")
    return record(connection, "round opened").number


def a_changed_seat(connection: Connection) -> int:
    run(connection, "UPDATE seatings SET player = 'eve' WHERE round = 1")
    return record(connection, "round opened").number


def a_changed_closing(connection: Connection) -> int:
    run(connection, "UPDATE closings SET outcome = 'voided' WHERE round = 1")
    return record(connection, "round settled").number


def a_missing_closing(connection: Connection) -> int:
    run(connection, "DELETE FROM closings WHERE round = 1")
    return record(connection, "round settled").number


def a_changed_key(connection: Connection) -> int:
    at = record(connection, "chips sold", -1).number
    run(connection, "UPDATE keys SET key = 'other' WHERE record = :n", n=at)
    return at


# --- latest words ------------------------------------------------------------------------------


def a_changed_balance(connection: Connection) -> int:
    run(connection, "UPDATE accounts SET cents = cents + 1 WHERE name = 'player:ann'")
    return connection.scalar(text("SELECT record FROM accounts WHERE name = 'player:ann'"))


def a_balance_of_nobodys(connection: Connection) -> int:
    run(connection, "INSERT INTO accounts VALUES ('player:eve', 100, 1)")
    return 0


def a_missing_balance(connection: Connection) -> int:
    at = connection.scalar(text("SELECT record FROM accounts WHERE name = 'player:ann'"))
    run(connection, "DELETE FROM accounts WHERE name = 'player:ann'")
    return at


def a_raised_jackpot(connection: Connection) -> int:
    subject = "jackpot gran"
    query = text("SELECT state, record FROM standings WHERE subject = :s")
    state, at = connection.execute(query, {"s": subject}).one()
    raised = json.dumps({**json.loads(state), "displayed": 9_999_99})
    run(connection, "UPDATE standings SET state = :t WHERE subject = :s", t=raised, s=subject)
    return at


def a_head_set_back(connection: Connection) -> int:
    last = connection.scalar(text("SELECT max(number) FROM records"))
    run(connection, "UPDATE head SET number = number - 1")
    return last


def a_head_of_another_day(connection: Connection) -> int:
    run(connection, "UPDATE head SET day = '2999-01-01'")
    return connection.scalar(text("SELECT max(number) FROM records"))


def a_head_of_fewer_rounds(connection: Connection) -> int:
    run(connection, "UPDATE head SET last_round = last_round - 1")
    return connection.scalar(text("SELECT max(number) FROM records"))


def a_state_that_is_no_json(connection: Connection) -> int:
    run(connection, "UPDATE standings SET state = 'x' WHERE subject = 'jackpot gran'")
    return connection.scalar(text("SELECT record FROM standings WHERE subject = 'jackpot gran'"))


# --- papers ------------------------------------------------------------------------------------


def an_edited_transcript(connection: Connection) -> int:
    found = record(connection, "round settled")
    run(
        connection,
        "UPDATE papers SET text = replace(text, 'wins', 'won') WHERE hash = :h",
        h=found.facts["transcript"],
    )
    return found.number


def a_missing_transcript(connection: Connection) -> int:
    found = record(connection, "round settled")
    run(connection, "DELETE FROM papers WHERE hash = :h", h=found.facts["transcript"])
    return found.number


def edited_rules(connection: Connection) -> int:
    found = record(connection, "round opened")
    sheet = connection.scalar(
        text("SELECT text FROM papers WHERE hash = :h"), {"h": found.facts["sheet"]}
    )
    run(
        connection,
        "UPDATE papers SET text = replace(text, '25:1', '35:1') WHERE hash = :h",
        h=json.loads(sheet)["rules"],
    )
    return record(connection, "table opened").number


def an_edited_sheet(connection: Connection) -> int:
    found = record(connection, "round opened")
    run(connection, "UPDATE papers SET text = '{' WHERE hash = :h", h=found.facts["sheet"])
    return record(connection, "table opened").number


def a_missing_sheet(connection: Connection) -> int:
    found = record(connection, "round opened")
    run(connection, "DELETE FROM papers WHERE hash = :h", h=found.facts["sheet"])
    return record(connection, "table opened").number


DAMAGES = (
    a_changed_body,
    a_changed_time,
    a_changed_body_with_a_fitting_hash,
    a_missing_record,
    a_missing_last_record,
    two_records_in_each_others_place,
    a_record_too_many,
    a_body_that_is_no_json,
    a_body_that_is_a_list,
    a_body_whose_parts_are_something_else,
    a_body_with_letters_that_no_record_has,
    a_changed_posting,
    a_missing_posting,
    a_posting_too_many,
    a_posting_of_no_record,
    a_changed_round,
    a_missing_round,
    a_changed_seat,
    a_changed_closing,
    a_missing_closing,
    a_changed_key,
    a_changed_balance,
    a_balance_of_nobodys,
    a_missing_balance,
    a_raised_jackpot,
    a_head_set_back,
    a_head_of_another_day,
    a_head_of_fewer_rounds,
    a_state_that_is_no_json,
    an_edited_transcript,
    a_missing_transcript,
    edited_rules,
    an_edited_sheet,
    a_missing_sheet,
)
