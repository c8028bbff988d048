"""Ring games that nobody ships: other hands, more stages, open cards, a side wager on the board."""

HEAD = """
[game]
id = "{id}"
name = "A stranger"
title = "Another game of the family."
mechanism = "ring"
deck = "{deck}"

[ring]
hand = "player"
players_at_most = 6
ante = "0.5 x minimum-bet"
small_blind = "0.5 x minimum-bet"
big_blind = "1 x minimum-bet"
raises = 3
"""


def betting_stage(id, deal, first_to_act="left-of-button"):
    """A stage that deals those cards and has a betting round."""
    return f"""
[[stages]]
id = "{id}"
deal = {deal}
mechanism = "betting-round"
first_to_act = "{first_to_act}"
"""


FIVE_ROUNDS = (
    HEAD.format(id="five-rounds", deck="standard-52")
    + """
[zones]
hole = "player"
board = "table"

[hands.player]
ranking = "five-card"
from = { hole = 4, board = 5 }
use = 5
at_least = { hole = 2, board = 3 }

[wagers]
"""
    + betting_stage("pocket", '[{ to = "hole", cards = 4, face = "down" }]', "left-of-big-blind")
    + betting_stage("flop", '[{ burn = 1 }, { to = "board", cards = 2, face = "up" }]')
    + betting_stage("third", '[{ to = "board", cards = 1, face = "up" }]')
    + betting_stage("fourth", '[{ to = "board", cards = 1, face = "up" }]')
    + betting_stage("fifth", '[{ to = "board", cards = 1, face = "up" }]')
)

STUD_LIKE = (
    HEAD.format(id="stud-like", deck="spanish-41")
    + """
[zones]
down = "player"
up = "player"
board = "table"

[hands.player]
ranking = "five-card-wild"
from = { down = 2, up = 2, board = 2 }
use = 5

[hands.lucky]
ranking = "three-card-wild"
from = { down = 1, board = 2 }

[rankings.three-card-wild]
like = "three-card"
wild = true

[wagers.lucky]
name = "Lucky"
kind = "side"
alone = true

[offer]
side_wagers = ["lucky"]

[[stages]]
id = "first"
deal = [{ to = "down", cards = 2, face = "down" }, { to = "up", cards = 1, face = "up" }]
mechanism = "betting-round"
first_to_act = "left-of-big-blind"

[[stages]]
id = "second"
deal = [{ to = "up", cards = 1, face = "up" }, { to = "board", cards = 2, face = "down" }]

[[stages]]
id = "third"
deal = [{ turn = "board", cards = 2 }]
mechanism = "betting-round"
first_to_act = "left-of-button"

[settle.lucky]
always = { table = "lucky", else = "lose" }

[pays.lucky]
hand = "lucky"
rows = [
    { hand = "three of a kind or better", pays = "10:1" },
    { hand = "pair or better", pays = "3:2" },
    { hand = "any hand", pays = "lose" },
]

[table]
seats = 6
dealing = "hand-at-a-time"
folded_hands = "left"
"""
)
