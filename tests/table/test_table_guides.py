"""The guides to the table and to transcripts say what the program does."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.ask.rounds import (
    Operation,
    SeatOperation,
    TranscriptError,
    WagerOperation,
    ZoneOperation,
    replay_text,
)
from tests.guides import blocks, check_examples

from feltworks.round import moves, operations, payouts
from feltworks.round.terms import KINDS
from feltworks.round.termstext import KEYS
from feltworks.table import operations as of_the_table

DOCS = Path(__file__).parents[2] / "docs"
TABLE = (DOCS / "table.md").read_text("utf-8")
TRANSCRIPTS = (DOCS / "transcripts.md").read_text("utf-8")


def test_the_example_runs_and_prints_what_its_comments_say():
    check_examples(TABLE, 4)


BASES = (Operation, SeatOperation, WagerOperation, ZoneOperation)


@pytest.mark.parametrize("module", [moves, operations, payouts, of_the_table])
def test_every_entry_of_a_log_is_explained(module):
    entries = [
        name
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, Operation) and found not in BASES
    ]
    assert entries
    for name in entries:
        assert f"`{name}`" in TABLE, name


def test_every_irregularity_is_explained():
    for kind in KINDS:
        assert f"| `{kind}` |" in TABLE


def test_every_key_of_the_terms_is_explained_or_shown():
    (example,) = blocks(TRANSCRIPTS, "toml")
    shown = tomllib.loads(example)["terms"]
    for key in KEYS:
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
