"""What wagers are expected to win or lose under the best play, for comparison with a result.

`Expectation.counted` counts it in this process. `BackgroundCount` starts another process for it
(this module, run as a program) at low priority, so that nobody waits. `stop` ends that process at
once; if the process that started it is killed, it sees the end of its input and ends too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltworks.odds.kept import KeptCounts
    from feltworks.odds.progress import Progress
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules


@dataclass(frozen=True)
class Expectation:
    """The value of each wager of a game, in units; `main` for the required ones together."""

    rules: Rules
    values: Mapping[str, Fraction]

    @classmethod
    def counted(
        cls,
        rules: Rules,
        jackpots_cents: Mapping[str, int] | None = None,
        *,
        kept: KeptCounts | None = None,
        progress: Progress | None = None,
    ) -> Expectation:
        """The expectation with the jackpots as posted; exact if it is counted."""
        # Imported here: a process that counts in the background does not need it.
        from feltworks.odds.progress import silent
        from feltworks.odds.report import OddsSettings, report

        posted = {id: Fraction(cents, 100) for id, cents in (jackpots_cents or {}).items()}
        settings = OddsSettings(jackpots=posted, values_only=True)
        found = report(rules, settings, kept=kept, progress=progress or silent)
        return cls(rules, found.expected_values)

    def cents(self, stakes: Mapping[str, int]) -> Fraction:
        """What wagers of these amounts before the deal are worth, in cents."""
        sides = self.rules.wagers_of("side")
        worth = Fraction(0)
        for wager, cents in stakes.items():
            if wager in sides:
                worth += self.values[wager] * cents
            elif wager == self.rules.unit:
                worth += self.values["main"] * cents
        return worth


class BackgroundCount:
    """An expectation that another process is counting."""

    def __init__(self, loaded: Loaded, jackpots_cents: Mapping[str, int]) -> None:
        self._rules = loaded.rules
        self._found: Expectation | None = None
        gone = list(map(str, loaded.gone))
        question = json.dumps([loaded.name, dict(loaded.chosen), dict(jackpots_cents), gone])
        # In its own session, so that Ctrl-C at the terminal does not reach it.
        self._process = subprocess.Popen(
            (sys.executable, "-m", "feltworks.players.expectation", question),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def is_under_way(self) -> bool:
        return self._process.poll() is None

    def known(self, wait_seconds: float) -> Expectation | None:
        """The expectation, if it is known within that time; None for rules that the odds refuse."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(wait_seconds)
            out = self._process.stdout
            if self._found is None and out is not None and not out.closed:
                with out, suppress(ValueError):
                    values = json.loads(out.read())
                    worth = {id: Fraction(value) for id, value in values.items()}
                    self._found = Expectation(self._rules, worth)
        return self._found

    def stop(self) -> None:
        """Ends the other process, finished or not."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def _exit_when_input_ends() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    """Count for a `BackgroundCount`: the question is the one argument, the values are printed."""
    threading.Thread(target=_exit_when_input_ends, daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(10)
    from feltworks.cards import parse_cards
    from feltworks.odds.kept import KeptCounts
    from feltworks.rules.loader import read

    name, chosen, jackpots_cents, gone = json.loads(sys.argv[1])
    loaded = read(name, chosen).without(parse_cards(" ".join(gone)))
    kept = KeptCounts.of_user(loaded.chosen)
    found = Expectation.counted(loaded.rules, jackpots_cents, kept=kept)
    print(json.dumps({id: str(value) for id, value in found.values.items()}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
