"""Published figures: about a wager of the game, with options the game has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from feltworks.errors import did_you_mean
from feltworks.rules.checks.names import unknown
from feltworks.rules.mistakes import Mistake, quote
from feltworks.rules.schema import Rules
from feltworks.rules.schema.rules import TOTAL, Claim

MAIN = "main"
MONEY_OUT = ("bet", "fold")
NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")
PERCENT = re.compile(NUMBER.pattern + "%?")
FIGURES = (
    "house_edge",
    "expected_value",
    "edge_of_all_wagered",
    "fixed_return",
    "hit_rate",
    "average_jackpot",
)


def check_claims(rules: Rules) -> Iterator[Mistake]:
    """Checks that what each claim names exists; the odds check what it says."""
    for place, claim in enumerate(rules.published, start=1):
        yield from _claim(rules, f"published.{place}", claim)


def _claim(rules: Rules, at: str, claim: Claim) -> Iterator[Mistake]:
    if claim.wager != MAIN and claim.wager not in rules.wagers:
        yield unknown(f"{at}.wager", "wager", claim.wager, (MAIN, *rules.wagers))
    for name, value in claim.options.items():
        option = rules.options.get(name)
        if option is None:
            yield unknown(f"{at}.options", "option", name, rules.options)
        elif not option.allows(value):
            yield Mistake(f"{at}.options.{name}", f"{value!r}", option.allowed)
    yield from _tie_rules(rules, at, claim)
    for figure in claim.figures:
        if figure not in FIGURES:
            close = did_you_mean(figure, FIGURES)
            yield Mistake(f"{at}.figures", f"the figure {figure!r}{close}", ", ".join(FIGURES))
    for name, texts in (("figures", claim.figures), ("given", claim.given)):
        for figure, printed in texts.items():
            if not NUMBER.fullmatch(printed):
                yield Mistake(f"{at}.{name}.{figure}", quote(printed), 'a number, such as "0.0241"')
    for (outcome, column), printed in claim.cells.items():
        form = PERCENT if column == "probability" else NUMBER
        if not form.fullmatch(printed):
            example = '"0.0241" or "2.41%"' if form is PERCENT else '"0.0241"'
            allowed = f"a number, such as {example}"
            yield Mistake(f"{at}.{column}.{outcome}", quote(printed), allowed)
    claimed = (
        *claim.figures,
        *claim.combinations,
        *([TOTAL] if claim.total else []),
        *map(" ".join, claim.cells),
    )
    for figure in claim.explained:
        if figure not in claimed:
            yield unknown(f"{at}.explained", "figure", figure, claimed)
    if not claim.figures and not claim.combinations and not claim.cells:
        yield Mistake(at, "a claim that claims nothing", "figures, combinations or both")
    if claim.total is not None and claim.combinations:
        counted = sum(claim.combinations.values())
        if counted != claim.total:
            found = f"{claim.total}, while its combinations add up to {counted}"
            yield Mistake(f"{at}.total", found, "the sum of the combinations")


def _tie_rules(rules: Rules, at: str, claim: Claim) -> Iterator[Mistake]:
    """`bet` and `fold` mean the most and the least money out, whatever the choices are called."""
    asking = {
        stage.id: [id_ for choice in stage.decide for id_, _ in choice.sized()]
        for stage in rules.stages
        if stage.decide
    }
    for stage, choice in claim.indifferent.items():
        if stage not in asking:
            yield unknown(f"{at}.indifferent", "decision", stage, asking)
            continue
        allowed = tuple(dict.fromkeys((*MONEY_OUT, *asking[stage])))
        if choice not in allowed:
            yield unknown(f"{at}.indifferent.{stage}", "choice", choice, allowed)
