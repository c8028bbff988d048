"""Which tables open: the state's limits by date, payout limits, approvals, and the daily count."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from tests.ask.console import close_table as close_at_console
from tests.ask.rounds import Bet, Decide, PayoutLimits, dealt
from tests.ask.rules import GAMES_DIR

from feltworks.house import House, HouseError, HouseFileError, read_house
from feltworks.house.cardroom.postedlimits import games_posted, top_odds, top_wager_cents
from feltworks.house.ledger import accounts
from feltworks.regulation import conditions, wager_law

from .conftest import DAY
from .dealing import Rigged, likes
from .rooms import READINGS, one_table, room, text
from .test_jackpot_play import NOTHING, spanish

LETTERS = {"spanish-poker": 2008, "texas-21": 2005}


def objections(**changes: str) -> list[str]:
    return [str(objection) for objection in room(**changes).objections()]


def only_spanish(under: str, maximum: str, **more: str) -> list[str]:
    """Objections to the Spanish table alone, with another maximum."""
    file = text(under=under, **more).replace('maximum = "$100"', f'maximum = "{maximum}"', 1)
    found = read_house(file, "house.toml").objections()
    return [str(objection) for objection in found if objection.table == "spanish"]


# --- the largest wager -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("under", "lawful", "unlawful", "above"),
    [
        ("2008-09-01", "$100", "$101", "Raise may reach $202, $2 above the $200"),
        ("2009-02-01", "$150", "$160", "Raise may reach $320, $20 above the $300"),
        ("2023-09-01", "$200", "$250", "Raise may reach $500, $100 above the $400"),
    ],
)
def test_a_table_whose_largest_wager_is_above_the_limit_does_not_open(
    under, lawful, unlawful, above
):
    assert only_spanish(under, lawful) == []
    (told,) = only_spanish(under, unlawful)
    assert told.startswith(f"table spanish: {above} that the state allows on {under}")
    assert wager_law(date.fromisoformat(under)).largest.source in told


def test_only_three_tables_went_higher_before_2008():
    tables = "\n".join(
        f'[tables.t{n}]\ngame = "mini-tex"\nminimum = "$5"\nmaximum = "$100"\n' for n in range(5)
    )
    file = f'[house]\nname = "x"\nunder = 2005-01-01\n{tables}'
    found = read_house(file).objections()
    assert [objection.table for objection in found] == ["t3", "t4"]
    assert "one of 5 tables above $100 and the state allows 3" in found[0].text
    low = file.replace('maximum = "$100"', 'maximum = "$50"', 3)
    assert read_house(low).objections() == []


def test_the_largest_wager_is_found_through_the_choices_that_tie_it_to_another():
    sheets = room().sheets
    assert top_wager_cents(sheets["spanish"]) == (200_00, "Raise")
    assert top_wager_cents(sheets["texas"]) == (100_00, "Blackjack")
    uth = one_table("ultimate-texas-holdem").sheets["t"]
    assert top_wager_cents(uth) == (400_00, "Play")


# --- games on one hand -------------------------------------------------------------------------


def test_three_games_on_a_hand_are_one_too_many_before_2008():
    sides = 'options = { side_wagers = "dos-pares-and-joker" }'
    gran = '[jackpots.gran]\ntables = ["spanish"]\njackpot = "gran"\n'
    file = text(under="2007-06-01", spanish=sides).replace('"$100"', '"$50"', 1).replace(gran, "")
    found = [str(each) for each in read_house(file).objections()]
    (told,) = [each for each in found if "games on one hand" in each]
    assert "offers 3 games on one hand (main, dos-pares, joker-in-hand), 1 more than the 2" in told


def test_texas_21_opens_with_bonus_and_progressive_under_its_own_approval():
    found = room(under="2005-04-15").objections()
    assert [each for each in found if each.table == "texas"] == []
    papers = on_file("commercial", dated="2005-04-15")
    found = room(under="2005-04-15", kind="commercial", more=papers).objections()
    assert [each for each in found if each.table == "texas"] == []


def test_a_raise_makes_its_game_a_large_one():
    """From 2009 on three of six games are at most $5: an ante of $5 with a raise of $10 is more."""
    small = one_table("mini-tex").text.replace('"$100"', '"$5"').replace('"$25"', '"$5"')
    posted = games_posted(read_house(small).sheets["t"], date(2010, 1, 1))
    assert posted == {"main": 10_00, "pocket-poker": 5_00}


def with_more_side_wagers(many: int) -> str:
    """A game with copies of its side wager beside it."""
    rules = GAMES_DIR.joinpath("mini-tex.toml").read_text("utf-8")
    names = [f"extra-{n}" for n in range(many)]
    offered = ", ".join(f'"{name}"' for name in ("pocket-poker", *names))
    rules = rules.replace('side_wagers = ["pocket-poker"]', f"side_wagers = [{offered}]", 1)
    for name in names:
        rules += f'\n[wagers.{name}]\nname = "{name}"\nkind = "side"\n'
        rules += f'[settle.{name}]\nalways = {{ table = "pocket-poker", else = "lose" }}\n'
    return rules[: rules.index("[options.")] + rules[rules.index("[wagers.extra-0]") - 1 :]


@pytest.mark.parametrize(
    ("extra", "most", "told"),
    [
        (1, "$25", None),
        (2, "$25", "4 games may be bet for more than $5"),
        (4, "$5", None),
        (5, "$5", "it offers 7 games on one hand"),
    ],
)
def test_from_2009_on_six_games_are_allowed_three_of_them_large(tmp_path, extra, most, told):
    (tmp_path / "mine.toml").write_text(with_more_side_wagers(extra))
    file = one_table("mini-tex").text.replace("mini-tex", "mine.toml").replace('"$25"', f'"{most}"')
    found = [str(each) for each in read_house(file, "house.toml", tmp_path).objections()]
    assert [told in each for each in found] == ([] if told is None else [True])


def ring_table(minimum: str, maximum: str, *lines: str, under: str = "2008-09-01") -> list[str]:
    file = one_table("mini-tex-ring", "chips = ['$0.50', '$1']", *lines).text
    file = file.replace("2023-09-01", under).replace('"$5"', f'"{minimum}"')
    file = file.replace('"$100"', f'"{maximum}"')
    return [each.text for each in read_house(file).objections()]


SPREAD = "options = { structure = 'spread-limit', pocket_poker_table = '30-20' }"


def test_a_ring_table_is_held_to_the_limits_of_games_between_players():
    assert ring_table("$5", "$5") == []
    (told,) = ring_table("$50", "$50")
    assert "a bet of $50 is above the state's $40" in told


def test_a_ring_tables_posted_maximum_is_within_the_limits_between_players():
    assert ring_table("$5", "$40", SPREAD) == []
    assert any("a bet of $41 is above" in told for told in ring_table("$5", "$41", SPREAD))
    no_limit = "options = { structure = 'no-limit' }"
    (told,) = ring_table("$5", "$60", no_limit)
    assert told.startswith("a maximum of $60 is posted, $20 above the $40")


def test_a_ring_tables_pocket_poker_is_within_the_limits_against_the_house():
    big = "side_maximum = '$201'"
    file = one_table("mini-tex-ring", "chips = ['$0.50', '$1']", SPREAD).text
    file = file.replace("2023-09-01", "2008-09-01").replace('"$100"', '"$40"')
    (told,) = read_house(file.replace('side_maximum = "$25"', big)).objections()
    assert "Pocket Poker may reach $201, $1 above the $200" in told.text


def test_fixed_limit_posts_the_one_bet_that_is_made():
    (told,) = ring_table("$5", "$20")
    assert "every bet of fixed limit is the minimum of $5, so a maximum of $20" in told


# --- payout limits -----------------------------------------------------------------------------


def test_a_payout_limit_must_leave_room_for_the_best_prize():
    # $100 at 50 to 1 counted, against $5 at the full 200 to 1.
    assert only_spanish("2023-09-01", "$100", spanish='player_limit = "$5,000"') == []
    (told,) = only_spanish("2023-09-01", "$100", spanish='player_limit = "$4,999"')
    assert "a limit of $4,999 to a player is $1 below the least of $5,000" in told


def test_the_tables_limit_is_at_least_twice_the_players():
    limits = 'player_limit = "$6,000"\ntable_limit = "{}"'
    assert only_spanish("2023-09-01", "$100", spanish=limits.format("$12,000")) == []
    (told,) = only_spanish("2023-09-01", "$100", spanish=limits.format("$11,000"))
    assert "a limit of $11,000 to the table is $1,000 below the least of $12,000" in told
    # A player's limit that is too low itself does not make room for a lower one of the table.
    low = 'player_limit = "$100"\ntable_limit = "$200"'
    told = only_spanish("2023-09-01", "$100", spanish=low)
    assert [each.split(" (")[0].partition(" is ")[2] for each in told] == [
        "$4,900 below the least of $5,000",
        "$9,800 below the least of $10,000",
    ]


def test_payouts_are_not_limited_where_no_rule_allows_it():
    found = only_spanish("2007-06-01", "$50", spanish='player_limit = "$9,000"')
    assert any("it limits payouts, but no rule is known for 2007-06-01" in told for told in found)


def test_top_odds_are_those_of_the_pay_tables():
    rules = room().sheets["spanish"].rules
    assert [top_odds(rules, id) for id in ("ante", "dos-pares", "raise")] == [200, 200, 0]
    assert top_odds(room().sheets["texas"].rules, "blackjack") == 0


@pytest.fixture
def limited(books):
    with House(books, create=True) as house:
        limits = 'player_limit = "$5,000"\ntable_limit = "$10,000"'
        assert house.open(room(spanish=limits), DAY).objections == ()
        for player in ("ann", "bob", "cyd"):
            house.sell_chips(player, 5_000_00, key=f"{player} buys in")
        yield house


def four_of_a_kind(house, *antes):
    """Seats with four of a kind, 25 to 1 on the ante, and a dollar on the jackpot each."""
    hands = ["2s 2h 2d 2c 3c", "3s 3h 3d 4c 4s".replace("4c 4s", "Jo 4s"), "5s 5h 5d 5c 6c"]
    moves = []
    for seat, ante in enumerate(antes, start=1):
        moves += [Bet(seat, "ante", ante), Bet(seat, "gran-progressive", 100)]
    cards = {(seat, "cards"): hands[seat - 1] for seat in range(1, len(antes) + 1)}
    dealer = {(None, "dealer"): "6s 6h 7d 7h As"}
    decisions = [Decide(seat, "bet") for seat in range(1, len(antes) + 1)]
    return Rigged(house, "spanish", moves, {**cards, **dealer}, decisions).settled()


def test_a_player_is_paid_no_more_on_odds_than_the_limit_and_a_progressive_in_full(books):
    with House(books, create=True) as house:
        limits = 'player_limit = "$5,000"\ntable_limit = "$10,000"'
        house.open(room(spanish=limits), DAY)
        house.sell_chips("ann", 5_000_00, key="ann buys in")
        cincos = {(1, "cards"): "2s 2h 2d 2c Jo", (None, "dealer"): "6s 6h 7d 7h As"}
        moves = [Bet(1, "ante", 100_00), Bet(1, "gran-progressive", 100)]
        settled = Rigged(house, "spanish", moves, cincos, [Decide(1, "bet")]).settled()
        # 200 to 1 on $100 would be $20,000. The raise of $200 is paid even money, the jackpot of
        # $500 in full, and the dollar comes back.
        assert settled.held_back == {1: 15_000_00}
        assert settled.net == {1: 5_000_00 + 200_00 + 500_00}
        recalled = house.recall(settled.number)
        assert recalled.held_back == {1: 15_000_00}
        assert (
            "seat 1 ante $100 wins $20000, of which a payout limit holds back $15000 and $5000 is "
            "paid (cincos)"
        ) in recalled.transcript
        assert 'player_limit = "$5000"' in recalled.transcript
        assert house.verify(settled.number).holds
        assert house.audit().in_order


def test_a_round_that_does_not_state_the_tables_payout_limits_is_not_begun(limited):
    rigged = Rigged(limited, "spanish", [Bet(1, "ante", 500)], decisions=likes("fold"))
    posted = limited.terms
    limited.terms = lambda *of: replace(posted(*of), payout_limits=PayoutLimits())
    with pytest.raises(HouseError, match="terms are not those that table spanish posts"):
        rigged.begun()


def test_what_is_below_the_limits_is_paid_in_full(limited):
    settled = four_of_a_kind(limited, 100_00)
    assert settled.held_back == {}
    # Four of a kind: 25 to 1 on the ante, $100 from the tray for the jackpot's dollar.
    assert settled.net == {1: 2_500_00 + 200_00 + 100_00}


# --- approvals ---------------------------------------------------------------------------------


ACCOUNT = 'account = "Trust account 1"'


def on_file(kind: str, *, without: str = "", dated: str = "2008-09-01", games: str = "") -> str:
    """Every document that a house of that kind needs, but one."""
    needed = {condition.id for year in (2005, 2008) for condition in conditions(kind, year)}
    return "\n".join(
        f'[[approvals]]\ncondition = "{id}"\ndocument = "Letter on {id}"\ndated = {dated}\n{games}'
        + {"jackpot-system": '\nallows = "30%"', "jackpot-fees": '\nallows = "5%"'}.get(id, "")
        for id in sorted(needed - {without})
    )


@pytest.mark.parametrize("kind", ["commercial", "tribal"])
def test_a_house_with_every_approval_of_its_kind_opens(kind):
    assert objections(kind=kind, more=on_file(kind)) == []


@pytest.mark.parametrize(
    ("kind", "condition", "tables"),
    [
        ("commercial", "internal-controls", ["spanish", "texas"]),
        ("commercial", "equipment-licensed", ["spanish"]),
        ("commercial", "owner-licensed", ["texas"]),
        ("commercial", "accounting-process", ["spanish"]),
        ("tribal", "tribal-agency", ["spanish", "texas"]),
        ("tribal", "compact-supplement", ["spanish", "texas"]),
        ("tribal", "equipment-certified", ["spanish", "texas"]),
        ("tribal", "owner-licensed", ["texas"]),
        ("tribal", "state-concurrence", ["spanish", "texas"]),
        ("tribal", "accounting-process", ["spanish"]),
    ],
)
def test_a_missing_approval_is_named(kind, condition, tables):
    found = room(kind=kind, more=on_file(kind, without=condition)).objections()
    assert [objection.table for objection in found] == tables
    assert {objection.rule for objection in found} == {condition}
    says = next(each.says for each in conditions(kind, LETTERS["texas-21"])) or ""
    assert says and "no document is on file" in found[0].text


def test_every_condition_that_needs_a_paper_is_among_those_tested():
    tested = {"internal-controls", "equipment-licensed", "owner-licensed", "accounting-process"}
    tested |= {"tribal-agency", "state-concurrence", "compact-supplement", "equipment-certified"}
    tested |= {"jackpot-system", "jackpot-fees"}
    known = {
        c.id for kind in ("commercial", "tribal") for y in (2005, 2008) for c in conditions(kind, y)
    }
    assert known - tested == {"rules-as-submitted", "changes-asked", "interest-holders"}


def test_spanish_poker_gran_a_third_party_system_and_fees_need_their_papers():
    meter = {
        "spanish": f'options = {{ gran_mode = "meter" }}\n{READINGS["spanish"]}',
        "gran": f'contribution = "30%"\n{ACCOUNT}',
    }
    papers = on_file("commercial", without="jackpot-system")
    (found,) = room(kind="commercial", more=papers, **meter).objections()
    assert (found.table, found.rule) == ("spanish", "jackpot-system")
    assert room(kind="commercial", more=on_file("commercial"), **meter).objections() == []
    papers = on_file("commercial", without="jackpot-fees")
    assert room(kind="commercial", more=papers).objections() == []
    (found,) = room(kind="commercial", more=papers, gran=f'fees = "2%"\n{ACCOUNT}').objections()
    assert (found.table, found.rule) == ("spanish", "jackpot-fees")


def test_texas_21_a_third_party_system_needs_its_paper():
    meter = f'options = {{ progressive_mode = "meter" }}\n{READINGS["texas"]}'
    papers = on_file("commercial", without="jackpot-system")
    (found,) = room(kind="commercial", more=papers, texas=meter).objections()
    assert (found.table, found.rule) == ("texas", "jackpot-system")
    assert room(kind="commercial", more=on_file("commercial"), texas=meter).objections() == []


def test_spanish_poker_gran_a_meter_of_1_percent_and_fees_above_their_paper_open_no_table():
    meter = f'options = {{ gran_mode = "meter" }}\n{READINGS["spanish"]}'
    papers = on_file("commercial")
    low = f'contribution = "1%"\n{ACCOUNT}'
    (found,) = room(kind="commercial", more=papers, spanish=meter, gran=low).objections()
    assert (found.table, found.rule) == ("spanish", "jackpot-system")
    assert found.text == (
        "the meter of the jackpot gran takes 1% of each dollar, which no document allows: "
        "'Letter on jackpot-system' allows 30%"
    )
    for fees, told in (("6%", papers), ("1%", papers.replace('allows = "5%"', ""))):
        high = f'fees = "{fees}"\n{ACCOUNT}'
        (found,) = room(kind="commercial", more=told, gran=high).objections()
        assert f"fees of {fees} are taken from the jackpot gran, which no" in found.text
    assert room(gran='fees = "6%"').objections() == []


@pytest.mark.parametrize("dated", ["2007-01-01", "2024-01-01"])
def test_a_paper_before_the_letter_or_after_the_houses_date_allows_no_fees(dated):
    old = '[[approvals]]\ncondition = "jackpot-fees"\ndocument = "Another"\n'
    papers = f'{on_file("commercial")}\n{old}dated = {dated}\nallows = "50%"'
    high = f'fees = "40%"\n{ACCOUNT}'
    (found,) = room(kind="commercial", more=papers, gran=high).objections()
    assert found.text.endswith("no document allows: 'Letter on jackpot-fees' allows 5%")


def test_a_house_that_takes_bets_names_the_account_of_its_jackpots():
    found = room(kind="commercial", more=on_file("commercial"), gran="").objections()
    assert [str(each) for each in found] == [
        "table spanish: no separate account is named for the jackpot gran: name it with account "
        "(WAC 230-15-671 to 230-15-720)"
    ]


def test_a_fee_of_the_whole_remainder_is_refused():
    with pytest.raises(HouseFileError, match=r"jackpots.gran.fees: found 100%"):
        room(gran='fees = "100%"')


def test_a_document_dated_before_the_letter_does_not_fulfil_it():
    found = room(kind="commercial", more=on_file("commercial", dated="2008-07-30")).objections()
    assert {objection.table for objection in found} == {"spanish"}
    assert "is dated 2008-07-30, before the letter of 2008-07-31" in found[0].text


def test_a_document_about_another_game_does_not_count():
    papers = on_file("commercial", games='games = ["texas-21"]')
    found = room(kind="commercial", more=papers).objections()
    assert {objection.table for objection in found} == {"spanish"}


def test_a_document_dated_after_the_houses_date_does_not_count():
    papers = on_file("commercial", dated="2024-05-01")
    found = objections(kind="commercial", more=papers)
    assert found and all("is dated 2024-05-01, after the 2023-09-01" in told for told in found)


def test_a_game_cannot_be_offered_before_it_was_approved():
    found = room(kind="tribal", under="2006-01-01", more=on_file("tribal")).objections()
    told = [str(each) for each in found if each.table == "spanish" and "approved on" in each.text]
    assert told and "approved on 2008-07-31, after the 2006-01-01" in told[0]


@pytest.mark.slow
def test_rules_that_differ_from_the_approved_ones_open_only_in_a_practice_house(tmp_path):
    source = room().sheets["spanish"].rules_text.replace('"7:1"', '"9:1"')
    (tmp_path / "mine.toml").write_text(source)
    for kind, opens in (("practice", True), ("commercial", False)):
        more = "" if kind == "practice" else on_file(kind)
        file = text(kind=kind, more=more).replace("spanish-poker", "mine.toml", 1)
        ready = read_house(file, "house.toml", tmp_path)
        found = [str(each) for each in ready.objections() if each.table == "spanish"]
        assert (found == []) is opens
        assert not ready.sheets["spanish"].approved
        if not opens:
            assert "Not approved: it differs in" in found[0] and "pays.ante" in found[0]


def test_a_practice_house_marks_what_is_not_approved(books):
    with House(books, create=True) as house:
        opening = house.open(one_table("generic/games/raise-early.toml"), DAY)
        assert opening.opened == ("t",)
        with house.database.reading() as reader:
            (opened,) = [r for r in reader.about("table t") if r.kind == "table opened"]
        assert opened.facts["approved"] is False
        assert opened.facts["verdict"].startswith("Not approved")


# --- days --------------------------------------------------------------------------------------

NEXT = date(2025, 11, 15)


def test_a_table_that_may_not_open_stays_shut_and_the_others_open(books):
    with House(books, create=True) as house:
        file = text().replace('maximum = "$100"', 'maximum = "$300"', 1)
        opening = house.open(read_house(file), DAY)
        assert (opening.opened, opening.refused) == (("texas",), ("spanish",))
        with pytest.raises(HouseError, match="table spanish is not open"):
            house.sheet("spanish")


def test_a_manual_jackpot_is_counted_before_the_next_opening(house):
    spanish(house, s1=NOTHING).settled()
    house.close()
    opening = house.open(room(), NEXT)
    assert opening.opened == ("texas",)
    (objection,) = opening.objections
    assert "the jackpot gran has not been counted since 2025-11-14" in objection.text
    house.jackpots.count("gran")
    assert house.open(room(), NEXT).opened == ("spanish", "texas")


def test_a_meter_goes_without_a_count_for_a_week_and_no_longer(books):
    metered = room(spanish='options = { gran_mode = "meter" }', gran='contribution = "30%"')
    with House(books, create=True) as house:
        house.open(metered, DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        spanish(house, s1=NOTHING).settled()
        assert house.jackpots.all()["gran"].displayed == 500_30
        house.close()
        assert house.open(metered, date(2025, 11, 21)).objections == ()
        house.close()
        (objection,) = house.open(metered, date(2025, 11, 22)).objections
        assert "more than 7 days before 2025-11-22" in objection.text


def test_a_table_that_left_the_file_does_not_stay_open(house):
    more = '[tables.third]\ngame = "mini-tex"\nminimum = "$5"\nmaximum = "$100"\n'
    assert house.open(room(more=more), DAY).opened == ("spanish", "texas", "third")
    house.open(room(), DAY)
    assert set(house.tables()) == {"spanish", "texas"}
    with house.database.reading() as reader:
        assert reader.cents(accounts.tray("third")) == 0
    with pytest.raises(HouseError, match="table third is not open"):
        house.sheet("third")
    assert house.audit().in_order


def test_a_day_that_has_not_come_is_not_opened_for(books):
    with House(books, create=True) as house:
        far = date.today() + timedelta(days=3)
        with pytest.raises(HouseError, match=f"nothing is recorded for {far} yet"):
            house.open(room(), far)
        assert house.open(room(), date.today()).opened == ("spanish", "texas")
        house.close()
        told = f"is yet to come: gran may be counted for {date.today()}"
        for days in (1, 3):
            with pytest.raises(HouseError, match=told):
                house.jackpots.count("gran", day=date.today() + timedelta(days=days))


def test_by_the_house_s_clock_a_count_names_the_days_that_are_allowed(books):
    at = datetime(2025, 11, 16, 12).astimezone()  # noon, wherever this machine is
    with House(books, create=True, clock=lambda: at) as house:
        house.open(room(), DAY)
        house.close()
        told = (
            "2025-11-17 is yet to come: gran may be counted for a day from 2025-11-14 to 2025-11-16"
        )
        with pytest.raises(HouseError, match=told):
            house.jackpots.count("gran", day=date(2025, 11, 17))
        assert house.jackpots.count("gran", day=date(2025, 11, 16)).day == "2025-11-16"


def test_days_only_go_forward(house):
    with pytest.raises(HouseError, match="the house cannot open for 2025-11-13"):
        house.open(room(), date(2025, 11, 13))


@pytest.mark.parametrize("has_moves_to_come", [False, True])
def test_a_round_that_is_open_over_night_is_booked_on_the_day_it_ends(house, has_moves_to_come):
    rigged = spanish(house, s1=NOTHING)
    record, round, commitment = rigged.begun() if has_moves_to_come else rigged.finished()
    changed = room(spanish='irregularities = { misbet = "play-on" }')
    assert house.open(changed, NEXT).opened == ("spanish", "texas")
    # It goes on by the sheet it was begun on.
    while (round := dealt(round, commitment.reveal().order)).turn.waits_for != "nothing":
        round = round.play(rigged._decider()(round))
        house.write(house.rounds.move(record.number, round))
    house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    recalled = house.recall(record.number)
    assert (recalled.opening.day, recalled.closing.day) == (DAY.isoformat(), NEXT.isoformat())
    assert house.audit().violations == ()


def test_a_table_that_left_the_file_is_closed_when_its_round_is_over(house):
    record, round, commitment = spanish(house, s1=NOTHING).finished()
    without = text().replace("tables.spanish", "tables.other").replace('["spanish"]', '["other"]')
    house.open(read_house(without), DAY)
    house.open(read_house(without), DAY)
    assert "spanish" in house.tables()
    with house.database.reading() as reader:
        assert reader.state("table spanish")["closing"]
        kinds = [each.kind for each in reader.about("table spanish")]
    assert kinds == ["table opened", "table closing"]
    house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    assert "spanish" not in house.tables()
    with house.database.reading() as reader:
        assert "closing" not in reader.state("table spanish")
        assert reader.cents(accounts.tray("spanish")) == 0
    assert house.audit().in_order


def test_a_table_that_was_to_close_is_closed_by_a_void_too_and_opened_again_it_stays(house):
    for opens_again in (True, False):
        record, _, _ = spanish(house, s1=NOTHING).begun()
        close_at_console(house, room(), "spanish", "dee")
        assert "spanish" in house.tables()
        if opens_again:
            house.open(room(), DAY, as_filed=True)
        house.void(record.number, by="dee", because="a misdeal")
        assert ("spanish" in house.tables()) == opens_again
    assert house.audit().in_order


def test_opening_again_on_the_same_day_changes_nothing_at_the_tables(house):
    with house.database.reading() as reader:
        before = reader.accounts()
    house.open(room(), DAY)
    with house.database.reading() as reader:
        assert reader.accounts() == before
        assert [r.kind for r in reader.about("table spanish")] == ["table opened"]


def test_terms_of_a_jackpot_change_only_when_it_is_counted(house):
    spanish(house, s1=NOTHING).settled()
    house.close()
    changed = room(spanish='options = { gran_seed_recovery = "all-first" }')
    with pytest.raises(HouseError, match="gran must be counted before its terms change"):
        house.open(changed, DAY)
    house.jackpots.count("gran")
    house.open(changed, DAY)
    assert house.jackpots.all()["gran"].terms.seed_recovery == "all-first"


def test_a_cap_in_the_file_may_not_lie_below_the_display(house):
    house.jackpots.adjust("gran", 100_00, "added", document="x")
    with pytest.raises(HouseError, match=r"a cap of \$550 is \$50 below what the jackpot gran"):
        house.open(room(gran='cap = "$550"'), DAY)


def test_a_cap_posted_by_hand_stays_when_the_house_opens_again(house):
    house.jackpots.cap("gran", 700_00, document="x")
    house.open(room(), NEXT)
    assert house.jackpots.all()["gran"].terms.cap == 700_00
