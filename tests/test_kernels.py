"""Compiled kernels are kept, and never answer for a source that has changed."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba.core import event

from feltworks import kernels

PACKAGE = Path(kernels.__file__).parent
CALLEE = """
from feltworks.kernels import kernel

@kernel
def stake(units):
    return units * {factor}
"""
CALLER = """
from feltworks.callee import stake
from feltworks.kernels import kernel

@kernel
def total(units):
    return stake(units) + 1

print(total(10), sum(total.stats.cache_hits.values()))
"""


def copied(folder):
    package = folder / "feltworks"
    package.mkdir()
    for name in ("__init__.py", "kernels.py", "wholefiles.py"):
        shutil.copy(PACKAGE / name, package / name)
    (package / "callee.py").write_text(CALLEE.format(factor=2))
    (package / "caller.py").write_text(CALLER)
    return package


def answer(folder):
    # Python's own cache takes an edit within the second that changes no length for no edit.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    env |= {"PYTHONPATH": str(folder), "FELTWORKS_CACHE": str(folder / "cache")}
    command = [sys.executable, "-c", "import feltworks.caller"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    return done.stdout.split()


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What each of four processes answers, and whether it found its kernels compiled: the first,
    one after an edit, one after the stored files were cut short, and one more."""
    folder = tmp_path_factory.mktemp("kernels")
    package = copied(folder)
    found = {"first": answer(folder)}
    (package / "callee.py").write_text(CALLEE.format(factor=3))
    found["edited"] = answer(folder)
    found["folders"] = len(list((folder / "cache" / "kernels").iterdir()))
    for kept in (folder / "cache").rglob("*.nb[ci]"):
        kept.write_bytes(kept.read_bytes()[:40])
    return found | {"damaged": answer(folder), "again": answer(folder)}


@pytest.mark.slow
def test_an_edit_in_another_file_is_seen(answers):
    assert answers["first"] == ["21", "0"]
    assert answers["edited"] == ["31", "0"]
    assert answers["folders"] == 2


@pytest.mark.slow
def test_a_damaged_file_is_compiled_again_and_then_kept(answers):
    assert answers["damaged"] == ["31", "0"]
    assert answers["again"] == ["31", "1"]


def test_the_hash_follows_constants_that_kernels_import(tmp_path):
    package = copied(tmp_path)
    (package / "numbers.py").write_text("FACTOR = 2\n")
    (package / "caller.py").write_text("from feltworks.numbers import FACTOR\n" + CALLER)
    before = kernels.source_hash(package)
    (package / "numbers.py").write_text("FACTOR = 3\n")
    assert kernels.source_hash(package) != before


def test_the_hash_follows_kernel_sources_only(tmp_path):
    package = copied(tmp_path)
    before = kernels.source_hash(package)
    (package / "plain.py").write_text("stake = 1\n")
    assert kernels.source_hash(package) == before
    (package / "callee.py").rename(package / "renamed.py")
    renamed = kernels.source_hash(package)
    assert renamed != before
    (package / "kernels.py").write_text((package / "kernels.py").read_text() + "\n")
    assert kernels.source_hash(package) not in (before, renamed)


def test_every_use_of_numba_goes_through_the_one_module():
    users = [path for path in PACKAGE.rglob("*.py") if "import numba" in path.read_text("utf-8")]
    assert users == [PACKAGE / "kernels.py"]


@pytest.mark.slow
def test_the_clock_stands_still_while_a_kernel_is_compiled():
    with kernels.timed_without_compiling() as seconds:
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                time.sleep(0.5)
        assert seconds() < 0.5
        time.sleep(0.02)
    assert seconds() >= 0.02


def test_without_a_writable_folder_kernels_are_kept_for_the_run(tmp_path, monkeypatch):
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    monkeypatch.setenv("FELTWORKS_CACHE", str(occupied))
    folder = kernels.cache_folder()
    assert folder.is_dir()
    assert occupied not in folder.parents
    folder.rmdir()
