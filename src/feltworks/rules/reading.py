"""From a file's bytes to a TOML document: what must hold before anything in it is looked at."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from feltworks.rules.bounds import DEEPEST, endless_key_line
from feltworks.rules.mistakes import Mistake, RulesError

LARGEST_BYTES = 256 * 1024
_POSITION = re.compile(r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def read_bytes(path: Path) -> bytes:
    """The file's bytes; never more of them are taken in than a rules file may have."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RulesError(str(path), [Mistake("the file", why, "a file that can be read")]) from None
    return data


def parse_document(data: bytes, name: str) -> dict[str, Any]:
    """The document in those bytes, or a `RulesError` that says why there is none."""
    if len(data) > LARGEST_BYTES:
        raise _refusal(name, f"more than {LARGEST_BYTES:,} bytes", f"at most {LARGEST_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refusal(name, f"the byte 0x{data[error.start]:02x}", "UTF-8 text", line) from None
    if endless := endless_key_line(text):
        raise _refusal(name, "a key of too many names", f"keys of up to {DEEPEST} names", endless)
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise _refusal(name, "brackets nested too deeply", "TOML of a few levels") from None
    except ValueError as error:
        raise _not_toml(name, str(error), text) from None
    if not document:
        raise _refusal(name, "an empty file", "a rules file, beginning with a [game] section")
    return document


def _not_toml(name: str, says: str, text: str) -> RulesError:
    found = _POSITION.match(says)
    what = (found["what"] if found else says).rstrip(".")
    last = text.count("\n") + 1
    line = int(found["line"]) if found and found["line"] else last
    return _refusal(name, f"text that is not TOML: {what[:1].lower()}{what[1:]}", "TOML", line)


def _refusal(name: str, found: str, allowed: str, line: int | None = None) -> RulesError:
    return RulesError(name, [Mistake("the file", found, allowed, line)])
