"""The audit: the chain walked link by link, every index made again, every round played again."""
