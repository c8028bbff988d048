"""Decisions without a person: the best play, advice, and bots; each sees only what its seat may."""
