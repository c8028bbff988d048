"""`feltworks replay`: check a transcript against the rules, and step through its round."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from feltworks.cli.options import CommandError, Commands, argument, option
from feltworks.cli.terminal import LEAVE, console
from feltworks.errors import system_reason

if TYPE_CHECKING:
    from feltworks.pit import OpenTable
    from feltworks.round import Round
    from feltworks.round.transcript import Transcript
    from feltworks.round.viewers import Viewer

app = Commands()

LARGEST_BYTES = 4_000_000


@app.command()
def replay(
    file: Annotated[Path, argument("FILE", "A transcript.")],
    rules: Annotated[
        Path | None, option("--rules FILE", "The rules file of a game that is not a shipped one.")
    ] = None,
    seen_by: Annotated[
        str, option("--as VIEWER", "auditor, dealer, spectator, or a seat's number.")
    ] = "auditor",
    everything: Annotated[bool, option("--all", "Print the whole round without stopping.")] = False,
    phh: Annotated[
        bool, option("--phh", "Print a game between players as a PHH file instead.")
    ] = False,
) -> None:
    """Check a transcript and step through its round: Enter goes on, q leaves."""
    from feltworks.pit import replay_text

    viewer = _viewer(seen_by)
    table, transcript, round = replay_text(read_transcript_file(file), str(file), rules)
    _check_seat(viewer, table.rules.table.seats)
    if phh:
        from feltworks.ring.phh import hand_history
        from feltworks.round.views import seen

        named = table.named
        print(hand_history(named.game, named.rules_sha256, seen(round.log, viewer)), end="")
        return
    _print_checks(table, transcript, round)
    step = sys.stdin.isatty() and sys.stdout.isatty() and not everything
    _print_round(round, viewer, step=step)


def read_transcript_file(file: Path) -> str:
    """The text of a transcript; raises a `CommandError` for a file that cannot be one."""
    try:
        # A device reports size 0 and may never end, so the length is limited while reading.
        with file.open("rb") as opened:
            found = opened.read(LARGEST_BYTES + 1)
        if len(found) > LARGEST_BYTES:
            raise CommandError(f"{file} is too large for a transcript")
        return found.decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CommandError(f"{file} is not a text in UTF-8") from None
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {system_reason(error)}") from None


def _viewer(name: str) -> Viewer:
    from feltworks.round.viewers import AUDITOR, DEALER, SPECTATOR, player

    watching = {viewer.name: viewer for viewer in (AUDITOR, DEALER, SPECTATOR)}
    if name in watching:
        return watching[name]
    if seat := re.fullmatch(r"(?:seat )?([1-9]\d?)", name):
        return player(int(seat[1]))
    raise CommandError(
        f"--as {name!r} is nobody: write auditor, dealer, spectator, or a seat's number"
    )


def _check_seat(viewer: Viewer, seats: int) -> None:
    beyond = [seat for seat in viewer.seats if seat > seats]
    if beyond:
        raise CommandError(f"--as {beyond[0]} is nobody: the seats of this table are 1 to {seats}")


def _print_checks(table: OpenTable, transcript: Transcript, round: Round) -> None:
    from feltworks.rules.approved import verdict_on

    game = table.rules.game.name
    console().print(f"{game}: {len(round.log)} entries, each as the rules give it.", style="bold")
    console().print(verdict_on(table.loaded).sentence)
    if limits := transcript.terms.payout_limits.says:
        console().print(limits)
    if transcript.reveal is not None:
        console().print("The deck is the one that was promised before the deal.")
    elif transcript.deck is not None:
        console().print("The open cards are of the deck that was promised before the deal.")
        console().print("?? are cards that were not shown: the round is shown as far as they were.")
    elif transcript.terms.commitment is not None:
        console().print("A deck was promised but not revealed: the shuffle cannot be checked.")
    else:
        console().print("No deck was promised: the shuffle cannot be checked.")
    seeds = transcript.terms.seeds
    if seeds:
        opened = [str(each.seat) for each in seeds if each.seed is not None]
        withheld = [str(each.seat) for each in seeds if each.seed is None]
        if opened:
            console().print(f"Its order was fixed by the seeds of seat {', '.join(opened)}.")
        if withheld:
            console().print(f"Not opened: the seed of seat {', '.join(withheld)}.")


def _print_round(round: Round, viewer: Viewer, *, step: bool) -> None:
    """The round entry by entry, and the felt whenever a player has to decide."""
    from feltworks.cli.felt import felt_lines, line_text
    from feltworks.round.moves import Decide
    from feltworks.round.views import View, seen

    log = seen(round.log, viewer)
    try:
        for at, entry in enumerate(log):
            if isinstance(entry, Decide) and not isinstance(log[at - 1], Decide):
                console().print()
                for line in felt_lines(View(viewer, log[:at], round.turn), round.rules):
                    console().print(line)
            console().print(line_text(entry.line), end="" if step else "\n")
            if step and input("  ").strip().lower() in LEAVE:
                return
    except (EOFError, KeyboardInterrupt):
        console().print()
