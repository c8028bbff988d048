"""Jackpots: the wager that plays for one is the wager whose pays share it."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.rules.checks.places import all_pays, tables_of
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules
from feltworks.rules.schema.jackpots import Backups


def check_jackpots(rules: Rules) -> Iterator[Mistake]:
    """Each jackpot against the wagers and rows that name it."""
    for id_, jackpot in rules.jackpots.items():
        payers = wagers_sharing(rules, id_)
        if not payers:
            found = "a jackpot that no row pays from"
            yield Mistake(f"jackpots.{id_}", found, f'a row that pays such as "100% of {id_}"')
        elif jackpot.wager in rules.wagers and payers != {jackpot.wager}:
            found = f"{jackpot.wager!r}, but {', '.join(sorted(payers))} pays from it"
            yield Mistake(f"jackpots.{id_}.wager", found, ", ".join(sorted(payers)))
        if jackpot.backups is not None:
            yield from _backups(f"jackpots.{id_}.backups", jackpot.backups)
        elif "backups_kept" in jackpot.model_fields_set and jackpot.backups_kept:
            yield Mistake(f"jackpots.{id_}.backups_kept", "true without backups", "a backups table")


def wagers_sharing(rules: Rules, jackpot: str) -> set[str]:
    """The wagers with a prize that is a share of the jackpot."""
    tables = {
        id_
        for id_, table in rules.pays.items()
        if any(row.pays.jackpot == jackpot for row in table.rows)
    }
    by_table = {wager for wager in rules.settle if tables & tables_of(rules, wager)}
    plainly = {
        wager
        for _, wager, pay in all_pays(rules)
        if any(prize is not None and prize.jackpot == jackpot for prize in (pay.pays, pay.else_))
    }
    return by_table | plainly


def _backups(key: str, backups: Backups) -> Iterator[Mistake]:
    if backups.cap_lifts_at.cents < backups.first_at.cents:
        allowed = f"at least first_at = {backups.first_at}"
        yield Mistake(f"{key}.cap_lifts_at", str(backups.cap_lifts_at), allowed)
