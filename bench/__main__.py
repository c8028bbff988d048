"""Runs every bench module, or only those named: `python -m bench hands`.

Options go to the one bench that is named before them: `python -m bench mutate --seed 7`.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

from rich.console import Console

import bench


def main(words: list[str]) -> int:
    first = next((at for at, word in enumerate(words) if word.startswith("-")), len(words))
    names, options = words[:first], words[first:]
    known = sorted(module.name for module in iter_modules(bench.__path__) if module.name[0] != "_")
    if unknown := [name for name in names if name not in known]:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    if options and names not in (["mutate"], ["mutants"]):
        print(f"{options[0]}: options go with mutate or mutants alone", file=sys.stderr)
        return 2
    console = Console()
    for name in names or known:
        console.print(import_module(f"bench.{name}").bench(*([options] if options else [])))
    return 0


sys.exit(main(sys.argv[1:]))
