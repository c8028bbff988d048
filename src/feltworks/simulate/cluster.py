"""Chunks dealt by a Dask cluster: one that is running, or one of processes on this machine.

The job goes to every worker once, as a plugin, and to workers that join later too; a task is then
two numbers, a first round and how many. Nothing is lost when a worker dies: the scheduler gives its
chunks to others, which deal the same rounds, because these depend on the chunk's two numbers alone.
"""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.simulate.errors import SimulationError
from feltworks.simulate.tally import DealingJob, Tally

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 10
RETRIES = 10
"""How often a chunk is given to another worker after its own has died."""


@dataclass(frozen=True)
class Tls:
    """Files for an encrypted connection; those not named come from Dask's own settings."""

    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None

    def settings(self) -> dict[str, str]:
        named = {
            "tls_ca_file": self.ca_file,
            "tls_client_cert": self.cert_file,
            "tls_client_key": self.key_file,
        }
        for path in named.values():
            if path is not None and not path.is_file():
                raise SimulationError(f"{path}: there is no such file")
        self._check()
        return {name: str(path) for name, path in named.items() if path is not None}

    def _check(self) -> None:
        """Refuse files that cannot make an encrypted connection, before one is tried."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self.ca_file is not None and not _is_certificate(self.ca_file):
            raise SimulationError(f"--tls-ca {self.ca_file}: it is no certificate")
        cert, key = self.cert_file or _in_dask("cert"), self.key_file or _in_dask("key")
        if self.cert_file is not None and not _is_certificate(self.cert_file):
            raise SimulationError(f"--tls-cert {self.cert_file}: it is no certificate")
        if cert is None:
            if key is not None:
                raise SimulationError(f"--tls-key {key}: give its certificate with --tls-cert")
            return
        try:
            context.load_cert_chain(cert, key, password="")
        except (ssl.SSLError, OSError):
            if key is None:
                told = f"--tls-cert {cert}: its key is not in it; give it with --tls-key"
            else:
                told = f"--tls-key {key}: it is not the key of the certificate {cert}"
            raise SimulationError(told) from None


def _in_dask(kind: str) -> Path | None:
    """The file for our end of the connection that is set in Dask's own configuration."""
    import distributed  # noqa: F401 - it is its settings that are asked
    from dask import config

    named = config.get(f"distributed.comm.tls.client.{kind}", None)
    return Path(named) if named else None


def _is_certificate(path: Path) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except (ssl.SSLError, OSError):
        return False
    return True


class JobPlugin:
    """Brings a job to a worker; Dask keeps it for workers that join later. `ClusterPool` makes it
    one of Dask's plugins, so that this module can be imported without Dask."""

    def __init__(self, job: DealingJob) -> None:
        self.name = plugin_name(job.fingerprint)
        self.job = job


def plugin_name(fingerprint: str) -> str:
    return f"feltworks-{fingerprint[:16]}"


def deal_on_worker(fingerprint: str, first: int, units: int) -> Tally:
    """The task: deal a chunk of the job that this worker has."""
    from distributed import get_worker

    job: DealingJob = get_worker().plugins[plugin_name(fingerprint)].job
    return job.deal(first, units)


class ClusterPool:
    """The workers of a cluster; two chunks each are under way or waiting."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._executor = client.get_executor(retries=RETRIES, pure=False)
        self._sent: set[str] = set()

    @property
    def size(self) -> int:
        return max(1, int(sum(self.client.nthreads().values())))

    def submit(self, job: DealingJob, first: int, units: int) -> Future[Tally]:
        if job.fingerprint not in self._sent:
            self._send(job)
        future: Future[Tally] = self._executor.submit(deal_on_worker, job.fingerprint, first, units)
        return future

    def _send(self, job: DealingJob) -> None:
        from distributed import WorkerPlugin

        made = type("SentJob", (JobPlugin, WorkerPlugin), {"__module__": __name__})
        self.client.register_plugin(made(job))
        self._sent.add(job.fingerprint)

    def close(self) -> None:
        self._executor.shutdown(wait=False)


def _unanswered(address: str) -> str:
    """Why nobody answers, as far as the address shows it."""
    if address.startswith("tls://"):
        return (
            "no scheduler answers there, or certificates do not fit (--tls-cert and --tls-key must "
            "be signed by an authority that the scheduler trusts, and --tls-ca be its own)"
        )
    return "no scheduler answers there"


@contextmanager
def _children_say_nothing() -> Iterator[None]:
    """Silence the output of processes started inside this block.

    They share the terminal, so Ctrl-C reaches each of them, and each would print a traceback.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextmanager
def cluster_pool(
    *, address: str | None = None, workers: int | None = None, tls: Tls | None = None
) -> Iterator[ClusterPool]:
    """A cluster at an address, or this many processes on this machine, for the length of a run."""
    from distributed import Client, LocalCluster, Security
    from distributed.scheduler import KilledWorker

    settings = (tls or Tls()).settings()
    cluster = None
    try:
        if address is None:
            with _children_say_nothing():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=50,
                )
        security = Security(**settings) if settings else None
        target = address if cluster is None else cluster
        client = Client(target, timeout=CONNECT_SECONDS, security=security)
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
        if cluster is not None:
            cluster.close()
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        if address is None:
            failed = f"--workers {workers}: no cluster can be started here: {reason}"
        else:
            failed = f"--cluster {address}: {_unanswered(address)}: {reason}"
        raise SimulationError(failed) from None
    pool = ClusterPool(client)
    try:
        yield pool
    except (KilledWorker, CancelledError) as error:
        raise SimulationError(
            f"the cluster gave a chunk up: {error}; with --checkpoint what was dealt is kept and "
            "--resume goes on from it"
        ) from None
    finally:
        pool.close()
        client.close()
        if cluster is not None:
            cluster.close()
