"""Files to test with: the sample games beside this module, and edits of one of them."""

from functools import cache
from pathlib import Path
from typing import Any

from tests.ask.rules import EXAMPLES_DIR, GAMES_DIR, json_schema

SAMPLES = Path(__file__).parent / "games"
LONG_FORMS = (
    Path(__file__).with_name("long_forms"),
    Path(__file__).parents[1] / "frozen/0.1/rules",
)


def sample_text(game: str) -> str:
    """A sample game, a shipped one or an example, in the short form."""
    return _text(game, SAMPLES, GAMES_DIR, EXAMPLES_DIR)


def long_text(game: str) -> str:
    """A sample game, or a shipped one or an example as it was written in the long form."""
    return _text(game, SAMPLES, *LONG_FORMS)


def _text(game: str, *folders: Path) -> str:
    path = next(path for folder in folders if (path := folder / f"{game}.toml").exists())
    return path.read_text(encoding="utf-8")


SIXTH = sample_text("three-queens")


def edited(*changes: tuple[str, str], text: str = SIXTH) -> str:
    """The text with each first part replaced by the second; every change must hit something."""
    for old, new in changes:
        assert old in text, f"the sample no longer says {old!r}"
        text = text.replace(old, new, 1)
    return text


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a rules file, made once."""
    return json_schema()
