"""A supervisor at the terminal: he chooses what happened, sees what follows, and declares it.

At a demonstration table (`feltworks play --supervisor NAME`) the key `!` calls the supervisor. In a
house, `feltworks house declare` rules on a round that was left open; while a server deals, use the
page of the table or the console.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from feltworks.cards import CardError, parse_cards
from feltworks.cli.housecall import StaffCall, app
from feltworks.cli.options import CommandError, argument, option
from feltworks.cli.terminal import ask, bold, console, new_table, say
from feltworks.round import CardCheck, Irregularity, NotAllowed
from feltworks.round.declaring import after_declaration, declarable, foreseen
from feltworks.round.moves import awaits_card_check
from feltworks.round.operations import Ruled

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.house import House
    from feltworks.house.rounds.resume import OpenRound
    from feltworks.round import Round
    from feltworks.round.declaring import Declarable, Declaration

R = TypeVar("R", bound="Round")
ORDERS = {"void": "the round is void", "void-seat": "the hand is void", "play-on": "play goes on"}


def declarable_text(each: Declarable) -> str:
    """An irregularity and its consequences, in words."""
    who = "rules" if each.by == "rules" else "house"
    return f"{each.says} By the {who}: {ORDERS[each.consequence]}."


def ask_declaration(round: R, who: str) -> R:
    """The round after what the supervisor declares and confirms, or unchanged."""
    offered = declarable(round)
    for number, each in enumerate(offered, start=1):
        say(f"  {number} {declarable_text(each)}")
    answer = ask("  What happened, by its number (Enter for nothing):")
    if not answer.isdecimal() or not 1 <= int(answer) <= len(offered):
        return round
    chosen = offered[int(answer) - 1]
    seat = ask("  At which seat (Enter for none):")
    cards = ask("  Which cards were seen (Enter for none):") if chosen.names_cards else ""
    note = ask("  What happened, in your words:")
    try:
        at = int(seat) if seat.isdecimal() else None
        declared: list[Irregularity | CardCheck] = [
            Irregularity(chosen.kind, f"{note} ({who})", at, parse_cards(cards))
        ]
        after = foreseen(round, declared)
        if awaits_card_check(after.log):
            found = ask("  The cards are checked before they are shuffled again. Found:")
            declared.append(CardCheck(f"{found} ({who})"))
            after = after.play(declared[-1])
    except (NotAllowed, CardError) as refused:
        console().print(f"  {refused}")
        return round
    for entry in after.log[len(round.log) :]:
        say(f"  {entry.line}", style="dim")
    if ask("  Declare it? yes or no:").lower() != "yes":
        return round
    return after_declaration(round, declared)


@app.command()
def declare(
    round: Annotated[int, typer.Argument(min=1, help="A round in flight: see house status.")],
    call: StaffCall,
    kind: Annotated[
        str | None, argument("[KIND]", "What happened; without it, what can be declared is listed.")
    ] = None,
    note: Annotated[str, option("--note", "What happened, in one line.")] = "",
    seat: Annotated[int | None, option("--seat", "The seat it happened at.")] = None,
    cards: Annotated[str, option("--cards", "Cards that were seen: 'Kd 7s'.")] = "",
    checked: Annotated[
        str, option("--checked", "What the check of the cards of a failed machine has found.")
    ] = "",
    yes: Annotated[
        bool, option("--yes", "Declare it; without this, only what would follow is shown.")
    ] = False,
) -> None:
    """Declare an irregularity in a round in flight: see what the rules order, then confirm it."""
    from feltworks.pit import dealt

    with call.house() as house:
        who = call.signed(house, "declare")
        found = _open_round(house, round)
        stands = dealt(found.round, found.order)
        if kind is None:
            offered = declarable(stands)
            rows = [(each.kind, declarable_text(each)) for each in offered]
            call.tell(
                [
                    {"kind": one.kind, "says": one.says, "ruling": one.consequence, "by": one.by}
                    for one in offered
                ],
                new_table(None, "kind", "what follows", rows=rows),
            )
            return
        declared: list[Irregularity | CardCheck] = [Irregularity(kind, note, seat, _cards(cards))]
        if checked:
            declared.append(CardCheck(checked))
        after = foreseen(stands, declared)
        if yes:
            after = _booked(house, found, declared, who)
    lines = [entry.line for entry in after.log[len(stands.log) :]]
    last = f"declared by {who}" if yes else "nothing is declared yet: confirm it with --yes"
    told = {"round": round, "declared": yes, "by": who, "lines": lines}
    call.tell(told, *lines, bold(last))


def _open_round(house: House, number: int) -> OpenRound:
    for found in house.open_rounds():
        if found.number == number:
            return found
    raise CommandError(f"round {number} is not in flight: see feltworks house status")


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise CommandError(f"--cards {text!r}: {error}") from None


def _booked(house: House, found: OpenRound, declaration: Declaration, who: str) -> Round:
    """Journals it by name; settles the round if that ends it."""
    from feltworks.house.rounds.declaring import declared
    from feltworks.pit import TableDeck, dealt

    after = after_declaration(dealt(found.round, found.order), declaration)
    if awaits_card_check(after.log) and Ruled("void", "rules") in after.log:
        raise CommandError("say what the check of the cards has found: --checked TEXT")
    house.write(declared(house.rounds, found.number, after, by=who))
    if after.turn.waits_for == "nothing":
        deck = TableDeck(found.sheet.dealt)
        found.restore(deck)
        house.write(house.rounds.settle(found.number, after, deck.shown_with_round()))
    return after
