"""The tie rule in words: which of several equally good choices the odds count.

The rule changes no expected value. It changes how often each outcome comes, and with that the
average wager and the standard deviation. So every answer names the rule that it follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltworks.odds.mechanisms import is_solved
from feltworks.rules.schema import Rules


def tie_rule(rules: Rules) -> dict[str, str]:
    """Return what the rules prefer at each decision that is solved, before anything is counted."""
    deciding = [stage.id for stage in rules.stages if stage.decide] if is_solved(rules) else []
    return {decision: rules.tie_rules.get(decision, "bet") for decision in deciding}


def tie_rule_words(rules: Rules, taken: Mapping[str, str]) -> str:
    """Name the choice at each decision, and the published table that the rule comes from.

    The text is empty if the game has no decision whose choices are counted. Among cards that are
    equally good to give up, the odds count the fewest.
    """
    shown = []
    for decision, choice in taken.items():
        choices = rules.stage(decision).decide
        moves_money = any(each.bet or each.take_back or each.gives_up for each in choices)
        if choice != "bet" or moves_money:
            shown.append(f"{decision} {choice}")
        if any(each.discard for each in choices):
            shown.append(f"at {decision} the fewest cards given up")
    source = tie_rule_source(rules, taken)
    return ", ".join(shown) + (f", as in {source}" if shown and source is not None else "")


def tie_rule_line(rules: Rules) -> Iterator[str]:
    """Yield the line that names the rule in force, for an answer whose figures follow from it."""
    if words := tie_rule_words(rules, tie_rule(rules)):
        yield f"where choices are worth the same: {words}"


def tie_rule_source(rules: Rules, taken: Mapping[str, str]) -> str | None:
    """Return the published table whose tie rule this is.

    None if no table in force states one, and for a rule that was asked for instead.
    """
    own = all(choice == rules.tie_rules.get(at, "bet") for at, choice in taken.items())
    return rules.tie_source if taken and own else None
