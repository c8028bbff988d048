"""Guides under test: the examples that a page has."""

import contextlib
import io
import re


def blocks(guide: str, language: str) -> list[str]:
    """The code blocks of a page in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```", guide, flags=re.DOTALL | re.MULTILINE)


def check_examples(guide: str, *prints: int) -> None:
    """Each Python example prints what the comments behind its `print`s say, so many lines each."""
    examples = blocks(guide, "python")
    promises = [re.findall(r"^print\(.*#\s*(.+)$", each, re.MULTILINE) for each in examples]
    assert tuple(map(len, promises)) == prints
    for example, promised in zip(examples, promises, strict=True):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(example, {})
        assert printed.getvalue().splitlines() == promised
