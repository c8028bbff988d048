"""The shell of every page: one frame, and what each page puts into it.

A page is drawn in the browser by modules of its own. What the server sends is the same for all of
them but for a few words: a head with the look, the site's own head and foot, and a `main` that the
page's module fills. The frame is a file that is never sent as it stands; nothing but constants goes
into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from fastapi.responses import HTMLResponse

STATIC = Path(__file__).parent / "static"
FRAMES = Path(__file__).parent / "frames"
LOOK = ("css/tokens.css", "css/base.css", "css/shell.css")
FRAME_MODULE = "js/shell.js"


@dataclass(frozen=True, slots=True)
class Shell:
    """One page; modules and styles are named by their path in the static folder.

    `here` is the way in the site's head that leads to the page, `contents` the file among the
    frames with what stands in `main` from the beginning, `kind` what the body's class begins with.
    """

    title: str
    here: str = ""
    module: str = FRAME_MODULE
    styles: tuple[str, ...] = ()
    kind: str = ""
    contents: str | None = None
    unlisted: bool = False

    def answer(self, status: int = 200, *, says: str = "") -> HTMLResponse:
        """The page as it is sent; `says` is a sentence where its contents have room for one."""
        contents = "" if self.contents is None else _read(self.contents)
        modules = dict.fromkeys((FRAME_MODULE, self.module))
        page = Template(_read("frame.html")).substitute(
            title=escape(self.title),
            robots='<meta name="robots" content="noindex">' if self.unlisted else "",
            styles="\n  ".join(_style(path) for path in (*LOOK, *self.styles)),
            modules="\n  ".join(_module(path) for path in modules),
            kind=escape(self.kind),
            here=escape(self.here),
            contents=Template(contents).substitute(says=escape(says)),
        )
        return HTMLResponse(page, status)


@cache
def _read(name: str) -> str:
    return (FRAMES / name).read_text(encoding="utf-8")


def _style(path: str) -> str:
    return f'<link rel="stylesheet" href="/static/{path}">'


def _module(path: str) -> str:
    return f'<script type="module" src="/static/{path}"></script>'
