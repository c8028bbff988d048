"""The terminal's table for hands against a dealer or a pay table.

The person's answers become moves; the round says what is lawful and why something is not. What is
printed is the person's own view and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import CardError, parse_cards
from feltworks.cli.felt import felt_lines, line_text
from feltworks.cli.playbook import Book, LeaveError, ask, dollars
from feltworks.cli.showing import console
from feltworks.pit import Sitting, open_table, posted_seeds
from feltworks.round import Decide, Reason, Terms, player
from feltworks.round.chips import net_cents
from feltworks.round.croupier import made
from feltworks.round.moves import Deal
from feltworks.round.operations import StageBegun
from feltworks.round.views import seen, view
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.cards import Commitment
    from feltworks.cli.play import Asked
    from feltworks.round import Legal, Round
    from feltworks.rules.loader import Loaded


def play(loaded: Loaded, asked: Asked) -> None:
    """Rounds until the person leaves, the bankroll is gone, or enough were played."""
    table = open_table(loaded)
    terms = Terms(jackpots=posted_seeds(table))
    sitting = Sitting(table, terms, asked.seed)
    book = Book(sitting, asked)
    console().print(f"{table.rules.game.name}. Play money only.", style="bold")
    if asked.seed is not None:
        console().print("Practice: the cards come from a seed.")
    try:
        while not asked.rounds or sitting.dealt < asked.rounds:
            _one_round(book)
    except (LeaveError, EOFError, KeyboardInterrupt):
        console().print()
    book.say_goodbye()


def _one_round(book: Book) -> None:
    book.stop_when_broke()
    round, commitment = book.sitting.next_round()
    console().print(f"\nRound {book.sitting.dealt}", style="bold")
    console().print(f"  deck promised by {commitment.digest}", style="dim", soft_wrap=True)
    book.choose_wagers()
    round = made(round.play_all(book.bets()))
    told, left = len(round.log), iter(commitment.reveal().order)
    leaving = False
    while round.turn.waits_for != "nothing":
        if round.turn.waits_for == "card":
            due = round.cards_due
            round = made(round.play_all([Deal(next(left)) for _ in range(due)]))
            continue
        _tell(book, round, told)
        told = len(round.log)
        try:
            round = _decide(book, round) if not leaving else made(round.play(_give_up(round)))
        except (LeaveError, EOFError, KeyboardInterrupt):
            leaving = True
            console().print("\nThe hand is given up.")
    _tell(book, round, told)
    _close(book, round, commitment)
    if leaving:
        raise LeaveError


def _tell(book: Book, round: Round, told: int) -> None:
    """What happened since the person was last told, in his own view."""
    if book.asked.auto and round.turn.waits_for != "nothing":
        return
    quiet = ("Dealt", "Burnt", "Bet", "NoMoreBets", "Collected", "DeckPutAway", "Decide")
    for entry in seen(round.log[told:], player(*book.hands)):
        if type(entry).__name__ not in quiet:
            text = line_text(entry.line)
            text.pad_left(2)
            console().print(text)


def _decide(book: Book, round: Round) -> Round:
    seat = round.turn.seat
    assert seat is not None
    console().print()
    for line in felt_lines(view(round, player(*book.hands)), round.rules):
        console().print(line)
    if book.asked.auto:
        return made(round.play(_best_paid_for(book, round, seat)))
    legal = round.legal_moves()
    keys = choice_keys(legal)
    offered = offer(legal, keys, on=_wager_names(round))
    while True:
        answer = ask(f"seat {seat}: {offered}, ? advice, q leave:")
        if answer == "?":
            book.advise(round, seat)
            continue
        move = read_answer(answer, keys)
        if isinstance(move, str):
            console().print(f"  {move}")
            continue
        if not book.can_pay(round, move):
            console().print("  Your bankroll does not reach that far.")
            continue
        after = round.play(move)
        if not isinstance(after, Reason):
            return after
        console().print(f"  {after.text}")


def _best_paid_for(book: Book, round: Round, seat: int) -> Decide:
    """The best choice that the bankroll reaches for; giving up where it reaches for none."""
    weighed = book.optimal.weigh(round, seat).choices
    paid_for = (move for move, _ in weighed if book.can_pay(round, move))
    return next(paid_for, None) or _give_up(round)


def _wager_names(round: Round) -> dict[str, str]:
    """For each choice of the stage that puts a wager out, the wager's name."""
    begun = [entry.stage for entry in round.log if isinstance(entry, StageBegun)]
    choices = round.rules.stage(begun[-1]).decide
    return {choice.id: round.rules.wagers[choice.bet].name for choice in choices if choice.bet}


def choice_keys(legal: tuple[Legal, ...]) -> dict[str, Legal]:
    """A letter for each choice: the first of its name that is free."""
    keys: dict[str, Legal] = {}
    for choice in legal:
        letters = [letter for letter in choice.name.lower() if letter.isalnum()]
        free = [letter for letter in letters if letter not in keys and letter != "q"]
        keys[free[0] if free else str(len(keys) + 1)] = choice
    return keys


def offer(
    legal: tuple[Legal, ...], keys: dict[str, Legal], *, on: Mapping[str, str] | None = None
) -> str:
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
        wager = (on or {}).get(choice.move.choice) if isinstance(choice.move, Decide) else None
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


def _give_up(round: Round) -> Decide:
    """Somebody who leaves in the middle folds, or does whatever costs nothing."""
    moves = [legal.move for legal in round.legal_moves() if isinstance(legal.move, Decide)]
    folding = {c.id for stage in round.rules.stages for c in stage.decide if c.folds}
    moves.sort(key=lambda move: (move.choice not in folding, move.cents or 0))
    return moves[0]


def _close(book: Book, round: Round, commitment: Commitment) -> None:
    net = sum(net_cents(round.log, seat) for seat in book.hands)
    book.enter(net)
    book.keep(round, commitment)
    if not book.asked.auto:
        sign = "won" if net > 0 else "lost" if net < 0 else "neither won nor lost"
        console().print(f"  You {sign}{f' {dollars_text(abs(net))}' if net else ''}.")
    console().print(f"  {book.standing()}", style="dim")
