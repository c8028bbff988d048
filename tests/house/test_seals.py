"""Seals: signed, linked, brought to every place, and checked against the books."""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltworks.house import House, HouseError, HouseFileError, read_house, sealing
from feltworks.house.audit import replaying
from feltworks.house.audit.auditing import HeldAgainst
from feltworks.house.audit.checkpoints import seal_faults
from feltworks.house.audit.replaying import Replays
from feltworks.house.books import Database
from feltworks.house.sealing import Sealer, SealLog, seals_folder
from feltworks.house.seals import (
    BooksCheckpoint,
    SealError,
    read_checkpoint,
    read_place,
    read_seals,
    signed,
)

from .conftest import DAY
from .rooms import room, text

AT = "2026-11-16T03:00:00.000000Z"


def three():
    key, before = Ed25519PrivateKey.generate(), None
    seals = []
    for number in (1, 5, 9):
        point = BooksCheckpoint(number, f"{number:064x}", f"{number + 1:064x}")
        before = signed(key, "Lucky Felt", AT, point, before)
        seals.append(before)
    return seals


def faults(seals, **keys):
    return [fault for _, fault in seal_faults(seals, **keys)]


# --- the text ----------------------------------------------------------------------------------


def test_seals_are_read_again_from_their_text_even_when_quoted_in_a_mail():
    seals = three()
    mail = "Dear commission,\n" + "\nand\n".join(seal.text for seal in seals)
    assert read_seals(mail) == seals
    assert read_seals("\n".join(f"> {line}" for line in mail.splitlines())) == seals
    assert read_seals(seals[2].text + seals[0].text + seals[0].text) == [seals[0], seals[2]]
    assert faults(seals) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("record: 5", "record: five", "record is a whole number"),
        ("house: Lucky Felt", "hose: Lucky Felt", "a seal has a line 'house'"),
        ("signature: ", "signature: x", "signature is 128 hexadecimal digits"),
    ],
)
def test_a_text_that_is_no_seal_is_told_with_its_line(old, new, says):
    with pytest.raises(SealError, match=says):
        read_seals(three()[1].text.replace(old, new), "mail.txt")


def test_a_seal_that_breaks_off_is_told():
    with pytest.raises(SealError, match="a seal has a line 'previous'"):
        read_seals("\n".join(three()[0].text.splitlines()[:7]))


def test_another_seal_of_the_same_serial_is_told():
    with pytest.raises(SealError, match="there is another seal 1 before it"):
        read_seals(three()[0].text + three()[0].text)


def test_whatever_is_changed_in_a_seal_breaks_its_signature():
    for change in ({"record": 6}, {"hash": "a" * 64}, {"at": AT.replace("3", "4")}, {"house": "X"}):
        one, two, last = three()
        found = faults([one, replace(two, **change), last])
        assert found[0] == "its signature does not fit: it was changed"


def test_seals_that_are_missing_or_of_another_chain_or_key_are_told():
    one, two, last = three()
    other = three()
    assert faults([one, last]) == ["it follows seal 1: those between are missing"]
    assert any("its link is another" in fault for fault in faults([one, other[1]]))
    assert any("which is not known" in fault for fault in faults([one, other[1]]))
    assert faults([one, two, last], keys=[one.key]) == []
    assert len(faults([one, two, last], keys=[other[0].key])) == 3


def test_seals_that_run_backwards_are_told():
    key = Ed25519PrivateKey.generate()
    late = signed(key, "Felt", AT, BooksCheckpoint(9, "a" * 64, "b" * 64), None)
    early = signed(key, "Felt", "1999" + AT[4:], BooksCheckpoint(5, "a" * 64, "b" * 64), late)
    assert [fault.split()[1] for fault in faults([late, early])] == ["record", "time"]


def test_a_checkpoint_is_read_as_it_is_written():
    point = three()[0].checkpoint
    assert read_checkpoint(f" {point}\n") == point
    with pytest.raises(SealError, match="is no checkpoint"):
        read_checkpoint("12:ab")


# --- places ------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path):
    return tmp_path / "elsewhere"


def sealer(house, *places, **more):
    return Sealer(house.database, "Felt", list(map(str, places)), **more)


def test_a_file_gets_one_seal_after_the_other_and_a_folder_a_file_for_each(house, place):
    file, folder = place.with_suffix(".txt"), f"{place}/"
    for n in range(3):
        house.sell_chips("ann", 100, key=f"more {n}")
        assert sealer(house, file, folder).seal()[1] == []
    assert len(read_place(str(file))) == 3
    assert read_place(folder) == read_place(str(file))
    assert [path.name for path in sorted(place.iterdir())] == [
        f"seal-{serial:08}.txt" for serial in (1, 2, 3)
    ]
    assert faults(read_place(folder)) == []


def test_books_that_stand_still_are_not_sealed_again(house, place):
    first = sealer(house, place).seal()[0]
    assert sealer(house, place).seal()[0] == first
    assert read_place(str(place)) == [first]


def test_a_command_reads_the_seal(house, place):
    write = f"import sys; open({str(place)!r}, 'w').write(sys.stdin.read())"
    made, said = sealer(house, f'command: {sys.executable} -c "{write}"').seal()
    assert said == []
    assert read_place(str(place)) == [made]


@pytest.mark.slow
def test_a_web_address_gets_the_seal_and_gives_it_back_to_an_audit(house):
    taken = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self):
            taken.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write("\n".join(taken).encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Taker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        where = f"http://127.0.0.1:{server.server_port}/seals"
        made, said = sealer(house, where).seal()
        assert said == [] and read_place(where) == [made]
    finally:
        server.shutdown()
        server.server_close()
    with pytest.raises(SealError, match="no seals can be read at http"):
        read_place(where)


@pytest.mark.slow
def test_why_a_place_did_not_take_a_seal_is_told_in_words_and_once(
    house, tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(sealing, "WAIT_SECONDS", 0.3)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}/"
    places = {
        nobody: "connection refused",
        "command: sleep 5": "it did not answer within 0.3 seconds",
        "command: sh -c 'echo no room >&2; exit 3'": "the command ended with 3: no room",
        str(tmp_path / "not there" / "seals.txt"): "no such file or directory",
    }
    made = sealer(house, *places)
    made.seal_quietly()
    told = [record.getMessage() for record in caplog.records]
    assert told == [f"seals: {place} did not take seal 1: {why}" for place, why in places.items()]
    made.seal_quietly()
    assert len(caplog.records) == len(places)
    assert len(made.seal()[1]) == len(places)


def test_what_a_place_did_not_take_is_brought_with_the_next_seal(house, tmp_path):
    away = tmp_path / "not there" / "seals.txt"
    here = tmp_path / "here.txt"
    (made, said) = sealer(house, away, here).seal()
    assert len(said) == 1 and "did not take seal 1" in said[0]
    assert read_place(str(here)) == [made]
    # A place that took none yet gets what comes when it is there; one that took some, all.
    away.parent.mkdir()
    house.sell_chips("ann", 100, key="a")
    assert sealer(house, away, here).seal()[1] == []
    away.rename(away.with_suffix(".old"))
    away.mkdir()
    away.rmdir()
    away.parent.rename(tmp_path / "moved")
    for key in "bc":
        house.sell_chips("ann", 100, key=key)
        assert len(sealer(house, away, here).seal()[1]) == 1
    (tmp_path / "moved").rename(away.parent)
    house.sell_chips("ann", 100, key="d")
    assert sealer(house, away, here).seal()[1] == []
    assert [seal.serial for seal in read_place(str(away))] == [3, 4, 5]
    assert [seal.serial for seal in read_place(str(here))] == [1, 2, 3, 4, 5]


def test_what_was_delivered_is_known_whole_or_as_it_was_before(house, place, monkeypatch):
    made = sealer(house, place).seal()[0]
    log = SealLog(seals_folder(house.database))
    before = log.delivered()
    assert before == {str(place): made.serial}

    def full(handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        log.note_delivered({str(place): 9})
    assert log.delivered() == before
    assert not [each for each in log.folder.iterdir() if each.name.startswith(".")]


def test_the_key_is_its_owners_alone_and_stays_the_same(house, place):
    first = sealer(house, place).seal()[0]
    path = seals_folder(house.database) / "seal.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    house.sell_chips("ann", 100, key="a")
    assert sealer(house, place).seal()[0].key == first.key
    path.write_text("nonsense")
    house.sell_chips("ann", 100, key="b")
    with pytest.raises(SealError, match=r"the key at .* cannot be used"):
        sealer(house, place).seal()


def test_two_who_seal_at_once_make_one_chain(house, place):
    sealers = [sealer(house, place), sealer(house, place)]

    def work(n):
        house.sell_chips("ann", 100, key=f"more {n}")
        return sealers[n % 2].seal()[0]

    with ThreadPoolExecutor(4) as pool:
        made = set(pool.map(work, range(12)))
    kept = read_place(str(seals_folder(house.database)))
    assert made <= set(kept)
    assert faults(kept) == []


# --- when --------------------------------------------------------------------------------------


def sealed_room(place, every=1000):
    return read_house(text(more=f'[seals]\nto = ["{place}"]\nevery = {every}'), "house.toml")


@pytest.mark.slow
@pytest.mark.both_databases
def test_a_house_seals_when_it_opens_closes_and_is_left(books, place):
    with House(books, create=True) as house:
        house.open(sealed_room(place), DAY)
        opened = house.audit().records
        house.sell_chips("ann", 100, key="a")
    with House(books) as house:
        house.close()
        closed = house.audit().records
    with House(books) as house:
        assert house.audit().in_order
    records = [seal.record for seal in read_place(str(place))]
    assert (records[0], records[-1]) == (opened, closed)
    # Leaving the first time sealed the chips; whoever only looks seals nothing.
    assert len(records) == 3
    assert {seal.house for seal in read_place(str(place))} == {"The test house"}


def test_seals_are_stored_beside_a_file_and_apart_for_each_server(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file, one, other = (
        seals_folder(Database(where))
        for where in (
            str(tmp_path / "house.db"),
            "postgresql://ann@one/books",
            "postgresql://ann@other/books",
        )
    )
    assert file == tmp_path / "house.db.seals"
    assert one != other and one.parent == other.parent == tmp_path / "feltworks"


def test_a_house_that_names_no_place_seals_nothing_by_itself(house):
    assert not seals_folder(house.database).exists()


def test_the_books_are_sealed_behind_so_many_records_while_play_goes_on(books, place):
    with House(books, create=True) as house:
        house.open(sealed_room(place, every=10), DAY)
        first = len(read_place(str(place)))
        for n in range(25):
            house.sell_chips("ann", 100, key=f"more {n}")
        until = time.monotonic() + 120
        while len(read_place(str(place))) == first and time.monotonic() < until:
            time.sleep(0.02)
        seals = read_place(str(place))
        assert len(seals) > first
        assert seals[-1].record >= seals[0].record + 10
        assert house.audit(against=HeldAgainst(seals=seals)).in_order


def test_a_place_that_is_no_place_is_a_mistake_of_the_house_file():
    with pytest.raises(HouseFileError, match=r"seals\.to.*allowed: a full path, https"):
        sealed_room("seals.txt")
    with pytest.raises(HouseFileError, match=r"seals\.every"):
        sealed_room("/tmp/x", every=1)


def test_a_house_that_has_not_opened_has_nothing_to_seal(books):
    with House(books, create=True) as house, pytest.raises(HouseError, match="has not opened yet"):
        house.seals.sealer()


# --- going on from a seal or a note ------------------------------------------------------------


@pytest.fixture
def busy(books, place):
    """Books with a seal in the middle of a day, a round open at it, and play behind it."""
    from .dealing import count_and_reopen
    from .test_jackpot_play import NOTHING, ROYAL, spanish

    with House(books, create=True) as house:
        house.open(room(), DAY)
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=player)
        spanish(house, s1=NOTHING).settled()
        rigged = spanish(house, s1=ROYAL[1], s2=NOTHING)
        record, round, commitment = rigged.finished()
        seal = house.seals.sealer([str(place)]).seal()[0]
        house.write(house.rounds.settle(record.number, round, commitment.reveal()))
        spanish(house, s1=NOTHING).settled()
        count_and_reopen(house)
        yield house, seal


def test_an_audit_goes_on_from_the_newest_seal(busy):
    house, seal = busy
    report = house.audit(against=HeldAgainst(seals=[seal], since_seal=True))
    assert report.violations == ()
    assert (report.since, report.rounds, report.replayed) == (seal.record, 3, 2)
    assert report.uncovered == report.records - seal.record


def test_an_audit_goes_on_from_where_an_earlier_one_ended(busy):
    house, _ = busy
    first = house.audit()
    again = house.audit(against=HeldAgainst(since=first.checkpoint))
    assert again.violations == () and (again.since, again.replayed) == (first.records, 0)
    house.sell_chips("ann", 5_00, key="later")
    report = house.audit(against=HeldAgainst(since=first.checkpoint))
    assert report.violations == () and report.since == first.records


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts SET cents = cents + 100 WHERE name = 'player:bob'",
        "UPDATE accounts SET cents = cents + 100 WHERE name = 'house'",
        "UPDATE standings SET state = replace(state, '\"open\":true', '\"open\":false')",
        "UPDATE postings SET cents = cents + 1 WHERE record = (SELECT max(record) FROM postings)",
        "UPDATE records SET body = replace(body, '\"open\":', '\"opem\":') "
        "WHERE number = (SELECT max(number) FROM records)",
    ],
)
def test_a_damage_is_found_from_the_seal_on_or_in_what_stands_now(busy, statement):
    from . import tampering

    house, seal = busy
    with house.database.engine.begin() as connection:
        tampering.unprotect(connection)
        assert connection.exec_driver_sql(statement).rowcount
        tampering.protect(connection)
    assert not house.audit(against=HeldAgainst(seals=[seal], since_seal=True)).in_order


def test_a_seal_whose_record_is_another_makes_the_audit_begin_at_the_first(busy):
    house, seal = busy
    point = seal.checkpoint._replace(hash="a" * 64)
    report = house.audit(against=HeldAgainst(since=point))
    assert report.since == 0 and report.replayed == 3
    assert [each.check for each in report.violations] == ["checkpoint"]


@pytest.mark.slow
def test_many_rounds_are_played_again_by_processes_as_by_one(tmp_path, monkeypatch):
    from feltworks.house import practice_house
    from feltworks.house.demo import play_day

    where = str(tmp_path / "day.db")
    play_day(where, practice_house(), DAY, rounds_a_table=3)
    # A few rounds are many here. This process plays none before another has played some.
    monkeypatch.setattr(replaying, "LEAST_SHARED", 10)
    monkeypatch.setattr(replaying, "STRETCH", 4)
    elsewhere, begun = [], threading.Event()
    here, in_processes = Replays._here, Replays._in_processes

    def noted(replays, stretches):
        for part in in_processes(replays, stretches):
            elsewhere.append(part.played)
            begun.set()
            yield part

    def later(replays, stretches):
        assert begun.wait(300)
        return here(replays, stretches)

    with House(where) as house:
        alone = house.audit()
        monkeypatch.setattr(Replays, "_in_processes", noted)
        monkeypatch.setattr(Replays, "_here", later)
        together = house.audit(processes=2)
    assert alone.violations == together.violations == ()
    assert alone.replayed == together.replayed == alone.rounds == 18
    assert elsewhere[0] == 4


# --- at the terminal ---------------------------------------------------------------------------


@pytest.mark.slow
def test_sealed_books_are_audited_at_the_terminal(feltworks, tmp_path):
    books, place, note = (str(tmp_path / name) for name in ("day.db", "seals.txt", "note.txt"))
    feltworks("house", "demo", "--books", books, "--rounds", 2)
    said = feltworks("audit", "--books", books, "--quick")
    assert "there are no seals: records cut off the end would not be missed" in said.out
    made = feltworks("house", "seal", "--books", books, "--to", place)
    assert made.code == 0 and read_seals(made.out) == read_place(place)
    said = feltworks("audit", "--books", books, "--seals", place, "--note", note)
    assert (
        said.code == 0
        and "1 seal, signed by" in said.out
        and "the seals cover every record" in said.out
    )
    told = json.loads(feltworks("audit", "--books", books, "--note", note, "--json").out)
    assert told["since_record"] == told["records"] and told["records_no_seal_covers"] == 0
    said = feltworks("audit", "--books", books, "--seals", place, "--since-seal")
    assert said.code == 0 and "are taken as they were sealed or noted" in said.out
    said = feltworks("audit", "--books", books, "--seals", place, "--key", "ab" * 32, "--quick")
    assert said.code == 1 and "which is not known" in said.out
    for words, says in (
        (("--seals", str(tmp_path / "none")), "no seals can be read at"),
        (("--seals", note), "there is no seal at"),
        (("--key", "x"), "'x' is no key"),
        (("--since-seal", "--note", note), "not from both"),
    ):
        said = feltworks("audit", "--books", books, *words)
        assert said.code == 2 and says in said.err


@pytest.mark.slow
def test_a_place_that_does_not_take_a_seal_is_told_and_the_seal_is_printed(feltworks, tmp_path):
    books = str(tmp_path / "day.db")
    feltworks("house", "demo", "--books", books, "--rounds", 1)
    said = feltworks("house", "seal", "--books", books, "--to", str(tmp_path / "no" / "where"))
    assert said.code == 1 and "did not take seal 1" in said.err
    assert len(read_seals(said.out)) == 1
