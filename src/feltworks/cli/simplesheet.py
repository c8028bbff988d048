"""A strategy to remember: a few rules for each decision, and what following them costs."""

from __future__ import annotations

from typing import Any

from feltworks.cli.oddsheet import percent
from feltworks.cli.showing import console, print_json
from feltworks.cli.strategy import heading
from feltworks.odds.plaindata import exact
from feltworks.odds.simple import MEANINGS, RuleList, SimpleStrategy
from feltworks.odds.strategy import PositionError
from feltworks.rules.loader import Loaded


def show_simple(loaded: Loaded, found: SimpleStrategy, at: str | None, *, as_json: bool) -> None:
    """The rules of every decision, or of one."""
    lists = [rules for rules in found.lists if at in (None, rules.decision)]
    if as_json:
        print_json(_as_json(loaded, found, lists))
    else:
        _print(loaded, found, lists)


def check_decision(at: str | None, decisions: list[str], game: str) -> None:
    """Refuse a game that asks nothing, and a decision that it does not ask for."""
    from feltworks.errors import did_you_mean

    if not decisions:
        raise PositionError(f"{game} asks the player for no decision")
    if at is not None and at not in decisions:
        raise PositionError(
            f"there is no decision {at!r}{did_you_mean(at, decisions)}; "
            f"allowed: {', '.join(decisions)}"
        )


def _as_json(loaded: Loaded, found: SimpleStrategy, lists: list[RuleList]) -> dict[str, Any]:
    return {
        **heading(loaded),
        "unit": found.best.unit,
        "house_edge_best": exact(found.best.house_edge),
        "house_edge_simple": exact(found.simple.house_edge),
        "cost": exact(found.cost),
        "decisions": [
            {
                "decision": rules.decision,
                "cost": exact(found.cost_of(rules.decision)),
                "rules": [
                    {
                        "choice": rules.choices[rule.branch],
                        "with": [sign.words for sign in rule.signs],
                    }
                    for rule in rules.rules
                ],
                "otherwise": rules.choices[rules.otherwise],
                "says": list(rules.lines()),
            }
            for rules in lists
        ],
    }


def _print(loaded: Loaded, found: SimpleStrategy, lists: list[RuleList]) -> None:
    out = console()
    unit = found.best.unit
    out.print(f"{loaded.rules.game.name}: rules to remember", style="bold")
    for rules in lists:
        out.print()
        cost = percent(found.cost_of(rules.decision))
        out.print(f"{rules.decision}, gives away {cost} of the {unit}", style="bold")
        for line in rules.lines():
            out.print(f"  {line}", soft_wrap=True)
    out.print()
    told = " ".join(line for rules in lists for line in rules.lines())
    for phrase, meaning in MEANINGS.items():
        if phrase in told:
            out.print(meaning)
    out.print(
        f"house edge {percent(found.simple.house_edge)} by these rules, "
        f"{percent(found.best.house_edge)} by the best play: they cost {percent(found.cost)} of "
        f"the {unit}, exactly {found.cost}",
        soft_wrap=True,
    )
