"""`feltworks report`: papers about a game."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.options import SettingError, Settings, read_game
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console
from feltworks.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

app = typer.Typer(add_completion=False)
KINDS = ("mathematics", "rules", "dealer", "floor", "rack", "strategy", "felt", "packet")
SAMPLED = ("mathematics", "packet")


@app.command()
def report(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="The id of a game, or the path of a rules file."),
    ],
    kind: Annotated[
        str, typer.Option(metavar="KIND", help=f"Which paper: {', '.join(KINDS)}.")
    ] = "mathematics",
    settings: Settings = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Two games side by side: report --compare A B.")
    ] = False,
    second_settings: Annotated[
        list[str] | None,
        typer.Option(
            "--second-set", metavar="OPTION=VALUE", help="With --compare: options of the second."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .pdf or .md file, felt also .svg, packet a folder."),
    ] = None,
    made: Annotated[
        datetime | None, typer.Option("--date", formats=["%Y-%m-%d"], help="Its date; today.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Rounds of the confirming simulation.")
    ] = 2_000_000,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of what is sampled.")] = 1,
) -> None:
    """Write a paper about a game; the same words with the same date give the same bytes."""
    day = made.date() if made else datetime.now(UTC).date()
    if compare:
        _compare(games, settings, second_settings, out, day)
        return
    if second_settings:
        raise SettingError("--second-set goes with --compare A B")
    if len(games) != 1:
        raise SettingError("name one game, or two with --compare")
    if kind not in KINDS:
        raise SettingError(
            f"--kind {kind!r}{did_you_mean(kind, KINDS)}: there is {', '.join(KINDS)}"
        )
    if not 1_000 <= rounds <= 10**10:
        raise SettingError(f"--rounds {rounds}: 1,000 to 10,000,000,000")
    if not 0 <= seed < 2**64:
        raise SettingError(f"--seed {seed}: it must be 0 to {2**64 - 1}")
    words = _Asked(games[0], tuple(settings or ()), day, rounds, seed)
    if kind == "felt":
        _felt(words, out)
    elif kind == "packet":
        _packet(words, out)
    else:
        _paper(words, kind, out)


class _Asked:
    """The words of the command, to make one paper or another again."""

    def __init__(
        self, game: str, settings: Sequence[str], day: date, rounds: int, seed: int
    ) -> None:
        from feltworks.reports.mathematics import MathematicsSettings

        self.game, self.settings, self.day = game, settings, day
        self.asked = MathematicsSettings(rounds=rounds, seed=seed)
        self.loaded = read_game(game, settings)

    def command(self, kind: str) -> str:
        chosen = [word for setting in self.settings for word in ("--set", setting)]
        words = ["feltworks", "report", self.game, "--kind", kind, *chosen]
        if kind in SAMPLED:
            words += ["--rounds", str(self.asked.rounds), "--seed", str(self.asked.seed)]
        return shlex.join([*words, "--date", self.day.isoformat()])

    def file(self, out: Path | None, kind: str) -> Path:
        return out or Path(f"{self.loaded.rules.game.id}-{kind}.pdf")


def _paper(words: _Asked, kind: str, out: Path | None) -> None:
    from feltworks.reports.packet import PAPERS
    from feltworks.reports.writing import check_target, write_paper

    path = words.file(out, kind)
    check_target(path)
    make = PAPERS[kind][1]
    with counting() as progress:
        paper = make(words.loaded, words.day, words.command(kind), words.asked, progress)
        write_paper(paper, path)
    console().print(f"{paper.title} of {paper.subject} written to {path}", soft_wrap=True)


def _felt(words: _Asked, out: Path | None) -> None:
    from feltworks.reports.felt import felt_pdf, felt_svg
    from feltworks.reports.writing import write_bytes

    path = words.file(out, "felt")
    form, asked = path.suffix.lower(), (words.loaded, words.day, words.command("felt"))
    if form not in (".pdf", ".svg"):
        raise SettingError(f"--out {path}: a felt is drawn to a file in .pdf or .svg")
    write_bytes(path, felt_pdf(*asked) if form == ".pdf" else felt_svg(*asked).encode())
    console().print(f"felt layout written to {path}", soft_wrap=True)


def _packet(words: _Asked, out: Path | None) -> None:
    from feltworks.reports.packet import write_packet

    folder = out or Path(f"{words.loaded.rules.game.id}-packet")
    with counting() as progress:
        files = write_packet(words.loaded, folder, words.day, words.command, words.asked, progress)
    console().print(f"{len(files)} files written to {folder}: {', '.join(files)}", soft_wrap=True)


def _compare(
    games: Sequence[str],
    settings: Sequence[str] | None,
    second_settings: Sequence[str] | None,
    out: Path | None,
    day: date,
) -> None:
    if not 1 <= len(games) <= 2:
        raise SettingError("--compare takes two games, or one with --set and --second-set")
    from feltworks.reports.comparing import comparison
    from feltworks.reports.writing import check_target, write_paper

    one = read_game(games[0], settings)
    other = read_game(games[-1], second_settings)
    path = out or Path(f"{one.rules.game.id}-compared.pdf")
    check_target(path)
    chosen = [word for setting in settings or () for word in ("--set", setting)]
    chosen += [word for setting in second_settings or () for word in ("--second-set", setting)]
    command = ["feltworks", "report", "--compare", *games, *chosen, "--date", day.isoformat()]
    with counting() as progress:
        paper = comparison(one, other, day, shlex.join(command), progress)
        write_paper(paper, path)
    console().print(f"{paper.title} written to {path}", soft_wrap=True)
