"""Rounds in the books: begun, staked on, settled or voided, and recalled later."""
