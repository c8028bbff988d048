"""What a file can get wrong although each of its values is well formed.

A check is a function from rules to mistakes, grouped by subject; none relies on another having
passed, so that a file's mistakes are reported together. A check that meets a wager, a hand or a
table which does not exist skips it: the check of references reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from feltworks.rules.checks.claims import check_claims
from feltworks.rules.checks.dealing import check_dealing
from feltworks.rules.checks.hands import check_hands
from feltworks.rules.checks.mechanisms import check_engines
from feltworks.rules.checks.names import check_circles, check_names
from feltworks.rules.checks.paytables import check_jackpots, check_pay_tables
from feltworks.rules.checks.settling import check_settling
from feltworks.rules.checks.skipped import check_skipped
from feltworks.rules.checks.totals import check_totals
from feltworks.rules.checks.wagers import check_decisions, check_wagers
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules

CHECKS: tuple[Callable[[Rules], Iterator[Mistake]], ...] = (
    check_engines,
    check_names,
    check_circles,
    check_wagers,
    check_dealing,
    check_decisions,
    check_hands,
    check_totals,
    check_settling,
    check_skipped,
    check_pay_tables,
    check_jackpots,
    check_claims,
)


def cross_check(rules: Rules) -> list[Mistake]:
    """Every mistake that shows only when the parts of a file are compared with each other."""
    found = [mistake for check in CHECKS for mistake in check(rules)]
    return list(dict.fromkeys(found))
