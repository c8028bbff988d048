"""A card room for the tests of a module; one that needs another has a fixture of its own."""

import pytest

from .room import open_room


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room
