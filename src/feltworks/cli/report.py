"""`feltworks report`: papers about a game."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from feltworks.cli import options
from feltworks.cli.options import CommandError, argument, option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import say
from feltworks.errors import did_you_mean

if TYPE_CHECKING:
    from feltworks.odds.progress import Progress
    from feltworks.reports.paper import AskedPaper

app = options.Commands()
KINDS = ("mathematics", "rules", "dealer", "floor", "rack", "strategy", "felt", "packet")
SAMPLED = ("mathematics", "packet")


@app.command()
def report(
    games: Annotated[list[str], argument("GAME", "The id of a game, or the path of a rules file.")],
    kind: Annotated[
        str, option("--kind KIND", f"Which paper: {', '.join(KINDS)}.")
    ] = "mathematics",
    settings: options.Settings = None,
    compare: Annotated[
        bool, option("--compare", "Two games side by side: report --compare A B.")
    ] = False,
    second_settings: Annotated[
        list[str] | None,
        option("--second-set OPTION=VALUE", "With --compare: options of the second."),
    ] = None,
    out: Annotated[
        Path | None, option("--out FILE", "A .pdf or .md file, felt also .svg, packet a folder.")
    ] = None,
    made: Annotated[
        date | None, options.day_option("--date DATE", "The paper's date; today by default.")
    ] = None,
    rounds: Annotated[
        int, option("--rounds N", "Rounds of the confirming simulation.")
    ] = 2_000_000,
    seed: Annotated[int, option("--seed N", "The seed of what is sampled.")] = 1,
) -> None:
    """Write a paper about a game; the same command with the same date gives the same bytes."""
    day = options.day_made(made)
    if compare:
        _compare(games, settings, second_settings, out, day)
        return
    if second_settings:
        raise CommandError("--second-set goes with --compare A B")
    if len(games) != 1:
        raise CommandError("name one game, or two with --compare")
    if kind not in KINDS:
        raise CommandError(
            f"--kind {kind!r}{did_you_mean(kind, KINDS)}: there is {', '.join(KINDS)}"
        )
    if not 1_000 <= rounds <= 10**10:
        raise CommandError(f"--rounds {rounds}: 1,000 to 10,000,000,000")
    options.check_seed(seed)
    words = _ReportCommand(games[0], settings, day, rounds, seed)
    if kind == "felt":
        _felt(words, out)
    elif kind == "packet":
        _packet(words, out)
    else:
        _paper(words, kind, out)


def _given(name: str, settings: Iterable[str] | None) -> list[str]:
    """Options as they are typed again."""
    return [word for setting in settings or () for word in (name, setting)]


class _ReportCommand:
    """The words of the command that makes the same paper, or another, again."""

    def __init__(
        self, game: str, settings: Sequence[str] | None, day: date, rounds: int, seed: int
    ) -> None:
        from feltworks.reports.paper import MathematicsSettings

        self.game, self.chosen, self.day = game, _given("--set", settings), day
        self.asked = MathematicsSettings(rounds=rounds, seed=seed)
        self.loaded = options.read_game(game, settings)

    def command(self, kind: str) -> str:
        words = ["feltworks", "report", self.game, "--kind", kind, *self.chosen]
        if kind in SAMPLED:
            words += ["--rounds", str(self.asked.rounds), "--seed", str(self.asked.seed)]
        return shlex.join([*words, "--date", self.day.isoformat()])

    def paper(self, kind: str, progress: Progress) -> AskedPaper:
        from feltworks.reports.paper import AskedPaper

        return AskedPaper(self.loaded, self.day, self.command(kind), self.asked, progress)

    def file(self, out: Path | None, kind: str) -> Path:
        return out or Path(f"{self.loaded.rules.game.id}-{kind}.pdf")


def _paper(words: _ReportCommand, kind: str, out: Path | None) -> None:
    from feltworks.reports.packet import PAPERS
    from feltworks.reports.writing import check_target, write_paper

    path = words.file(out, kind)
    check_target(path)
    with counting() as progress:
        paper = PAPERS[kind][1](words.paper(kind, progress))
        write_paper(paper, path)
    say(f"{paper.title} of {paper.subject} written to {path}")


def _felt(words: _ReportCommand, out: Path | None) -> None:
    from feltworks.odds.progress import silent
    from feltworks.reports.felt import felt_pdf, felt_svg
    from feltworks.reports.writing import write_bytes

    path = words.file(out, "felt")
    form, asked = path.suffix.lower(), words.paper("felt", silent)
    if form not in (".pdf", ".svg"):
        raise CommandError(f"--out {path}: a felt is drawn to a file in .pdf or .svg")
    write_bytes(path, felt_pdf(asked) if form == ".pdf" else felt_svg(asked).encode())
    say(f"felt layout written to {path}")


def _packet(words: _ReportCommand, out: Path | None) -> None:
    from feltworks.reports.packet import write_packet

    folder = out or Path(f"{words.loaded.rules.game.id}-packet")
    with counting() as progress:
        files = write_packet(words.paper("packet", progress), folder, words.command)
    say(f"{len(files)} files written to {folder}: {', '.join(files)}")


def _compare(
    games: Sequence[str],
    settings: Sequence[str] | None,
    second_settings: Sequence[str] | None,
    out: Path | None,
    day: date,
) -> None:
    if not 1 <= len(games) <= 2:
        raise CommandError("--compare takes two games, or one with --set and --second-set")
    from feltworks.reports.comparing import comparison
    from feltworks.reports.writing import check_target, write_paper

    one = options.read_game(games[0], settings)
    other = options.read_game(games[-1], second_settings)
    path = out or Path(f"{one.rules.game.id}-compared.pdf")
    check_target(path)
    chosen = [*_given("--set", settings), *_given("--second-set", second_settings)]
    command = ["feltworks", "report", "--compare", *games, *chosen, "--date", day.isoformat()]
    with counting() as progress:
        paper = comparison(one, other, day, shlex.join(command), progress)
        write_paper(paper, path)
    say(f"{paper.title} written to {path}")
