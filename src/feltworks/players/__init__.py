"""Decisions without a person: the best play, advice, bots; each sees only what its seat may see."""
