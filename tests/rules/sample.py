"""Files to test with: the sample games beside this module, and edits of one of them."""

from pathlib import Path

from feltworks.rules.catalogue import GAMES_DIR

SAMPLES = Path(__file__).parent / "games"


def sample_text(game: str) -> str:
    """A sample game, or a shipped one."""
    folder = SAMPLES if (SAMPLES / f"{game}.toml").exists() else GAMES_DIR
    return (folder / f"{game}.toml").read_text(encoding="utf-8")


SIXTH = sample_text("three-queens")


def edited(*changes: tuple[str, str], text: str = SIXTH) -> str:
    """The text with each first part replaced by the second; every change must hit something."""
    for old, new in changes:
        assert old in text, f"the sample no longer says {old!r}"
        text = text.replace(old, new, 1)
    return text
