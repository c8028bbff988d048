"""What outcomes are called: ids for programs, words for people. This is the only place for both.

An id says how a round ended and what was paid: `fold-hole`, `win`, `lose-raise`, `royal-flush`. It
depends only on the payments of the round, so every way of counting and every simulation gets the
same id for the same end. `docs/odds-json.md` states the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from feltworks.rules.prose import in_a_row
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import slug
from feltworks.rules.schema.stages import Stage
from feltworks.rules.settlement import Payment

FOLD = "fold"
ENDS = {
    "dealer-not-qualified": "Dealer does not qualify",
    "win": "Win",
    "tie": "Tie",
    "push": "Push",
    "lose": "Lose",
}
"""How a round ends if it is not folded, with the words for it."""


def result_id(net: Fraction) -> str:
    """How a wager ends by the money alone."""
    return "win" if net > 0 else "lose" if net < 0 else "push"


def round_end(paid: Iterable[Payment], net: Fraction, *, folded_at: str | None = None) -> str:
    """How a round ends for all required wagers together: the first part of its outcome's id.

    If the contests that decide its wagers do not agree, or no contest decides one, the money tells.
    """
    if folded_at is not None:
        return f"{FOLD}-{folded_at}"
    cases = {each.case for each in paid} & {"not_qualified", "win", "tie", "lose"}
    if "not_qualified" in cases:
        return "dealer-not-qualified"
    return cases.pop() if len(cases) == 1 else result_id(net)


def round_id(
    paid: Iterable[Payment], net: Fraction, *, folded_at: str | None = None, choice: str = ""
) -> str:
    """The id of an outcome of all required wagers together.

    `choice` is the choice that led there, if several lead to a showdown.
    """
    payments = [*paid]
    end = round_end(payments, net, folded_at=folded_at)
    chosen = [choice] if choice and folded_at is None else []
    rows = dict.fromkeys(row for payment in payments for row in payment.rows)
    return "-".join([end, *chosen, *rows])


def wager_id(payment: Payment, net: Fraction, *, folded_at: str | None = None) -> str:
    """The id of an outcome of one wager alone: the rows that decide it, otherwise how it ends."""
    end = result_id(net) if folded_at is None else f"{FOLD}-{folded_at}"
    return "-".join(payment.rows) or end


@dataclass(frozen=True)
class OutcomeWords:
    """Says outcomes of one game in words; reads ids by the rule that made them."""

    rules: Rules

    def of(self, wager: str, id_: str) -> str:
        """An outcome of a wager, or of `main`, in words; an id of another kind is returned as it
        is, with spaces."""
        known = self._rows_of(wager)
        rows = None if wager == "main" else _split(id_, known)
        if rows is not None:
            return _capital(in_a_row(known[row] for row in rows))
        for end, words in self._ends:
            rest = _after(id_, end)
            if rest is None:
                continue
            for choice, chosen in self._choices.items():
                rows = _split(_after(rest, choice), known)
                if rows is not None:
                    return _told(f"{words} after {chosen}", [known[row] for row in rows])
            rows = _split(rest, known)
            if rows is not None:
                return _told(words, [known[row] for row in rows])
        return _capital(_spaced(id_))

    @cached_property
    def _ends(self) -> list[tuple[str, str]]:
        return [*self._folds(), *ENDS.items()]

    def _folds(self) -> Iterator[tuple[str, str]]:
        """Every fold: `Folded before the flop`, or `Folded` if there is only one decision at which
        a hand can be folded."""
        stages = self.rules.stages
        folds = [stage for stage in stages if any(choice.folds for choice in stage.decide)]
        for stage in folds:
            later = stages[stages.index(stage) + 1 :]
            following = next((each for each in later if each.deal), None)
            if len(folds) == 1:
                words = "Folded"
            elif following is not None and following.name:
                words = f"Folded before {_with_article(following)}"
            else:
                words = f"Folded at {_with_article(stage)}"
            yield f"{FOLD}-{stage.id}", words

    @cached_property
    def _choices(self) -> Mapping[str, str]:
        """The choices in each of their sizes, the longest id first."""
        found = {}
        for choice in (choice for stage in self.rules.stages for choice in stage.decide):
            name = choice.name or _capital(_spaced(choice.id))
            for id_, _ in choice.sized():
                found[id_] = f"{name}{id_.removeprefix(choice.id).replace('-', ' ')}"
        return {id_: found[id_] for id_ in sorted(found, key=len, reverse=True)}

    def _rows_of(self, wager: str) -> Mapping[str, str]:
        """The pay rows of a wager, the longest id first; an id that was made from the hand is shown
        as the hand."""
        rules, found = self.rules, dict[str, str]()
        # A side wager that is played with the required ones has its rows in ids of `main`.
        main = [*rules.wagers_of("required"), *rules.wagers_of("decision"), *rules.wagers]
        for id_ in main if wager == "main" else [wager]:
            for row in (row for table in rules.tables_of(id_) for row in rules.pays[table].rows):
                words = row.hand if slug(row.hand) == row.id else _spaced(row.id)
                found.setdefault(row.id, words)
        return {id_: found[id_] for id_ in sorted(found, key=len, reverse=True)}


def _split(text: str | None, known: Mapping[str, str]) -> list[str] | None:
    """The known ids that a text joins with hyphens; None if it joins anything else."""
    if not text:
        return None if text is None else []
    for id_ in known:
        rest = _split(_after(text, id_), known)
        if rest is not None:
            return [id_, *rest]
    return None


def _after(text: str, start: str) -> str | None:
    """What follows a first part of an id; None if the id begins otherwise."""
    if text == start:
        return ""
    return text.removeprefix(f"{start}-") if text.startswith(f"{start}-") else None


def _told(words: str, rows: list[str]) -> str:
    return f"{words}: {in_a_row(rows)}" if rows else words


def _with_article(stage: Stage) -> str:
    """A stage in the middle of a sentence; its id if it has no name."""
    if not stage.name:
        return _spaced(stage.id)
    name = stage.name[0].lower() + stage.name[1:]
    return name if name.startswith("the ") else f"the {name}"


def _spaced(id_: str) -> str:
    return id_.replace("-", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
