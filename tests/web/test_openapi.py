"""Every described route, called with whatever its description allows and what it does not.

Schemathesis takes a second to load, and is loaded by those who use it.
"""

import re

import pytest
from hypothesis import HealthCheck, given, settings

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)

COUNTED = re.compile(r"^/api/odds")
"""Routes that count for minutes by design are called by the tests of their own pages."""


@pytest.fixture(scope="module")
def described(room):
    import schemathesis

    guest = room.guest("Schema")
    schema = schemathesis.openapi.from_url(
        f"{room.url}/openapi.json", headers={"Cookie": room.cookie(guest)}
    )
    return schema.exclude(path_regex=COUNTED.pattern)


def test_routes_answer_as_described(described):
    from schemathesis import checks

    wanted = [getattr(checks, check) for check in CHECKS]
    called = set()
    for found in described.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=6,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        )
        @given(case=operation.as_strategy())
        def answers_as_described(case):
            case.call_and_validate(checks=wanted, timeout=300)

        answers_as_described()
        called.add(operation.path)
    assert "/api/lobby" in called and "/api/session" in called


def test_the_description_is_whole(room):
    import httpx

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
