"""The API of the house's console: tables, limits, jackpots, the event log and the audit.

The staff have sessions of their own: a guest's cookie opens nothing here. Each acts by the rights
of his role, and whatever is done is recorded in the house's books with the name of who did it.
"""
