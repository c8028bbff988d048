"""The four shipped games settled a second time, in plain Python, from their documents.

Hands are ranked from the cards, hands are compared, the dealer qualifies, wagers are paid and
a player decides: all of it written from the rules of play and nothing taken from the product,
neither its code nor its rules files. Each module deals every deal of a small deck and finds the
best decisions backward. A test in this folder holds the result against the solver, another
breaks the product in many places and sees that each break is found.

Figures are quoted in units of the wager that a game is quoted on. A deck that lacks ranks is
taken as Spanish Poker takes its own, where "the 7's and Jacks are connected": ranks that follow
each other in the deck are adjacent in straights.
"""
