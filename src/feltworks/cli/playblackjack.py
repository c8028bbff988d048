"""The terminal's table for blackjack: one shoe for many rounds, and several hands to a seat."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from feltworks.cli.answers import Question
from feltworks.cli.felt import felt_lines, tell
from feltworks.cli.playbook import LeaveError
from feltworks.cli.shoebook import ShoeBook
from feltworks.cli.showing import console
from feltworks.pit import open_table, posted_seeds
from feltworks.pit.shoesitting import ShoeSitting
from feltworks.round import Decide, Reason, Terms, player
from feltworks.round.croupier import made
from feltworks.round.moves import Deal
from feltworks.round.views import seen, view

if TYPE_CHECKING:
    from feltworks.cli.play import Asked
    from feltworks.round import Round
    from feltworks.rules.loader import Loaded

# What the person sees lying on the felt, or said himself, need not be told again.
QUIET = ("Burnt", "Bet", "NoMoreBets", "Collected", "Decide", "StageBegun", "NextHand", "Moved")


def play(loaded: Loaded, asked: Asked) -> None:
    """Rounds until the person leaves, the bankroll is gone, or enough were played."""
    table = open_table(loaded)
    sitting = ShoeSitting(table, Terms(jackpots=posted_seeds(table)), asked.seed)
    book = ShoeBook(sitting, asked)
    console().print(f"{table.rules.game.name}. Play money only.", style="bold")
    if asked.seed is not None:
        console().print("Practice: the cards come from a seed.")
    try:
        while not asked.rounds or sitting.dealt < asked.rounds:
            book.choose_wagers()
            _one_round(book)
    except (LeaveError, EOFError, KeyboardInterrupt):
        console().print()
    book.open_the_shoe()
    book.say_goodbye()


def _one_round(book: ShoeBook) -> None:
    round = _begun(book)
    told, left = len(round.log), iter(book.shoes.cards)
    leaving = False
    while round.turn.waits_for != "nothing":
        if round.turn.waits_for == "card":
            due = round.cards_due
            round = made(round.play_all([Deal(next(left)) for _ in range(due)]))
            continue
        if not book.asked.auto:
            _tell(book, round, told)
            told = len(round.log)
        try:
            round = _decide(book, round) if not leaving else made(round.play(_let_be(round)))
        except (LeaveError, EOFError, KeyboardInterrupt):
            leaving = True
            console().print("\nThe hands are left as they stand.")
    _tell(book, round, told)
    book.close_round(round)
    if leaving:
        raise LeaveError


def _begun(book: ShoeBook) -> Round:
    """The wagers are down; a shoe too low for them is shuffled first."""
    for fresh in (False, True):
        if fresh:
            book.shoes.shuffle()
        before = book.shoes.shoe
        round, commitment = book.shoes.next_round()
        if before is None or commitment is not before.commitment or fresh:
            book.new_shoe(commitment)
        begun = round.play_all(book.bets())
        if not isinstance(begun, Reason):
            console().print(f"\nRound {book.shoes.dealt}", style="bold", end="")
            console().print(f"  {len(book.shoes.cards)} cards in the shoe", style="dim")
            return begun
        book.shoes.dealt -= 1
    raise LeaveError


def _tell(book: ShoeBook, round: Round, told: int) -> None:
    """What happened since the person was last told, in his own view."""
    quiet = (*QUIET, "Dealt") if book.asked.auto else QUIET
    tell(seen(round.log[told:], player(*book.hands)), quiet)


def _decide(book: ShoeBook, round: Round) -> Round:
    seat = round.turn.seat
    assert seat is not None
    if book.asked.auto:
        return made(round.play(_best_paid_for(book, round, seat)))
    console().print()
    for line in felt_lines(view(round, player(*book.hands)), round.rules):
        console().print(line)
    question = Question(f"{book.whose(round)}: ")
    return question.answered(round, partial(book.advise, round, seat), book.can_pay)


def _best_paid_for(book: ShoeBook, round: Round, seat: int) -> Decide:
    """The best choice that the bankroll holds; standing and declining cost nothing."""
    choices = book.best.weigh(round, seat).choices
    return next(move for move, _ in choices if book.can_pay(round, move))


def _let_be(round: Round) -> Decide:
    """Somebody who leaves in the middle stands, and wants no insurance."""
    moves = [legal.move for legal in round.legal_moves() if isinstance(legal.move, Decide)]
    return min(moves, key=lambda move: move.choice not in ("stand", "decline"))
