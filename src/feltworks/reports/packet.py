"""The packet: every paper about a game in one folder, with a contents page and a list of hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from feltworks.errors import system_errors_as
from feltworks.reports import blocks, handouts
from feltworks.reports.certificate import certify
from feltworks.reports.felt import felt_pdf, felt_svg
from feltworks.reports.mathematics import mathematics_report
from feltworks.reports.paper import AskedPaper, Paper, PaperError, game_paper
from feltworks.reports.rulesofplay import rules_of_play
from feltworks.reports.writing import (
    check_typesetter,
    check_writable,
    markdown_of,
    pdf_of,
    write_bytes,
)

MANIFEST = "manifest.json"
PAPERS: Mapping[str, tuple[str, Callable[[AskedPaper], Paper]]] = {
    "mathematics": ("every wager, what the house can expect, and the proof", mathematics_report),
    "rules": ("the rules of play as a document to be approved", rules_of_play),
    "dealer": ("the dealer's manual, with pays in chips", handouts.dealers_manual),
    "floor": ("mishaps, jackpots and options for the supervisor", handouts.floor_card),
    "rack": ("the player's leaflet, a sheet to be folded", handouts.rack_card),
    "strategy": ("a card for the wallet, with what its rules cost", handouts.strategy_card),
}
"""Kinds of papers: what each is for, and the function that makes it."""


def write_packet(asked: AskedPaper, folder: Path, command: Callable[[str], str]) -> list[str]:
    """Writes every paper that exists for the game; returns the files' names.

    `command` gives for each kind of paper the command that makes it again.
    """
    with system_errors_as(PaperError, folder):
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / MANIFEST)
    check_typesetter()
    files: dict[str, bytes] = {}
    contents = []
    for kind, (purpose, make) in PAPERS.items():
        asked.progress(f"papers: {kind}", len(files), len(PAPERS) + 2)
        try:
            paper = make(replace(asked, command=command(kind)))
        except PaperError as error:
            contents.append([kind, "not made", str(error)])
            continue
        files[f"{kind}.pdf"] = pdf_of(paper)
        contents.append([f"{kind}.pdf", paper.title, purpose])
        if kind == "mathematics":
            files["mathematics.md"] = markdown_of(paper).encode()
    felt = replace(asked, command=command("felt"))
    files["felt.svg"], files["felt.pdf"] = felt_svg(felt).encode(), felt_pdf(felt)
    contents.append(["felt.svg, felt.pdf", "Felt layout", "the table's cloth, to scale"])
    certificate = certify(asked.loaded, asked.made, progress=asked.progress)
    files["certificate.json"] = (json.dumps(certificate, indent=1, sort_keys=True) + "\n").encode()
    contents.append(["certificate.json", "Certificate", "exact odds, to be worked out again"])
    parts = [
        blocks.heading("Contents"),
        blocks.table(["file", "paper", "what it is for"], contents, left=3),
        blocks.paragraph(f"{MANIFEST} has the SHA-256 of every file of the packet."),
    ]
    files["contents.pdf"] = pdf_of(game_paper(asked, "Packet", parts))
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    files[MANIFEST] = (json.dumps({"sha256": hashes}, indent=1) + "\n").encode()
    for name, content in files.items():
        write_bytes(folder / name, content)
    return sorted(files)
