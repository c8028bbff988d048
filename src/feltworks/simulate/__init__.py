"""Games dealt many times over, on one core or a cluster, with the same result to the last integer.

The idea: a game is compiled into a small program of operations (deal, read a hand, look a decision
up, settle), and each operation is done for 1,024 rounds before the next one begins. Cards are
really dealt, from a random stream that is a function of the seed and the number of the round
(`dealing`), so it makes no difference who deals which rounds, or in which order. No game is named:
the program comes from the rules file, by way of the solver that counts the exact odds.

What comes in: rules that were read, a strategy (the exact best one, a simple one, one from a file),
seats, a seed and a number of rounds. What goes out: how often every outcome came up, as whole
numbers, and from them means with their standard errors. All of it is sampled and is labelled so;
where the exact figures are known they stand beside it, with a chi-square.

How rounds are dealt depends on the mechanism (`mechanisms`): table games in lanes, blackjack shoe
by shoe in a kernel of its own, games among players by bots in another. What follows from the exact
distribution without dealing (sessions, bankrolls, the life of a jackpot, what counters could take)
is in `sessions`, `jackpotlife` and `vulnerability`.
"""

from feltworks.simulate.errors import SimulationError

__all__ = ["SimulationError"]
