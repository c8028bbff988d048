"""The API of the operator's console: tables, limits, jackpots, the event log and the audit.

The staff have sessions of their own: a guest's cookie opens nothing here. Operators act, auditors
look, and whatever is done is recorded in the house's books with the name of who did it.
"""
