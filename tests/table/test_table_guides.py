"""The guides to the table and to transcripts say what the program does."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.ask.rounds import (
    KINDS,
    TranscriptError,
    entries_of_a_log,
    keys_of_terms,
    replay_text,
)
from tests.guides import blocks, check_examples

DOCS = Path(__file__).parents[2] / "docs"
TABLE = (DOCS / "table.md").read_text("utf-8")
TRANSCRIPTS = (DOCS / "transcripts.md").read_text("utf-8")


def test_the_example_runs_and_prints_what_its_comments_say():
    check_examples(TABLE, 4)


def test_every_entry_of_a_log_is_explained():
    entries = entries_of_a_log()
    assert len(entries) > 30
    assert [name for name in sorted(entries) if f"`{name}`" not in TABLE] == []


def test_every_irregularity_is_explained():
    for kind in KINDS:
        assert f"| `{kind}` |" in TABLE


def test_every_key_of_the_terms_is_explained_or_shown():
    (example,) = blocks(TRANSCRIPTS, "toml")
    shown = tomllib.loads(example)["terms"]
    for key in keys_of_terms():
        assert key in shown or f"`{key}`" in TRANSCRIPTS, key


def test_the_transcript_shown_is_true():
    (example,) = blocks(TRANSCRIPTS, "toml")
    table, transcript, round = replay_text(example)
    assert table.transcript(round, transcript.reveal) == example


def test_the_refusals_shown_are_what_is_said():
    (example,) = blocks(TRANSCRIPTS, "toml")
    rows = re.findall(r"^\| `(.+)` to `(.+)` \| `(.+)` \|$", TRANSCRIPTS, flags=re.MULTILINE)
    assert len(rows) >= 5
    for old, new, says in rows:
        with pytest.raises(TranscriptError) as refused:
            replay_text(example.replace(old, new, 1), "round.toml")
        assert str(refused.value) == says
