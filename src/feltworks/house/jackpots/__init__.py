"""Progressive jackpots in the books: read a state, ask `feltworks.jackpots`, book the answer."""
