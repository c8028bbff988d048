"""A file is there whole or not at all: what it was before stays where writing fails."""

import os
from pathlib import Path

import pytest

from feltworks.wholefiles import SHARED, whole_file, write_new, write_whole


def test_a_file_that_cannot_be_finished_leaves_what_was_there(tmp_path):
    path = tmp_path / "kept.csv"
    path.write_text("kept")
    with pytest.raises(OSError, match="full"), whole_file(path) as beside:
        beside.write_text("half")
        raise OSError(28, "full")
    assert [each.name for each in tmp_path.iterdir()] == ["kept.csv"]
    assert path.read_text() == "kept"


def test_a_link_stays_and_the_file_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "real.csv").write_text("old")
    link = tmp_path / "link.csv"
    link.symlink_to("real.csv")
    write_whole(link, "new", SHARED)
    assert link.is_symlink() and (tmp_path / "real.csv").read_text() == "new"


def test_a_device_is_written_to_as_it_is():
    write_whole(Path("/dev/null"), "gone", SHARED)
    assert Path("/dev/null").is_char_device()


def test_who_may_read_a_file_is_said_by_the_umask_or_its_owner_alone(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "chart.html", "", SHARED)
        write_whole(tmp_path / "key", "")
    finally:
        os.umask(before)
    assert (tmp_path / "chart.html").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_a_shared_file_keeps_the_rights_of_the_one_it_replaces(tmp_path):
    note = tmp_path / "note"
    note.write_text("old")
    note.chmod(0o600)
    write_whole(note, "new", SHARED)
    assert note.read_text() == "new" and note.stat().st_mode & 0o777 == 0o600


def test_a_link_to_no_file_yet_is_written_through(tmp_path):
    link = tmp_path / "link"
    link.symlink_to("real")
    write_whole(link, "new", SHARED)
    assert link.is_symlink() and (tmp_path / "real").read_text() == "new"


def test_a_new_file_needs_no_hard_links(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    assert write_new(tmp_path / "round.toml", "one") and not write_new(
        tmp_path / "round.toml", "two"
    )
    assert [each.read_text() for each in tmp_path.iterdir()] == ["one"]
