"""What the pages are made of: plain modules, our own host alone, and no word of any game."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from tests.ask.rules import game_ids

STATIC = Path(str(files("feltworks"))) / "web" / "static"
FOLDERS = [*(STATIC / name for name in ("css", "js", "img")), STATIC.parent / "frames"]
OURS = [path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.is_file()]
NAMESPACES = {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(STATIC.parent)))
def test_a_file_asks_no_other_host_and_names_no_game(path):
    text = path.read_text()
    hosts = set(re.findall(r"(?:https?|wss?):?//[\w./-]+", text)) - NAMESPACES
    assert not hosts
    for game in game_ids():
        for spelling in (game, game.replace("-", " "), game.replace("-", "_")):
            assert spelling not in text.lower()
    assert len(text.splitlines()) <= 360
    if path.suffix == ".js":
        assert len(text.splitlines()) <= 250
        assert "innerHTML" not in text
        assert "eval(" not in text
    if path.suffix == ".html":
        assert "style=" not in text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)


def tokens(theme):
    """Every colour by its name, as the theme has it."""
    text = (STATIC / "css" / "tokens.css").read_text().split(':root[data-theme="light"]')[0]
    one = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", text))
    two = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", text)
    assert len(two) > 20
    return one | {name: dark if theme == "dark" else light for name, light, dark in two}


def test_a_colour_is_told_once():
    text = (STATIC / "css" / "tokens.css").read_text()
    told = re.findall(r"^ *--([\w-]+):", text.split("/* Four colours")[0], re.MULTILINE)
    assert len(told) == len(set(told))
    assert "prefers-color-scheme" not in text


def _light(hex_colour):
    parts = [int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    lighter, darker = sorted((_light(one), _light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "paper"),
        ("ink-2", "paper"),
        ("ink-2", "surface"),
        ("ink-3", "surface"),
        ("accent", "surface"),
        ("accent-ink", "accent"),
        ("brass", "brass-soft"),
        ("good", "good-soft"),
        ("bad", "bad-soft"),
        ("good", "surface"),
        ("bad", "surface"),
        ("felt-ink", "felt-light"),
        ("felt-ink-2", "felt-light"),
        ("suit-h", "card-paper"),
    ],
)
def test_words_stand_out_from_their_ground(theme, ink, ground):
    colours = tokens(theme)
    assert contrast(colours[ink], colours[ground]) >= 4.5


def test_the_guide_names_every_part_and_every_switch():
    guide = (Path(__file__).parents[2] / "docs" / "table-pages.md").read_text()
    scripts = "\n".join(path.read_text() for path in OURS if path.suffix == ".js")
    parts = guide.split("## The parts")[1].split("##")[0]
    assert set(re.findall(r'customElements\.define\("([\w-]+)"', scripts)) == set(
        re.findall(r"`([\w]+-[\w-]+)`", parts)
    )
    display = guide.split("## Display")[1].split("##")[0]
    offered = (STATIC / "js" / "preferences.js").read_text().split("export")[0]
    assert re.findall(r"^  (\w+): \{ label", offered, re.MULTILINE) == re.findall(
        r"^\| `(\w+)` \|", display, re.MULTILINE
    )
