"""Blackjack by its rules: what every action is worth, the best strategies, the whole distribution.

Suits do not matter and neither does the order of a hand's cards, so there are few thousand hands
and a shoe is ten counts. `dealer` counts what the dealer makes of every shoe that can arise;
`player` and `splits` put a worth on every action from the last card back; `plays` finds the best
play for each hand's own cards, `basic` the best play by totals alone; `distribution` follows all
hands of a split at once to the net result of a round; `flop` computes what exposed cards are worth.

Figures are float64: every step is a short sum or product of chances, and `analysis` carries the
bound on what rounding can have done.
"""
