"""A paper as bytes: PDF through Typst, or Markdown."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from feltworks.errors import system_errors_as
from feltworks.reports.blocks import Block
from feltworks.reports.paper import Paper, PaperError
from feltworks.wholefiles import check_folder

TEMPLATE = Path(__file__).with_name("paper.typ")
FORMS = (".pdf", ".md")
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}


def check_target(path: Path) -> None:
    """Refuses a file that no paper can be written to, before anything is computed."""
    if path.suffix.lower() not in FORMS:
        raise PaperError(f"{path}: a paper is written to a file in {' or '.join(FORMS)}")
    check_writable(path)
    if path.suffix.lower() == ".pdf":
        check_typesetter()


def check_typesetter() -> None:
    """Fail if Typst is not installed, before anything is computed and before charts are missed."""
    import typst  # noqa: F401


def check_writable(path: Path) -> None:
    """Refuses a file whose folder does not exist or cannot be written."""
    check_folder(path, PaperError)
    if path.is_dir():
        raise PaperError(f"{path}: it is a folder, name a file")
    if not os.access(path.parent, os.W_OK):
        raise PaperError(f"{path}: the folder {path.parent} cannot be written")


def write_paper(paper: Paper, path: Path) -> None:
    """Writes the paper; the ending of the file's name decides the format."""
    check_target(path)
    write_bytes(
        path, pdf_of(paper) if path.suffix.lower() == ".pdf" else markdown_of(paper).encode()
    )


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a file, or says in a sentence why it cannot be written."""
    with system_errors_as(PaperError, path):
        path.write_bytes(content)


def pdf_of(paper: Paper) -> bytes:
    """The paper as a PDF; it holds no time but the paper's date."""
    made = datetime.combine(paper.made, time(), UTC)
    data = json.dumps(paper.as_data(), sort_keys=True, ensure_ascii=False)
    return typeset("paper", TEMPLATE.read_bytes(), {"paper": data}, made)


def typeset(what: str, template: bytes, inputs: dict[str, str], made: datetime | int) -> bytes:
    """A Typst template as a PDF; no font of the system is used."""
    import typst

    compiler = typst.Compiler(template, ignore_system_fonts=True, sys_inputs=inputs)
    try:
        content, warnings = compiler.compile_with_warnings(format="pdf", timestamp=made)
    except typst.TypstError as error:
        raise PaperError(f"the {what} cannot be set: {error.message}") from None
    if warnings:
        raise PaperError(f"the {what} cannot be set as it should be: {warnings[0].message}")
    assert isinstance(content, bytes)
    return content


# --- Markdown ----------------------------------------------------------------------------------


def markdown_of(paper: Paper) -> str:
    """The paper as Markdown; charts are named and left out."""
    lines = [f"# {paper.subject}", "", paper.title, ""]
    facts = {**paper.facts, "Made": paper.made.isoformat(), "Made again by": f"`{paper.command}`"}
    lines += [f"- **{name}**: {_plain(text)}" for name, text in facts.items()]
    for block in paper.blocks:
        lines += ["", *_markdown(block)]
    return "\n".join(lines) + "\n"


def _markdown(block: Block) -> Iterator[str]:
    match block["kind"]:
        case "heading":
            yield f"{'#' * (block['level'] + 1)} {_plain(block['text'])}"
        case "text":
            yield _plain(block["text"])
        case "steps":
            yield from (f"{n}. {_plain(item)}" for n, item in enumerate(block["items"], start=1))
        case "points":
            yield from (f"- {_plain(item)}" for item in block["items"])
        case "hand":
            yield f"{_cards(block['cards'])}: {_plain(block['label'])}"
        case "chart":
            yield f"*Chart: {_plain(block['title'])} (in the PDF)*"
        case "table":
            yield from _table(block)


def _table(block: Block) -> Iterator[str]:
    if block["title"]:
        yield from (f"**{_plain(block['title'])}**", "")
    if not block["rows"]:
        yield f"*{_plain(block['empty'])}*"
        return
    yield _row(block["columns"])
    yield _row(["---" if at < block["left"] else "---:" for at in range(len(block["columns"]))])
    yield from map(_row, block["rows"])
    if block["total"] is not None:
        yield _row([f"**{cell}**" if cell else "" for cell in block["total"]])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(_plain(cell) for cell in cells)} |"


def _cards(cards: list[dict[str, Any]]) -> str:
    return " ".join(f"{card['rank']}{SIGNS[card['suit']]}" for card in cards)


def _plain(text: str) -> str:
    """A text that cannot be mistaken for a table's border."""
    return text.replace("|", "\\|")
