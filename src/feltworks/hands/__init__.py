"""Hands: rankings as data, compiled to lookup tables, and the one grammar that names hands."""

from feltworks.hands.census import check_deck
from feltworks.hands.chooser import Chooser
from feltworks.hands.compiled import CompiledRanking, compile_ranking
from feltworks.hands.errors import HandError
from feltworks.hands.grammar import parse_hand
from feltworks.hands.handtest import HandTest
from feltworks.hands.rankings import Ranking, ranking, ranking_ids, ranking_like
from feltworks.hands.totals import TotalHand

__all__ = [
    "Chooser",
    "CompiledRanking",
    "HandError",
    "HandTest",
    "Ranking",
    "TotalHand",
    "check_deck",
    "compile_ranking",
    "parse_hand",
    "ranking",
    "ranking_ids",
    "ranking_like",
]
