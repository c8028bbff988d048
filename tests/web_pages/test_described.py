"""The API of these pages, called with whatever its description allows, by an operator too."""

import re

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from .room import PASSWORD, card_room, log_in, served

OURS = r"^/api/(odds|rules|console)"
OWN_SESSION = re.compile(r"/(session|setup|password|staff/\{name\})$")
"""Called as nobody: the operator's own badge must outlast the test."""


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with card_room(tmp_path_factory.mktemp("described"), rounds=1) as app:
        app.state.staff.add("otto", "operator", PASSWORD, by=None)
        with (
            served(app) as at,
            httpx.Client(base_url=at, trust_env=False, verify=False, timeout=60) as client,
        ):
            log_in(client, "otto")
            badge = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            yield at, badge
            assert client.get("/api/console/house").status_code == 200


def call(operation, headers):
    """Five requests that the description allows."""

    @settings(
        max_examples=5,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        derandomize=True,
        database=None,
    )
    @given(case=operation.as_strategy())
    def answers(case):
        case.call_and_validate(headers={**(case.headers or {}), **headers}, timeout=300)

    answers()


def test_every_route_answers_as_it_is_described(running):
    import schemathesis

    at, badge = running
    described = schemathesis.openapi.from_url(f"{at}/openapi.json").include(path_regex=OURS)
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 25
    for operation in operations:
        call(operation, {} if OWN_SESSION.search(operation.path) else {"Cookie": badge})
