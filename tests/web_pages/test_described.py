"""Every described route, called with whatever its description allows and what it does not.

Guests and staff call it, and nobody. Schemathesis takes a second to load, and is loaded by whoever
uses it.
"""

import re

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from .room import card_room, log_in, served

pytestmark = pytest.mark.slow

TOLD_IN_FULL = re.compile(r"^/api/(odds|rules|console)")
"""Their answers are held against all that Schemathesis can check."""
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)
OWN_SESSION = re.compile(r"^/api/console/(session|setup|password|staff/\{name\})$")
"""Called as nobody: the operator's own badge must outlast the test."""


@pytest.fixture(scope="module")
def running(tmp_path_factory, odds_jobs):
    """The server's address, an operator's badge and a guest's cookie."""
    folder = tmp_path_factory.mktemp("described")
    with (
        card_room(folder, rounds=2, staff=True, jobs=odds_jobs) as app,
        served(app) as at,
        httpx.Client(base_url=at, trust_env=False, verify=False, timeout=60) as client,
    ):
        asked = {"name": "Schema", "stack_cents": 100_000}
        assert client.post("/api/session", json=asked).status_code == 201
        guest = cookies(client)
        log_in(client, "otto")
        yield at, cookies(client), guest
        assert client.get("/api/console/house").status_code == 200


def cookies(client):
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def call(operation, headers, times, **checks):
    """So many requests."""

    @settings(
        max_examples=times,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        derandomize=True,
        database=None,
    )
    @given(case=operation.as_strategy())
    def answers(case):
        case.call_and_validate(headers={**(case.headers or {}), **headers}, timeout=300, **checks)

    answers()


def test_every_route_answers_as_it_is_described(running):
    import schemathesis
    from schemathesis import checks

    some = [getattr(checks, check) for check in CHECKS]
    at, badge, guest = running
    described = schemathesis.openapi.from_url(f"{at}/openapi.json")
    operations = [found.ok() for found in described.get_all_operations()]
    paths = {operation.path for operation in operations}
    assert len(operations) > 45 and {"/api/lobby", "/api/session", "/api/odds/counts"} <= paths
    for operation in operations:
        if not TOLD_IN_FULL.match(operation.path):
            call(operation, {"Cookie": guest}, 8, checks=some)
        else:
            is_own = OWN_SESSION.match(operation.path)
            call(operation, {} if is_own else {"Cookie": badge}, 3)
