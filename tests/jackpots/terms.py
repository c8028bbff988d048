"""Jackpots to try arithmetic on: the two of the shipped games, and any at all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from feltworks.jackpots import BackupTerms, Carry, JackpotTerms

GRAN = JackpotTerms(
    seed=500_00,
    mode="manual",
    contribution=None,
    contribution_of="wagered",
    tray_payouts_deducted=True,
    seed_recovery="none",
    seed_portion=Fraction(1, 2),
    shortfall="house",
    backups=None,
    cap=None,
    fees=Fraction(0),
)
TEXAS = replace(GRAN, contribution=Fraction(1, 4), tray_payouts_deducted=False)
BACKUPS = BackupTerms(5_000_00, 5_000_00, 5_000_00, 20_000_00, Fraction(1, 2), "to-primary")

shares = st.fractions(0, 1, max_denominator=997)
cents = st.integers(0, 3_000_000)
above_cap = st.sampled_from(["stays", "to-primary"])
any_backups = st.none() | st.builds(BackupTerms, cents, cents, cents, cents, shares, above_cap)
any_terms = st.builds(
    replace,
    st.just(GRAN),
    mode=st.sampled_from(["manual", "meter"]),
    contribution=st.none() | shares,
    contribution_of=st.sampled_from(["wagered", "lost"]),
    tray_payouts_deducted=st.booleans(),
    seed_recovery=st.sampled_from(["none", "all-first", "portion"]),
    seed_portion=shares,
    shortfall=st.sampled_from(["house", "carried"]),
    backups=any_backups,
    cap=st.none() | cents,
    fees=shares,
)
any_carry = st.builds(Carry, *[shares.filter(lambda part: part < 1)] * 4)
