"""A page's modules in one file and its styles in another, so that it needs few requests.

The modules stay files of their own, to be read and tested one by one; nothing is built before the
server runs. When a page is first requested, its modules are joined, each in a scope of its own that
passes its exports to the modules that import it. The address of a file holds a hash of it, so that
a browser may keep it for ever and requests a changed one anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from feltworks.errors import FeltworksError

STATIC: Final = Path(__file__).parent / "static"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\} from )?"(?P<path>[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
EXPORTS = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
LEFT = re.compile(r"^(import|export)\b.*", re.MULTILINE)


class BundleError(FeltworksError):
    """A module that cannot be joined with others."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages load, under an address that never changes its content."""

    name: str
    kind: str
    content: bytes

    @property
    def path(self) -> str:
        return f"/assets/{self.name}"


_MADE: dict[str, Asset] = {}


def made(name: str) -> Asset | None:
    """An asset by its name, if a page has been given it."""
    return _MADE.get(name)


def _asset(stem: str, suffix: str, text: str) -> Asset:
    content = text.encode()
    digest = sha256(content).hexdigest()[:16]
    asset = Asset(f"{stem}-{digest}{suffix}", KINDS[suffix], content)
    _MADE[asset.name] = asset
    return asset


@cache
def single(path: str) -> Asset:
    """One file, unchanged."""
    return _asset(Path(path).stem, Path(path).suffix, _read(path))


@cache
def styles(name: str, paths: tuple[str, ...]) -> Asset:
    """Style sheets, joined."""
    return _asset(name, ".css", "\n".join(map(_read, paths)))


@cache
def modules(name: str, paths: tuple[str, ...]) -> Asset:
    """The modules and all that they import, each after those that it imports."""
    order: dict[str, str] = {}
    for path in paths:
        _add(path, order, ())
    return _asset(name, ".js", "".join(order.values()))


def _add(path: str, order: dict[str, str], above: tuple[str, ...]) -> None:
    """Appends a module after those that it imports."""
    if path in order:
        return
    if path in above:
        raise BundleError(f"the module {path} imports itself: {' > '.join((*above, path))}")
    text, found = _read(path), []
    for each in IMPORT.finditer(text):
        target = normpath(join(dirname(path), each["path"]))
        _add(target, order, (*above, path))
        if each["names"]:
            names = re.sub(r"\bas\b", ":", each["names"]).strip(" ,\n")
            found.append(f"const {{ {names} }} = {_variable(target)};")
    exported = EXPORT.findall(text)
    for listed in EXPORTS.findall(text):
        exported += [name.strip() for name in listed.split(",")]
    body = EXPORT.sub("", EXPORTS.sub("", IMPORT.sub("", text)))
    if left := LEFT.search(body):
        raise BundleError(f"the module {path} has {left[0]!r}, which is not understood here")
    body = f"{' '.join(found)}\n{body}"
    if exported:
        given = f"return {{ {', '.join(exported)} }};"
        order[path] = f"const {_variable(path)} = (() => {{\n{body}\n{given}\n}})();\n"
    else:
        # A block, so that a page's own module may use `await`.
        order[path] = f"{{\n{body}\n}}\n"


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path)


def _read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")
