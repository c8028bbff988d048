"""Progressive jackpots in the books: a state is read, `feltworks.jackpots` asked, it is booked."""
