"""The loop of the guide, played in every game against the house, gives the exact edge.

300 rounds of each game, or as many as FELTWORKS_ROUNDS says. Amounts and cards of single choices
are held to the cent in `test_choices.py`.
"""

import os
from pathlib import Path

import pytest
from tests.ask.rules import example_ids, game_ids, locate, read

import feltworks

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[1] / "odds" / "games"
AMOUNTS = [str(GAMES / f"{name}.toml") for name in ("crazy-4-poker", "mississippi-stud")]
SOURCES = [
    each for each in (*game_ids(), *example_ids(), *AMOUNTS) if read(each).rules.ring is None
]
ROUNDS = int(os.environ.get("FELTWORKS_ROUNDS", "300"))
SMALL_DECKS = {
    "criss-cross-poker": '{ ranks = "6 9 T J Q", suits = "c d h" }',
    "oasis-poker": '{ ranks = "9 T J Q K A", suits = "c d h" }',
    "deuces-wild": '{ ranks = "2 9 T J Q K A" }',
}
"""From a whole deck these take up to half a minute to solve."""
COUNTED = {
    "free-bet": (0.010143694387037185, 1.0690786881177943),
    "spanish-21": (0.00777427756748045, 1.1615886484659719),
    "let-it-ride": (0.03505679194754825, 5.168277166673181),
    "ultimate-texas-holdem": (0.021849713762753353, 4.939311846335451),
    "mini-tex": (0.03223470260515791, 4.225068135924379),
}
"""What `feltworks odds` takes long to count: the edge and the standard deviation."""


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: Path(source).stem)
def test_advised_rounds_give_the_exact_edge(source):
    game = feltworks.load(as_played(source))
    table = game.table(seed=36)
    won_cents = 0
    for _ in range(ROUNDS):
        table.deal()
        while table.seat is not None:
            table.play(table.advise().best)
        won_cents += table.net_cents(1)
    bet = next(move for move in table.round.moves if getattr(move, "wager", "") == game.rules.unit)
    edge, deviation = COUNTED.get(game.id) or counted(game)
    mean = won_cents / bet.cents / ROUNDS
    assert abs(mean + edge) < 4 * deviation / ROUNDS**0.5


def as_played(source):
    """The rules file, or its text with a small deck and a table for one."""
    if source not in SMALL_DECKS:
        return source
    text = locate(source).read_text("utf-8").replace('"standard-52"', SMALL_DECKS[source])
    if "[table]" in text:
        return text.replace("seats = 5", "seats = 1")
    return text + "\n[table]\nseats = 1\nmost_seats = 1\n"


def counted(game):
    """The exact edge and standard deviation of what a table's seat must bet."""
    wagers = game.odds().to_dict()["wagers"]
    main = wagers.get("main") or wagers[game.rules.unit]
    return main["house_edge"], main["standard_deviation"]
