"""The jackpots a house keeps: booked in the ledger, changed by hand, stated day by day."""
