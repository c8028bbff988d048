"""Strategies a person can remember: a few rules for each decision, and what they cost.

For each decision the search looks for a short list of rules ("raise with a pair of sixes or
better") that gives away the least compared with the best play. Rules are built from features a
player can see in his cards and combinations of them, and tried over all positions or a large
sample. The cost of the finished strategy is not estimated: the game is counted again with the rules
in place of the best choices.
"""
