"""Rounds in the books: begun, staked on, settled or voided in one place, and recalled later."""
