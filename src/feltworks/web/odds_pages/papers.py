"""Papers of a game for the odds page: one file, or the packet as a ZIP archive."""

from __future__ import annotations

import io
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from feltworks.reports.felt import felt_pdf
from feltworks.reports.packet import PAPERS, write_packet
from feltworks.reports.paper import AskedPaper, PaperError
from feltworks.reports.writing import pdf_of
from feltworks.rules.loader import Loaded
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.worker import Progress

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a ZIP archive can hold; with it the same papers make the same archive."""


def file_answer(name: str, kind: str, content: bytes) -> dict[str, Any]:
    """A file as an answer of the worker, in JSON."""
    return {"name": name, "type": kind, "base64": b64encode(content).decode()}


def paper_answer(question: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """The requested paper, as a file."""
    wanted, kind = RulesQuestion.of(question), question["kind"]
    if wanted.pays:
        raise PaperError(
            "a paper is of a file as it is written: write these pays into a file of your own "
            "(`feltworks rules export`), upload it, and ask for its papers"
        )
    with tempfile.TemporaryDirectory() as folder:
        loaded = wanted.loaded()
        if wanted.text is not None:
            # Readings and published figures are computed from the file as written.
            file = Path(folder) / f"{loaded.rules.game.id}.toml"
            file.write_text(wanted.text, encoding="utf-8")
            loaded = replace(loaded, name=str(file))
        return _made(wanted, loaded, kind, Path(folder) / "packet", progress)


def _made(
    wanted: RulesQuestion, loaded: Loaded, kind: str, folder: Path, progress: Progress
) -> dict[str, Any]:
    game, day = loaded.rules.game.id, datetime.now(UTC).date()

    def command(kind: str) -> str:
        chosen = " ".join(f"--set {id_}={value}" for id_, value in wanted.options)
        words = ("feltworks report", wanted.game or f"{game}.toml", "--kind", kind, chosen)
        return " ".join((*filter(None, words), "--date", day.isoformat()))

    asked = AskedPaper(loaded, day, command(kind), progress=progress)
    if kind == "packet":
        write_packet(asked, folder, command)
        return file_answer(f"{game}-packet.zip", "application/zip", zipped(folder))
    content = felt_pdf(asked) if kind == "felt" else pdf_of(PAPERS[kind][1](asked))
    return file_answer(f"{game}-{kind}.pdf", "application/pdf", content)


def zipped(folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.writestr(zipfile.ZipInfo(file.name, FIRST_DAY), file.read_bytes())
    return out.getvalue()
