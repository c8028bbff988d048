"""How a simulation runs: where it deals, its files, and what is shown meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from feltworks.cli.options import CommandError, chart_option, option
from feltworks.cli.progress import error_console, progress_bar

if TYPE_CHECKING:
    from feltworks.simulate.figures import Estimate
    from feltworks.simulate.mechanisms import ReadyGame
    from feltworks.simulate.running import Pool, Watch
    from feltworks.simulate.tally import Tally


@dataclass(frozen=True)
class SimulationRun:
    """The options of a run: threads of this process, processes here or a cluster; and its files."""

    threads: Annotated[
        int | None, option("--threads N", "Threads of this process; by default one for each core.")
    ] = None
    checkpoint: Annotated[
        Path | None, option("--checkpoint FILE", "Keep the run's progress in this file.")
    ] = None
    resume: Annotated[bool, option("--resume", "Go on where the --checkpoint file ends.")] = False
    rounds_to: Annotated[
        Path | None, option("--rounds-to FILE", "Also write every round to a .parquet file.")
    ] = None
    chart: Annotated[
        Path | None, chart_option("Draw how the mean settled: .svg, .png or .html file.")
    ] = None
    cluster: Annotated[
        str | None, option("--cluster ADDRESS", "A running Dask scheduler: tcp://host:8786.")
    ] = None
    workers: Annotated[
        int | None, option("--workers N", "Start a Dask cluster of N processes here.")
    ] = None
    tls_ca: Annotated[
        Path | None, option("--tls-ca FILE", "The cluster's certificate authority, a PEM file.")
    ] = None
    tls_cert: Annotated[Path | None, option("--tls-cert FILE", "Our certificate, a PEM file.")] = (
        None
    )
    tls_key: Annotated[
        Path | None, option("--tls-key FILE", "The key of our certificate, a PEM file.")
    ] = None

    def check(self, rounds: int) -> None:
        """Refuse what cannot be used or written before anything is solved or dealt."""
        if sum(given is not None for given in (self.threads, self.cluster, self.workers)) > 1:
            raise CommandError("--threads, --workers and --cluster: give one of them")
        for name, count in (("threads", self.threads), ("workers", self.workers)):
            if count is not None and not 1 <= count <= 1024:
                raise CommandError(f"--{name} {count}: 1 to 1024")
        if (self.tls_ca or self.tls_cert or self.tls_key) and self.cluster is None:
            raise CommandError("--tls-ca, --tls-cert, --tls-key: they are for --cluster tls://...")
        self._check_checkpoint()
        if self.cluster is not None or self.workers is not None:
            import distributed  # noqa: F401 - if it is missing, say so before the game is solved
        if self.rounds_to is not None:
            from feltworks.simulate.roundfiles import check_target

            check_target(self.rounds_to, rounds)

    def _check_checkpoint(self) -> None:
        file = self.checkpoint
        if file is None:
            if self.resume:
                raise CommandError("--resume: say which run with --checkpoint FILE")
            return
        if not file.parent.is_dir():
            raise CommandError(f"--checkpoint {file}: there is no folder {file.parent}")
        if self.resume and not file.is_file():
            raise CommandError(f"--resume {file}: there is no such file")
        if not self.resume and file.exists():
            raise CommandError(
                f"--checkpoint {file}: it exists; --resume goes on from it, and another name "
                "begins anew"
            )

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        """Where the rounds are dealt."""
        if self.cluster is not None or self.workers is not None:
            from feltworks.simulate.cluster import Tls, cluster_pool

            tls = Tls(self.tls_ca, self.tls_cert, self.tls_key)
            with cluster_pool(address=self.cluster, workers=self.workers, tls=tls) as pool:
                yield pool
            return
        from feltworks.odds.passes import cores
        from feltworks.simulate.running import ThreadPool

        with closing(ThreadPool(self.threads or cores())) as threads:
            yield threads


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
    with progress_bar(error_console()) as bar:
        task = bar.add_task("dealing", total=units)

        def watch(tally: Tally) -> None:
            now = ready.won_together(tally)
            told = f"{tally.rounds:,} rounds, {now.mean:+.6f} ± {now.standard_error:.6f} (sampled)"
            bar.update(task, completed=tally.units, description=told)

        yield watch
