"""The money-bearing keys of a rules file, each marked when the solver has used it.

A key that stays unmarked would be money the solver silently ignored; `refuse_unused`
turns it into a refusal that names the key.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.odds.errors import OddsRefused
from feltworks.rules.checks.mechanisms import own_sections
from feltworks.rules.schema import Rules

CHOICE_KEYS = (
    *("folds", "bet", "size", "take_back", "gives_up", "discard", "plays", "ends"),
    "requires",
)


class KeysUsed:
    """A checklist of the keys that decide about money."""

    def __init__(self, rules: Rules) -> None:
        self._all = dict.fromkeys(money_keys(rules))
        self._used: set[str] = set()

    def use(self, key: str) -> None:
        """Mark a key and everything under it."""
        self._used.add(key)

    def leave_to_the_mechanism(self, rules: Rules) -> None:
        """Mark what an engine of its own deals and settles, and therefore weighs itself."""
        for stage in rules.stages:
            self.use(f"stages.{stage.id}")
        self.use(rules.game.mechanism)
        for wager in rules.wagers_of("required"):
            self.use(f"wagers.{wager}")

    def unused(self) -> list[str]:
        return [
            key
            for key in self._all
            if not any(key == used or key.startswith(f"{used}.") for used in self._used)
        ]

    def refuse_unused(self) -> None:
        for key in self.unused():
            raise OddsRefused(key, "the solver has no use for this key, and it bears on money")


def money_keys(rules: Rules) -> Iterator[str]:
    """Every key of the file that can change what someone is paid."""
    for id_, wager in rules.wagers.items():
        yield f"wagers.{id_}.kind"
        if wager.size is not None:
            yield f"wagers.{id_}.size"
    for id_, contest in rules.contests.items():
        yield f"contests.{id_}"
        if contest.qualifies is not None:
            yield f"contests.{id_}.qualifies"
        if contest.by != "rank":
            yield f"contests.{id_}.by"
    for stage in rules.stages:
        yield from _stage_keys(rules, stage.id)
    for id_, cells in rules.settle.items():
        yield f"settle.{id_}"
        for key in cells.all_cells:
            yield f"settle.{id_}.{key}"
        if cells.contest is not None:
            yield f"settle.{id_}.contest"
    for id_, table in rules.pays.items():
        for row in table.rows:
            yield f"pays.{id_}.rows.{row.id}"
    yield from (section for section in own_sections() if getattr(rules, section) is not None)


def _stage_keys(rules: Rules, stage_id: str) -> Iterator[str]:
    stage = rules.stage(stage_id)
    for number in range(len(stage.deal)):
        yield f"stages.{stage_id}.deal.{number}"
    for key in (
        *("while_not_out", "asked_if", "if_out", "draws_if", "ends_if", "settles"),
        "mechanism",
    ):
        if getattr(stage, key):
            yield f"stages.{stage_id}.{key}"
    for choice in stage.decide:
        for key in CHOICE_KEYS:
            if getattr(choice, key):
                yield f"stages.{stage_id}.decide.{choice.id}.{key}"
