"""A certificate: a game's exact odds in a small file that anybody can compute again.

It holds the rules as text, the options, the tie rule, the version of the program and a hash of the
code that counts, and every wager's outcomes as whole numbers and fractions. Signed with a key
(Ed25519) it says who vouches for it; unsigned it carries a digest, which only reveals a slip.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from feltworks.errors import system_reason
from feltworks.odds.analyse import analyse
from feltworks.odds.kept import code_hash
from feltworks.odds.progress import Progress, silent
from feltworks.reports.paper import PaperError
from feltworks.rules.loader import Loaded, read_text

FORM = "feltworks certificate 2"
FORM_1 = "feltworks certificate 1"
"""The form of certificates in which outcomes may have other ids than they have now."""
WEIGHED_WITHIN = 1e-9
"""How far a float64 figure may differ from another machine's."""
Certificate = dict[str, Any]
_KEYS: dict[str, type] = {
    **dict.fromkeys(("game", "rules", "rules_sha256", "program", "made"), str),
    **dict.fromkeys(("options", "wagers"), dict),
}
"""What every certificate holds."""


def certify(
    loaded: Loaded, made: date, key: Path | None = None, progress: Progress = silent
) -> Certificate:
    """The certificate of a game with its options; signed if a key file is named."""
    content: Certificate = {
        "form": FORM,
        "game": loaded.rules.game.id,
        "rules_sha256": loaded.sha256,
        "rules": Path(loaded.name).read_text(encoding="utf-8"),
        "options": dict(loaded.chosen),
        "program": f"feltworks {version('feltworks')}",
        "counted_by": code_hash(),
        "made": made.isoformat(),
        **_figures(loaded, {}, progress),
    }
    text = _canonical(content)
    if key is None:
        return {**content, "digest": hashlib.sha256(text).hexdigest()}
    private = _read_key(key)
    public = private.public_key().public_bytes_raw().hex()
    return {**content, "key": public, "signature": private.sign(text).hex()}


def check(text: str, name: str, progress: Progress = silent) -> tuple[Certificate, list[str]]:
    """Reads a certificate and computes it again; the list says what differs."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise PaperError(f"{name} is no certificate: it is not JSON") from None
    if not isinstance(found, dict) or found.get("form") not in (FORM, FORM_1):
        raise PaperError(f"{name} is no certificate: its form is not {FORM!r}")
    for key, kind in _KEYS.items():
        if not isinstance(found.get(key), kind):
            raise PaperError(f"{name} is no certificate: {key} is missing or no {kind.__name__}")
    if not all(isinstance(each, dict) for each in found["wagers"].values()):
        raise PaperError(f"{name} is no certificate: a wager is told by a table of figures")
    differences = list(_tampering(found))
    loaded = read_text(found["rules"], name, found["options"])
    if loaded.rules.game.id != found["game"]:
        differences.append(
            f"it is called {found['game']}, and its rules are {loaded.rules.game.id}"
        )
    if loaded.sha256 != found["rules_sha256"]:
        differences.append(f"the identity of its rules is {loaded.sha256}")
    ties = _stated_ties(found, loaded, name)
    differences += _compared(found, _figures(loaded, ties, progress))
    return found, differences


def _stated_ties(found: Certificate, loaded: Loaded, name: str) -> dict[str, str]:
    """Return the tie rule that a certificate was made by, whatever the rules state today.

    Certificates of earlier versions do not name it: they were all made by `bet`.
    """
    stated = found.get("indifferent", {})
    if not isinstance(stated, dict) or not all(isinstance(each, str) for each in stated.values()):
        raise PaperError(f"{name} is no certificate: indifferent is not a choice by decision")
    return {**dict.fromkeys(loaded.rules.tie_rules, "bet"), **stated}


def new_key(path: Path) -> str:
    """Makes a key to sign with, readable only by its owner; returns its public half."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(private.private_bytes_raw().hex() + "\n")
    except FileExistsError:
        raise PaperError(f"{path} exists: a key is not written over") from None
    except OSError as error:
        raise PaperError(f"{path}: {system_reason(error)}") from None
    return private.public_key().public_bytes_raw().hex()


def _read_key(path: Path) -> Any:  # noqa: ANN401 - a key of the library, imported late
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text().strip()))
    except OSError as error:
        raise PaperError(f"{path}: {system_reason(error)}") from None
    except ValueError:
        raise PaperError(f"{path} is no key: it holds 64 hexadecimal digits") from None


def _figures(loaded: Loaded, ties: Mapping[str, str], progress: Progress) -> Certificate:
    analysis = analyse(loaded.rules, indifferent=ties, progress=progress)
    wagers = {
        wager: {
            "unit": odds.unit,
            "combinations": odds.combinations,
            "expected_value": str(odds.expected_value),
            "jackpot_units": str(odds.jackpot_units),
            "outcomes": [
                [row.id, str(row.net), str(row.share), row.combinations] for row in odds.outcomes
            ],
        }
        for wager, odds in analysis.wagers.items()
    }
    figures: Certificate = {"indifferent": dict(analysis.indifferent), "wagers": wagers}
    if analysis.weighed is None:
        return figures
    value = analysis.weighed.expected_value
    return {**figures, "weighed": {"main": {"expected_value": value, "method": "float64"}}}


def _canonical(content: Certificate) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode("ascii")


def _tampering(found: Certificate) -> Iterator[str]:
    """What does not match the digest or the signature."""
    vouched = {"digest", "signature", "key"}
    text = _canonical({key: value for key, value in found.items() if key not in vouched})
    if ("key" in found) != ("signature" in found):
        yield "it names a key that has not signed it, or is signed by no key that it names"
    if "signature" not in found:
        if found.get("digest") != hashlib.sha256(text).hexdigest():
            yield "its digest does not fit: it was changed"
        return
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(found.get("key"))))
        key.verify(bytes.fromhex(str(found["signature"])), text)
    except (InvalidSignature, ValueError):
        yield "its signature does not fit: it was changed, or signed by another key"


def _compared(found: Certificate, here: Certificate) -> Iterator[str]:
    has_ids = found["form"] != FORM_1
    for wager in {**found["wagers"], **here["wagers"]}:
        theirs, ours = found["wagers"].get(wager), here["wagers"].get(wager)
        if theirs is None or ours is None:
            yield f"{wager}: it is {'not certified' if theirs is None else 'no wager here'}"
            continue
        for figure in ours:
            pair = theirs.get(figure), ours[figure]
            one, other = pair if has_ids else map(_without_ids, pair)
            if one != other:
                yield f"{wager}: {figure} differs; worked out here: {_short(ours[figure])}"
    for wager, ours in here.get("weighed", {}).items():
        told = found.get("weighed")
        theirs = told.get(wager) if isinstance(told, dict) else None
        theirs = theirs.get("expected_value") if isinstance(theirs, dict) else None
        if type(theirs) is not float or not abs(theirs - ours["expected_value"]) <= WEIGHED_WITHIN:
            yield f"{wager}: expected_value differs; worked out here: {ours['expected_value']!r}"


def _without_ids(figure: object) -> object:
    """A figure as it is, but outcomes as counts by pay: their ids may have changed."""
    counted = Counter[tuple[str, str]]()
    if not isinstance(figure, list):
        return figure
    try:
        for _, net, share, combinations in figure:
            counted[net, share] += combinations
    except (TypeError, ValueError):
        return figure
    return counted


def _short(figure: object) -> str:
    text = str(figure)
    return text if len(text) <= 60 else f"{text[:57]}..."
