"""What the odds page shows: exact figures of any game, shipped or brought along, and its best play.

Nothing is computed here. `rules` reads the rules file, `odds` gives the figures, and both run in a
process of their own (`worker`), one question at a time, within limits (`jobs`).
"""
