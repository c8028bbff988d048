"""`feltworks rounds`: find, show, verify and export rounds that were dealt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.housecall import AMOUNTS_IN, HouseCall, signed
from feltworks.cli.options import CommandError, Commands, argument, option
from feltworks.cli.progress import status_line
from feltworks.cli.terminal import Lines, bold, count_text, new_table
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import RoundQuery
    from feltworks.house.audit.rounds import Verification
    from feltworks.house.rounds.recall import RoundRecord

app = Commands("Find, show, verify and export rounds that were dealt.")

Number = Annotated[int, argument("ROUND", "The number of the round.")]


def moment(text: str | None) -> str | None:
    """A time as the books write it; a time without a zone is taken as UTC."""
    if text is None:
        return None
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no time: write such as 2025-11-14 or 2025-11-14T21:30"
        raise CommandError(message) from None
    zoned = read if read.tzinfo else read.replace(tzinfo=UTC)
    try:
        in_utc = zoned.astimezone(UTC)
    except OverflowError:
        raise CommandError(f"{text!r} is no time that a calendar in UTC has") from None
    return f"{in_utc.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


@dataclass(frozen=True)
class WantedRounds(HouseCall):
    """The options that say which rounds are meant."""

    table: Annotated[str | None, option("--table", "Rounds at this table.")] = None
    player: Annotated[str | None, option("--player", "Rounds this player was in.")] = None
    seat: Annotated[int | None, option("--seat", "Rounds with this seat in them.")] = None
    since: Annotated[str | None, option("--since TIME", "Begun at this time or later.")] = None
    until: Annotated[str | None, option("--until TIME", "Begun before this time.")] = None
    outcome: Annotated[str | None, option("--outcome", "settled, voided or 'in flight'.")] = None

    def query(self) -> RoundQuery:
        from feltworks.house import RoundQuery

        return RoundQuery(
            table=self.table,
            player=self.player,
            seat=self.seat,
            since=moment(self.since),
            until=moment(self.until),
            outcome=self.outcome,
        )


@app.command()
def find(
    wanted: WantedRounds,
    limit: Annotated[int, option("--limit", "How many at most.")] = 20,
) -> None:
    """Rounds by table, player, seat or time, the latest first."""
    query = replace(wanted.query(), limit=limit)
    with wanted.house() as house:
        found = house.find(query)
        called = house.names(player for each in found for player in each.players.values())
    listed = new_table(None, "round", "table", "begun", "outcome", "players")
    for each in found:
        players = ", ".join(f"{seat} {called[player]}" for seat, player in each.players.items())
        listed.add_row(str(each.number), each.table, _clock(each.at), each.outcome, players)
    wanted.tell([each.as_json() for each in found], listed, count_text(len(found), "round"))


@app.command()
def export(
    file: Annotated[Path, argument("FILE", "The .parquet file to write.")],
    wanted: WantedRounds,
) -> None:
    """Write rounds to a Parquet file, a row for each round and seat: all, or those that fit."""
    from feltworks.house.roundsfile import check_target, write_rounds

    check_target(file)
    query = wanted.query()
    with (
        wanted.house() as house,
        house.database.reading() as reader,
        status_line("reading") as progress,
    ):
        written = write_rounds(reader, file, query, progress)
    told = f"{count_text(written, 'round')} written to {file}"
    wanted.tell({"file": str(file), "rounds": written}, told)


@app.command()
def show(
    number: Number,
    call: HouseCall,
    look: Annotated[
        bool,
        option(
            "--look",
            "Between players: print hands that were not shown too; that you looked is recorded.",
        ),
    ] = False,
    by: Annotated[str | None, option("--by NAME", "With --look: who looks.")] = None,
    because: Annotated[str | None, option("--because REASON", "With --look: why.")] = None,
) -> None:
    """A round in full: who sat where, every record and entry, the transcript.

    Between players the transcript has the cards that were shown; the others are sealed.
    """
    if look != (by is not None and because is not None) or (by is None) != (because is None):
        raise CommandError("a look has a name and a reason: --look --by NAME --because REASON")
    with call.house() as house:
        if look:
            assert by is not None and because is not None
            found = house.look(number, by=signed(house, "look", by), why=because)
        else:
            found = house.public_round(number)
        checked = house.verify(number)
    call.tell(
        {**found.as_json(), **AMOUNTS_IN, "verified": _as_json(checked)},
        *_round_lines(found, checked),
        *_verdict_lines(checked),
    )


@app.command()
def verify(
    numbers: Annotated[list[int], argument("ROUND...", "One or more rounds.")], call: HouseCall
) -> None:
    """Check rounds again: records, shuffle, replay, settlement, ledger.

    Exits with 1 when one does not hold.
    """
    with call.house() as house:
        checked = [house.verify(number) for number in numbers]
    lines = [line for each in checked for line in _verdict_lines(each)]
    call.tell([_as_json(each) for each in checked], *lines)
    if not all(each.holds for each in checked):
        raise typer.Exit(1)


def _as_json(checked: Verification) -> dict[str, object]:
    return {
        "round": checked.number,
        "outcome": checked.outcome,
        "holds": checked.holds,
        "shuffle": checked.shuffle,
        "violations": [violation.as_json() for violation in checked.violations],
    }


def _verdict_lines(checked: Verification) -> Lines:
    verdict = "holds" if checked.holds else "DOES NOT HOLD"
    yield bold(f"round {checked.number}, {checked.outcome}: {verdict}; deck {checked.shuffle}")
    yield from map(str, checked.violations)


def _clock(at: str) -> str:
    """A time of the books as it is printed: to the second."""
    return at[:19].replace("T", " ")


def _round_lines(found: RoundRecord, checked: Verification) -> Lines:
    title = f"round {found.number} at {found.table}, begun {_clock(found.opening.at)}"
    columns = ("record", "kind", "account", "amount", "what for", "balance after")
    entries = new_table(title, *columns, right=(3, 5))
    for record in found.records:
        heading = (str(record.number), record.kind)
        postings = record.content.get("postings", [])
        for account, cents, purpose, after in postings:
            entries.add_row(*heading, account, money(cents), purpose, money(after))
            heading = ("", "")
        if not postings:
            entries.add_row(*heading, "", "", "", "")
    yield entries
    for seat, cents in found.held_back.items():
        yield f"A payout limit held back {money(cents)} that seat {seat} won on pay tables."
    if found.transcript is not None:
        yield found.transcript
    elif checked.shuffle == "not revealed yet":
        yield "the transcript names burnt cards: it is available once the shoe is shown"
