"""Rewrites whose hashes were all recomputed: the audit derives the truth, or a seal tells it."""

from __future__ import annotations

import contextlib

import pytest
from sqlalchemy import text

from feltworks.cards import commit, join_cards, parse_cards, player_seed
from feltworks.house import House
from feltworks.house.audit.auditing import HeldAgainst
from feltworks.house.books.chain import paper_hash
from feltworks.house.seals import read_place

from . import tampering
from .conftest import DAY
from .dealing import count_and_reopen
from .rewriting import Page, nth, rewrite
from .rooms import room
from .test_jackpot_play import NOTHING, ROYAL, spanish, texas, twenty


def a_day_of_play(books: str) -> None:
    """With a jackpot counted, one won, and one kept by a meter."""
    with House(books, create=True) as house:
        opened = room(texas='options = { progressive_mode = "meter" }')
        house.open(opened, DAY)
        for player in ("ann", "bob", "dee"):
            house.sell_chips(player, 1_000_00, key=f"buy-in {player}")
        spanish(house, s1=ROYAL[1], s2=NOTHING).settled()
        for _ in range(11):
            spanish(house, s1=NOTHING, s2="2h 4c 5h 6s 7d").settled()
        count_and_reopen(house, opened=opened)
        texas(house, twenty(1), 1).settled()


@pytest.fixture
def house(copied):
    house = House(copied(a_day_of_play))
    yield house
    with contextlib.suppress(Exception):
        house.leave()
    house.database.close()


@pytest.fixture
def sealed(house, tmp_path):
    """The house, and a place elsewhere that has its seal."""
    place = tmp_path / "elsewhere" / "seals.txt"
    place.parent.mkdir()
    _, faults = house.seals.sealer([str(place)]).seal()
    assert faults == []
    return house, str(place)


def checks(report):
    return {violation.check for violation in report.violations}


def against(place, **more):
    return HeldAgainst(seals=read_place(place), **more)


@pytest.mark.slow
@pytest.mark.both_databases
def test_books_written_anew_without_a_change_are_in_order(sealed):
    """What the other tests find is their change, and nothing that the rewriting leaves behind."""
    house, place = sealed
    rewrite(house, lambda pages: pages)
    assert house.audit(against=against(place)).violations == ()


# --- found by what follows from the records ------------------------------------------------------


def a_record_of_1999(pages):
    page = nth(pages, "chips sold")
    page.at = "1999" + page.at[4:]
    return pages


def a_count_that_adds_nothing(pages):
    """The drop goes to the house, and the jackpot gets none of it."""
    page = nth(pages, "jackpot counted")
    added = page.facts["addition"]
    assert added == 23_00
    page.facts.update(addition=0, to_display=0, to_house=page.facts["to_house"] + added)
    page.content["postings"] = [
        line for line in page.content["postings"] if line[2] != "contribution"
    ]
    posted = nth(pages, "jackpot amount posted")
    posted.facts["counted"] = 0
    del posted.content["postings"]
    for each in pages[pages.index(posted) :]:
        if each.subject == "jackpot gran":
            each.content["after"]["displayed"] -= added
    return pages


def a_meter_that_stands_still(pages):
    """A round's contribution never reaches the meter."""
    page = nth(pages, "jackpot played")
    assert page.subject == "jackpot royal" and page.content["postings"]
    del page.content["postings"]
    page.content["after"]["displayed"] = page.content["before"]["displayed"]
    page.content["after"]["carry"] = page.content["before"]["carry"]
    return pages


def a_prize_told_smaller(pages):
    nth(pages, "jackpot won").facts["prize"] -= 1
    return pages


def a_jackpot_that_starts_with_less(pages):
    page = nth(pages, "jackpot started", 0)
    page.facts["seed"] -= 100
    for line in page.content["postings"]:
        line[1] += 100 if line[1] < 0 else -100
    return pages


def chips_for_less_than_was_paid(pages):
    page = nth(pages, "chips sold")
    page.facts["cents"] += 500_00
    return pages


def a_tray_filled_above_its_sheet(pages):
    page = nth(pages, "table opened")
    for line in page.content["postings"]:
        line[1] += 100_00 if line[1] > 0 else -100_00
    return pages


def a_stake_that_was_not_put_out(pages):
    page = nth(pages, "round opened")
    for line in page.content["postings"]:
        line[1] += 100 if line[1] > 0 else -100
    return pages


def money_moved_for_no_reason(pages):
    last = pages[-1]
    gift = [["house", -5_00, "gift", 0], ["player:dee", 5_00, "gift", 0]]
    return [*pages, Page(last.at, last.day, "gift", "player dee", None, {"postings": gift})]


def a_correction_out_of_a_jackpot(pages):
    """Two people may have signed it: a jackpot is not theirs to correct."""
    last, moves = pages[-1], [["jackpot:gran", "player:dee", 100]]
    state = {"status": "proposed", "corrects": 1, "because": "x", "proposed_by": "cyd"}
    state |= {"confirmed_by": None, "moves": moves}
    booked = state | {"status": "booked", "confirmed_by": "dee"}
    entry = [["jackpot:gran", -100, "correction", 0], ["player:dee", 100, "correction", 0]]
    subject, facts = f"correction {len(pages) + 1}", {"corrects": 1, "because": "x"}
    contents = [
        ("correction proposed", {"after": state}),
        ("correction booked", {"facts": facts, "postings": entry, "after": booked}),
    ]
    return pages + [
        Page(last.at, last.day, kind, subject, None, content) for kind, content in contents
    ]


def a_round_on_another_sheet(pages):
    """Begun at a table whose sheet was another: other limits than those in force."""
    texas, spanish = nth(pages, "round opened"), nth(pages, "round opened", 0)
    texas.facts["sheet"] = spanish.facts["sheet"]
    return pages


FOUND = {
    a_record_of_1999: "times",
    a_count_that_adds_nothing: "jackpots",
    a_meter_that_stands_still: "jackpots",
    a_prize_told_smaller: "jackpot",
    a_jackpot_that_starts_with_less: "jackpots",
    chips_for_less_than_was_paid: "ledger",
    a_tray_filled_above_its_sheet: "ledger",
    a_stake_that_was_not_put_out: "ledger",
    money_moved_for_no_reason: "ledger",
    a_correction_out_of_a_jackpot: "corrections",
    a_round_on_another_sheet: "rounds",
}


@pytest.mark.slow
@pytest.mark.parametrize("change", FOUND, ids=lambda change: change.__name__)
def test_what_cannot_follow_from_the_records_is_found_without_a_seal(house, change):
    rewrite(house, change)
    report = house.audit()
    assert FOUND[change] in checks(report), report.violations
    assert "chain" not in checks(report) and "index" not in checks(report)


def test_a_jackpot_that_does_not_hold_what_it_displays_is_found(house):
    rewrite(house, a_correction_out_of_a_jackpot)
    correction, display = house.audit(replay=False).violations
    assert correction.text == "jackpot:gran is not put right by a correction"
    assert display.text.startswith("gran displays $") and " and holds $" in display.text


@pytest.mark.parametrize(
    ("opened", "says"),
    [
        (["1 HASH1 lucky", "2 HASH2 not opened"], None),
        (["1 HASH3 other", "2 HASH2 not opened"], "are not those that were asked for"),
        (["1 HASH1 lucky"], "are not those that were asked for"),
        (None, "seeds are opened that nobody was asked for"),
    ],
)
def test_seeds_are_opened_as_they_were_asked_for(books, opened, says):
    """A house could swap a seed or drop one; what was not opened is in the record as such."""
    hashes = {"HASH1": (1, "lucky"), "HASH2": (2, "two"), "HASH3": (1, "other")}

    def lines(written):
        for name, seed in hashes.items():
            written = [line.replace(name, player_seed(*seed).hash) for line in written]
        return written

    asked = lines(["1 HASH1 not opened", "2 HASH2 not opened"])
    subject = f"deck {'a' * 64}"
    with House(books) as house:
        if opened is not None:
            facts = {"seeds": asked, "players": {"1": "ann", "2": "bob"}}
            house.write(lambda batch: batch.write("seeds asked", subject, facts=facts))
        told = {"seeds": asked if opened is None else lines(opened)}
        house.write(lambda batch: batch.write("seeds opened", subject, facts=told))
        texts = [each.text for each in house.audit().violations]
    assert len(texts) == (says is not None) and (says is None or says in texts[0])


def test_a_table_that_opens_with_limits_nobody_posted_is_found(house):
    """The sheet is filed as all sheets are, and rounds are dealt on it: it was never posted."""
    with house.database.reading() as reader:
        file = reader.paper(reader.state("house")["file"])
    assert 'maximum = "$100"' in file
    other = file.replace('maximum = "$100"', 'maximum = "$90"')
    house.write(lambda batch: (batch.keep(other), batch.write("filed", "a house file")))

    def posted(pages):
        for page in pages:
            if page.kind == "house opened":
                page.content["after"]["file"] = paper_hash(other)
        return pages

    rewrite(house, posted)
    report = house.audit()
    assert checks(report) == {"limits"}
    assert "neither the house file nor an order posts" in report.first.text


def test_decks_are_numbered_without_a_gap_and_none_is_passed_over(books):
    with House(books) as house:
        house.open(room(), DAY)

        def drawn(number, digest):
            facts = {"table": "spanish", "number": number, "scheme": 2}
            subject = f"deck {digest}"
            return lambda batch: batch.write(
                "deck committed", subject, facts={**facts, "sealed": batch.keep("sealed")}
            )

        house.write(drawn(1, "a" * 64))
        assert house.audit().in_order
        house.write(drawn(3, "b" * 64))
        texts = {violation.text for violation in house.audit().violations}
        assert texts == {
            "it is deck 3 of table spanish and deck 2 is next",
            "deck 1 of table spanish was never dealt from and was not shown",
        }


def test_a_deck_that_is_shown_must_be_the_one_behind_the_digest(house):
    deck, other = commit(_cards()), commit(_cards())
    shown = _shown(other)
    house.write(lambda batch: batch.write("shoe revealed", f"shoe {deck.digest}", after=shown))
    (found,) = house.audit(replay=False).violations
    assert (found.check, found.text) == ("decks", "the deck that is shown does not fit its digest")


def _cards():
    return list(parse_cards("As Ks Qs Js Ts"))


def _shown(deck):
    reveal = deck.reveal()
    order = join_cards(reveal.order)
    return {"salt": reveal.salt, "order": order, "scheme": getattr(reveal, "scheme", 1)}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moves SET move = 'seat 1 folds' WHERE round = 1 AND step = 1",
        "DELETE FROM moves WHERE round = 1 AND step = 1",
    ],
)
def test_a_round_that_was_not_played_by_the_moves_journaled_is_found(house, statement):
    with house.database.engine.begin() as connection:
        tampering.unprotect(connection)
        tampering.run(connection, statement)
        tampering.protect(connection)
    (found,) = house.audit().violations
    assert (found.check, found.text) == ("moves", "it was not played by the moves journaled")
    assert house.verify(1).violations == (found,)


# --- found by a seal alone -----------------------------------------------------------------------


def the_newest_records_cut_off(pages):
    cut = pages.index(nth(pages, "jackpot counted"))
    return pages[:cut]


def a_chip_sale_of_777_added(pages):
    last, cents = pages[-1], 777_00
    entry = [["cage", -cents, "chips", 0], ["player:eve", cents, "chips", 0]]
    content = {"facts": {"cents": cents}, "postings": entry, "key": "the vault"}
    return [*pages, Page(last.at, last.day, "chips sold", "player eve", None, content)]


def a_chip_sale_put_among_the_others(pages):
    sold = a_chip_sale_of_777_added(pages)[-1]
    at = pages.index(nth(pages, "chips sold"))
    sold.at, sold.day = pages[at].at, pages[at].day
    return [*pages[: at + 1], sold, *pages[at + 1 :]]


def another_buyer_of_the_chips(pages):
    """The last buyer, who has not played, never was."""
    page = nth(pages, "chips sold")
    page.subject = "player eve"
    page.content["postings"][1][0] = "player:eve"
    return pages


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [the_newest_records_cut_off, a_chip_sale_put_among_the_others, another_buyer_of_the_chips],
    ids=lambda change: change.__name__,
)
def test_what_could_have_been_is_found_by_a_seal(sealed, change):
    house, place = sealed
    rewrite(house, change)
    assert house.audit().violations == ()
    report = house.audit(against=against(place))
    assert checks(report) == {"seals"}


def test_a_chip_sale_added_behind_the_seal_is_found_by_the_next_one(sealed):
    """The house seals once more, and then a sale is put in before that seal."""
    house, place = sealed
    house.sell_chips("dee", 5_00, key="one more")
    house.seals.sealer([place]).seal()
    before = len(read_place(place))
    assert before == 2
    rewrite(house, lambda pages: [*a_chip_sale_of_777_added(pages[:-1]), pages[-1]])
    assert house.audit().violations == ()
    (found,) = house.audit(against=against(place)).violations
    assert found.check == "seals" and "seal 2" in found.text


def test_records_that_no_seal_covers_are_counted(sealed):
    house, place = sealed
    assert house.audit(against=against(place)).uncovered == 0
    for n in range(3):
        house.sell_chips("dee", 100, key=f"more {n}")
    report = house.audit(against=against(place))
    assert report.in_order and report.uncovered == 3
    assert house.audit().uncovered is None


# --- the database itself -------------------------------------------------------------------------


def run(house, *statements):
    with house.database.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


@pytest.mark.both_databases
def test_a_trigger_that_is_gone_or_another_is_found(house):
    if house.database.is_sqlite:
        name, gone = "records_keeps_update", "DROP TRIGGER records_keeps_update"
        with house.database.engine.connect() as connection:
            own = connection.scalar(text(f"SELECT sql FROM sqlite_master WHERE name = '{name}'"))
        idle = f"CREATE TRIGGER {name} BEFORE UPDATE ON records BEGIN SELECT 1; END"
    else:
        name, gone = "records_keeps", "DROP TRIGGER records_keeps ON records"
        before = "CREATE TRIGGER records_keeps BEFORE {} ON records FOR EACH STATEMENT {}"
        does = "EXECUTE FUNCTION records_keeps()"
        own, idle = (
            before.format("UPDATE OR DELETE OR TRUNCATE", does),
            before.format("UPDATE", f"WHEN (false) {does}"),
        )
    run(house, gone)
    (missing,) = house.audit(replay=False).violations
    run(house, idle)
    (other,) = house.audit(replay=False).violations
    run(house, gone, own)
    assert house.audit(replay=False).in_order
    assert missing.check == "schema" and f"the trigger {name} is missing" in missing.text
    assert "is not the one that the program made" in other.text


@pytest.mark.both_databases
def test_a_trigger_too_many_is_found(house):
    if house.database.is_sqlite:
        make = "CREATE TRIGGER skim AFTER INSERT ON postings BEGIN SELECT 1; END"
        undo = "DROP TRIGGER skim"
    else:
        make = (
            "CREATE TRIGGER skim BEFORE INSERT ON postings FOR EACH STATEMENT "
            "EXECUTE FUNCTION postings_keeps()"
        )
        undo = "DROP TRIGGER skim ON postings"
    run(house, make)
    (found,) = house.audit(replay=False).violations
    run(house, undo)
    assert found.check == "schema" and "skim" in found.text


@pytest.mark.both_databases
def test_all_triggers_dropped_are_found(house):
    with house.database.engine.begin() as connection:
        tampering.unprotect(connection)
    assert checks(house.audit(replay=False)) == {"schema"}


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("make", "undo", "says"),
    [
        (
            "INSERT INTO head SELECT 2, number, hash, day, last_round FROM head",
            "DELETE FROM head WHERE id = 2",
            "head has 2 rows",
        ),
        (
            "INSERT INTO alembic_version VALUES ('0000')",
            "DELETE FROM alembic_version WHERE version_num = '0000'",
            "the books' version is",
        ),
        (
            "ALTER TABLE accounts ADD COLUMN gift INTEGER",
            "ALTER TABLE accounts DROP COLUMN gift",
            "has a column gift",
        ),
        (
            "DROP INDEX decks_by_table",
            'CREATE UNIQUE INDEX decks_by_table ON decks ("table", number)',
            "the index decks_by_table is missing: the table decks",
        ),
        (
            "CREATE INDEX quick ON records (kind)",
            "DROP INDEX quick",
            "there is an index quick that the program did not make",
        ),
        (
            "CREATE TABLE skim (cents INTEGER)",
            "DROP TABLE skim",
            "there is a table skim that the program did not make",
        ),
        (
            "CREATE VIEW skim AS SELECT 1 AS cents",
            "DROP VIEW skim",
            "there is a table skim that the program did not make",
        ),
        (
            "DROP INDEX postings_by_account; CREATE INDEX postings_by_account "
            "ON postings (account, record) WHERE purpose IN ('stake', 'settlement')",
            "DROP INDEX postings_by_account; CREATE INDEX postings_by_account "
            "ON postings (account, record) WHERE purpose NOT IN ('stake', 'settlement')",
            "the index postings_by_account is not the one",
        ),
    ],
)
def test_rows_and_columns_too_many_are_found(house, books, make, undo, says):
    run(house, *make.split("; "))
    try:
        (found,) = house.audit(replay=False).violations
        with House(books) as again:
            assert not again.audit(replay=False).in_order
    finally:
        run(house, *undo.split("; "))
    assert found.check == "schema" and says in found.text


@pytest.mark.slow
@pytest.mark.parametrize("books", ["postgresql"], indirect=True)
def test_lost_keys_and_what_only_a_database_server_has_are_found(house):
    for make, undo, says in (
        (
            "ALTER TABLE postings DROP CONSTRAINT postings_pkey",
            "ALTER TABLE postings ADD PRIMARY KEY (record, line)",
            "the table postings has lost its key record, line: it lets in twins",
        ),
        (
            "ALTER TABLE accounts ADD CONSTRAINT single UNIQUE (name, cents)",
            "ALTER TABLE accounts DROP CONSTRAINT single",
            "there is a unique constraint single on accounts that the program did not make",
        ),
        (
            "CREATE MATERIALIZED VIEW skim AS SELECT 1 AS cents",
            "DROP MATERIALIZED VIEW skim",
            "there is a table skim that the program did not make",
        ),
    ):
        run(house, make)
        try:
            (found,) = house.audit(replay=False).violations
        finally:
            run(house, undo)
        assert (found.check, found.text) == ("schema", says)


@pytest.mark.parametrize("books", ["postgresql"], indirect=True)
def test_what_an_extension_of_the_server_brings_along_is_no_violation(house):
    """It has a view in the schema of the books, which the server's operator did not make."""
    run(
        house,
        "CREATE VIEW brought_along AS SELECT 1 AS cents",
        "ALTER EXTENSION plpgsql ADD VIEW brought_along",
    )
    try:
        assert house.audit(replay=False).violations == ()
    finally:
        run(
            house,
            "ALTER EXTENSION plpgsql DROP VIEW brought_along",
            "DROP VIEW brought_along",
        )


@pytest.mark.parametrize("books", ["postgresql"], indirect=True)
def test_a_rule_of_the_database_server_is_found(house):
    run(house, "CREATE RULE quiet AS ON UPDATE TO records DO INSTEAD NOTHING")
    (found,) = house.audit(replay=False).violations
    run(house, "DROP RULE quiet ON records")
    assert found.text == "there is a rule quiet on records that the program did not make"


def two_rounds(books: str) -> None:
    with House(books, create=True) as house:
        house.open(room(), DAY)
        house.sell_chips("ann", 1_000_00, key="a")
        house.sell_chips("bob", 1_000_00, key="b")
        for _ in range(2):
            spanish(house, s1=NOTHING).settled()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO accounts VALUES (x'ff00', 5, 1)",
        "UPDATE accounts SET cents = x'ff00' WHERE name = 'player:ann'",
        "UPDATE accounts SET record = x'ff00' WHERE name = 'player:ann'",
        "INSERT INTO standings VALUES (x'ff00', x'ff00', x'ff00')",
        "UPDATE standings SET state = x'ff00' WHERE subject = 'jackpot gran'",
        "UPDATE head SET day = x'ff00'",
        "UPDATE records SET at = x'ff00' WHERE number = 9",
        "UPDATE records SET day = 12 WHERE number = 9",
        "UPDATE records SET subject = x'ff00' WHERE number = 9",
        "UPDATE records SET round = 'x' WHERE kind = 'chips sold'",
        "UPDATE postings SET account = x'ff00' WHERE record = 9",
        "UPDATE rounds SET \"table\" = x'ff00', commitment = x'ff00' WHERE number = 2",
        "UPDATE closings SET outcome = x'ff00' WHERE round = 2",
        "UPDATE seatings SET player = x'ff00' WHERE round = 2",
        "UPDATE keys SET record = x'ff00'",
    ],
)
def test_bytes_where_texts_and_numbers_belong_are_violations_and_no_traceback(copied, statement):
    house = House(copied(two_rounds))
    with contextlib.closing(house.database) as database:
        with database.engine.connect() as connection:
            connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
            tampering.unprotect(connection)
            tampering.run(connection, statement)
            tampering.protect(connection)
            connection.commit()
        report = house.audit()
        assert not report.in_order
        for violation in report.violations:
            assert str(violation)
