"""The terminal's table for hands against a dealer or a pay table.

The person's answers become moves; the round says what is lawful and why something is not. What is
printed is the person's own view and nothing else.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from feltworks.cli.answers import Question
from feltworks.cli.felt import felt_lines, tell
from feltworks.cli.playbook import Book, LeaveError
from feltworks.cli.showing import console
from feltworks.pit import Sitting, open_table, posted_seeds
from feltworks.round import Decide, Terms, player
from feltworks.round.chips import net_cents
from feltworks.round.croupier import made
from feltworks.round.moves import Deal
from feltworks.round.operations import StageBegun
from feltworks.round.views import seen, view
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from feltworks.cards import Commitment
    from feltworks.cli.play import Asked
    from feltworks.round import Round
    from feltworks.rules.loader import Loaded


QUIET = ("Dealt", "Burnt", "Bet", "NoMoreBets", "Collected", "DeckPutAway", "Decide")


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
    if not book.asked.auto or round.turn.waits_for == "nothing":
        tell(seen(round.log[told:], player(*book.hands)), QUIET)


def _decide(book: Book, round: Round) -> Round:
    seat = round.turn.seat
    assert seat is not None
    console().print()
    for line in felt_lines(view(round, player(*book.hands)), round.rules):
        console().print(line)
    if book.asked.auto:
        return made(round.play(_best_paid_for(book, round, seat)))
    question = Question(f"seat {seat}: ", on=_wager_names(round))
    return question.answered(round, partial(book.advise, round, seat), book.can_pay)


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
