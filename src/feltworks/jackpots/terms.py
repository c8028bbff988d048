"""The terms of a jackpot: its money rules from the rules file, and what a house adds to them.

A house writes them into its books as JSON when the jackpot is opened and whenever they change, so
that a count needs no file and an old statement can still be understood.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from feltworks.rules.schema.wagers import Jackpot

Mode = Literal["manual", "meter"]
NOTHING = Fraction(0)
# Cached: the same few are read with every round that plays for a jackpot.
read_fraction = lru_cache(maxsize=1024)(Fraction)
_NEWER = ("posted_at_opening", "filled_up", "account")


@dataclass(frozen=True, slots=True)
class BackupTerms:
    """When backups start, how far they may grow, and their share of what is added.

    `above_cap` says what becomes of money above `cap` when the primary falls below `cap_lifts_at`.
    Terms in the books without it are older: there the money stays.
    """

    first_at: int
    second_at: int
    cap: int
    cap_lifts_at: int
    share: Fraction
    above_cap: Literal["stays", "to-primary"] = "stays"


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTerms:
    """Amounts in cents; `contribution` None means that the day's remainder is added.

    `posted_at_opening` is the law for a manual jackpot of a house: counted while its tables are
    closed, shown from their next opening, never lowered below its seed. With `filled_up` the house
    fills up to the seed what a share leaves below it; `account` is the separate bank account that
    holds its money. Terms in the books without these three are older.
    """

    seed: int
    mode: Mode = "manual"
    contribution: Fraction | None = None
    contribution_of: Literal["wagered", "lost"] = "wagered"
    tray_payouts_deducted: bool = False
    seed_recovery: Literal["none", "all-first", "portion"] = "none"
    seed_portion: Fraction = Fraction(1, 2)
    shortfall: Literal["house", "carried"] = "house"
    backups: BackupTerms | None = None
    cap: int | None = None
    fees: Fraction = Fraction(0)
    posted_at_opening: bool = False
    filled_up: bool = False
    account: str | None = None

    @property
    def metered(self) -> bool:
        """Whether every round adds its contribution at once; otherwise the daily count adds it."""
        return self.mode == "meter" and self.contribution is not None

    def contributed_by(self, wagered: int, lost: int) -> Fraction | None:
        """What this play contributes, in cents; None if the day's remainder is added."""
        if self.contribution is None:
            return None
        return self.contribution * (wagered if self.contribution_of == "wagered" else lost)

    def as_json(self) -> dict[str, Any]:
        """Every field under its name, a fraction as text; newer fields only if they are set."""
        found = _plain(self)
        found = {key: value for key, value in found.items() if value or key not in _NEWER}
        if self.backups is None:
            return found
        backups = _plain(self.backups)
        if self.backups.above_cap == "stays":
            del backups["above_cap"]
        return {**found, "backups": backups}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> JackpotTerms:
        backups = found["backups"]
        rate = found["contribution"]
        return cls(
            **{
                **found,
                "contribution": None if rate is None else read_fraction(rate),
                "seed_portion": read_fraction(found["seed_portion"]),
                "fees": read_fraction(found["fees"]),
                "backups": backups
                and BackupTerms(**{**backups, "share": read_fraction(backups["share"])}),
            }
        )


def _plain(terms: JackpotTerms | BackupTerms) -> dict[str, Any]:
    values = {name: getattr(terms, name) for name in terms.__slots__}
    return {
        name: str(value) if isinstance(value, Fraction) else value for name, value in values.items()
    }


def terms_from(
    rules: Jackpot,
    *,
    cap: int | None = None,
    contribution: Fraction | None = None,
    fees: Fraction = NOTHING,
    account: str | None = None,
    posted_at_opening: bool = False,
) -> JackpotTerms:
    """The rules file's jackpot with what the house adds: a cap, a meter's rate, fees, an account.

    A house uses posting at the opening, for manual jackpots; without a house, in a simulation or a
    paper, an amount is posted as soon as it is counted.
    """
    stated = None if rules.contribution is None else rules.contribution.part
    backups = rules.backups if rules.backups_kept else None
    return JackpotTerms(
        seed=rules.seed.cents,
        mode=rules.mode,
        contribution=contribution if stated is None else stated,
        contribution_of=rules.contribution_of,
        tray_payouts_deducted=rules.tray_payouts_deducted,
        seed_recovery=rules.seed_recovery,
        seed_portion=rules.seed_portion.part,
        shortfall=rules.shortfall,
        backups=None
        if backups is None
        else BackupTerms(
            backups.first_at.cents,
            backups.second_at.cents,
            backups.cap.cents,
            backups.cap_lifts_at.cents,
            backups.share.part,
            backups.above_cap,
        ),
        cap=cap,
        fees=fees,
        posted_at_opening=posted_at_opening and rules.mode == "manual",
        filled_up=rules.below_seed == "filled-up",
        account=account,
    )
