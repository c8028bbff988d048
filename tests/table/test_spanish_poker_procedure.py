"""Spanish Poker at the table, by the sentences of its rules of play."""

import pytest
from tests.ask.rounds import (
    Arranged,
    Collected,
    Dealt,
    Decide,
    JackpotPaid,
    KeptFaceDown,
    Qualified,
    Shown,
    Tucked,
    balances,
    jackpot,
    net_cents,
    view,
)
from tests.round.watching import all_viewers

from feltworks.cards import parse_cards

from .golden_rounds import DEALER, five
from .rigging import Rigged, bets, settled, table

GAME = "spanish-poker"
HOUSE = "Ac Ad 3d 4h 6s"
SEVENS = "7c 7d 2h 3s Kd"


def played(cards, decisions, **more):
    placed = more.pop("bets", bets(1, ante=1000))
    return Rigged(GAME, placed, cards, decisions, **more).played()


def order_of_cards(round):
    return [e.seat for e in round.log if isinstance(e, Dealt)]


def test_the_house_may_give_each_player_all_five_cards_before_the_next():
    placed = bets(1, ante=500) + bets(4, ante=500)
    round = played({}, [Decide(1, "fold"), Decide(4, "fold")], bets=placed)
    assert order_of_cards(round) == [1] * 5 + [4] * 5 + [None] * 5


def test_or_one_card_each_then_the_house_until_all_have_five():
    placed = bets(1, ante=500) + bets(4, ante=500)
    choices = [Decide(1, "fold"), Decide(4, "fold")]
    round = played({}, choices, bets=placed, options={"dealing": "one-at-a-time"})
    assert order_of_cards(round) == [1, 4, None] * 5


def test_all_cards_are_dealt_face_down():
    log = played({}, [Decide(1, "fold")]).log
    assert {e.face for e in log if isinstance(e, Dealt)} == {"down"}


def test_the_raise_is_exactly_double_the_ante():
    opened = Rigged(GAME, bets(1, ante=1000), {five(1): SEVENS}).played()
    assert opened.why_not(Decide(1, "bet", 2000)) is None
    for cents in (1000, 1999, 2001, 3000):
        assert opened.why_not(Decide(1, "bet", cents)).rule == "wrong-size"


def test_after_all_have_decided_the_house_collects_folded_hands_and_their_antes():
    placed = bets(1, ante=500) + bets(2, ante=500)
    choices = [Decide(1, "fold"), Decide(2, "bet")]
    log = played({five(2): SEVENS, DEALER: HOUSE}, choices, bets=placed).log
    last_choice = max(at for at, e in enumerate(log) if isinstance(e, Decide))
    taken = log.index(Collected(1))
    shown = next(at for at, e in enumerate(log) if isinstance(e, Shown))
    assert last_choice < taken < shown


def test_the_house_places_its_cards_in_order():
    log = played({five(1): SEVENS, DEALER: "4d Ac 6s Jo 3d"}, [Decide(1, "bet")]).log
    (arranged,) = [e for e in log if isinstance(e, Arranged)]
    assert arranged.row == parse_cards("Ac Jo 6s 4d 3d")


@pytest.mark.parametrize(
    ("house", "qualifies"),
    [("6c 6d 2d 3d 4d", True), ("5c 5d Ad Kh Qd", False), ("Ac Kh Qh Js 2d", False)],
)
def test_the_house_qualifies_with_a_pair_of_sixes(house, qualifies):
    log = played({five(1): SEVENS, DEALER: house}, [Decide(1, "bet")]).log
    assert [e.qualified for e in log if isinstance(e, Qualified)] == [qualifies]


@pytest.mark.parametrize("hand", [SEVENS, "2c 3c 4d 5d 7h"])
def test_unqualified_pushes_raises_and_pays_antes_even_regardless(hand):
    round = played({five(1): hand, DEALER: "5s 5h Ad Kc Qd"}, [Decide(1, "bet")])
    assert settled(round) == {(1, "ante"): 1000, (1, "raise"): 0}


def test_qualified_and_better_the_house_takes_ante_and_raise():
    assert net_cents(played({five(1): SEVENS, DEALER: HOUSE}, [Decide(1, "bet")]).log, 1) == -3000


def test_a_better_player_gets_even_money_on_the_raise_and_the_table_on_the_ante():
    trips = {five(1): "7c 7d 7h 3s Kd", DEALER: HOUSE}
    assert settled(played(trips, [Decide(1, "bet")])) == {(1, "ante"): 3000, (1, "raise"): 2000}


@pytest.mark.parametrize(("value", "net"), [("push", 0), ("dealer-wins", -3000)])
def test_a_tie_is_not_in_the_document_and_follows_the_option(value, net):
    tie = {five(1): SEVENS, DEALER: "7h 7s 2d 3d Kc"}
    assert net_cents(played(tie, [Decide(1, "bet")], options={"tie": value}).log, 1) == net


def test_each_finished_hand_goes_to_the_rack_before_the_next_is_resolved():
    placed = bets(1, ante=500) + bets(2, ante=500)
    log = played(
        {five(1): SEVENS, DEALER: HOUSE}, [Decide(1, "bet"), Decide(2, "bet")], bets=placed
    )
    steps = [
        ("shown" if isinstance(e, Shown) else "rack", e.seat)
        for e in log.log
        if isinstance(e, Shown | Collected) and e.seat is not None
    ]
    assert steps == [("shown", 2), ("rack", 2), ("shown", 1), ("rack", 1)]


def test_a_winning_side_wager_lets_a_player_forfeit_the_ante_and_tuck():
    placed = bets(1, ante=1000, dos_pares=500)
    two_pair = {five(1): "7c 7d 2h 2s Kd", DEALER: HOUSE}
    round = played(two_pair, [Decide(1, "fold")], bets=placed)
    assert Tucked(1, "dos-pares") in round.log and KeptFaceDown(1, "dos-pares") in round.log
    assert settled(round) == {(1, "ante"): -1000, (1, "dos-pares"): 1000}


def test_folding_without_tucking_gives_the_winner_up():
    placed = bets(1, ante=1000, dos_pares=500)
    two_pair = {five(1): "7c 7d 2h 2s Kd", DEALER: HOUSE}
    round = played(two_pair, [Decide(1, "fold-untucked")], bets=placed)
    assert settled(round) == {(1, "ante"): -1000, (1, "dos-pares"): -500}
    assert not any(isinstance(e, Shown) for e in round.log)


def test_there_is_nothing_to_tuck_without_a_winner():
    placed = bets(1, ante=1000, dos_pares=500)
    opened = Rigged(GAME, placed, {five(1): SEVENS}).played()
    assert [legal.move.choice for legal in opened.legal_moves()] == ["fold", "bet"]
    assert opened.why_not(Decide(1, "fold-untucked")).rule == "nothing-to-tuck"
    round = opened.play(Decide(1, "fold"))
    assert not any(isinstance(e, Tucked) for e in round.log)


def test_a_raising_player_keeps_his_side_wagers():
    placed = bets(1, ante=1000, dos_pares=500)
    two_pair = {five(1): "7c 7d 2h 2s Kd", DEALER: "Ac Ad 3d 3h 6s"}
    round = played(two_pair, [Decide(1, "bet")], bets=placed)
    assert settled(round) == {(1, "ante"): -1000, (1, "raise"): -2000, (1, "dos-pares"): 1000}


def test_a_flush_beats_a_full_house():
    cards = {five(1): "2c 3c 4c 6c Kc", DEALER: "7h 7s 7d Ks Kd"}
    assert settled(played(cards, [Decide(1, "bet")]))[1, "ante"] == 10_000


def test_sevens_and_jacks_are_connected():
    cards = {five(1): "5c 6c 7d Jc Qh", DEALER: "Ah As 7s Ks 2d"}
    assert settled(played(cards, [Decide(1, "bet")]))[1, "ante"] == 6_000


@pytest.mark.parametrize(("value", "net"), [("off", -1000), ("on", 6000)])
def test_ace_to_five_is_a_straight_by_option_only(value, net):
    cards = {five(1): "Ac 2d 3h 4s 5c", DEALER: "6h 6s 7s 3s 2h"}
    round = played(cards, [Decide(1, "bet")], options={"ace_low_straights": value})
    assert settled(round)[1, "ante"] == net


def gran(hands, jackpot_cents=100_000, options=None):
    placed = [b for seat in hands for b in bets(seat, ante=500, gran_progressive=100)]
    cards = {five(seat): hand for seat, hand in hands.items()} | {DEALER: "6d 6h Qh Js 4d"}
    choices = [Decide(seat, "bet") for seat in hands]
    return played(cards, choices, bets=placed, jackpots={"gran": jackpot_cents}, options=options)


CLUBS, DIAMONDS = "7c Jc Qc Kc Ac", "7d Jd Qd Kd Ad"
CINCOS = "2d 2h 2s 2c Jo"


def shares(round):
    return {e.seat: e.cents for e in round.log if isinstance(e, JackpotPaid)}


@pytest.mark.parametrize(("stake", "dollar"), [({}, 0), ({"gran_stake": "lost"}, -100)])
def test_gran_cincos_takes_the_whole_jackpot_and_the_dollar_is_returned_or_lost(stake, dollar):
    """The box takes losing wagers, so by default a winner's dollar comes back."""
    round = gran({1: CINCOS}, options=stake)
    assert shares(round) == {1: 100_000}
    assert settled(round)[1, "gran-progressive"] == dollar


def test_gran_a_royal_takes_a_quarter():
    assert shares(gran({1: CLUBS})) == {1: 25_000}


def test_gran_two_royals_win_a_quarter_each():
    assert shares(gran({1: CLUBS, 2: DIAMONDS})) == {1: 25_000, 2: 25_000}


def test_gran_royal_and_cincos_share_a_quarter_and_three_quarters():
    assert shares(gran({1: CLUBS, 2: CINCOS})) == {1: 25_000, 2: 75_000}


def test_gran_several_royals_split_the_quarter_beside_cincos():
    assert shares(gran({1: CLUBS, 2: DIAMONDS, 3: CINCOS})) == {1: 12_500, 2: 12_500, 3: 75_000}


def test_gran_fixed_prizes_come_from_the_tray_and_in_full():
    round = gran({1: CINCOS, 2: "3c 4c 5c 6c 7c"})
    assert settled(round)[2, "gran-progressive"] == 15_000
    assert shares(round) == {1: 100_000}
    assert balances(round.log)[jackpot("gran")] == -100_000


def test_gran_broken_cents_stay_in_the_jackpot():
    round = gran({1: CLUBS, 2: DIAMONDS, 3: CINCOS}, jackpot_cents=100_001)
    assert shares(round) == {1: 12_500, 2: 12_500, 3: 75_000}


def test_gran_is_paid_when_every_hand_has_been_seen():
    log = gran({1: CLUBS, 2: CINCOS}).log
    paid = min(at for at, e in enumerate(log) if isinstance(e, JackpotPaid))
    assert paid > max(at for at, e in enumerate(log) if isinstance(e, Shown))


def test_a_table_with_the_gran_needs_its_posted_amount():
    from tests.ask.rounds import Terms, TermsError

    with pytest.raises(TermsError, match="posted amount of the jackpot gran"):
        table(GAME).open_round(Terms())


def test_that_a_folded_hand_would_have_won_is_its_players_secret():
    two = bets(1, ante=1000, dos_pares=500) + bets(2, ante=1000)
    cards = {(1, "cards"): "7c 7d 2h 2s Kd", (None, "dealer"): "Ac Ad 3d 4h 6s"}
    round = Rigged("spanish-poker", two, cards, [Decide(1, "fold-untucked")]).played()
    told = {
        viewer.name: [e.line for e in view(round, viewer).log] for viewer in all_viewers((1, 2))
    }
    secret, plain = "seat 1 decides fold-untucked", "seat 1 decides fold"
    assert {name for name, lines in told.items() if secret in lines} == {"seat 1", "auditor"}
    assert {name for name, lines in told.items() if plain in lines} == {
        "seat 2",
        "dealer",
        "spectator",
    }
