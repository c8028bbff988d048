"""What the server says of its own routes."""

import httpx
import pytest

pytestmark = pytest.mark.slow


def test_the_description_is_whole(room):
    paths = httpx.get(f"{room.url}/openapi.json", trust_env=False, verify=False, timeout=60).json()[
        "paths"
    ]
    for path in (
        "/api/lobby",
        "/api/jackpots",
        "/api/tables/{table}",
        "/api/session",
        "/api/session/chips",
        "/api/rounds",
        "/api/rounds/{number}",
        "/api/rounds/{number}/felt/{step}",
        "/api/rounds/{number}/proof",
    ):
        assert path in paths
    for path, methods in paths.items():
        for method, told in methods.items():
            if path.startswith("/api/"):
                assert "summary" in told or "description" in told, (method, path)
