"""Asking somebody at the terminal to decide: keys for the choices, and answers as moves.

The round itself says what is lawful and why something is not; a person is asked until it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from feltworks.cards import CardError, parse_cards
from feltworks.cli.playbook import ask, dollars
from feltworks.cli.showing import console
from feltworks.round import Decide, Reason
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from feltworks.round import Legal, Round

R = TypeVar("R", bound="Round")


@dataclass(frozen=True)
class Question:
    """What stands before the choices, and the wagers that some of them put out."""

    asks: str = ""
    on: Mapping[str, str] = field(default_factory=dict)

    def answered(
        self,
        round: R,
        advise: Callable[[], None],
        can_pay: Callable[[R, Decide], bool] = lambda round, move: True,
    ) -> R:
        """The round after a lawful answer."""
        legal = round.legal_moves()
        keys = choice_keys(legal)
        offered = offer(keys, on=self.on)
        while True:
            answer = ask(f"{self.asks}{offered}, ? advice, q leave:")
            if answer == "?":
                advise()
                continue
            move = read_answer(answer, keys)
            if isinstance(move, str):
                console().print(f"  {move}")
            elif not can_pay(round, move):
                console().print("  Your bankroll does not reach that far.")
            else:
                after = round.play(move)
                if not isinstance(after, Reason):
                    return after
                console().print(f"  {after.text}")


def choice_keys(legal: tuple[Legal, ...]) -> dict[str, Legal]:
    """A letter for each choice: the first of its name that is free."""
    keys: dict[str, Legal] = {}
    for choice in legal:
        letters = [letter for letter in choice.name.lower() if letter.isalnum()]
        free = [letter for letter in letters if letter not in keys and letter != "q"]
        keys[free[0] if free else str(len(keys) + 1)] = choice
    return keys


def offer(keys: Mapping[str, Legal], *, on: Mapping[str, str]) -> str:
    """The choices with their keys and amounts, and the wagers that those given by `on` put out."""
    words = []
    for key, choice in keys.items():
        amounts = choice.amounts
        size = ""
        if amounts is not None and amounts.only:
            size = " " + " or ".join(map(dollars_text, amounts.only))
        elif amounts is not None:
            size = f" {dollars_text(amounts.least_cents)} to {dollars_text(amounts.most_cents)}"
        cards = f" (or {key} and {choice.sets} cards)" if choice.sets else ""
        wager = on.get(choice.move.choice) if isinstance(choice.move, Decide) else None
        where = f" on {wager}" if wager and wager != choice.name else ""
        words.append(f"{key} {choice.name}{size}{where}{cards}")
    return ", ".join(words)


def read_answer(answer: str, keys: dict[str, Legal]) -> Decide | str:
    """The move an answer stands for, or what is wrong with it: `b`, `b 15`, `t As Kd Qc`."""
    key, _, rest = answer.partition(" ")
    choice = keys.get(key.lower())
    if choice is None:
        return f"One of {', '.join(keys)}, ? and q."
    move = choice.move
    assert isinstance(move, Decide)
    amounts, cents = choice.amounts, move.cents
    cards = rest
    if rest and rest.lstrip("$")[:1].isdecimal() and not choice.sets:
        amount = dollars(rest)
        if amount is None:
            return f"{rest!r} is not an amount: write dollars, 5 or 2.50."
        cents, cards = amount, ""
    elif amounts is not None and amounts.single is None:
        return f"Say how much: {key} and the dollars."
    try:
        return Decide(move.seat, move.choice, cents, parse_cards(cards))
    except CardError as error:
        return str(error)
