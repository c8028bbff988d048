"""The house at the terminal: tables for people, JSON for scripts, one sentence for a mistake."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from sqlalchemy import text

from feltworks.house import House

from . import rooms, tampering
from .conftest import DAY
from .dealing import Rigged, bets, likes


@pytest.fixture
def call(feltworks, books):
    """A command about the test's own books."""
    return lambda *words: feltworks(*words, "--books", books)


ON = ("--day", "2025-11-14")
PLAYED = date.today() - timedelta(7)
"""The day of `demo`: books whose last record is older than a year are not written to."""


@pytest.fixture
def demo(call, copied):
    """A small day of play."""

    def played(books: str) -> None:
        said = call("house", "demo", "--rounds", 3, "--day", PLAYED)
        assert (said.code, said.err) == (0, "")
        played, *commands = said.out.splitlines()
        assert played == f"18 rounds at 6 tables on {PLAYED}"
        shown = ("house status", "jackpot list", "rounds find", "rounds verify 1", "audit")
        assert commands == [f"feltworks {words} --books {books}" for words in shown]

    copied(played)
    return call


@pytest.fixture
def file(tmp_path):
    def write(**changes):
        path = tmp_path / "house.toml"
        path.write_text(rooms.text(**changes))
        return path

    return write


def refused(said, *parts):
    """Exit 2 with one sentence on stderr and nothing on stdout."""
    assert (said.code, said.out) == (2, "")
    assert len(said.err.strip().splitlines()) == 1, said.err
    for part in parts:
        assert part in said.err


# --- house -------------------------------------------------------------------------------------


def test_check_shows_every_table_of_the_practice_house(feltworks):
    said = feltworks("house", "check")
    assert said.code == 0
    assert "every table may open" in said.out
    assert "NOT APPROVED" not in said.out


def test_check_tells_why_a_table_may_not_open_and_exits_with_1(feltworks, file):
    path = file(under="2008-09-01", spanish='player_limit = "$1"')
    said = feltworks("house", "check", path)
    assert said.code == 1
    assert "table spanish: a limit of $1 to a player is $4,999 below" in said.out
    assert "1 table may not open" in said.out
    told = json.loads(feltworks("house", "check", path, "--json").out)
    assert told["tables"]["texas"]["opens"] and not told["tables"]["spanish"]["opens"]
    assert told["objections"][0]["table"] == "spanish"


def test_check_tells_the_mistakes_of_a_file_and_exits_with_2(feltworks, file):
    said = feltworks("house", "check", file(spanish='minimun = "$5"'))
    assert re.search(r"house\.toml: line \d+: tables", said.err)
    refused(said, "tables.spanish.minimun: found a key that does not exist")


def test_an_unapproved_game_is_marked_plainly(feltworks, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(rooms.one_table("generic/games/raise-early.toml").text)
    said = feltworks("house", "check", path)
    refused(said, "there is no rules file")
    path.write_text(path.read_text().replace("generic/", f"{rooms.STRANGERS}/generic/"))
    assert "NOT APPROVED" in feltworks("house", "check", path).out
    where = ("--books", tmp_path / "house.db")
    assert "NOT APPROVED" in feltworks("house", "open", path, *where).out
    assert "NOT APPROVED" in feltworks("house", "status", *where).out
    told = json.loads(feltworks("house", "status", "--json", *where).out)
    assert told["tables"]["t"]["approved"] is False


@pytest.mark.slow
def test_a_round_is_voided_by_name_and_a_lost_key_is_added(call, file, books, tmp_path):
    call("house", "open", file(), "--day", "2025-11-14")
    with House(books) as house:
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        numbers = []
        for table in ("spanish", "texas"):
            wager = "ante" if table == "spanish" else "blackjack"
            folds = likes("fold", "stand")
            rigged = Rigged(house, table, bets(1, **{wager: 500}), decisions=folds)
            numbers.append(rigged.begun()[0].number)
        house.keys.path.rename(tmp_path / "found")
    assert "--because" in call("house", "void", numbers[0], "--by", "dee").err
    said = call("house", "void", numbers[0], "--by", "dee", "--because", "the felt caught fire")
    assert said.out == f"round {numbers[0]} at table spanish is void: the felt caught fire\n"
    told = json.loads(call("house", "key", "--json").out)
    assert list(told["lost_rounds"]) == [str(numbers[1])] and told["keys"] == []
    call("house", "key", "--new", "--by", "dee")
    with House(books) as house, house.database.reading() as reader:
        made = reader.last_of_kind("deck key made", "deck keys")
        assert made.facts == {"key": house.keys.all()[-1].id, "staff": "dee"}
        house.keys.path.unlink()
    told = json.loads(call("house", "key", "--add", tmp_path / "found", "--json").out)
    assert len(told["added"]) == 1 and told["lost_rounds"] == {}
    assert "0 keys added" in call("house", "key", "--add", tmp_path / "found").out
    refused(call("house", "key", "--add", tmp_path / "none"), "there is no file of deck keys")
    told = json.loads(
        call("house", "void", numbers[1], "--by", "dee", "--because", "so", "--json").out
    )
    assert (told["round"], told["staff"], told["why"]) == (numbers[1], "dee", "so")
    assert call("audit").code == 0


def test_status_shows_payout_limits_and_jackpots_to_people_too(call, file):
    path = file(spanish='player_limit = "$5,000"\ntable_limit = "$10,000"')
    call("house", "open", path, "--day", "2025-11-14")
    shown = call("house", "status").out
    assert "$5,000 / $10,000" in shown
    assert "gran" in shown and "$500" in shown


@pytest.mark.slow
@pytest.mark.both_databases
def test_open_makes_the_books_and_status_tells_how_they_stand(call, file, books):
    said = call("house", "open", file(), "--day", "2025-11-14", "--json")
    assert said.code == 0
    assert json.loads(said.out)["opened"] == ["spanish", "texas"]
    told = json.loads(call("house", "status", "--json").out)
    assert told["house"]["name"] == "The test house"
    assert told["jackpots"] == {"gran": 500_00, "royal": 500_00}
    assert told["tables"]["spanish"] == {
        "open": True,
        "day": "2025-11-14",
        "tray": 5_000_00,
        "game": "spanish-poker",
        "approved": True,
        "says": "Approved: these are the rules of spanish-poker approved on 2008-07-31.",
        "payout_limits": {"player": None, "table": None},
    }
    assert sum(told["purses"].values()) == 0
    assert "The test house, 2025-11-14" in call("house", "status").out
    assert call("house", "close").out == "2 tables closed\n"
    assert "closed" in call("house", "status").out


def test_open_without_a_file_opens_the_house_that_the_books_hold(call, file):
    call("house", "open", file(), "--day", "2025-11-14")
    call("house", "close")
    said = call("house", "open", "--day", "2025-11-14")
    assert said.code == 0 and said.out.startswith("The test house: a practice house")
    assert "2 of 2 tables open" in said.out


def test_new_books_without_a_file_are_those_of_the_practice_house(call):
    assert call("house", "open").out.startswith("The practice house: a practice house")


@pytest.mark.slow
def test_another_houses_file_is_refused_unless_it_is_asked_for_twice(call, file):
    path = file()
    call("house", "open", path, "--day", "2025-11-14")
    path.write_text(path.read_text().replace("The test house", "The other house"))
    said = call("house", "open", path, "--day", "2025-11-14")
    refused(said, "has the books of The test house", "is the file of The other house", "--another")
    assert "The test house" in call("house", "status").out
    said = call("house", "open", path, "--day", "2025-11-14", "--another")
    assert said.code == 0 and said.out.startswith("The other house")


def test_a_held_house_whose_rules_files_are_elsewhere_asks_for_its_file(call, tmp_path):
    folder = tmp_path / "house"
    folder.mkdir()
    path = folder / "house.toml"
    game = rooms.STRANGERS / "generic" / "games" / "raise-early.toml"
    path.write_text(rooms.one_table(str(game)).text.replace(str(game), "mine.toml"))
    (folder / "mine.toml").write_text(game.read_text())
    assert call("house", "open", path).code == 0
    said = call("house", "open")
    assert said.code == 2 and "there is no rules file 'mine.toml'" in said.err
    assert "open the house with its file" in said.err


def test_open_exits_with_1_when_a_table_stays_shut(call, file):
    path = file()
    path.write_text(path.read_text().replace('maximum = "$100"', 'maximum = "$300"', 1))
    said = call("house", "open", path, "--day", "2025-11-14")
    assert said.code == 1
    assert "1 of 2 tables open for 2025-11-14" in said.out
    assert "Raise may reach $600, $200 above the $400" in said.out


def test_a_day_that_is_past_is_refused(call, file):
    path = file()
    call("house", "open", path, "--day", "2025-11-14")
    refused(call("house", "open", path, "--day", "2025-11-13"), "the books stand at 2025-11-14")


@pytest.mark.slow
def test_a_demo_says_where_to_look_next_and_does_not_write_over_books(demo):
    refused(demo("house", "demo"), "there are books at", "already: name others")


def test_books_that_are_not_there(feltworks, tmp_path):
    for words in (("house", "status"), ("jackpot", "list"), ("rounds", "find"), ("audit",)):
        said = feltworks(*words, "--books", tmp_path / "none.db")
        refused(said, "there are no books at", "open a house there first")


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("postgresql://[::1", "is no place for books"),
        ("mysql://x/y", "books are kept in sqlite or postgresql, not in mysql"),
        ("sqlite://", "books are kept in a file"),
    ],
)
def test_books_in_a_place_that_is_none(feltworks, where, told):
    refused(feltworks("house", "status", "--books", where), told)


def test_books_of_a_later_program_are_left_alone(call, file, books):
    with House(books, create=True) as house, house.database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for words in (("house", "status"), ("house", "open", file())):
        refused(call(*words), "of version 9999")


@pytest.mark.slow
def test_what_is_done_is_told_to_scripts_too(feltworks, tmp_path):
    where = ("--books", tmp_path / "house.db", "--json")
    told = json.loads(feltworks("house", "demo", "--rounds", 1, *where).out)
    assert told["rounds"] == len(told["tables"]) == 6
    assert json.loads(feltworks("house", "close", *where).out) == {"closed": []}


def test_books_may_be_named_by_the_environment(feltworks, books, monkeypatch, file):
    monkeypatch.setenv("FELTWORKS_BOOKS", books)
    assert feltworks("house", "open", file(), "--day", "2025-11-14").code == 0
    assert feltworks("jackpot", "list").code == 0


# --- jackpots ----------------------------------------------------------------------------------


def test_jackpots_are_listed_and_shown(demo):
    listed = json.loads(demo("jackpot", "list", "--json").out)
    assert [each["jackpot"] for each in listed] == ["gran", "texas-21"]
    assert all(each["displayed"] >= 500_00 for each in listed)
    assert "gran" in demo("jackpot", "list").out
    shown = demo("jackpot", "show", "gran").out
    assert "the day's remainder" in shown and "seed still out" in shown
    told = json.loads(demo("jackpot", "show", "texas-21", "--json").out)
    assert told["terms"]["contribution"] == "1/4"


@pytest.mark.slow
def test_a_jackpot_is_counted_adjusted_seeded_and_stated(demo):
    assert demo("jackpot", "count", "gran", "--json").code == 0
    before = json.loads(demo("jackpot", "show", "gran", "--json").out)["displayed"] + 10_00
    document = ("--document", "Slip 7", "--name", "Ada", "--yes")
    adjust = ("jackpot", "adjust", "gran")
    assert demo(*adjust, "--by", "10", "--because", "added", *document).code == 0
    assert (
        "not lowered under its seed"
        in demo(*adjust, "--by", "-10.01", "--because", "malfunction", *document).err
    )
    lowered = demo(*adjust, "--by", "-5.25", "--because", "malfunction", *document, "--json")
    told = json.loads(lowered.out)
    assert (told["by"], told["displayed"], told["document"]) == (-525, before - 525, "Slip 7")
    assert (told["name"], told["amounts_in"]) == ("Ada", "cents")
    assert "jackpot seeded" in demo("jackpot", "seed", "gran", "--by", "100", *document).out
    assert demo(*adjust, "--cap", "$9,000", *document).code == 0
    shown = json.loads(demo("jackpot", "show", "gran", "--json").out)
    assert shown["displayed"] == before - 525 + 100_00
    assert shown["terms"]["cap"] == 9_000_00
    assert demo(*adjust, "--cap", "none", *document).code == 0
    stated = demo("jackpot", "statement", "gran")
    assert stated.code == 0
    assert "Slip 7" in stated.out and "difference" in stated.out
    told = json.loads(demo("jackpot", "statement", "gran", "--json").out)
    assert told["difference"] == 0 and told["adjustments"] == 525 - 10_00
    removed = demo("jackpot", "remove", "gran", *document, "--into", "texas-21", "--json")
    assert json.loads(removed.out)["into"] == "texas-21"
    assert json.loads(demo("jackpot", "show", "gran", "--json").out)["status"] == "removed"
    assert demo("audit", "--quick").code == 0


SIGNED = ("--name", "Ada", "--yes")


@pytest.mark.slow
def test_whoever_changes_a_jackpot_at_a_terminal_is_asked_for_his_name_and_for_a_yes(
    demo, feltworks, books, monkeypatch
):
    demo("jackpot", "count", "gran")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    words = ("jackpot", "adjust", "gran", "--by", "2", "--document", "Slip 8", "--books", books)
    said = feltworks(*words, "--because", "malfunction", answers=["Ada", "no"])
    assert (said.code, said.err) == (2, "gran is as it was\n")
    assert "Ada, change gran by $2 because of malfunction? yes or no:" in said.out
    said = feltworks(*words, "--because", "malfunction", answers=[KeyboardInterrupt])
    assert (said.code, said.err) == (2, "gran is as it was\n")
    said = feltworks(*words, "--because", "malfunction", answers=["Ada", "yes"])
    assert said.code == 0 and "jackpot adjusted by Ada, record" in said.out
    with House(books) as house, house.database.reading() as reader:
        noted = reader.record(reader.head().number)
    assert (noted.kind, noted.subject) == ("jackpot adjusted at the terminal", "staff Ada")
    assert noted.facts == {"jackpot": "gran", "record": noted.number - 1}
    assert demo("audit", "--quick").code == 0


@pytest.mark.slow
def test_a_count_on_a_later_day_names_its_day(call, file, feltworks, books, monkeypatch):
    call("house", "open", file(), *ON)
    call("house", "close")
    said = call("jackpot", "count", "gran")
    refused(said, "this would count gran for 2025-11-14, and today is ")
    assert said.err.endswith(": name the day with --day 2025-11-14\n")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    words = ("jackpot", "count", "gran", "--books", books)
    said = feltworks(*words, answers=["no"])
    assert (said.code, said.err) == (2, "gran is as it was\n")
    assert "This counts gran for 2025-11-14; today is " in said.out
    assert feltworks(*words, answers=[KeyboardInterrupt]).err == "gran is as it was\n"
    said = feltworks(*words, answers=["yes"])
    assert said.code == 0 and "gran, count of 2025-11-14" in said.out


def test_a_count_for_a_day_to_come_is_refused_and_the_house_opens_today(call, file):
    call("house", "open", file())
    call("house", "close")
    today = date.today()
    said = call("jackpot", "count", "gran", "--day", str(today + timedelta(days=1)))
    refused(said, f"is yet to come: gran may be counted for {today}")
    assert call("house", "open").code == 0


def test_the_house_opens_with_the_jackpots_that_nobody_counted(call, file):
    call("house", "open", file(), *ON)
    call("house", "close")
    call("jackpot", "count", "gran", *ON)
    said = call("house", "open", "--day", "2025-11-15")
    told = "the jackpot royal was not counted for 2025-11-14: nothing was staked since its last"
    assert told in said.out and "jackpot gran was not counted" not in said.out
    again = call("house", "open", "--day", "2025-11-16", "--json")
    assert json.loads(again.out)["uncounted"] == [
        {"jackpot": name, "day": "2025-11-15", "staked": 0} for name in ("gran", "royal")
    ]


@pytest.mark.slow
def test_a_count_for_the_new_day_hides_no_jackpot_that_nobody_counted(call, file):
    call("house", "open", file(), *ON)
    call("house", "close")
    assert call("jackpot", "count", "gran", "--day", "2025-11-15").code == 0
    said = call("house", "open", "--day", "2025-11-15", "--json")
    assert json.loads(said.out)["uncounted"] == [
        {"jackpot": "royal", "day": "2025-11-14", "staked": 0}
    ]
    # Opened again on its day, the house has no new day.
    assert json.loads(call("house", "open", "--day", "2025-11-15", "--json").out)["uncounted"] == []


@pytest.mark.slow
def test_a_second_count_says_that_it_repeats_the_first(demo):
    demo("jackpot", "count", "gran")
    first = json.loads(demo("jackpot", "statement", "gran", "--json").out)
    said = demo("jackpot", "count", "gran")
    assert "this repeats the count of record" in said.out
    assert json.loads(demo("jackpot", "count", "gran", "--json").out)["repeats"] is True
    assert json.loads(demo("jackpot", "statement", "gran", "--json").out) == first


def test_a_first_count_repeats_nothing(call, file):
    call("house", "open", file(), "--day", "2025-11-14")
    call("house", "close")
    told = json.loads(call("jackpot", "count", "gran", *ON, "--json").out)
    assert told["repeats"] is False


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["count", "grand"], "keeps no jackpot 'grand'"),
        (["count", "gran", "--fees", "many"], "'many' is no amount of dollars"),
        (["adjust", "gran", "--document", "x"], "give one of --by and --cap"),
        (
            ["adjust", "gran", "--document", "x", "--by", "1", "--cap", "2"],
            "give one of --by and --cap",
        ),
        (
            ["adjust", "gran", "--document", "x", "--by", "-1", "--because", "greed", *SIGNED],
            "may not fall because of 'greed'",
        ),
        (["seed", "gran", "--by", "--5", "--document", "x"], "'--5' is no amount of dollars"),
        (
            ["seed", "gran", "--by", "-1", "--document", "x", *SIGNED],
            "a seed is an amount above zero",
        ),
        (["seed", "gran", "--by", "5", "--document", " ", *SIGNED], "a document is named in one"),
        (
            ["remove", "gran", "--document", "x", "--into", "none", *SIGNED],
            "keeps no jackpot 'none'",
        ),
        (["statement", "none"], "keeps no jackpot 'none'"),
        (
            ["adjust", "gran", "--document", "x", "--by", "12.50"],
            "--because: reasons are malfunction (",
        ),
        (
            ["adjust", "gran", "--document", "x", "--by", "1", "--because", "added"],
            "say who makes this change: --name",
        ),
        (
            ["seed", "gran", "--document", "x", "--by", "1", "--name", "Ada"],
            "this would advance $1 of seed to gran: confirm it with --yes",
        ),
        (
            ["seed", "gran", "--document", "x", "--by", "1", "--name", " ", "--yes"],
            "say who you are by a name of at most 40 printable characters",
        ),
    ],
)
def test_a_mistake_about_a_jackpot_is_told_in_one_sentence(call, books, words, told):
    with House(books, create=True) as house:
        house.open(rooms.room(), DAY)
        house.close()
    refused(call("jackpot", *words), told)


# --- rounds as Parquet -------------------------------------------------------------------------


@pytest.mark.slow
def test_rounds_are_exported_to_a_parquet_file(demo, tmp_path):
    import polars

    path = tmp_path / "rounds.parquet"
    said = demo("rounds", "export", path)
    assert (said.code, said.out.split(" written")[0]) == (0, "18 rounds")
    rows = polars.read_parquet(path)
    assert rows["round"].n_unique() == 18
    shown = json.loads(demo("rounds", "show", 1, "--json").out)
    first = rows.filter(polars.col("round") == 1).to_dicts()
    assert {str(row["seat"]): row["player"] for row in first} == shown["players"]
    assert first[0]["transcript"] == shown["transcript"]
    assert f"{first[0]['opened_at']:%Y-%m-%dT%H:%M:%S.%fZ}" == shown["opened_at"]
    closing = next(each for each in shown["records"] if each["kind"] == "round settled")
    assert {str(row["seat"]): row["net_cents"] for row in first} == closing["facts"]["net"]
    staked = sum(
        -cents
        for each in shown["records"]
        for account, cents, what, _ in each.get("postings", ())
        if what == "stake" and account.startswith("player:")
    )
    assert sum(row["staked_cents"] for row in first) == staked
    assert not (tmp_path / "rounds.parquet.part").exists()


def test_rounds_that_fit_are_exported(demo, tmp_path):
    import polars

    path = tmp_path / "some.parquet"
    demo("rounds", "export", path, "--table", "spanish-1", "--since", PLAYED)
    rows = polars.read_parquet(path)
    assert rows["table"].unique().to_list() == ["spanish-1"] and rows["round"].n_unique() == 3
    player, seat = rows["player"][0], rows["seat"][0]
    told = demo("rounds", "export", path, "--player", player, "--seat", seat, "--json")
    found = demo("rounds", "find", "--player", player, "--seat", seat, "--json")
    assert json.loads(told.out) == {"file": str(path), "rounds": len(json.loads(found.out))}
    none = demo("rounds", "export", path, "--until", PLAYED, "--json")
    assert json.loads(none.out)["rounds"] == 0 and polars.read_parquet(path).is_empty()


def test_a_mistake_about_an_export_is_told_in_one_sentence(demo, tmp_path):
    refused(demo("rounds", "export", tmp_path / "r.csv"), "written to a .parquet file")
    refused(demo("rounds", "export", tmp_path / "no" / "r.parquet"), "there is no folder")
    path = tmp_path / "r.parquet"
    refused(demo("rounds", "export", path, "--outcome", "won"), "no round ends 'won'")
    path.mkdir()
    refused(demo("rounds", "export", path), f"{path}: is a directory")
    assert not (tmp_path / "r.parquet.part").exists()


# --- rounds and the audit ----------------------------------------------------------------------


def test_a_round_shows_what_a_payout_limit_held_back(feltworks, call, books, tmp_path):
    with House(books, create=True) as house:
        house.open(rooms.room(spanish='player_limit = "$5,000"'), DAY)
        house.sell_chips("ann", 5_000_00, key="ann buys in")
        cincos = {(1, "cards"): "2s 2h 2d 2c Jo", (None, "dealer"): "6s 6h 7d 7h As"}
        Rigged(house, "spanish", bets(1, ante=100_00), cincos, likes("bet")).settled()
    shown = call("rounds", "show", 1).out
    assert "A payout limit held back $15,000 that seat 1 won on pay tables." in shown
    held_back = "of which a payout limit holds back $15000 and $5000 is paid (cincos)"
    assert held_back in shown
    transcript = tmp_path / "round.toml"
    transcript.write_text(json.loads(call("rounds", "show", 1, "--json").out)["transcript"])
    replayed = feltworks("replay", transcript).out
    assert "Pay tables pay at most $5,000 to one player in a round." in replayed
    assert held_back in replayed


def test_rounds_are_found_shown_and_verified(demo):
    found = json.loads(demo("rounds", "find", "--table", "spanish-1", "--json").out)
    assert len(found) == 3
    number = found[0]["round"]
    seat, player = next(iter(found[0]["players"].items()))
    again = demo("rounds", "find", "--player", player, "--seat", seat, "--json")
    assert number in [each["round"] for each in json.loads(again.out)]
    assert "18 rounds" in demo("rounds", "find").out
    day = ("--since", PLAYED, "--until", PLAYED + timedelta(1))
    assert len(json.loads(demo("rounds", "find", *day, "--json").out)) == 18
    shown = demo("rounds", "show", number)
    assert "round settled" in shown.out and "[play]" in shown.out
    heading = next(line for line in shown.out.splitlines() if line.startswith(" record"))
    assert " ".join(heading.split()) == "record kind account amount what for balance after"
    assert f"round {number}, settled: holds; deck fits its commitment" in shown.out
    assert "payout limit" not in shown.out
    told = json.loads(demo("rounds", "show", number, "--json").out)
    assert told["verified"]["holds"] and told["records"][0]["kind"] == "round opened"
    assert demo("rounds", "verify", 1, 2, 3).code == 0
    assert all(each["holds"] for each in json.loads(demo("rounds", "verify", 1, "--json").out))


def test_a_mistake_about_rounds_is_told_in_one_sentence(demo):
    refused(demo("rounds", "find", "--since", "yesterday"), "'yesterday' is no time")
    early = "0001-01-01T00:00+14:00"
    refused(demo("rounds", "find", "--since", early), f"'{early}' is no time")
    refused(demo("rounds", "find", "--limit", 0), "rounds are listed, not 0")
    refused(demo("rounds", "find", "--outcome", "won"), "no round ends 'won': outcomes are settled")
    refused(demo("rounds", "find", "--seat", 10**20), f"there is no seat {10**20}")
    refused(demo("rounds", "show", 10**20), f"there is no round {10**20}")
    refused(demo("rounds", "show", 999), "there is no round 999")
    refused(demo("rounds", "verify", 1, 999), "there is no round 999")


def test_an_audit_of_good_books_prints_a_seal_that_can_be_asked_for_later(demo):
    said = demo("audit")
    assert said.code == 0
    assert "18 rounds, 18 of them played again" in said.out
    assert "the books are in order" in said.out
    seal = said.out.split("seal ")[1].strip()
    assert demo("audit", "--quick", "--seal", seal).code == 0
    wrong = f"{seal.split(':')[0]}:{'0' * 64}"
    said = demo("audit", "--quick", "--seal", wrong)
    assert said.code == 1 and "not the record whose hash was noted" in said.out
    refused(demo("audit", "--seal", "17"), "'17' is no seal: write NUMBER:HASH")


def test_an_audit_of_damaged_books_names_the_first_broken_record(demo, books):
    with House(books) as house, house.database.engine.begin() as connection:
        tampering.unprotect(connection)
        broken = tampering.a_changed_body(connection)
    said = demo("audit", "--quick")
    assert said.code == 1
    assert f"the first broken record: record {broken}" in said.out
    told = json.loads(demo("audit", "--quick", "--json").out)
    assert told["first_broken_record"] == broken and not told["in_order"]
    with House(books) as house, house.database.reading() as reader:
        number = reader.record(broken).round
    assert demo("rounds", "verify", number).code == 1


@pytest.mark.slow
def test_many_damages_are_not_all_listed(demo, books):
    with House(books) as house, house.database.engine.begin() as connection:
        tampering.unprotect(connection)
        connection.execute(text("UPDATE postings SET cents = cents + 1"))
    said = demo("audit", "--quick")
    assert said.code == 1
    assert " more\n" in said.out and len(said.out.splitlines()) < 30


def test_a_statement_with_a_difference_exits_with_1(demo, books):
    with House(books) as house, house.database.engine.begin() as connection:
        tampering.unprotect(connection)
        tampering.run(
            connection,
            "UPDATE postings SET cents = cents + 100 WHERE account = 'jackpot:gran'",
        )
    assert demo("jackpot", "statement", "gran").code == 1
