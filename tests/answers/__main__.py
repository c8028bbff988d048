"""Write the answer book, or compare it with answers made anew.

    python -m tests.answers write
    python -m tests.answers write --only mini-tex/odds --only red-dog
    python -m tests.answers compare mini-tex red-dog/positions

`write --only` makes some sections again and prints the entries that changed, for the commit that
changes an answer on purpose. `compare` ends with 1 if an answer differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from tests.answers.file import BOOK, Book, Difference, differences, read_book, write_book
from tests.answers.making import every_section, make

MOST_SHOWN = 40


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.answers", description=__doc__.partition("\n")[0]
    )
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="write the book, or some of it")
    writing.add_argument(
        "--only", action="append", default=[], metavar="GAME[/QUESTION]", help="only this section"
    )
    comparing = commands.add_parser("compare", help="compare the book with new answers")
    comparing.add_argument("only", nargs="*", metavar="GAME[/QUESTION]")
    asked = parser.parse_args(words)
    try:
        sections = chosen(asked.only)
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    return write(sections, asked.only) if asked.command == "write" else compare(sections)


def chosen(only: Sequence[str]) -> list[tuple[str, str]]:
    """The sections that are named by game, or by game and question; all if none is named."""
    sections = every_section()
    if not only:
        return sections
    named = {name for game, question in sections for name in (game, f"{game}/{question}")}
    for name in only:
        if name not in named:
            near = get_close_matches(name, named, 3)
            more = f"; did you mean {' or '.join(near)}?" if near else ""
            raise LookupError(f"the answer book has no section {name!r}{more}")
    return [
        (game, question)
        for game, question in sections
        if game in only or f"{game}/{question}" in only
    ]


def write(sections: Sequence[tuple[str, str]], only: Sequence[str]) -> int:
    """Make these sections again, write the book, and list what changed."""
    made, failed = make(sections)
    before = read_book() if BOOK.exists() else {}
    known = {**before, **made} if only or failed else made
    write_book({section: known[section] for section in every_section() if section in known})
    changed = [*differences(before, made)]
    for each in changed if before else ():
        print(f"{each.game}/{each.question}: {each.key}")
    entries = sum(map(len, made.values()))
    print(f"{entries:,} answers made, {len(changed):,} of them new or changed: {BOOK.name}")
    return _report_failed(failed)


def compare(sections: Sequence[tuple[str, str]]) -> int:
    """Make these sections anew and show what differs from the book."""
    book = read_book()
    made, failed = make(sections)
    found = [*differences(book, made), *_unasked(book, sections)]
    for each in found[:MOST_SHOWN]:
        print(each)
    if len(found) > MOST_SHOWN:
        print(f"... and {len(found) - MOST_SHOWN:,} more")
    entries = sum(map(len, made.values()))
    print(f"{entries:,} answers compared, {len(found):,} differ")
    if found:
        print(
            "If an answer changes on purpose: python -m tests.answers write --only GAME/QUESTION, "
            "in a commit of its own that lists the entries and says why."
        )
    return 1 if _report_failed(failed) or found else 0


def _report_failed(failed: Sequence[tuple[str, str]]) -> int:
    """Name the questions that ended in a traceback; returns the exit code for them."""
    if failed:
        print("no answer was made for", ", ".join(map("/".join, failed)))
    return 1 if failed else 0


def _unasked(book: Book, sections: Sequence[tuple[str, str]]) -> list[Difference]:
    """Sections of the book that no question answers any more, if all of it is compared."""
    if len(sections) < len(every_section()):
        return []
    gone = book.keys() - set(sections)
    return [
        Difference(game, question, "the whole section", "an answer", "a game or question removed")
        for game, question in sorted(gone)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
