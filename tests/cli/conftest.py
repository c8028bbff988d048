"""The `feltworks` fixture: call a command, see what it said."""

import pytest

from .terminal import Caller


@pytest.fixture
def feltworks(capsys, monkeypatch):
    return Caller(capsys, monkeypatch)
