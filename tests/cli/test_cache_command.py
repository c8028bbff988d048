"""`feltworks cache`: what is kept between runs is listed and removed, and nothing else is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.ask.solving import storing_quick_counts

from feltworks import kernels

from .running import refusal, run


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of two states of kernels, in which every count is kept."""
    monkeypatch.setenv("FELTWORKS_CACHE", str(tmp_path))
    monkeypatch.delenv("FELTWORKS_COUNTS")
    for number, name in enumerate((kernels.source_hash(), "0123456789abcdef")):
        compiled = tmp_path / "kernels" / name / "odds_1" / "sweep.nbc"
        compiled.parent.mkdir(parents=True)
        compiled.write_bytes(b"x" * 250_000)
        os.utime(compiled, (1_000_000 - number, 1_000_000 - number))
    with storing_quick_counts():
        yield tmp_path


def count(capsys, *words: str):
    ran = run(capsys, "odds", "mini-tex", "--json", *words)
    assert ran.code == 0
    return ran.data


@pytest.mark.slow
def test_what_is_kept_is_listed(capsys, folder):
    first = count(capsys, "--set", "dealer_qualifier=ace-king")
    assert count(capsys, "--set", "dealer_qualifier=ace-king") == first
    data = run(capsys, "cache", "--json").data
    assert [(each["current"], each["bytes"]) for each in data["kernels"]] == [
        (True, 250_000),
        (False, 250_000),
    ]
    assert data["kernels"][0]["last_changed"] == "1970-01-12T13:46:40+00:00"
    whole, entry = sorted(data["counts"], key=lambda each: each["wager"])
    assert [each["game"] for each in (whole, entry)] == ["mini-tex", "mini-tex"]
    assert (whole["wager"], entry["wager"]) == ("all wagers", "main")
    assert entry["options"]["dealer_qualifier"] == "ace-king"
    assert entry["bytes"] == Path(entry["path"]).stat().st_size
    shown = run(capsys, "cache").out
    for words in ("in use", "of other sources", "0.2 MB", "dealer_qualifier=ace-king"):
        assert words in shown.replace("\n", "")


@pytest.mark.slow
def test_a_kind_is_removed_and_the_other_stays(capsys, folder):
    count(capsys)
    (folder / "kernels" / "mine").mkdir()
    (folder / "counts" / "notes.txt").write_text("not a count")
    ran = run(capsys, "cache", "clear", "counts")
    assert (ran.code, ran.err) == (0, "") and ran.out.startswith("counts: 2 removed")
    assert [path.name for path in (folder / "counts").iterdir()] == ["notes.txt"]
    assert len([*(folder / "kernels").iterdir()]) == 3
    assert run(capsys, "cache", "clear").out.splitlines() == [
        "kernels: 2 removed, 0.5 MB",
        "counts: 0 removed, 0.0 kB",
    ]
    assert [path.name for path in (folder / "kernels").iterdir()] == ["mine"]
    assert run(capsys, "cache", "--json").data == {"kernels": [], "counts": []}
    assert "No counts are kept." in run(capsys, "cache").out


def test_what_cannot_be_done_is_told_in_one_message(capsys, folder, monkeypatch):
    assert refusal(capsys, "cache", "clear", "everything") == (
        "there is no cache of 'everything': there are kernels and counts"
    )

    def refused(path: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shutil.rmtree", refused)
    assert refusal(capsys, "cache", "clear").endswith("cannot be removed: permission denied")


@pytest.mark.slow
def test_without_a_folder_for_counts_none_are_listed(capsys, folder, monkeypatch):
    monkeypatch.setenv("FELTWORKS_COUNTS", "")
    count(capsys)
    assert run(capsys, "cache", "--json").data["counts"] == []
    assert not (folder / "counts").exists()
