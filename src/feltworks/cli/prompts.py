"""Asking a person at the terminal for a decision: a key for each choice, and answers as moves.

The round itself says what is lawful and why something is not; the person is asked until the move is
lawful.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from feltworks.cards import CardError, parse_cards
from feltworks.cli.options import dollars_in_cents
from feltworks.cli.terminal import ask, console
from feltworks.money import dollars_text
from feltworks.round import Decide, Legal, Round
from feltworks.round.felt import picture


class SupervisorCalled(Exception):
    """The person calls the supervisor instead of deciding."""


def ask_move(
    round: Round,
    whose: str,
    *,
    advise: Callable[[], None],
    can_pay: Callable[[Decide], bool],
    supervised: bool = False,
) -> Decide:
    """A lawful move; `whose` is printed before the choices.

    Raises `SupervisorCalled` if `supervised` is set and the person calls the supervisor.
    """
    keys = choice_keys(round.legal_moves())
    choices = _choices_text(keys, _wagers_put_out(round))
    while True:
        call = ", ! supervisor" if supervised else ""
        answer = ask(f"{whose}{choices}, ? advice{call}, q leave:")
        if supervised and answer == "!":
            raise SupervisorCalled
        if answer == "?":
            advise()
            continue
        move = read_answer(answer, keys, supervised=supervised)
        if isinstance(move, str):
            console().print(f"  {move}")
        elif not can_pay(move):
            console().print("  Your bankroll does not reach that far.")
        elif reason := round.why_not(move):
            console().print(f"  {reason.text}")
        else:
            return move


def _wagers_put_out(round: Round) -> dict[str, str]:
    """For each choice of the stage that puts a wager out, the wager's name."""
    rules, stage = round.rules, picture(round.log).stage
    choices = rules.stage(stage).decide if stage is not None else ()
    return {choice.id: rules.wagers[choice.bet].name for choice in choices if choice.bet}


def choice_keys(legal: tuple[Legal, ...]) -> dict[str, Legal]:
    """A letter for each choice: the first of its name that no other choice has."""
    keys: dict[str, Legal] = {}
    for choice in legal:
        letters = [letter for letter in choice.name.lower() if letter.isalnum()]
        free = [letter for letter in letters if letter not in keys and letter != "q"]
        keys[free[0] if free else str(len(keys) + 1)] = choice
    return keys


def _choices_text(keys: Mapping[str, Legal], wagers: Mapping[str, str]) -> str:
    """The choices with their keys, amounts, and the wagers that they put out."""
    words = []
    for key, choice in keys.items():
        amounts = choice.amounts
        size = ""
        if amounts is not None and amounts.only:
            size = " " + " or ".join(map(dollars_text, amounts.only))
        elif amounts is not None:
            size = f" {dollars_text(amounts.least_cents)} to {dollars_text(amounts.most_cents)}"
        cards = f" (or {key} and {choice.sets} cards)" if choice.sets else ""
        if choice.discards is not None:
            cards = f" ({key} and {_discards_text(choice.discards)} to give up)"
        wager = wagers.get(choice.choice or "")
        where = f" on {wager}" if wager and wager != choice.name else ""
        words.append(f"{key} {choice.name}{size}{where}{cards}")
    return ", ".join(words)


def _discards_text(discards: range) -> str:
    least, most = discards[0], discards[-1]
    if least == most:
        return f"{most} card{'s' if most > 1 else ''}"
    return f"{'up to' if not least else f'{least} to'} {most} cards"


def read_answer(answer: str, keys: dict[str, Legal], *, supervised: bool = False) -> Decide | str:
    """The move that an answer means, or what is wrong with it: `b`, `b 15`, `t As Kd Qc`."""
    key, _, rest = answer.partition(" ")
    choice = keys.get(key.lower())
    if choice is None:
        return f"One of {', '.join(keys)}, ?{', !' if supervised else ''} and q."
    move = choice.move
    assert isinstance(move, Decide)
    amounts, cents = choice.amounts, move.cents
    cards = rest
    names_cards = choice.sets or choice.discards is not None
    if rest and rest.lstrip("$")[:1].isdecimal() and not names_cards:
        amount = dollars_in_cents(rest)
        if amount is None:
            return f"{rest!r} is not an amount: write dollars, 5 or 2.50."
        cents, cards = amount, ""
    elif amounts is not None and amounts.single is None:
        return f"Say how much: {key} and the dollars."
    try:
        return Decide(move.seat, move.choice, cents, parse_cards(cards))
    except CardError as error:
        return str(error)
