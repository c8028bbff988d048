"""What odds are called in words: outcomes, and the choice preferred among equals."""

from __future__ import annotations

from feltworks.odds.naming import OutcomeWords
from feltworks.odds.ties import tie_rule, tie_rule_words
from feltworks.rules.schema import Rules

__all__ = ["outcome_words", "tie_words"]


def outcome_words(rules: Rules, wager: str, outcome: str) -> str:
    """Say an outcome's id in words."""
    return OutcomeWords(rules).of(wager, outcome)


def tie_words(rules: Rules) -> str:
    """Name the choice that each decision prefers among equals, and the table that says so."""
    return tie_rule_words(rules, tie_rule(rules))
