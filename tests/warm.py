"""Compiles the kernels once, before the test workers start and each compiles the same.

Run as `python -m tests.warm`. One process counts and deals every game that is shipped, which
reaches the kernels that most tests need; another runs tests that reach the others. It collects all
tests, as that compiles their modules.

Numba does not ask whether another process compiles the same kernel. Here one of the two compiles
it, and the other waits and loads it. Tests themselves use Numba as it is.
"""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from tests.ask.terminal import announced_compiling

import feltworks
import feltworks.kernels  # settles where Numba stores kernels, so it comes first

TESTS = (
    "tests/odds/blackjack/test_distribution.py::test_a_blackjack_is_paid_as_often_as_it_comes_alone",
    "tests/odds/test_kinds.py::test_kinds_and_cards_come_to_the_same",
    "tests/odds/test_given_up.py::test_a_cross_of_two_hands_on_a_small_deck",
    "tests/odds/test_large_numbers.py",
    "tests/odds/test_equity_kernels.py",
    "tests/odds/test_equity.py::TestSamples",
    "tests/odds/test_equity.py::test_every_starting_hand_against_one_as_dealt_by_hand",
    "tests/odds/test_equity.py::test_known_hands_share_as_dealt_by_hand",
    "tests/odds/test_exchange.py::test_an_exchange_against_a_dealer_is_counted_over_all_deals",
    "tests/odds/test_longest_flush.py::test_every_deal_of_a_small_deck[c d]",
    "tests/odds/test_simple.py::test_three_decisions_in_a_row_are_told_one_by_one",
    "tests/simulate/test_dealer_rounds.py::test_every_round_comes_to_what_the_engine_pays[more_cards]",
    "tests/simulate/test_dealer_rounds.py::test_every_round_comes_to_what_the_engine_pays[one_card]",
    "tests/simulate/test_seat_pairs.py::test_products_of_two_seats_are_those_of_every_deal",
    "tests/simulate/test_table_games.py::test_the_last_decision_by_kinds_is_that_of_the_cards",
)


def main() -> None:
    start = perf_counter()
    warm = Path(os.environ["NUMBA_CACHE_DIR"]) / "warm-for-tests"
    if warm.exists() and warm.read_text("utf-8") == "\n".join(TESTS):
        print("kernels are warm: they were compiled before")
        return
    print("warming the kernels ...", flush=True)
    testing = get_context("spawn").Process(target=run_tests)
    testing.start()
    with announced_compiling():
        count_and_deal()
    testing.join()
    if testing.exitcode:
        raise SystemExit(1)
    warm.write_text("\n".join(TESTS), "utf-8")
    print(f"kernels are warm after {perf_counter() - start:.0f} s")


class Chosen:
    """A plugin of pytest that keeps the tests of `TESTS`, and notes those that are not there."""

    missing: tuple[str, ...] = ()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid.startswith(TESTS)]
        found = [item.nodeid for item in items]
        self.missing = tuple(
            test for test in TESTS if not any(each.startswith(test) for each in found)
        )


def run_tests() -> None:
    """What fails here fails again, and is shown, in the run that comes after."""
    compile_in_one_process()
    with redirect_stdout(StringIO()):
        chosen = Chosen()
        pytest.main(["-q", "-p", "no:cacheprovider"], plugins=[chosen])
    if chosen.missing:
        raise SystemExit(f"tests/warm.py names tests that are not there: {chosen.missing}")


def count_and_deal() -> None:
    compile_in_one_process()
    # A compiler makes much that the collector of cycles looks at again and again.
    gc.set_threshold(20_000, 50, 100)
    for id_ in feltworks.games():
        game = feltworks.load(id_)
        game.odds()
        game.simulate(1, threads=1)


def compile_in_one_process() -> None:
    """From here on this process takes a kernel's lock before it loads or compiles the kernel.

    No two processes wait for each other: locks are taken from callers to callees, and Numba's own
    lock, taken first, lets one thread compile at a time.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import Dispatcher

    folder = Path(os.environ["NUMBA_CACHE_DIR"]) / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    compile_now = Dispatcher.compile
    held: set[Path] = set()

    @contextmanager
    def locked(path: Path) -> Iterator[None]:
        if path in held:
            yield
            return
        with path.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            held.add(path)
            try:
                yield
            finally:
                held.discard(path)

    @wraps(compile_now)
    def compiled(self: Dispatcher, signature: Any) -> Any:
        function = self.py_func
        path = folder / f"{function.__module__}.{function.__qualname__}"
        with global_compiler_lock, locked(path):
            return compile_now(self, signature)

    Dispatcher.compile = compiled


if __name__ == "__main__":
    main()
