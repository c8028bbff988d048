"""The manager's month: every figure is the ledger's."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from sqlalchemy import text
from tests.ask.ledger import (
    ActivityFigures,
    Period,
    StakeSums,
    activity,
    confirm,
    propose,
    read_moves,
)
from tests.ask.odds import reported_odds
from tests.ask.rounds import Bet, Decide, Irregularity, Tip
from tests.ask.rules import read
from tests.house.conftest import DAY
from tests.house.dealing import Rigged, bets, likes
from tests.house.rooms import one_table
from tests.odds.test_ties import OTHER, THREE_CARDS

from cli.terminal import Caller
from feltworks.house import House, read_house
from feltworks.money import money
from feltworks.reports import month as reports_month
from feltworks.reports.month import MonthLine, house_report
from feltworks.reports.monthforms import activity_csv, jackpots_csv, month_workbook
from feltworks.reports.monthpaper import jackpot_rows, month_paper
from feltworks.reports.theory import TableTheory, pairs_in_words, table_theory
from feltworks.reports.writing import markdown_of

MONTH = Period(DAY.replace(day=1), DAY.replace(day=30))


@pytest.fixture
def month(house):
    """Rounds with side wagers and a jackpot's dollars; two are void, one of them irregular."""
    dealt = [
        (bets(1, ante=1000, dos_pares=500, gran_progressive=100), "fold"),
        ([*bets(1, ante=500), *bets(2, ante=2000, gran_progressive=100)], "raise"),
        (bets(1, ante=1100), "raise"),
    ]
    for moves, choice in dealt:
        Rigged(house, "spanish", moves, {}, likes(choice, "fold")).settled()
    void, *_ = Rigged(house, "spanish", bets(3, ante=700), {}, likes("fold")).begun()
    house.write(house.rounds.void(void.number, "the power failed"))
    record, round, promise = Rigged(house, "spanish", bets(2, ante=500), {}, likes("fold")).begun()
    noted = round.play(Irregularity("misbet", "the floor was called", 2))
    house.write(house.rounds.move(record.number, noted))
    house.write(house.rounds.settle(record.number, noted, promise.reveal()))
    moves = read_moves([("tray:spanish", "player:ann", 250)])
    number = house.write(
        lambda batch: propose(batch, moves, corrects=1, because="a slip", by="cyd")
    ).number
    house.write(lambda batch: confirm(batch, number, by="dee"))
    house.close()
    house.jackpots.count("gran", document="Count sheet")
    return house


def one(house, query):
    with house.database.reading() as reader:
        return int(reader.connection.scalar(text(query)) or 0)


CLOSED = "SELECT {what} FROM postings p JOIN closings c ON c.record = p.record WHERE {which}"


@pytest.mark.slow
def test_every_figure_is_the_ledgers(month):
    found = house_report(month, MONTH)
    total, settled = found.total, "c.outcome = 'settled' AND p.account"
    assert (
        total.rounds == one(month, "SELECT count(*) FROM closings WHERE outcome = 'settled'") == 3
    )
    assert total.voids == one(month, "SELECT count(*) FROM closings WHERE outcome = 'voided'") == 2
    assert total.irregularities == 1
    handle = CLOSED.format(what="-SUM(p.cents)", which=f"{settled} LIKE 'escrow:%'")
    assert total.handle == one(month, handle) > 0
    win = one(
        month,
        "SELECT SUM(cents) FROM postings WHERE account = 'tray:spanish' AND purpose = 'settlement'",
    )
    boxes = one(month, "SELECT SUM(cents) FROM postings WHERE account LIKE 'drop:%' AND cents > 0")
    prizes = one(month, "SELECT SUM(cents) FROM postings WHERE purpose = 'prize'")
    assert total.win == win + boxes + prizes
    assert total.drop == boxes == 100
    tips = one(month, "SELECT SUM(cents) FROM postings WHERE account LIKE 'tokes:%'")
    assert total.tips == tips
    assert total.corrections == -250
    assert found.chips_sold == 4_000_00 and found.chips_bought_back == 0
    players = one(
        month,
        "SELECT -SUM(cents) FROM postings WHERE account LIKE 'player:%' AND "
        "purpose NOT IN ('chips', 'correction')",
    )
    assert players == total.win + total.tips
    head = one(month, "SELECT number FROM head")
    assert found.seal.startswith(f"{head}:")


@pytest.mark.slow
def test_jackpots_tie_to_the_ledger(month):
    found = {each.jackpot: each for each in house_report(month, MONTH).jackpots}
    gran = found["gran"]
    assert gran.difference == 0 and gran.opening == 0 and gran.dropped == 100
    accounts = "account IN ('jackpot:gran', 'backup:gran:1', 'backup:gran:2', 'reserve:gran')"
    assert gran.closing == one(month, f"SELECT SUM(cents) FROM postings WHERE {accounts}")
    of = f"SELECT SUM(cents) FROM postings WHERE {accounts} AND purpose"
    assert gran.contributions == one(month, f"{of} = 'contribution'")
    assert gran.seed == one(month, f"{of} = 'seed'") > 0
    assert gran.fees == one(month, "SELECT SUM(cents) FROM postings WHERE account = 'fees:gran'")
    assert gran.displayed == month.jackpots.show("gran").displayed
    day = month.jackpots.statement("gran", DAY)
    assert (gran.contributions, gran.prizes) == (day.total("contributions"), day.total("prizes"))
    later = house_report(month, Period(date(2025, 12, 1), date(2025, 12, 31)))
    (after,) = (each for each in later.jackpots if each.jackpot == "gran")
    assert after.is_quiet and after.opening == after.closing == gran.closing


@pytest.mark.slow
def test_a_jackpots_columns_add_up_to_what_it_closes_with(month):
    month.jackpots.adjust("gran", 1250, "added", document="Memo 1")
    found = house_report(month, MONTH)
    gran, _ = csv.DictReader(io.StringIO(jackpots_csv(found)))
    sides = [float(gran[name]) for name in ("opening", "contributions", "seed", "prizes")]
    assert float(gran["adjustments"]) == 12.5
    assert sum(sides) + 12.5 == pytest.approx(float(gran["closing"]))
    rows = dict(jackpot_rows(next(each for each in found.jackpots if each.jackpot == "gran")))
    assert rows["documented adjustments"] == "$12.50" and "prizes (0 awards)" in rows
    won = replace(found.jackpots[0], prizes=5_00, closing=found.jackpots[0].closing - 5_00)
    assert won.moved["prizes"] == -5_00 and won.difference == 0


@pytest.mark.slow
def test_stakes_are_those_of_the_lines(month):
    with month.database.reading() as reader:
        figures = activity(reader, MONTH).by_key
    stakes = StakeSums()
    for each in figures.values():
        for name in StakeSums.__slots__:
            getattr(stakes, name).update(getattr(each.stakes, name))
    assert stakes.wagers == {"ante": 4600, "dos-pares": 500, "gran-progressive": 200}
    assert stakes.products["ante", "ante"] == 1000**2 + 500**2 + 2000**2 + 1100**2
    assert stakes.products["ante", "dos-pares"] == 1000 * 500
    assert stakes.across["ante", "ante"] == 2 * 500 * 2000
    theory = table_theory(read("spanish-poker"))
    expected, variance = theory.expected(stakes)
    posted = stakes.posted["gran-progressive", "gran"] / 200 / 100
    at_nothing, a_dollar = theory.progressives["gran-progressive"].edge
    edge = at_nothing + a_dollar * posted
    plain = theory.edges["ante"] * 4600 + theory.edges["dos-pares"] * 500
    assert expected == pytest.approx(plain + edge * 200)
    total = house_report(month, MONTH).total
    assert (total.expected, total.variance) == (pytest.approx(expected), pytest.approx(variance))


@pytest.mark.slow
def test_tips_are_those_in_the_dealers_box(books):
    with House(books, create=True) as house:
        jackpot = '[jackpots.gold]\ntables = ["t"]\njackpot = "pot-of-gold"'
        house.open(one_table("generic/games/up-card.toml", jackpots=jackpot), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        moves = [Bet(1, "ante", 1000), Tip(1, "ante", 100)]
        cards = {(1, "hole"): "As Ah", (1, "last"): "Ad", (None, "dealer"): "Qs Qh 2d"}
        Rigged(house, "t", moves, cards, [Decide(1, "small", 1000)]).settled()
        with house.database.reading() as reader:
            (figures,) = activity(reader, MONTH).by_key.values()
        box = one(house, "SELECT cents FROM accounts WHERE name = 'tokes:t'")
        assert figures.tips == box > 100
        assert figures.stakes.wagers["ante"] == 1100
        net = one(house, "SELECT cents FROM accounts WHERE name = 'player:ann'") - 1_000_00
        assert figures.win == -net - box


@pytest.mark.slow
def test_every_way_adds_up_to_the_same(month):
    whole = house_report(month, MONTH).total.as_json()
    for by in ("day", "shift", "game"):
        found = house_report(month, MONTH, by)
        assert found.total.as_json() == whole
        for name in ("rounds", "handle", "win", "drop", "voids"):
            assert sum(getattr(line, name) for line in found.lines) == whole[name], (by, name)
    shift, *_ = house_report(month, MONTH, "shift").lines
    assert shift.name.startswith(f"{DAY} shift 1 (from record ")
    nothing = house_report(month, MONTH, tables=["texas"])
    paper = markdown_of(month_paper(nothing, DAY, nothing.command(DAY)))
    assert "At the cage of the whole house" in paper and "--table texas --date" in paper
    assert nothing.total.rounds == 0 and nothing.filters == "tables texas"
    assert nothing.without_activity == ["texas"]
    assert house_report(month, MONTH).without_activity == ["texas"]
    idle = ["2025-11-01 to 2025-11-13", "2025-11-15 to 2025-11-30"]
    assert house_report(month, MONTH, "day").without_activity == idle
    two = Period(DAY.replace(day=13), DAY)
    assert house_report(month, two, "day").without_activity == ["2025-11-13"]


@pytest.mark.slow
def test_the_same_month_in_every_form(month, tmp_path, books, capsys, monkeypatch):
    found = house_report(month, MONTH)
    first, second = (month_workbook(found, DAY, "again") for _ in range(2))
    assert first == second
    sheets = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert "xl/worksheets/sheet3.xml" in sheets
    rows = list(csv.DictReader(io.StringIO(activity_csv(found))))
    assert rows[-1]["table"] == "all"
    assert float(rows[-1]["handle"]) == found.total.handle / 100
    paper = markdown_of(month_paper(found, DAY, "again"))
    ends = (float(rows[-1][column]) for column in ("theoretical win", "band from", "band to"))
    expected, low, high = (money(round(100 * end)) for end in ends)
    assert f"| {expected} | {low} to {high} |" in paper and "." in expected
    assert "The statement ties to the ledger." in paper and "best play" in paper
    call = Caller(capsys, monkeypatch)
    words = ("house", "report", "--books", books, "--from", "2025-11-01", "--to", "2025-11-30")
    assert json.loads(call(*words, "--json").out)["total"]["win"] == found.total.win
    target = tmp_path / "month.csv"
    assert call(*words, "--out", target).code == 0
    assert target.read_text() == activity_csv(found)
    told = (tmp_path / "month-about.csv").read_text()
    assert "Feltworks" in told and "feltworks house report" in told and "best play" in told
    quiet = call("house", "report", "--books", books, "--from", "2024-01-01", "--to", "2024-01-31")
    assert "No activity." in quiet.out


def test_mistakes_are_one_sentence(house, books, tmp_path, capsys, monkeypatch):
    call = Caller(capsys, monkeypatch)

    def refused(*words):
        said = call("house", "report", *words)
        assert said.code == 2 and len(said.err.strip().splitlines()) == 1, said.err
        return said.err

    here = ("--books", books)
    assert "runs backwards" in refused(*here, "--from", "2025-11-14", "--to", "2025-11-13")
    assert "did you mean 'table'" in refused(*here, "--by", "tabel")
    assert "did you mean 'spanish'" in refused(*here, "--table", "spanisch")
    assert "there are no books" in refused("--books", str(tmp_path / "none.db"))
    assert ".pdf, .csv, .xlsx" in refused(*here, "--out", str(tmp_path / "month.doc"))
    assert "there is no folder" in refused(*here, "--out", str(tmp_path / "no" / "month.pdf"))


def test_each_line_is_weighed_by_the_options_it_was_dealt_by(books, monkeypatch):
    def theory_of(loaded, progress):
        return TableTheory("ante", {"ante": int(loaded.chosen["ante_table"])}, {}, {}, (), {})

    monkeypatch.setattr(reports_month, "table_theory", theory_of)
    with House(books, create=True) as house:
        for day, table in ((DAY, 1), (DAY.replace(day=15), 2)):
            options = f'options = {{ side_wagers = "none", ante_table = {table} }}'
            house.open(one_table("spanish-poker", options), day)
            house.sell_chips("ann", 1_000_00, key=f"ann buys in for {table}")
            Rigged(house, "t", bets(1, ante=1000), {}, likes("fold")).settled()
            house.close()
        lines = house_report(house, MONTH, "day").lines
    assert [line.expected for line in lines] == [1000, 2000]


TWO_TABLES = """
[house]
name = "Two tables"
under = 2023-09-01

[tables.fold]
game = "fold.toml"
minimum = "$5"
maximum = "$100"

[tables.bet]
game = "bet.toml"
minimum = "$5"
maximum = "$100"
"""


def test_the_month_names_the_rule_that_its_band_follows(books, tmp_path, monkeypatch):
    """A king bet and a king folded have one expected value; the band is wider where it is bet."""
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path / "counts"))
    for name, game in (("fold", THREE_CARDS), ("bet", OTHER)):
        (tmp_path / f"{name}.toml").write_text(game, "utf-8")
    with House(books, create=True) as house:
        house.open(read_house(TWO_TABLES, "house.toml", tmp_path), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        for table in ("fold", "bet"):
            Rigged(house, table, bets(1, ante=1000), {}, likes("fold")).settled()
        found = house_report(house, MONTH, "table")
    expected = {"fold": 8 / 9, "bet": 20 / 9}
    assert {line.name: line.variance / 1000**2 for line in found.lines} == pytest.approx(expected)
    for choice in expected:
        words = f"three-cards: where choices are worth the same, hole {choice}, as in A leaflet"
        assert any(note.startswith(words) for note in found.notes), found.notes


@pytest.mark.slow
def test_a_table_without_required_wagers_has_its_line(books):
    with House(books, create=True) as house:
        house.open(one_table("dragon-tiger"), DAY)
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=player)
        Rigged(house, "t", [*bets(1, tie=1000), *bets(2, tie=1000, dragon=500)], {}, []).settled()
        total = house_report(house, MONTH).total
    theory = table_theory(read("dragon-tiger"))
    assert theory.not_counted == ()
    # Every seat looks at the same two cards: two of them are one bet of twice the size.
    once = theory.variances["tie"] * 2000**2 + theory.variances["dragon"] * 500**2
    once += 2 * theory.covariances["dragon", "tie"] * 2000 * 500
    assert total.variance == pytest.approx(once)


@pytest.mark.slow
def test_a_progressive_is_weighed_at_what_was_on_display():
    loaded, wager, stake = read("spanish-poker"), "gran-progressive", 100
    theory = table_theory(loaded)
    for shown in (0, 1_000_000, 5_000_000):
        stakes = StakeSums()
        line = f"seat 1 bets $1 on {wager}"
        stakes.add_round({"lines": [line], "posted": {"gran": shown}})
        exact = reported_odds(loaded.rules, jackpots=Fraction(shown, 100))[wager]
        expected, variance = theory.expected(stakes)
        assert expected == pytest.approx(-float(exact.own_expected_value) * stake)
        assert variance == pytest.approx(float(exact.variance) * stake**2)


def test_what_players_play_for_among_each_other_is_no_part_of_the_hold():
    line = MonthLine(name="all")
    line.add_figures(ActivityFigures(rounds=1, handle=90_000, win=100), None)
    assert line.hold == 100 / 90_000
    line.add_figures(
        ActivityFigures(rounds=1, handle=1_000, win=30), table_theory(read("spanish-poker"))
    )
    assert line.hold == 0.03
    line.variance = 1.0
    (said,) = reports_month._of_total(line)
    assert "handled $10 and won $0.30" in said and line.as_json()["theory_win"] == 30


def test_many_pairs_of_wagers_are_told_by_the_wagers_in_them():
    assert pairs_in_words([("tie", "dragon"), ("tie", "tiger")]) == "tie and dragon; tie and tiger"
    assert pairs_in_words(list(combinations("abcde", 2))) == "10 pairs of a, b, c, d, e"
