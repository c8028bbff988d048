"""Rounds that draw by rule, simulated: each is the round that plain dealing makes of its cards."""

from __future__ import annotations

import numpy as np
from tests.odds.test_draws import CARDS, POINTS, banker_draws, nets, points, small_shoe

from feltworks.simulate.undecidedrounds import DrawnRounds

WAGERS = ("player", "banker", "player-bonus", "dragon-7", "lucky-6", "player-pair", "panda-8")
ROUNDS = 2_000


def test_every_round_ends_as_its_cards_say() -> None:
    rounds = DrawnRounds(small_shoe(), 2, WAGERS)
    assert (rounds.most_cards, rounds.burnt) == (6, ())
    random = np.random.default_rng(5)
    order = random.permuted(np.tile(np.arange(len(CARDS)), (ROUNDS, 1)), axis=1)[:, :6].T
    number_of = {str(face): number for number, face in enumerate(rounds.deck.faces)}
    faces = np.array([number_of[card] for card in CARDS], np.uint8)[order]
    ended = rounds.played(faces)
    told = rounds.shown_cards(faces, 0)
    for at in range(ROUNDS):
        cards = [CARDS[place] for place in order[:, at]]
        player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], cards[4:]
        if max(points(player), points(banker)) < 8:
            if points(player) <= 5:
                player.append(rest.pop(0))
            third = POINTS[player[2][0]] if len(player) > 2 else None
            if banker_draws(points(banker), third):
                banker.append(rest.pop(0))
        assert ended.taken[at] == len(player) + len(banker)
        assert (told["player-third_1"][at] >= 0) == (len(player) == 3)
        wanted = dict(nets(player, banker))
        for seat in (0, 1):
            ending = rounds.endings[ended.endings[seat, at]]
            assert ending is not None
            assert {id_: row.net for id_, row in ending.rows.items()} == {
                id_: wanted[id_] for id_ in WAGERS
            }
