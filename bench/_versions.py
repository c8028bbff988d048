"""Old and new in one run: a script by the sources of each version, in a process of its own.

FELTWORKS_BASE may name the folder of another version, which is then measured beside this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def versions() -> dict[str, Path]:
    """The folders of the versions to measure, by their names in a table."""
    this = {"this": Path(__file__).parents[1]}
    base = os.environ.get("FELTWORKS_BASE")
    return {"base": Path(base), **this} if base else this


def run(script, root, *words):
    """Runs a script with the sources of a version; gives what it prints."""
    # From a file: processes that the script starts read it again.
    path = Path(tempfile.mkdtemp(prefix="feltworks-bench-")) / "script.py"
    path.write_text(script)
    sources = os.pathsep.join((str(root / "src"), str(root)))
    done = subprocess.run(
        [sys.executable, str(path), *map(str, words)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": sources},
    )
    return done.stdout
