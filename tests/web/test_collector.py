"""`feltworks serve` keeps garbage collections short."""

import gc
import threading
from types import SimpleNamespace

import pytest
import uvicorn
from tests.house.rooms import text

from feltworks.web import serve as serving

pytestmark = pytest.mark.slow


def test_a_server_that_has_started_excludes_what_it_loaded(tmp_path, monkeypatch):
    file, done = tmp_path / "house.toml", []
    file.write_text(text())

    async def ends_at_once(server):
        done.append("serves" if server.started else "failed")

    noted = {name: lambda name=name: done.append(name) for name in ("collect", "freeze")}
    monkeypatch.setattr(serving, "gc", SimpleNamespace(**noted))
    monkeypatch.setattr(uvicorn.Server, "main_loop", ends_at_once)
    frozen = gc.get_freeze_count()
    where = {"host": "127.0.0.1", "port": 0, "books": str(tmp_path / "house.db"), "file": file}
    # Only in the main thread it takes over the signals of the process.
    thread = threading.Thread(target=lambda: serving.serve(**where, browser=False))
    thread.start()
    thread.join(120)
    assert done == ["collect", "freeze", "serves"]
    # The application alone leaves the collector of its process as it is.
    assert gc.get_freeze_count() <= frozen
