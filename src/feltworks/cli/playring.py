"""The terminal's table for players against each other: one person among bots.

What is printed is the person's own view. The bots decide from theirs; nobody looks at another's
cards before they are shown.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from feltworks.cli.answers import Question
from feltworks.cli.felt import felt_lines, tell_line
from feltworks.cli.playbook import BookError, LeaveError, ask
from feltworks.cli.progress import counting
from feltworks.cli.ringtable import PERSON, RingTable
from feltworks.cli.scoresheet import print_scores
from feltworks.cli.showing import console
from feltworks.errors import FeltworksError
from feltworks.pit import open_table
from feltworks.ring.betting import CHECK, FOLD
from feltworks.round import Decide, player
from feltworks.round.croupier import made
from feltworks.round.moves import Deal
from feltworks.round.operations import Dealt
from feltworks.round.views import seen, view
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.cli.play import Asked
    from feltworks.ring import RingRound
    from feltworks.round import Operation
    from feltworks.rules.loader import Loaded

# Told apart from what a player already sees: the moves themselves, and what comes of them.
TOLD = ("Decide", "Turned", "Uncalled", "Shown", "Plays", "GivenUp", "Taken", "Settled", "Voided")
_YOU = re.compile(r"^you(?:'s)? (?:(decide|get|give|play|post|take)s\b)?")


def play(loaded: Loaded, asked: Asked) -> None:
    """Games until the person leaves or is out of chips, or enough were played."""
    if asked.auto and not asked.rounds:
        raise BookError("--auto among players needs --rounds: a bot does not get tired")
    with counting():
        table = RingTable(open_table(loaded), asked)
        _welcome(table)
        try:
            while not asked.rounds or table.sitting.dealt < asked.rounds:
                if not table.stack_cents:
                    console().print("\nYour chips are gone.")
                    break
                if not asked.auto:
                    ask(f"\nEnter deals (you have {dollars_text(table.stack_cents)}), q leaves:")
                _one_game(table)
        except (LeaveError, EOFError, KeyboardInterrupt):
            console().print()
    if table.book.games:
        print_scores(table.book)
    console().print("Thank you for playing; the chips are worth nothing.")


def _welcome(table: RingTable) -> None:
    console().print(f"{table.plan.rules.game.name}. Play money only.", style="bold")
    stakes = table.plan.stakes(table.sitting.terms)
    blinds = f"{dollars_text(stakes.small_blind)} and {dollars_text(stakes.big_blind)}"
    ante = f", ante {dollars_text(stakes.ante)}" if stakes.ante else ""
    console().print(f"{stakes.structure}, blinds {blinds}{ante}.")
    for seat, name in table.names.items():
        console().print(f"  seat {seat}  {name}")
    if table.asked.seed is not None:
        console().print("Practice: the cards come from a seed.")


def _one_game(table: RingTable) -> None:
    round, commitment = table.next_game()
    left = list(commitment.reveal().order)
    quiet = bool(table.asked.auto)
    if not quiet:
        console().print(f"\nGame {table.sitting.dealt}", style="bold", end="")
        console().print(f"  deck promised by {commitment.digest[:16]}...", style="dim")
        for entry in round.log:
            if type(entry).__name__ in ("Button", "Posted"):
                console().print(f"  {_named(table, entry.line)}")
    told, leaving = len(round.log), False
    while round.turn.waits_for != "nothing":
        if round.turn.waits_for == "card":
            round = _dealt(round, left)
            continue
        seat = round.turn.seat
        assert seat is not None
        if seat in table.bots:
            round = made(round.play(table.bots[seat].decide(view(round, player(seat)))))
            continue
        told = _tell(table, round, told)
        try:
            round = made(round.play(_give_up(round))) if leaving else _decide(table, round)
        except (LeaveError, EOFError, KeyboardInterrupt):
            leaving = True
            console().print("\nThe hand is given up.")
    if not quiet:
        _tell(table, round, told)
    table.close(round, commitment)
    if leaving:
        raise LeaveError


def _dealt(round: RingRound, left: list[Card]) -> RingRound:
    due = round.cards_due
    cards, left[:due] = left[:due], []
    return made(round.play_all([Deal(card) for card in cards]))


def _tell(table: RingTable, round: RingRound, told: int) -> int:
    """What the others did since the person was last told; gives how far that is."""
    for entry in seen(round.log[told:], player(PERSON)):
        if _is_told(entry):
            tell_line(_named(table, entry.line))
    return len(round.log)


def _is_told(entry: Operation) -> bool:
    """The board is told too: whoever has folded or is all in is not shown the felt any more."""
    on_the_board = isinstance(entry, Dealt) and entry.seat is None
    return on_the_board or type(entry).__name__ in TOLD


def _named(table: RingTable, line: str) -> str:
    """The line with the names of the players for their seats."""
    for seat in sorted(table.names, reverse=True):
        line = line.replace(f"seat {seat}", table.names[seat])
    line = _YOU.sub(lambda found: f"you {found[1]}" if found[1] else "your ", line)
    return line.replace(" decides ", ": ")


def _decide(table: RingTable, round: RingRound) -> RingRound:
    seen_now = view(round, player(PERSON))
    console().print()
    for line in felt_lines(seen_now, round.rules):
        console().print(line)
    out = sum(cents for name, cents in seen_now.felt.chips.items() if _in_the_middle(name))
    stack = dollars_text(round.stacks[PERSON])
    console().print(f"  the pot is {dollars_text(out)}, you have {stack} behind", style="dim")
    return Question().answered(round, partial(_advise, table, round))


def _in_the_middle(account: str) -> bool:
    return account == "pot" or (account.startswith("spot ") and account.endswith(" bets"))


def _advise(table: RingTable, round: RingRound) -> None:
    from feltworks.players.ring import advise

    try:
        advice = advise(view(round, player(PERSON)), table.bots[PERSON + 1].pot)
    except FeltworksError as error:
        console().print(f"  No advice: {error}")
        return
    share = advice.share
    how = "exactly" if share.exact else f"± {100 * share.standard_error:.2f}%, sampled"
    others = f"{advice.rivals} random hand{'' if advice.rivals == 1 else 's'}"
    console().print(f"  your part of the pot against {others}: {float(share.part):.2%} ({how})")
    if advice.call_cents:
        verdict = "pays" if advice.pays else "does not pay"
        console().print(f"  a call needs {float(advice.price):.2%} and {verdict} on that reckoning")


def _give_up(round: RingRound) -> Decide:
    """Somebody who leaves in the middle checks while it is free, and folds when it is not."""
    assert round.turn.seat is not None
    check = Decide(round.turn.seat, CHECK)
    return check if round.why_not(check) is None else Decide(round.turn.seat, FOLD)
