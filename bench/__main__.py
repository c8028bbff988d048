"""Runs every bench module, or only those named: `python -m bench hands`."""

import sys
from importlib import import_module
from pkgutil import iter_modules

from rich.console import Console

import bench


def main(names: list[str]) -> int:
    known = sorted(module.name for module in iter_modules(bench.__path__) if module.name[0] != "_")
    if unknown := [name for name in names if name not in known]:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    console = Console()
    for name in names or known:
        console.print(import_module(f"bench.{name}").bench())
    return 0


sys.exit(main(sys.argv[1:]))
