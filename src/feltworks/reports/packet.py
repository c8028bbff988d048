"""The packet: every paper about a game in one folder, with a contents page and a list of hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from feltworks.errors import system_errors_as
from feltworks.odds.walk import Progress, silent
from feltworks.reports import handouts
from feltworks.reports.certificate import certify
from feltworks.reports.expectation import MathematicsSettings
from feltworks.reports.felt import felt_pdf, felt_svg
from feltworks.reports.mathematics import mathematics_report
from feltworks.reports.paper import Paper, PaperError, game_paper, heading, paragraph, table
from feltworks.reports.rulesofplay import rules_of_play
from feltworks.reports.writing import check_writable, markdown_of, pdf_of, write_bytes
from feltworks.rules.loader import Loaded

MANIFEST = "manifest.json"
Maker = Callable[[Loaded, date, str, MathematicsSettings, Progress], Paper]


PAPERS: Mapping[str, tuple[str, Maker]] = {
    "mathematics": ("every wager, what the house can expect, and the proof", mathematics_report),
    "rules": (
        "the rules of play as a document to be approved",
        lambda loaded, day, command, asked, progress: rules_of_play(loaded, day, command),
    ),
    "dealer": (
        "the dealer's manual, with pays in chips",
        lambda loaded, day, command, asked, progress: handouts.dealers_manual(loaded, day, command),
    ),
    "floor": (
        "mishaps, jackpots and options for the supervisor",
        lambda loaded, day, command, asked, progress: handouts.floor_card(loaded, day, command),
    ),
    "rack": (
        "the player's leaflet, a sheet to be folded",
        lambda loaded, day, command, asked, progress: handouts.rack_card(
            loaded, day, command, progress
        ),
    ),
    "strategy": (
        "a card for the wallet, with what its rules cost",
        lambda loaded, day, command, asked, progress: handouts.strategy_card(
            loaded, day, command, progress
        ),
    ),
}
"""Kinds of papers: what each is for, and the function that makes it."""


def write_packet(
    loaded: Loaded,
    folder: Path,
    made: date,
    command: Callable[[str], str],
    asked: MathematicsSettings,
    progress: Progress = silent,
) -> list[str]:
    """Writes every paper that exists for the game; returns the files' names.

    `command` gives for each kind of paper the command that makes it again.
    """
    with system_errors_as(PaperError, folder):
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / MANIFEST)
    files: dict[str, bytes] = {}
    contents = []
    for kind, (purpose, make) in PAPERS.items():
        progress(f"papers: {kind}", len(files), len(PAPERS) + 2)
        try:
            paper = make(loaded, made, command(kind), asked, progress)
        except PaperError as error:
            contents.append([kind, "not made", str(error)])
            continue
        files[f"{kind}.pdf"] = pdf_of(paper)
        contents.append([f"{kind}.pdf", paper.title, purpose])
        if kind == "mathematics":
            files["mathematics.md"] = markdown_of(paper).encode()
    about = (loaded, made, command("felt"))
    files["felt.svg"], files["felt.pdf"] = felt_svg(*about).encode(), felt_pdf(*about)
    contents.append(["felt.svg, felt.pdf", "Felt layout", "the table's cloth, to scale"])
    certificate = certify(loaded, made, progress=progress)
    files["certificate.json"] = (json.dumps(certificate, indent=1, sort_keys=True) + "\n").encode()
    contents.append(["certificate.json", "Certificate", "exact odds, to be worked out again"])
    blocks = [
        heading("Contents"),
        table(["file", "paper", "what it is for"], contents, left=3),
        paragraph(f"{MANIFEST} has the SHA-256 of every file of the packet."),
    ]
    files["contents.pdf"] = pdf_of(game_paper(loaded, made, command("packet"), "Packet", blocks))
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    files[MANIFEST] = (json.dumps({"sha256": hashes}, indent=1) + "\n").encode()
    for name, content in files.items():
        write_bytes(folder / name, content)
    return sorted(files)
