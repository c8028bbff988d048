"""Guides under test: the examples that a page has."""

import re


def blocks(guide: str, language: str) -> list[str]:
    """The code blocks of a page in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```", guide, flags=re.DOTALL | re.MULTILINE)
