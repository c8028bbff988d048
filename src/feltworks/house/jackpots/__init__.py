"""Progressive jackpots: what the rules file says about money, kept to the fraction of a cent."""
