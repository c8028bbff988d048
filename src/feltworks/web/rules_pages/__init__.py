"""The rules pages: a game's rules generated from its file, so that they cannot be out of date."""

from feltworks.web.rules_pages.routes import router

__all__ = ["router"]
