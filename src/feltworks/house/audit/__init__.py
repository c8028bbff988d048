"""The audit: the chain is walked link by link, indexes are rebuilt, rounds are played again."""
