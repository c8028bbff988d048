"""What a house file says that does not fit the rules of its tables: jackpots, approvals, readings,
policies for irregularities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltworks.errors import did_you_mean
from feltworks.house.cardroom.housefile import HouseFile, JackpotSection, TableSection
from feltworks.jackpots import JackpotTerms, terms_from
from feltworks.regulation import conditions
from feltworks.round.core.wagers import wager_plans
from feltworks.round.terms import KINDS
from feltworks.rules.amounts import Money
from feltworks.rules.loader import Loaded
from feltworks.rules.mistakes import Mistake
from feltworks.rules.options import OptionError, settled_choice
from feltworks.rules.readings import readings_of


def mismatches(file: HouseFile, loaded: Mapping[str, Loaded]) -> Iterator[Mistake]:
    """All mismatches, given the rules of the tables that could be read."""
    yield from _jackpot_mistakes(file, loaded)
    yield from _approval_mistakes(file)
    for id, rules in loaded.items():
        yield from _reading_mistakes(id, file.tables[id], rules)
        yield from _policy_mistakes(id, file.tables[id], rules)


def cents_or_none(amount: Money | None) -> int | None:
    """An amount in cents, or None."""
    return None if amount is None else amount.cents


def _jackpot_mistakes(file: HouseFile, loaded: Mapping[str, Loaded]) -> Iterator[Mistake]:
    for name, kept in file.jackpots.items():
        for table in kept.tables:
            if table not in file.tables:
                close = did_you_mean(table, file.tables)
                tables = ", ".join(file.tables)
                yield Mistake(f"jackpots.{name}.tables", f"{table!r}{close}", tables)
            elif table in loaded:
                yield from _kept(name, kept, loaded[table], table)
        if len(set(jackpot_terms(kept, loaded))) > 1:
            found = "tables whose rules keep it differently"
            yield Mistake(f"jackpots.{name}.tables", found, "tables with the same jackpot options")
    for table, rules in loaded.items():
        yield from _unkept(file, table, rules)


def _kept(name: str, kept: JackpotSection, loaded: Loaded, table: str) -> Iterator[Mistake]:
    jackpots = loaded.rules.jackpots
    if kept.jackpot not in jackpots:
        allowed = ", ".join(jackpots) or f"none: the rules of table {table} have no jackpot"
        yield Mistake(f"jackpots.{name}.jackpot", repr(kept.jackpot), allowed)
        return
    stated = jackpots[kept.jackpot]
    if kept.contribution is not None and stated.contribution is not None:
        found = f"{kept.contribution} beside the rules' own {stated.contribution}"
        yield Mistake(f"jackpots.{name}.contribution", found, "an option of the game, or nothing")
    elif kept.contribution is not None and stated.mode != "meter":
        found = f"{kept.contribution} for a jackpot that gets the day's remainder"
        yield Mistake(f"jackpots.{name}.contribution", found, "a rate for a meter only")
    elif kept.contribution is None and stated.contribution is None and stated.mode == "meter":
        found = "a meter without a rate"
        yield Mistake(f"jackpots.{name}.contribution", found, 'a percentage, such as "30%"')
    rate = kept.contribution or stated.contribution
    if kept.fees.part and rate is not None:
        found = f"{kept.fees} of a jackpot that gets a set contribution"
        yield Mistake(f"jackpots.{name}.fees", found, "fees out of a day's remainder only")
    if kept.fees.part >= 1:
        yield Mistake(f"jackpots.{name}.fees", str(kept.fees), "less than all of it")
    if kept.cap is not None and kept.cap.cents < stated.seed.cents:
        yield Mistake(f"jackpots.{name}.cap", str(kept.cap), f"at least the seed of {stated.seed}")


def _unkept(file: HouseFile, table: str, loaded: Loaded) -> Iterator[Mistake]:
    """Checks that each jackpot a table plays for is kept by the house, and only once."""
    plans = wager_plans(loaded.rules)
    for id, jackpot in loaded.rules.jackpots.items():
        keepers = [
            name
            for name, kept in file.jackpots.items()
            if table in kept.tables and kept.jackpot == id
        ]
        if not keepers and plans[jackpot.wager].on_offer:
            found = f"no jackpot {id} for table {table}, which offers {jackpot.wager}"
            yield Mistake("jackpots", found, f'a jackpot with tables = ["{table}"]')
        if len(keepers) > 1:
            found = f"{' and '.join(keepers)} for the one {id} of table {table}"
            yield Mistake("jackpots", found, "one of them")


def jackpot_terms(kept: JackpotSection, loaded: Mapping[str, Loaded]) -> Iterator[JackpotTerms]:
    """The terms of a jackpot, from the rules of each table that plays for it."""
    for table in kept.tables:
        if table in loaded and kept.jackpot in loaded[table].rules.jackpots:
            yield terms_from(
                loaded[table].rules.jackpots[kept.jackpot],
                cap=cents_or_none(kept.cap),
                contribution=None if kept.contribution is None else kept.contribution.part,
                fees=kept.fees.part,
                account=kept.account,
                posted_at_opening=True,
            )


def _reading_mistakes(id: str, table: TableSection, loaded: Loaded) -> Iterator[Mistake]:
    """Checks that a reading is named with the value that the table uses, and is a reading."""
    marked = {reading.option: reading.value for reading in readings_of(loaded)}
    for option, value in table.readings.items():
        at = f"tables.{id}.readings.{option}"
        if option not in marked:
            allowed = ", ".join(marked) or "none: this table reads nothing into its document"
            yield Mistake(at, f"no reading in force{did_you_mean(option, marked)}", allowed)
            continue
        try:
            named = settled_choice(loaded.rules.game.id, loaded.rules.options, {option: value})
        except OptionError as error:
            yield Mistake(at, str(error), marked[option])
            continue
        if named[option] != marked[option]:
            found = f"{named[option]!r} at a table dealt with {marked[option]!r}"
            yield Mistake(at, found, f"{marked[option]!r}, or the same under options")


def _policy_mistakes(id: str, table: TableSection, loaded: Loaded) -> Iterator[Mistake]:
    """Checks that a policy is only about what can happen and what the rules leave to the house."""
    rules = loaded.rules
    for kind, consequence in table.irregularities.items():
        at = f"tables.{id}.irregularities.{kind}"
        if kind not in rules.irregularity_kinds:
            found = f"{kind!r}{did_you_mean(kind, rules.irregularity_kinds)}"
            if kind in KINDS:
                found = f"{kind!r} for a game dealt from a {rules.table.dealt_from}"
            yield Mistake(at, found, ", ".join(rules.irregularity_kinds))
        elif getattr(rules.irregularities, kind.replace("-", "_")) == "void" != consequence:
            yield Mistake(at, repr(consequence), "'void': the rules of play say so")


def _approval_mistakes(file: HouseFile) -> Iterator[Mistake]:
    kind = file.house.kind
    if kind == "practice":
        return
    known = {condition.id for year in (2005, 2008) for condition in conditions(kind, year)}
    for place, approval in enumerate(file.approvals, start=1):
        if approval.condition not in known:
            close = did_you_mean(approval.condition, known)
            found = f"{approval.condition!r}{close}"
            yield Mistake(f"approvals.{place}.condition", found, ", ".join(sorted(known)))
