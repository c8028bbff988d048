"""The state's limits on play between players, by date, and terms that no table can be opened on."""

from datetime import date

import pytest
from tests.ask.rounds import Bet, Limits, RingError, RingPlan, RingRound, SitIn, Terms, TermsError
from tests.ask.rules import load, load_text

from feltworks.regulation import ring_law

from .felt import amounts, choices, deal, plan
from .strangers import FIVE_ROUNDS, STUD_LIKE

EARLY, LATE = date(2008, 9, 1), date(2020, 1, 1)


def table_text(**limits):
    cents = {"minimum_cents": 1000, "maximum_cents": 4000, "chips": (100,), **limits}
    return Limits(**cents)


def opens(of, limits, under):
    return RingRound.open(of, Terms(limits, under))


def several_sides():
    """The stud-like game with six side wagers on its one pay table."""
    more = range(2, 7)
    names = ", ".join(['"lucky"', *(f'"lucky{n}"' for n in more)])
    return STUD_LIKE.replace('side_wagers = ["lucky"]', f"side_wagers = [{names}]") + "".join(
        f'[wagers.lucky{n}]\nname = "Lucky {n}"\nkind = "side"\nalone = true\n'
        f'[settle.lucky{n}]\nalways = {{ table = "lucky", else = "lose" }}\n'
        for n in more
    )


SIDES = RingPlan(load_text(several_sides()))


class TestTheStatesLimits:
    def test_the_largest_wager_was_forty_dollars_in_2008_and_three_hundred_in_2018(self):
        assert ring_law(EARLY).largest_cents == 4_000
        assert ring_law(LATE).largest_cents == 30_000

    @pytest.mark.parametrize(("under", "most"), [(EARLY, 4_000), (LATE, 30_000)])
    def test_a_fixed_bet_above_it_is_refused(self, under, most):
        opens(plan(), table_text(minimum_cents=most, maximum_cents=most), under)
        with pytest.raises(TermsError, match=r"above the state's \$\d+ \(WAC 230-15-135"):
            opens(plan(), table_text(minimum_cents=most + 200, maximum_cents=most + 200), under)

    @pytest.mark.parametrize(("under", "most"), [(EARLY, 4_000), (LATE, 30_000)])
    def test_a_spread_above_it_is_refused(self, under, most):
        of = plan(structure="spread-limit")
        opens(of, table_text(maximum_cents=most), under)
        with pytest.raises(TermsError, match="above the state's"):
            opens(of, table_text(maximum_cents=most + 100), under)

    def test_in_no_limit_each_bet_or_raise_adds_no_more(self):
        terms = Terms(table_text(), EARLY)
        of = plan(structure="no-limit")
        assert amounts(deal([500] * 3, of=of, terms=terms), "raise-to") == (20, 50)
        now = deal([500] * 3, "raise50", of=of, terms=terms)
        assert amounts(now, "raise-to") == (90, 90)

    def test_four_wagers_a_round(self):
        assert ring_law(EARLY).wagers_a_round == 4
        now = deal([500] * 3, "raise raise raise", terms=Terms(table_text(), EARLY))
        assert choices(now) == ["fold", "call"]

    def test_more_raises_than_the_state_allows_are_refused(self):
        wild = load_text(FIVE_ROUNDS.replace("raises = 3", "raises = 4"))
        RingRound.open(RingPlan(wild), Terms(table_text()))
        with pytest.raises(TermsError, match="5 wagers; the state allows 4, a bet and 3 raises"):
            opens(RingPlan(wild), table_text(), EARLY)

    def test_five_betting_rounds_and_no_more(self):
        opens(RingPlan(load_text(FIVE_ROUNDS)), table_text(), EARLY)
        sixth = FIVE_ROUNDS + (
            '\n[[stages]]\nid = "sixth"\nmechanism = "betting-round"\n'
            'first_to_act = "left-of-button"\n'
        )
        with pytest.raises(TermsError, match="6 betting rounds; the state allows 5"):
            opens(RingPlan(load_text(sixth)), table_text(), EARLY)

    def test_the_ante_is_no_larger_than_the_largest_first_round_wager(self):
        large = load_text(FIVE_ROUNDS.replace('ante = "0.5 x', 'ante = "2 x'))
        RingRound.open(RingPlan(large), Terms(table_text()))
        with pytest.raises(TermsError, match=r"ante of \$20 is above the largest wager"):
            opens(RingPlan(large), table_text(), EARLY)

    def test_the_pot_is_one_of_the_games_that_a_hand_may_play(self):
        of = plan(pocket_poker_table="30-20")
        for under in (date(2007, 6, 1), EARLY):
            start = RingRound.open(of, Terms(table_text(), under)).play(SitIn(1, 50_000))
            assert start.why_not(Bet(1, "pocket-poker", 500)) is None
        start = RingRound.open(of, Terms(table_text(side_maximum_cents=90_000), EARLY)).play(
            SitIn(1, 500_000)
        )
        assert start.why_not(Bet(1, "pocket-poker", 20_100)) is not None, "$200 in 2008"
        assert start.why_not(Bet(1, "pocket-poker", 20_000)) is None

    @pytest.mark.parametrize(("under", "sides"), [(date(2007, 6, 1), 1), (EARLY, 2), (LATE, 5)])
    def test_beside_the_pot_a_hand_plays_one_game_less_than_the_state_allows(self, under, sides):
        now = opens(SIDES, table_text(), under).play(SitIn(1, 50_000))
        for wager in list(SIDES.wagers)[:sides]:
            now = now.play(Bet(1, wager, 500))
        refused = now.why_not(Bet(1, list(SIDES.wagers)[sides], 500))
        assert refused.rule == "too-many-games"
        assert f"plays {sides + 2} games on one hand" in refused.text

    def test_of_six_games_the_pot_and_two_more_may_be_larger_than_five_dollars(self):
        now = opens(SIDES, table_text(), LATE).play(SitIn(1, 50_000))
        now = now.play_all([Bet(1, "lucky", 600), Bet(1, "lucky2", 600)])
        assert now.why_not(Bet(1, "lucky3", 600)).text.startswith("Lucky 3 is from $1 to $5,")
        assert now.why_not(Bet(1, "lucky3", 500)) is None
        small_pot = (
            opens(SIDES, table_text(minimum_cents=400), LATE)
            .play(SitIn(1, 50_000))
            .play_all([Bet(1, "lucky", 600), Bet(1, "lucky2", 600), Bet(1, "lucky3", 600)])
        )
        assert small_pot.why_not(Bet(1, "lucky4", 600)).rule == "outside-limits"


class TestSideWagers:
    def test_the_house_may_ask_for_more_than_the_rules_but_not_for_less(self):
        text = STUD_LIKE.replace("alone = true", 'alone = true\nminimum = "$3"')
        for house, least in ((100, 300), (500, 500)):
            limits = table_text(side_minimum_cents=house)
            now = opens(RingPlan(load_text(text)), limits, None).play(SitIn(1, 50_000))
            assert now.why_not(Bet(1, "lucky", least)) is None
            assert now.why_not(Bet(1, "lucky", least - 100)).rule == "outside-limits"

    def test_a_player_keeps_a_chip_to_play_the_pot_with(self):
        now = opens(plan(pocket_poker_table="30-20"), table_text(), None).play(SitIn(1, 800))
        assert now.why_not(Bet(1, "pocket-poker", 700)) is None
        assert now.why_not(Bet(1, "pocket-poker", 800)).rule == "outside-limits"


class TestTerms:
    def test_blinds_must_come_out_in_chips(self):
        with pytest.raises(TermsError, match=r"ante would be \$2.50, which chips of \$1 cannot"):
            opens(plan(), table_text(minimum_cents=500), None)
        opens(plan(), table_text(minimum_cents=500, chips=(50, 100)), None)

    def test_a_small_blind_above_the_big_one_is_refused(self):
        text = FIVE_ROUNDS.replace('small_blind = "0.5 x minimum-bet"', 'small_blind = "$20"')
        with pytest.raises(TermsError, match="is more than the big blind"):
            opens(RingPlan(load_text(text)), table_text(), None)

    def test_jackpots_and_a_second_pack_are_refused(self):
        with pytest.raises(TermsError, match="no jackpot 'gran'"):
            RingRound.open(plan(), Terms(table_text(), jackpots={"gran": 500}))
        with pytest.raises(TermsError, match="one deck only"):
            RingRound.open(plan(), Terms(table_text(), pack=2))


class TestRulesThatNoRingDeals:
    def test_another_mechanism(self):
        with pytest.raises(RingError, match="dealt by the mechanism 'table'"):
            RingPlan(load("mini-tex"))

    def test_stages_that_settle_by_themselves(self):
        text = STUD_LIKE.replace('id = "third"', 'id = "third"\nsettles = ["lucky"]')
        with pytest.raises(RingError, match=r"stages\.third\.settles is stated"):
            RingPlan(load_text(text))

    @pytest.mark.parametrize("key", ["tips", "tuck"])
    def test_what_only_a_banked_table_has(self, key):
        with pytest.raises(RingError, match=rf"table\.{key} is stated"):
            RingPlan(load_text(STUD_LIKE + f"{key} = true\n"))
