"""The library: what a program gets from one `import feltworks`.

The input is a game: the id of a shipped one, the path of a rules file or its text. The output is
`Odds` (exact), `Advice` at a decision, `Hand`s, arrays of hand values, and a `Table` that deals
rounds. This package only puts together what the layers below do; a user's mistake is a
`FeltworksError` that says what is allowed. The odds engine, with NumPy and Numba, is loaded when
odds, advice or arrays are first used.
"""

from feltworks.library.advice import Advice
from feltworks.library.choice import PlayerChoice
from feltworks.library.game import Game, games, load
from feltworks.library.hand import Hand
from feltworks.library.odds import Odds
from feltworks.library.table import Table, TableView

__all__ = ["Advice", "Game", "Hand", "Odds", "PlayerChoice", "Table", "TableView", "games", "load"]
