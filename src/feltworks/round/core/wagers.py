"""A wager as a house-banked table handles it: the file's keys prepared once for all rounds."""

from __future__ import annotations

from fractions import Fraction

from feltworks.rules.amounts import Size
from feltworks.rules.schema import Rules

MAIN = "main"


class WagerPlan:
    """One spot on the layout.

    `reach` is how many times this wager the largest wager tied to it can be, so that a limit on
    that one limits this one. `game` is the separate game it belongs to: `main`, or its own. `hands`
    are those that its pay tables look up.
    """

    def __init__(self, rules: Rules, id: str, reach: Fraction) -> None:
        wager = rules.wagers[id]
        self.id = id
        self.name = wager.name
        self.kind = wager.kind
        self.on_offer = wager.kind == "required" or id in rules.offer.side_wagers
        self.size = wager.size
        self.minimum_cents = wager.minimum.cents if wager.minimum else 0
        self.minimum_alone_cents = wager.minimum_alone.cents if wager.minimum_alone else 0
        self.at_most = wager.at_most
        self.alone = wager.alone
        self.reach = reach
        self.game = _game(rules, id)
        self.contested = _is_contested(rules, id)
        self.lives_when_folded = _lives_when_folded(rules, id)
        tables = [rules.pays[table] for table in rules.tables_of(id)]
        self.hands = tuple(sorted({table.hand for table in tables}))
        # A stake for the dealer can be paid odds, but not a fixed sum or a jackpot.
        prizes = {row.pays.kind for table in tables for row in table.rows}
        self.takes_tips = not {"dollars", "share"} & prizes


def wager_plans(rules: Rules) -> dict[str, WagerPlan]:
    """Every wager of the file that can be out, in the file's order.

    A wager without cells is one that the engine itself settles.
    """
    reaches = _reaches(rules)
    return {id: WagerPlan(rules, id, reaches[id]) for id in rules.wagers}


def _reaches(rules: Rules) -> dict[str, Fraction]:
    ties: list[tuple[str, Size]] = [
        (id, wager.size) for id, wager in rules.wagers.items() if wager.size is not None
    ]
    for stage in rules.stages:
        ties += [(c.bet, c.size) for c in stage.decide if c.bet is not None and c.size is not None]

    def reach(id: str) -> Fraction:
        tied = (size.largest * reach(bet) for bet, size in ties if size.of == id)
        return max(tied, default=Fraction(1))

    return {id: max(Fraction(1), reach(id)) for id in rules.wagers}


def _game(rules: Rules, id: str) -> str:
    """A wager that no contest decides is a game of its own, beside one that a contest decides.

    If nothing is required, all wagers on the only contest are the main game.
    """
    wager = rules.wagers[id]
    if wager.kind == "decision":
        return MAIN
    if wager.alone and not rules.wagers_of("required") and _is_contested(rules, id):
        return MAIN
    if wager.kind == "required" and (_is_contested(rules, id) or not rules.contests):
        return MAIN
    return id


def _is_contested(rules: Rules, id: str) -> bool:
    cells = rules.settle.get(id)
    if cells is None:
        return False
    contest = (cells.not_qualified, cells.win, cells.tie, cells.lose)
    return bool(cells.contests) or any(cell is not None for cell in contest)


def _lives_when_folded(rules: Rules, id: str) -> bool:
    cells = rules.settle.get(id)
    cell = None if cells is None else cells.cell("folded")
    return cell is not None and not all(
        pay.pays is not None and (pay.pays.kind == "lose" or pay.pays.odds < 0) for pay in cell
    )
