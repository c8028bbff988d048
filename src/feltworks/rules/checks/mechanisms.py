"""What each mechanism means to a rules file: the keys that its games have and others do not.

`MECHANISMS` is where an engine enters this layer, under the name that `game.mechanism` has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from feltworks.errors import did_you_mean
from feltworks.rules.amounts import Prize
from feltworks.rules.checks.places import all_choices, all_sizes
from feltworks.rules.mistakes import MISSING, Mistake, quote
from feltworks.rules.schema import Rules
from feltworks.rules.schema.mechanisms import Blackjack, Ring

MINIMUM_BET = "minimum-bet"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesMechanism:
    """What an engine requires of a rules file.

    `section` has the engine's own keys, with a `title` for people; `stage` is what a stage of the
    engine says, and `single_stage` that there must be one of them. `settles_required` means that
    the engine settles the wagers that open a hand, `may_always_fold` that every other wager can be
    given up by a fold. `players` is how many a round needs and allows if they play each other;
    otherwise one seat is enough and the table says how many there are.
    """

    check: Callable[[Rules], Iterator[Mistake]]
    section: str | None = None
    title: str = ""
    players: Callable[[Rules], tuple[int, int]] | None = None
    stage: str | None = None
    single_stage: bool = False
    settles_required: bool = False
    may_always_fold: bool = False


def check_engines(rules: Rules) -> Iterator[Mistake]:
    """Checks the sections, stages and wagers that the game's mechanism requires."""
    name = rules.game.mechanism
    mechanism = MECHANISMS.get(name)
    if mechanism is None:
        close = did_you_mean(name, MECHANISMS)
        yield Mistake("game.mechanism", f"{quote(name)}{close}", " or ".join(MECHANISMS))
        return
    for other, entry in MECHANISMS.items():
        section = entry.section
        present = section is not None and getattr(rules, section) is not None
        if present and other != name:
            yield Mistake(str(section), "this section", f'it only with game.mechanism = "{other}"')
        if section is not None and not present and other == name:
            yield Mistake(section, MISSING, f"the section [{section}] with the engine's rules")
    yield from _stages(rules, mechanism)
    yield from mechanism.check(rules)


def _stages(rules: Rules, mechanism: RulesMechanism) -> Iterator[Mistake]:
    own = mechanism.stage
    for stage in rules.stages:
        at = f"stages.{stage.id}"
        if stage.mechanism is not None and stage.mechanism != own:
            allowed = f'"{own}"' if own else "none: a table game has stages without a mechanism"
            yield Mistake(f"{at}.mechanism", f"{stage.mechanism!r}", allowed)
        if (stage.first_to_act is not None) != (stage.mechanism == "betting-round"):
            found = MISSING if stage.first_to_act is None else f"{stage.first_to_act!r}"
            yield Mistake(f"{at}.first_to_act", found, "who opens, in a betting round only")
        if (stage.draws_if or stage.ends_if) and own:
            key = "draws_if" if stage.draws_if else "ends_if"
            yield Mistake(f"{at}.{key}", "a rule of drawing", 'it only with mechanism = "table"')
        if not (stage.deal or stage.decide or stage.settles or stage.mechanism):
            yield Mistake(at, "a stage in which nothing happens", "deal, decide or settles")
        if stage.mechanism is not None and stage.decide:
            yield Mistake(f"{at}.decide", "choices", f"none: {stage.mechanism} asks its own")
    count = sum(stage.mechanism == own for stage in rules.stages if own)
    if own and (count == 0 or (count > 1 and mechanism.single_stage)):
        found = MISSING if count == 0 else f"{count} stages of {own}"
        yield Mistake("stages", found, f'a stage with mechanism = "{own}"')


def _ring(rules: Rules) -> Iterator[Mistake]:
    for key, size in all_sizes(rules):
        if key.startswith("ring.") and size.of not in (None, MINIMUM_BET):
            yield Mistake(key, f"{str(size)!r}", f'a part of it: "0.5 x {MINIMUM_BET}", or dollars')
        if key.startswith("ring.") and len(size.multiples) > 1:
            yield Mistake(key, f"{str(size)!r}", f'one amount: "0.5 x {MINIMUM_BET}", or dollars')
    if rules.ring is not None:
        yield from _blinds_and_seats(rules, rules.ring)
    if rules.contests:
        yield Mistake("contests", "a contest with a dealer", "none: players play each other")
    for id_ in rules.wagers_of("required"):
        yield Mistake(f"wagers.{id_}.kind", "'required'", "side: the pot has antes and blinds")


def _blinds_and_seats(rules: Rules, ring: Ring) -> Iterator[Mistake]:
    small, big = ring.small_blind, ring.big_blind
    if (small.cents or 0, small.largest) > (big.cents or 0, big.largest) and small.of == big.of:
        yield Mistake("ring.small_blind", f"{str(small)!r}", f"no more than big_blind = {big}")
    seats = rules.table.seats
    if "seats" in rules.table.model_fields_set and seats < ring.players_at_most:
        found = f"{seats}, with room for {ring.players_at_most} players"
        yield Mistake("table.seats", found, f"at least players_at_most = {ring.players_at_most}")


def _ring_players(rules: Rules) -> tuple[int, int]:
    assert rules.ring is not None
    return rules.ring.players_at_least, rules.ring.players_at_most


def _table(rules: Rules) -> Iterator[Mistake]:
    if not rules.opening_wagers:
        allowed = "at least one to open the hand, or a side wager with alone = true"
        yield Mistake("wagers", "no wager of the kind required", allowed)


def _blackjack(rules: Rules) -> Iterator[Mistake]:
    required = rules.wagers_of("required")
    if len(required) != 1:
        found = f"{len(required)} required wagers: {', '.join(required)}"
        found = found if required else "no wager of the kind required"
        yield Mistake("wagers", found, "one: the blackjack wager")
    # A dealer who never peeks may get his hole card only after the hands are played.
    late = rules.blackjack is not None and not rules.blackjack.peek
    for owner in ("player", "dealer"):
        zones = [zone for zone, whose in rules.zones.items() if whose == owner]
        steps = [step for stage in rules.stages for step in stage.deal if step.to in zones]
        dealt = sum(step.cards or 0 for step in steps)
        if len(zones) != 1:
            yield Mistake("zones", f"{len(zones)} zones of the {owner}", "one in blackjack")
        elif dealt != 2 and not (owner == "dealer" and dealt == 1 and late):
            yield Mistake("stages", f"{dealt} cards dealt to {zones[0]}", "two in blackjack")
    for at, _, _, choice in all_choices(rules):
        if choice.folds:
            yield Mistake(at, "a fold", "none in blackjack: late_surrender gives up half")
    if rules.blackjack is not None:
        yield from _blackjack_keys(rules.blackjack)


def _blackjack_keys(game: Blackjack) -> Iterator[Mistake]:
    """Rules that do not go together, because no house says what would happen; and amounts."""
    free = game.free_double != "none" or game.free_split != "none"
    if game.free_double == "9-11" and game.double == "10-11":
        yield Mistake("blackjack.free_double", "'9-11'", 'totals that may double: "10-11"')
    if free and game.rescue:
        yield Mistake("blackjack.rescue", "true", "false: a free bet is not the player's to save")
    if free and not game.peek:
        yield Mistake("blackjack.peek", "false", "true where doubles or splits are free")
    if game.rescue and not game.peek:
        yield Mistake("blackjack.peek", "false", "true where doubled hands may be given up")
    if game.free_split != "none" and not game.split_unlike_tens:
        yield Mistake("blackjack.split_unlike_tens", "false", "true where splits are free")
    if game.push_22 == "all" and game.blackjack_wins:
        allowed = '"blackjack-wins" where blackjacks always win'
        yield Mistake("blackjack.push_22", "'all'", allowed)
    if any(row.suits != "any" for row in game.bonus) and not game.twenty_one_wins:
        # Otherwise one hand would wait for the dealer and the same hand in one suit would not.
        allowed = "it only with twenty_one_wins = true"
        yield Mistake("blackjack.bonus", "a row by suits", allowed)
    if game.blackjack_wins and game.even_money:
        yield Mistake("blackjack.even_money", "true", "false: a blackjack wins anyhow")
    if game.penetration.part == 0:
        yield Mistake("blackjack.penetration", "'0%'", "more than 0%, or no card is ever dealt")
    for key in ("blackjack_pays", "insurance_pays"):
        pays: Prize = getattr(game, key)
        if pays.kind != "odds":
            yield Mistake(f"blackjack.{key}", f"{str(pays)!r}", 'odds, such as "3:2"')


MECHANISMS: Mapping[str, RulesMechanism] = {
    "table": RulesMechanism(check=_table),
    "ring": RulesMechanism(
        check=_ring,
        section="ring",
        title="Betting between players",
        players=_ring_players,
        stage="betting-round",
        may_always_fold=True,
    ),
    "blackjack": RulesMechanism(
        check=_blackjack,
        section="blackjack",
        title="Blackjack",
        stage="blackjack",
        single_stage=True,
        settles_required=True,
    ),
}


def players_of(rules: Rules) -> tuple[int, int] | None:
    """The least and the most players if they play each other; None against the house."""
    players = MECHANISMS[rules.game.mechanism].players
    return None if players is None else players(rules)


def own_sections() -> dict[str, str]:
    """The sections of a file that belong to one engine, with their titles."""
    return {entry.section: entry.title for entry in MECHANISMS.values() if entry.section}
