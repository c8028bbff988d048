"""The same integers however a run is split, cut off, or spread over processes that die."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from feltworks.errors import FeltworksError
from feltworks.rules.loader import read
from feltworks.simulate.running import Checkpoint, RunProgress, Span, ThreadPool, merged, run
from feltworks.simulate.tablegames import prepare_table

ROUNDS = 60_000


@pytest.fixture(scope="module")
def job():
    return prepare_table(read("three-card-poker").rules, seats=2).job(8)


@pytest.fixture(scope="module")
def whole(job):
    return job.deal(0, ROUNDS)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_deals_the_same(job, whole, threads):
    pool = ThreadPool(threads)
    assert run(job, ROUNDS, pool) == whole
    pool.close()


class CutOff(Exception):
    """The run is killed."""


class DiesAfter:
    """A pool that deals some chunks and is then cut off."""

    size = 1

    def __init__(self, chunks):
        self.left = chunks
        self.threads = ThreadPool(1)

    def submit(self, job, first, units):
        self.left -= 1
        if self.left < 0:
            raise CutOff
        return self.threads.submit(job, first, units)


def test_a_run_that_was_cut_off_goes_on_to_the_same_integers(job, whole, tmp_path):
    kept = Checkpoint(tmp_path / "run.json", {"game": "three-card-poker"})
    with pytest.raises(CutOff):
        run(job, ROUNDS, DiesAfter(2), checkpoint=kept)
    part = kept.read(job)
    assert 0 < part.tally.units < ROUNDS
    assert part.tally == job.deal(0, part.tally.units)
    assert run(job, ROUNDS, ThreadPool(2), checkpoint=kept, resume=True) == whole
    # Done is done: going on once more deals nothing.
    assert run(job, ROUNDS, DiesAfter(0), checkpoint=kept, resume=True) == whole


def test_a_checkpoint_of_another_run_is_refused(job, tmp_path):
    kept = Checkpoint(tmp_path / "run.json", {"game": "three-card-poker", "seed": 8})
    run(job, 1_000, ThreadPool(1), checkpoint=kept)
    other = prepare_table(read("three-card-poker").rules, seats=2).job(9)
    with pytest.raises(FeltworksError, match=r"another run .game three-card-poker, seed 8"):
        run(other, 1_000, ThreadPool(1), checkpoint=kept, resume=True)
    with pytest.raises(
        FeltworksError, match="1,000 rounds are dealt already, more than are asked for"
    ):
        run(job, 500, ThreadPool(1), checkpoint=kept, resume=True)
    kept.path.write_text("{}")
    with pytest.raises(FeltworksError, match="it is not a checkpoint"):
        run(job, 1_000, ThreadPool(1), checkpoint=kept, resume=True)
    kept.path.unlink()
    with pytest.raises(FeltworksError, match="no such file"):
        run(job, 1_000, ThreadPool(1), checkpoint=kept, resume=True)


def test_a_full_disk_leaves_the_last_checkpoint_as_it_was(job, tmp_path, monkeypatch):
    kept = Checkpoint(tmp_path / "run.json")
    run(job, 1_000, ThreadPool(1), checkpoint=kept)
    before = kept.path.read_text()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FeltworksError, match="no space left on device; what it has stands"):
        run(job, 2_000, ThreadPool(1), checkpoint=kept, resume=True)
    assert kept.path.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    assert json.loads(before)["tally"]["units"] == 1_000


def test_a_disk_that_fills_up_on_the_way_does_not_end_the_run(job, tmp_path, monkeypatch):
    """What was dealt is told all the same, and the checkpoint of before stands."""
    kept, written, sync = Checkpoint(tmp_path / "run.json"), [], os.fsync

    def full(descriptor):
        written.append(descriptor)
        if len(written) > 1:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr("feltworks.simulate.running.CHECKPOINT_SECONDS", 0)
    assert run(job, 1_000, ThreadPool(1), checkpoint=kept) == job.deal(0, 1_000)
    assert len(written) > 2 and "no space left on device; what it has stands" in kept.trouble
    assert json.loads(kept.path.read_text())["done"] == []


def test_numbers_that_are_missing_are_found_between_those_that_are_done(job):
    progress = RunProgress(merged([Span(20, 30), Span(0, 10), Span(10, 12)]), job.empty_tally())
    assert progress.done == [(0, 12), (20, 30)]
    assert progress.missing(40) == [(12, 20), (30, 40)]
    assert progress.missing(15) == [(12, 15)]
    assert progress.missing(30) == [(12, 20)]


@pytest.mark.slow
def test_a_cluster_deals_the_same_although_a_worker_is_killed(job):
    """A real scheduler, three worker processes, one of them gone with SIGKILL in mid-run."""
    pytest.importorskip("distributed")
    from feltworks.simulate.cluster import cluster_pool

    rounds = 6_000_000
    killed = []
    with cluster_pool(workers=3) as pool:
        pool.client.wait_for_workers(3, timeout=300)
        workers = pool.client.run(os.getpid)

        def watch(tally):
            if not killed and 0 < tally.units < rounds // 3:
                killed.append(min(workers.values()))
                os.kill(killed[0], signal.SIGKILL)

        found = run(job, rounds, pool, watch=watch)
        # The same workers by the scheduler's address, as `--cluster` takes it.
        with cluster_pool(address=pool.client.scheduler.address) as known:
            assert run(job, ROUNDS, known) == job.deal(0, ROUNDS)
        for _ in range(100):
            if killed[0] not in pool.client.run(os.getpid).values():
                break
            time.sleep(0.1)
    assert killed
    assert found == job.deal(0, rounds)


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told_in_one_sentence(monkeypatch):
    pytest.importorskip("distributed")
    from feltworks.simulate import cluster

    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(FeltworksError, match=r"tcp://127.0.0.1:1: no scheduler answers there"),
        cluster.cluster_pool(address="tcp://127.0.0.1:1"),
    ):
        pass
    missing = cluster.Tls(ca_file=Path("nowhere.pem"))
    with (
        pytest.raises(FeltworksError, match=r"nowhere\.pem: there is no such file"),
        cluster.cluster_pool(address="tls://127.0.0.1:1", tls=missing),
    ):
        pass


def test_a_checkpoint_that_is_there_is_not_written_over(tmp_path):
    kept = tmp_path / "run.json"
    kept.write_text("a long run")
    job = prepare_table(read("spanish-poker").rules, seats=1).job(1)
    with pytest.raises(FeltworksError, match="--resume goes on from it"):
        run(job, 64, ThreadPool(1), checkpoint=Checkpoint(kept))
    assert kept.read_text() == "a long run"


def test_a_cluster_that_cannot_be_started_here_is_told_by_its_own_option(monkeypatch):
    distributed = pytest.importorskip("distributed")
    from feltworks.simulate.cluster import cluster_pool

    def refuse(**_):
        raise OSError("no more processes")

    monkeypatch.setattr(distributed, "LocalCluster", refuse)
    told = r"^--workers 3: no cluster can be started here: no more processes$"
    with pytest.raises(FeltworksError, match=told), cluster_pool(workers=3):
        pass
