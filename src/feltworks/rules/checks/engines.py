"""Each engine has keys of its own: they must be there for its games and only for them."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.rules.checks.places import all_sizes
from feltworks.rules.mistakes import MISSING, Mistake
from feltworks.rules.schema import Rules

MINIMUM_BET = "minimum-bet"
STAGE_MECHANISMS = {"ring": "betting-round", "blackjack": "blackjack"}


def check_engines(rules: Rules) -> Iterator[Mistake]:
    """The sections, stages and wagers that the game's mechanism calls for."""
    mechanism = rules.game.mechanism
    for section in ("ring", "blackjack"):
        present = getattr(rules, section) is not None
        if present and section != mechanism:
            yield Mistake(section, "this section", f'it only with game.mechanism = "{section}"')
        if not present and section == mechanism:
            yield Mistake(section, MISSING, f"the section [{section}] with the engine's rules")
    yield from _stages(rules)
    if mechanism == "ring":
        yield from _ring(rules)
    else:
        yield from _against_the_house(rules)


def _stages(rules: Rules) -> Iterator[Mistake]:
    own = STAGE_MECHANISMS.get(rules.game.mechanism)
    for stage in rules.stages:
        at = f"stages.{stage.id}"
        if stage.mechanism is not None and stage.mechanism != own:
            allowed = f'"{own}"' if own else "none: a table game has stages without a mechanism"
            yield Mistake(f"{at}.mechanism", f"{stage.mechanism!r}", allowed)
        if (stage.first_to_act is not None) != (stage.mechanism == "betting-round"):
            found = MISSING if stage.first_to_act is None else f"{stage.first_to_act!r}"
            yield Mistake(f"{at}.first_to_act", found, "who opens, in a betting round only")
        if not (stage.deal or stage.decide or stage.settles or stage.mechanism):
            yield Mistake(at, "a stage in which nothing happens", "deal, decide or settles")
        if stage.mechanism is not None and stage.decide:
            yield Mistake(f"{at}.decide", "choices", f"none: {stage.mechanism} asks its own")
    count = sum(stage.mechanism == own for stage in rules.stages if own)
    if own and (count == 0 or (count > 1 and own == "blackjack")):
        found = MISSING if count == 0 else f"{count} stages of {own}"
        yield Mistake("stages", found, f'a stage with mechanism = "{own}"')


def _ring(rules: Rules) -> Iterator[Mistake]:
    for key, size in all_sizes(rules):
        if key.startswith("ring.") and size.of not in (None, MINIMUM_BET):
            yield Mistake(key, f"{str(size)!r}", f'a part of it: "0.5 x {MINIMUM_BET}", or dollars')
    if rules.contests:
        yield Mistake("contests", "a contest with a dealer", "none: players play each other")
    for id_ in rules.wagers_of("required"):
        yield Mistake(f"wagers.{id_}.kind", "'required'", "side: the pot has antes and blinds")


def _against_the_house(rules: Rules) -> Iterator[Mistake]:
    required = rules.wagers_of("required")
    if not required:
        yield Mistake("wagers", "no wager of the kind required", "at least one to open the hand")
    if rules.game.mechanism != "blackjack":
        return
    if len(required) > 1:
        found = f"{len(required)} required wagers: {', '.join(required)}"
        yield Mistake("wagers", found, "one: the blackjack wager")
    for owner in ("player", "dealer"):
        zones = [zone for zone, whose in rules.zones.items() if whose == owner]
        if len(zones) != 1:
            yield Mistake("zones", f"{len(zones)} zones of the {owner}", "one in blackjack")
    for key in ("blackjack_pays", "insurance_pays"):
        if rules.blackjack is not None and getattr(rules.blackjack, key).kind != "odds":
            found = f"{str(getattr(rules.blackjack, key))!r}"
            yield Mistake(f"blackjack.{key}", found, 'odds, such as "3:2"')
