"""What the odds page shows: exact figures of any game, shipped or brought along, and its best play.

Nothing is computed here. The rules file is read by `rules`, the figures come from `odds`, and both
run in a process of their own (`worker`), one question at a time, within limits (`jobs`).
"""
