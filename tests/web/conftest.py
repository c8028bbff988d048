"""A card room for the tests of a module; one that needs another has a fixture of its own.

A test that is a coroutine gets an event loop of its own.
"""

import asyncio
import inspect

import pytest

from .room import open_room


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    asyncio.run(
        test(**{name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters})
    )
    return True


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room
