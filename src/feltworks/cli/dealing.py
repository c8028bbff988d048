"""What a simulation runs with: where it deals, its files, and what is shown meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.cli.options import CommandError
from feltworks.cli.progress import progress_bar

if TYPE_CHECKING:
    from feltworks.simulate.figures import Estimate
    from feltworks.simulate.mechanisms import ReadyGame
    from feltworks.simulate.running import Pool, Watch
    from feltworks.simulate.tally import Tally


@dataclass(frozen=True)
class SimulationFiles:
    """What a run reads and writes."""

    checkpoint: Path | None
    resume: bool
    rounds_to: Path | None
    chart: Path | None

    def check(self, rounds: int) -> None:
        """Refuse a file that cannot be written before anything is solved or dealt."""
        if self.resume and self.checkpoint is None:
            raise CommandError("--resume: say which run with --checkpoint FILE")
        if self.checkpoint is not None:
            folder = self.checkpoint.parent
            if not folder.is_dir():
                raise CommandError(f"--checkpoint {self.checkpoint}: there is no folder {folder}")
            if self.resume and not self.checkpoint.is_file():
                raise CommandError(f"--resume {self.checkpoint}: there is no such file")
            if not self.resume and self.checkpoint.exists():
                raise CommandError(
                    f"--checkpoint {self.checkpoint}: it exists; --resume goes on from it, and "
                    "another name begins anew"
                )
        if self.chart is not None:
            from feltworks.odds.chart import check_target as check_chart

            check_chart(self.chart)
        if self.rounds_to is not None:
            from feltworks.simulate.roundfiles import check_target

            check_target(self.rounds_to, rounds)


@dataclass(frozen=True)
class DealtWhere:
    """Where rounds are dealt: threads of this process, processes here, or a cluster."""

    threads: int | None
    cluster: str | None
    workers: int | None
    tls: tuple[Path | None, Path | None, Path | None]

    def check(self) -> None:
        given = [self.threads is not None, self.cluster is not None, self.workers is not None]
        if sum(given) > 1:
            raise CommandError("--threads, --workers and --cluster: give one of them")
        for name, count in (("threads", self.threads), ("workers", self.workers)):
            if count is not None and not 1 <= count <= 1024:
                raise CommandError(f"--{name} {count}: 1 to 1024")
        if any(self.tls) and self.cluster is None:
            raise CommandError("--tls-ca, --tls-cert, --tls-key: they are for --cluster tls://...")

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        if self.cluster is not None or self.workers is not None:
            from feltworks.simulate.cluster import Tls, cluster_pool

            tls = Tls(*self.tls)
            with cluster_pool(address=self.cluster, workers=self.workers, tls=tls) as pool:
                yield pool
            return
        from feltworks.odds.passes import cores
        from feltworks.simulate.running import ThreadPool

        threads = ThreadPool(self.threads or cores())
        try:
            yield threads
        finally:
            threads.close()


class SettlingPoints:
    """How the mean settled: points, each with a twentieth more rounds than the one before."""

    def __init__(self, ready: ReadyGame) -> None:
        self.ready = ready
        self.points: list[tuple[int, Estimate]] = []

    def beside(self, watch: Watch | None) -> Watch:
        """A watcher that keeps points and also calls another watcher."""

        def both(tally: Tally) -> None:
            if not self.points or tally.rounds >= 1.05 * self.points[-1][0]:
                self.points.append((tally.rounds, self.ready.won_together(tally)))
            if watch is not None:
                watch(tally)

        return both


@contextmanager
def watching(ready: ReadyGame, units: int) -> Iterator[Watch | None]:
    """A progress bar with the shrinking error, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with progress_bar(Console(stderr=True, highlight=False, markup=False)) as bar:
        task = bar.add_task("dealing", total=units)

        def watch(tally: Tally) -> None:
            now = ready.won_together(tally)
            told = f"{tally.rounds:,} rounds, {now.mean:+.6f} ± {now.standard_error:.6f} (sampled)"
            bar.update(task, completed=tally.units, description=told)

        yield watch
