"""A house file's jackpots and approvals held against its tables and their rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from feltworks.errors import did_you_mean
from feltworks.jackpots import JackpotTerms, terms_from
from feltworks.regulation import conditions
from feltworks.round.core.wagers import wager_plans
from feltworks.rules.mistakes import Mistake

if TYPE_CHECKING:
    from feltworks.house.cardroom.housefile import HouseFile, JackpotCard
    from feltworks.rules.loader import Loaded


def jackpot_mistakes(file: HouseFile, loaded: Mapping[str, Loaded]) -> Iterator[Mistake]:
    for name, card in file.jackpots.items():
        for table in card.tables:
            if table not in file.tables:
                close = did_you_mean(table, file.tables)
                tables = ", ".join(file.tables)
                yield Mistake(f"jackpots.{name}.tables", f"{table!r}{close}", tables)
            elif table in loaded:
                yield from _kept(name, card, loaded[table], table)
        if len({terms for terms in _all_terms(card, loaded) if terms is not None}) > 1:
            found = "tables whose rules keep it differently"
            yield Mistake(f"jackpots.{name}.tables", found, "tables with the same jackpot options")
    for table, rules in loaded.items():
        yield from _unkept(file, table, rules)


def _kept(name: str, card: JackpotCard, loaded: Loaded, table: str) -> Iterator[Mistake]:
    jackpots = loaded.rules.jackpots
    if card.jackpot not in jackpots:
        allowed = ", ".join(jackpots) or f"none: the rules of table {table} have no jackpot"
        yield Mistake(f"jackpots.{name}.jackpot", repr(card.jackpot), allowed)
        return
    stated = jackpots[card.jackpot]
    if card.contribution is not None and stated.contribution is not None:
        found = f"{card.contribution} beside the rules' own {stated.contribution}"
        yield Mistake(f"jackpots.{name}.contribution", found, "an option of the game, or nothing")
    elif card.contribution is not None and stated.mode != "meter":
        found = f"{card.contribution} for a jackpot that gets the day's remainder"
        yield Mistake(f"jackpots.{name}.contribution", found, "a rate for a meter only")
    elif card.contribution is None and stated.contribution is None and stated.mode == "meter":
        found = "a meter without a rate"
        yield Mistake(f"jackpots.{name}.contribution", found, 'a percentage, such as "30%"')
    rate = card.contribution or stated.contribution
    if card.fees.part and rate is not None:
        found = f"{card.fees} of a jackpot that gets a set contribution"
        yield Mistake(f"jackpots.{name}.fees", found, "fees out of a day's remainder only")
    if card.cap is not None and card.cap.cents < stated.seed.cents:
        yield Mistake(f"jackpots.{name}.cap", str(card.cap), f"at least the seed of {stated.seed}")


def _unkept(file: HouseFile, table: str, loaded: Loaded) -> Iterator[Mistake]:
    """A jackpot that a table plays for must be kept, and once only."""
    plans = wager_plans(loaded.rules)
    for id, jackpot in loaded.rules.jackpots.items():
        keepers = [
            name
            for name, card in file.jackpots.items()
            if table in card.tables and card.jackpot == id
        ]
        if not keepers and plans[jackpot.wager].on_offer:
            found = f"no jackpot {id} for table {table}, which offers {jackpot.wager}"
            yield Mistake("jackpots", found, f'a jackpot with tables = ["{table}"]')
        if len(keepers) > 1:
            found = f"{' and '.join(keepers)} for the one {id} of table {table}"
            yield Mistake("jackpots", found, "one of them")


def _all_terms(card: JackpotCard, loaded: Mapping[str, Loaded]) -> Iterator[JackpotTerms | None]:
    for table in card.tables:
        rules = loaded[table].rules.jackpots.get(card.jackpot) if table in loaded else None
        yield (
            None
            if rules is None
            else terms_from(
                rules,
                cap=None if card.cap is None else card.cap.cents,
                contribution=None if card.contribution is None else card.contribution.part,
                fees=card.fees.part,
            )
        )


def jackpot_terms(file: HouseFile, loaded: Mapping[str, Loaded]) -> dict[str, JackpotTerms]:
    found = {}
    for name, card in file.jackpots.items():
        terms = next(_all_terms(card, loaded))
        assert terms is not None
        found[name] = terms
    return found


def approval_mistakes(file: HouseFile) -> Iterator[Mistake]:
    kind = file.house.kind
    if kind == "practice":
        return
    known = {condition.id for year in (2005, 2008) for condition in conditions(kind, year)}
    for place, card in enumerate(file.approvals, start=1):
        if card.condition not in known:
            close = did_you_mean(card.condition, known)
            found = f"{card.condition!r}{close}"
            yield Mistake(f"approvals.{place}.condition", found, ", ".join(sorted(known)))
