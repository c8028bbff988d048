"""Rounds as the house sees them: stakes in escrow, one settlement, recall and verification."""
