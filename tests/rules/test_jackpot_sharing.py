"""How the winners of one round share a jackpot: the documents' cases, then any case at all."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.rules import JackpotHit, share_jackpot

from .felt import Felt

POSTED = 1_000_000
CINCOS, ROYAL = "Jo As Ad Ac Ah", "Jo As Ks Qs Js"
OTHER_ROYAL = "7d Jd Qd Kd Ad"


def gran_hits(*hands: str) -> list[JackpotHit]:
    felt = Felt("spanish-poker")
    return [hit for cards in hands for hit in felt.settle("gran-progressive", cards=cards).hits]


def texas_hits(flop: str, dealer: str, *hands: str) -> list[JackpotHit]:
    felt = Felt("texas-21")
    settled = (felt.settle("progressive", cards=cards, dealer=dealer, flop=flop) for cards in hands)
    return [hit for paid in settled for hit in paid.hits]


def test_gran_cincos_alone_takes_the_whole_jackpot():
    assert share_jackpot(POSTED, gran_hits(CINCOS)) == (POSTED,)


def test_gran_one_royal_takes_a_quarter():
    assert share_jackpot(POSTED, gran_hits(ROYAL)) == (250_000,)


def test_gran_two_royals_take_a_quarter_each():
    assert share_jackpot(POSTED, gran_hits(ROYAL, OTHER_ROYAL)) == (250_000, 250_000)


def test_gran_royal_and_cincos_take_one_quarter_and_three():
    assert share_jackpot(POSTED, gran_hits(ROYAL, CINCOS)) == (250_000, 750_000)


def test_gran_two_royals_and_cincos_the_royals_share_their_quarter():
    shares = share_jackpot(POSTED, gran_hits(ROYAL, CINCOS, OTHER_ROYAL))
    assert shares == (125_000, 750_000, 125_000)


def test_gran_more_royals_than_quarters_share_the_whole():
    each = JackpotHit("gran", Fraction(1, 4), "each")
    assert share_jackpot(POSTED, [each] * 5) == (200_000,) * 5


def test_gran_tray_prizes_are_paid_in_full_beside_the_shares():
    felt = Felt("spanish-poker")
    tray = felt.settle("gran-progressive", cards="2s 3s 4s 5s 6s")
    assert (tray.cents, tray.hits) == (15_000, ())
    assert share_jackpot(POSTED, gran_hits(ROYAL, "2s 3s 4s 5s 6s")) == (250_000,)


def test_texas_21_several_royals_share_evenly():
    hits = texas_hits("Js Ts 2d 2d", "Qs", "As Ks", "As Ks")
    assert share_jackpot(POSTED, hits) == (500_000, 500_000)


def test_texas_21_royal_on_the_board_is_shared_by_every_wager():
    hits = texas_hits("Ks Qs Js Ts", "As", "2d 3d", "4h 9c", "7s 7s")
    assert share_jackpot(POSTED, hits) == (Fraction(POSTED, 3),) * 3


def test_texas_21_fixed_prizes_are_paid_beside_the_jackpot():
    felt = Felt("texas-21")
    flop = {"dealer": "Qs", "flop": "Qd Qc Js Ts"}
    royal, four = (
        felt.settle("progressive", cards="As Ks", **flop),
        felt.settle("progressive", cards="Qh 2d", **flop),
    )
    assert share_jackpot(POSTED, royal.hits) == (POSTED,)
    assert (four.odds, four.hits) == (10, ())


HITS = st.lists(
    st.builds(
        JackpotHit,
        st.just("any"),
        st.sampled_from([Fraction(n, 20) for n in range(1, 21)]),
        st.sampled_from(["split", "each"]),
    ),
    max_size=12,
)


@pytest.mark.slow
@given(amount=st.integers(0, 10**9), hits=HITS)
def test_never_more_is_paid_than_the_jackpot_holds(amount, hits):
    shares = share_jackpot(amount, hits)
    assert len(shares) == len(hits)
    assert all(share >= 0 for share in shares)
    assert sum(shares) <= amount


@given(amount=st.integers(0, 10**9), hits=HITS)
def test_winners_of_one_percentage_get_the_same(amount, hits):
    got: dict[Fraction, Fraction] = {}
    for hit, share in zip(hits, share_jackpot(amount, hits), strict=True):
        assert got.setdefault(hit.share, share) == share


@pytest.mark.slow
@given(amount=st.integers(1, 10**9), hits=HITS)
def test_a_whole_claim_empties_the_jackpot(amount, hits):
    whole = JackpotHit("any", Fraction(1), "split")
    assert sum(share_jackpot(amount, [*hits, whole])) == amount


@pytest.mark.slow
@given(amount=st.integers(0, 10**9), hits=HITS)
def test_the_order_of_the_winners_does_not_matter(amount, hits):
    forward = share_jackpot(amount, hits)
    backward = share_jackpot(amount, hits[::-1])
    assert forward == backward[::-1]
