"""Compiles the kernels once, before the test workers start and would all compile them.

Run as `python -m tests.warm`; every game that is shipped is counted, which reaches the
kernels that most tests need.
"""

from __future__ import annotations

from time import perf_counter

from feltworks.odds.analyse import analyse
from feltworks.odds.equity import PotHand, strength_table
from feltworks.odds.walk import silent
from feltworks.rules.catalogue import game_ids
from feltworks.rules.loader import load, read
from feltworks.simulate.mechanisms import Asked, make_ready


def main() -> None:
    start = perf_counter()
    print("warming the kernels ...", flush=True)
    for game in game_ids():
        rules = load(game)
        analyse(rules)
        if rules.ring is not None:
            strength_table(PotHand.of(rules), 2, deals=1)
            continue
        loaded = read(game)
        make_ready(loaded, Asked(), silent).job(0).deal(0, 1)
    print(f"kernels are warm after {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
