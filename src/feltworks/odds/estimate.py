"""An estimate of how long a count will take, given before it starts.

It is the number of hands on boards times the cost of one. That was measured on one core of a
machine of 2026, over games from three cards to boards of five: a cost for the hand itself, one for
every way that leads to the last decision, one for every choice of cards if no table has the best
(once for player and dealer if both choose alike), and one for every part of the hand if the
dealer's hands are counted card by card. In addition each of the dealer's hands on a board is looked
at once; without a board these are far more than the player's, of which swaps of suits leave only a
few. The estimate is right within a factor of two or three; soon after the start the speed of this
machine is known, and shown.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from feltworks.odds.boards import HANDS_AT_ONCE
from feltworks.odds.handvalues import value_key
from feltworks.odds.passes import MANY_CHUNKS, cores
from feltworks.odds.symmetry import canonical_count

if TYPE_CHECKING:
    from feltworks.odds.showdown import Showdown

LONG_SECONDS = 20
"""A count that takes longer is announced."""
HAND_SECONDS = 25e-9
WAY_SECONDS = 20e-9
CHOICE_SECONDS = 4e-9
PART_SECONDS = 4e-9
FAR_PART_SECONDS = 12e-9
CLOSE_COUNTERS = 100_000
"""Each part of a hand looks up one counter; up to this many counters fit a core's cache."""
CLASS_SECONDS = 5e-9
"""The cost of finding the class of a hand when the last two levels are solved together."""
DEALER_HAND_SECONDS = 50e-9
POSITION_SECONDS = 40e-9


def duration_text(seconds: float) -> str:
    """A time as people say it: 30 seconds, 3 minutes, 9 hours, 4 days."""
    if seconds < 90:
        return f"{round(seconds, -1):.0f} seconds"
    for unit, length, until in (("minutes", 60, 5400), ("hours", 3600, 129_600)):
        if seconds < until:
            return f"{round(seconds / length)} {unit}"
    return f"{round(seconds / 86_400):,} days"


def announcement(showdown: Showdown) -> str | None:
    """The message before a count that takes long."""
    if showdown.policy is not None or showdown.boards.has_all_at_hand:
        return None
    hands = hands_on_boards(showdown)
    seconds = estimated_seconds(showdown, hands)
    if seconds <= LONG_SECONDS:
        return None
    return f"{hands:,} hands on boards are to be counted: about {duration_text(seconds)}"


def hands_on_boards(showdown: Showdown) -> int:
    """How many hands on how many boards one pass over the last level looks at."""
    if (two := showdown.last_two) is not None:
        return two.here.count * two.late_sets * two.decision.last_sets
    of_cards = board_count(showdown) * showdown.boards.hole_count
    if (kinds := showdown.kinds) is not None:
        of_cards += kinds.hands
    return of_cards


def board_count(showdown: Showdown) -> int:
    """How many last boards are looked at card by card, up to swaps of suits."""
    if (boards := showdown.boards_of_cards) is None:
        return 0
    if boards.with_ranks:
        return len(boards.canonical)
    return canonical_count(showdown.space, showdown.plan.levels[-1].board)


def positions_before(showdown: Showdown) -> int:
    """How many positions the levels before the last have."""
    space, plan = showdown.space, showdown.plan
    return sum(canonical_count(space, (*level.board, plan.hole)) for level in plan.levels[:-1])


def estimated_seconds(showdown: Showdown, hands_on_boards: int) -> float:
    """How long finding the best choices and counting the endings will take."""
    plan, boards = showdown.plan, showdown.boards
    if showdown.last_two is not None:
        return 2 * hands_on_boards * CLASS_SECONDS / cores()
    compared = [hand for contest in boards.contests for hand in (contest.player, contest.dealer)]
    alike = {value_key(plan, hand): hand for hand in (*compared, *boards.looked_at)}
    choosers = [plan.book.chooser(hand) for hand in alike.values()]
    choices = sum(len(chooser.choices) for chooser in choosers if not chooser.is_free)
    counters = comb(showdown.space.size, max(plan.hidden - 1, 0))
    part_seconds = PART_SECONDS if counters <= CLOSE_COUNTERS else FAR_PART_SECONDS
    of_cards, parts, dealt = board_count(showdown), 0, 0
    if boards.contests:
        parts = len(boards.contests) << plan.hole
        dealt = of_cards * comb(showdown.space.size - plan.board, plan.hidden)
    each = HAND_SECONDS + WAY_SECONDS * len(showdown.tree.levels[-1]) + CHOICE_SECONDS * choices
    looked_at = of_cards * boards.hole_count * part_seconds * parts
    passes = 2 if len(plan.levels) > 1 else 1
    workers = cores() if hands_on_boards > MANY_CHUNKS * HANDS_AT_ONCE else 1
    before = positions_before(showdown) * POSITION_SECONDS
    on_boards = passes * (hands_on_boards * each + looked_at) + dealt * DEALER_HAND_SECONDS
    return before + on_boards / workers
