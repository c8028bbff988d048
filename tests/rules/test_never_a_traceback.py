"""Whatever a document holds, reading it ends in rules or in a list of mistakes."""

import tomllib
from copy import deepcopy
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.rules import RulesError, check_document, game_ids

from .sample import SAMPLES, sample_text

pytestmark = pytest.mark.slow

GAMES = [*game_ids(), *sorted(path.stem for path in SAMPLES.glob("*.toml"))]
DOCUMENTS = {game: tomllib.loads(sample_text(game)) for game in GAMES}
WORDS = (
    *("", "x", "ante", "1 x ante", "pair", "any hand", "as always", "compare", "lose", "30:1"),
    *("100% of gran", "$5", "standard-52", "three-card", "none", "9" * 20, "\x1b"),
    *("player", "ante, play", "2 down to cards", "burn 1", "pair pays 2:1", "pair loses", "1 to 7"),
)
JUNK = st.one_of(
    st.integers(-3, 60),
    st.booleans(),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=8),
    st.just(date(2008, 8, 20)),
    st.lists(st.sampled_from(["fold", "check", "ante", 3]), max_size=3),
    st.dictionaries(
        st.sampled_from(["id", "hand", "pays", "table", "x"]), st.integers(), max_size=2
    ),
    st.dictionaries(
        st.sampled_from(["like", "to", "table.seats", "ante, play", "a.b, c.d", ""]),
        st.sampled_from(["player", "1 to 7", 5, [], {}, {"on": "it may"}, {"on": {"to": []}}]),
        max_size=2,
    ),
)

ADDED = ("x", "id", "hand", "from", "bet", "like", "bonus", "sets", "to", "values", "default")


def places(node, here=()):
    """Every place of a document that holds a value."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        yield (*here, key)
        if isinstance(value, dict | list):
            yield from places(value, (*here, key))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_document_with_anything_anywhere(game, data):
    document = deepcopy(DOCUMENTS[game])
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(list(places(document))))
        node = document
        for step in way:
            node = node[step]
        change = data.draw(st.sampled_from(["put", "drop", "add"]))
        if change == "drop":
            del node[last]
        elif change == "add" and isinstance(node, dict):
            node[data.draw(st.sampled_from(ADDED))] = data.draw(JUNK)
        else:
            node[last] = data.draw(JUNK)
        if not document:
            return
    try:
        read = check_document(document, "game.toml")
    except RulesError as error:
        assert error.mistakes
        assert all(mistake.key and mistake.found and mistake.allowed for mistake in error.mistakes)
    else:
        assert read.sha256
