"""Private practice tables: a game that a guest has brought or altered, played at once.

Nothing of it is in the house's books: the chips are the table's own, the game is kept for a while
under its link, and the table is closed when its guest has left.
"""
