"""Runs every bench module, or only those named: `python -m bench hands`.

Words after the name of `mutate`, `mutants` or `gate` go to that bench: `python -m bench mutate
--seed 7`. `gate` compares two commits and `mutants` needs a coverage file: they run only by name.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

from rich.console import Console

import bench

WITH_WORDS = ("gate", "mutants", "mutate")
ONLY_BY_NAME = ("gate", "mutants")


def main(words: list[str]) -> int:
    takes_words = bool(words) and words[0] in WITH_WORDS
    names, options = (words[:1], words[1:]) if takes_words else (words, [])
    known = sorted(module.name for module in iter_modules(bench.__path__) if module.name[0] != "_")
    if given := [name for name in names if name.startswith("-")]:
        print(f"{given[0]}: options go with {', '.join(WITH_WORDS)} alone", file=sys.stderr)
        return 2
    if unknown := [name for name in names if name not in known]:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    console = Console()
    for name in names or [name for name in known if name not in ONLY_BY_NAME]:
        console.print(import_module(f"bench.{name}").bench(*([options] if options else [])))
    return 0


sys.exit(main(sys.argv[1:]))
