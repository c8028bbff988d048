"""A mistake is found by its line: the keys of a file, looked for where they stand."""

import tomllib

import pytest
from tests.ask.rules import EXAMPLES_DIR, GAMES_DIR, line_of

TEXT = '''\
[game]
id = "mine"            # line 2
title = """
[not.a.table]
two lines"""
[hands]
player = { ranking = "five-card", from = { cards = 5 } }   # line 7
[[stages]]
id = "flop"
deal = [
    "2 down to cards",
    { to = "dealer", cards = 2 },   # line 12
]
decide = ["fold", { bet = "raise", size = "1 x ante" }]
[[stages]]
id = "river"           # line 16
[settle."ante, raise"]
win = "1:1"            # line 18
[options.tie.values]
push.says = "it pushes"   # line 20
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("game.id", 2),
        ("hands.player.from.cards", 7),
        ("stages.flop", 8),
        ("stages.1.deal", 10),
        ("stages.flop.deal.2.cards", 12),
        ("stages.flop.decide.fold", 14),
        ("stages.river.id", 16),
        ("settle.ante, raise.win", 18),
        ('settle."ante, raise".win', 18),
        ("options.tie.values.push", 20),
        ("game.deck", 1),
        ("wagers.ante", None),
    ],
)
def test_a_key_stands_on_its_line_and_a_missing_one_near_its_table(key, line):
    assert line_of(TEXT, key) == line


FILES = sorted([*GAMES_DIR.glob("*.toml"), *EXAMPLES_DIR.glob("*.toml")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_table_of_a_shipped_file_is_found(path):
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for section, value in tomllib.loads(text).items():
        assert section in lines[line_of(text, section) - 1]
        for key in value if isinstance(value, dict) else ():
            assert key in lines[line_of(text, f"{section}.{key}") - 1]


def test_quotes_that_nothing_closes_are_read_once():
    """Each was looked through again from every quote in it: hours for a long line."""
    text = "x = '''\"" + '\\"' * 200_000 + "\ny = 1\n"
    assert line_of(text, "y") is None
    assert line_of('x = "' + '\\"' * 200_000 + "\ny = [1]\n", "y") == 2
