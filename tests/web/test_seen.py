"""A round followed entry by entry looks, at every moment and to everybody, as it does afresh."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.rounds import SPECTATOR, player, seen
from tests.generic.random_play import play_at_random
from tests.generic.registered import games, variants
from tests.round.watching import all_viewers

from feltworks.web.floor.felt import SeenFelt, felt_now

pytestmark = pytest.mark.slow

ANY, SEEDS = st.sampled_from(variants()), st.integers(0, 2**32)
quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(ANY, SEEDS, st.sampled_from([0.0, 0.1]))
def test_every_moment_is_drawn_as_from_the_whole_log(entry, seed, irregular):
    history = play_at_random(entry.table, seed, irregular=irregular).history
    for viewer in all_viewers((1, 2)):
        followed = SeenFelt(viewer)
        for round in history:
            log = seen(round.log, viewer)
            assert followed.look(round.log) == felt_now(log)
            assert tuple(followed.log) == log


def test_another_log_is_looked_at_from_the_start():
    for entry in games():
        one, other = (play_at_random(entry.table, seed).round.log for seed in (1, 2))
        for viewer in (SPECTATOR, player(1)):
            followed = SeenFelt(viewer)
            followed.look(one)
            assert followed.look(other[:-1]) == felt_now(seen(other[:-1], viewer))
            assert followed.look(()) == felt_now(())
