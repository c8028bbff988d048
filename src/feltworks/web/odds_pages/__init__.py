"""The odds page: exact figures of any game, shipped or brought along, and the play behind them.

Nothing is computed here. The rules file is read by `rules`, the figures come from `odds`, and both
run in a process of their own (`clerk`), one question at a time, within limits (`office`).
"""

from feltworks.web.odds_pages.routes import close_office, router

__all__ = ["close_office", "router"]
