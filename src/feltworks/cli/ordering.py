"""`feltworks house table`, `void` and `correct`: what the staff order and put right by hand.

These are commands of `feltworks house`; each act is recorded with a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.house import HouseToOpen
from feltworks.cli.housecall import HouseCall, StaffCall, app, signed
from feltworks.cli.options import CommandError, argument, dollars_in_cents, option
from feltworks.cli.terminal import new_table
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.corrections import Correction
    from feltworks.house.staff import StaffAct


@app.command()
def table(
    name: Annotated[str, argument("TABLE", "A table of the house file.")],
    call: StaffCall,
    file: HouseToOpen = None,
    close: Annotated[bool, option("--close", "Close the table until somebody opens it.")] = False,
    limits: Annotated[
        str | None, option("--limits LOW-HIGH", "Other limits, such as 10-200.")
    ] = None,
    side: Annotated[str | None, option("--side LOW-HIGH", "Other limits of side wagers.")] = None,
    as_filed: Annotated[
        bool, option("--as-filed", "Post the limits of the house file again.")
    ] = False,
) -> None:
    """Open one table, on other limits or those it had; or close it. It stands until changed."""
    from feltworks.web.console.staff import Member
    from feltworks.web.console.tables import HouseTables, LimitsRequest

    if (close and (limits or side or as_filed)) or (as_filed and (limits or side)):
        raise CommandError("give --close, or --as-filed, or limits")
    from feltworks.house.opening import room_to_open

    with call.house() as house:
        act: StaffAct = "limits" if limits or side or as_filed else "tables"
        member = Member(call.signed(house, act), "operator")
        room = room_to_open(house.database, file)
        tables = HouseTables(house, room)
        if close:
            tables.close(name, member)
        else:
            wanted = None
            if limits or side or as_filed:
                stands = tables.table(name)
                before = stands.file_limits if as_filed and stands.file_limits else stands.limits
                ordered = _limits("--limits", limits, "") | _limits("--side", side, "side_")
                wanted = LimitsRequest.model_validate(before.model_dump() | ordered)
            tables.open(name, member, wanted)
        told = tables.table(name)
    posted = told.limits
    between = f"{money(posted.minimum_cents)} to {money(posted.maximum_cents)}"
    now = f"is {f'open, {between}' if told.is_open else 'closed'}"
    now = "closes when its open round is over" if told.is_closing else now
    call.tell(told.model_dump(), f"table {name} {now}")


def _limits(option: str, text: str | None, prefix: str) -> dict[str, int]:
    if text is None:
        return {}
    low, _, high = text.partition("-")
    least, most = dollars_in_cents(low.strip()), dollars_in_cents(high.strip())
    if not least or not most:
        raise CommandError(f"{option} {text!r} cannot be read: write LOW-HIGH, such as 10-200")
    return {f"{prefix}minimum_cents": least, f"{prefix}maximum_cents": most}


@app.command()
def void(
    number: Annotated[int, argument("ROUND", "The number of an open round.")],
    because: Annotated[str, option("--because TEXT", "Why the round is voided.")],
    call: StaffCall,
) -> None:
    """Void a round that is open: every stake goes back. A server that deals it goes on after it."""
    with call.house() as house:
        record = house.void(number, by=call.signed(house, "void"), because=because)
        table = house.recall(number).table
    call.tell(
        {"round": number, "table": table, "record": record.number, **record.facts},
        f"round {number} at table {table} is void: {record.facts['why']}",
    )


# --- corrections -------------------------------------------------------------------------------


@app.command()
def corrections(call: HouseCall) -> None:
    """Every correction: proposed, booked or withdrawn."""
    from feltworks.house.corrections import corrections as all_of

    with call.house() as house:
        found = house.read(all_of)
    shown = new_table(None, "no.", "", "corrects", "moves", "because", "by")
    for each in found:
        moves = ", ".join(f"{money(m.cents)} {m.source} to {m.target}" for m in each.moves)
        record, who = f"record {each.corrects}", _persons(each)
        shown.add_row(str(each.number), each.status, record, moves, each.because, who)
    call.tell([each.as_json() for each in found], shown)


def _persons(correction: Correction) -> str:
    """Who proposed a correction, and who confirmed it."""
    return " and ".join(filter(None, (correction.proposed_by, correction.confirmed_by)))


@app.command()
def correct(
    record: Annotated[int, typer.Argument(min=1, help="The record that is corrected.")],
    source: Annotated[str, option("--from ACCOUNT", "The account that pays, such as house.")],
    target: Annotated[str, option("--to ACCOUNT", "The account that gets it, such as player:ann.")],
    dollars: Annotated[str, option("--dollars", "How much, such as 12.50.")],
    because: Annotated[str, option("--because", "The reason, in one line.")],
    call: StaffCall,
    also: Annotated[
        str | None, option("--and NAME", "Who confirms it at once, by his own password.")
    ] = None,
) -> None:
    """Put a mistake right by another entry: one person proposes it, another one confirms it."""
    from feltworks.house.books import Batch
    from feltworks.house.corrections import confirm, propose, read_moves

    cents = dollars_in_cents(dollars)
    if not cents:
        raise CommandError(f"--dollars {dollars!r} is no amount: write such as 12 or 12.50")
    moves = read_moves([(source, target, cents)])

    with call.house() as house:
        who = call.signed(house, "correct", prove=True)
        if also is not None:
            signed(house, "correct", also, prove=True)

        def unit(batch: Batch) -> int:
            number = propose(batch, moves, corrects=record, because=because, by=who).number
            if also is not None:
                confirm(batch, number, by=also)
            return number

        _print_correction(call, house, house.write(unit))


@app.command()
def confirm(
    number: Annotated[int, argument("CORRECTION", "The number of the correction.", min=1)],
    call: StaffCall,
    withdraw: Annotated[
        bool, option("--withdraw", "Withdraw the correction instead of booking it.")
    ] = False,
) -> None:
    """Book a correction that somebody else proposed, or let it go."""
    from feltworks.house import corrections

    act = corrections.withdraw if withdraw else corrections.confirm
    with call.house() as house:
        who = call.signed(house, "correct", prove=True)
        house.write(lambda batch: act(batch, number, by=who))
        _print_correction(call, house, number)


def _print_correction(call: StaffCall, house: House, number: int) -> None:
    from feltworks.house.corrections import corrections

    found = next(each for each in house.read(corrections) if each.number == number)
    call.tell(found.as_json(), f"correction {number} is {found.status}, by {_persons(found)}")
