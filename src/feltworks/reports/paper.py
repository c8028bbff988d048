"""A paper: what it is about, and its blocks in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from importlib.metadata import version
from typing import Any, Literal

from feltworks.errors import FeltworksError
from feltworks.odds.progress import Progress, silent
from feltworks.odds.ties import tie_rule, tie_rule_words
from feltworks.reports.blocks import Block
from feltworks.rules.loader import Loaded
from feltworks.rules.schema import Rules


class PaperError(FeltworksError):
    """A paper that cannot be made or written."""


Page = Literal["letter", "leaflet", "wallet"]
LETTER: Page = "letter"
LEAFLET: Page = "leaflet"
"""A letter sheet in landscape, in two columns, to be folded."""
WALLET: Page = "wallet"


@dataclass(frozen=True, kw_only=True)
class Paper:
    """`facts` are at its head: version, rules, settings, period, filters."""

    title: str
    subject: str
    made: date
    command: str
    facts: Mapping[str, str]
    blocks: Sequence[Block] = field(repr=False)
    page: Page = LETTER

    def as_data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "subject": self.subject,
            "made": self.made.isoformat(),
            "command": self.command,
            "facts": [[name, text] for name, text in self.facts.items()],
            "blocks": list(self.blocks),
            "page": self.page,
        }


@dataclass(frozen=True, kw_only=True)
class MathematicsSettings:
    """`rounds` are simulated from the `seed`; `with_readings` weighs every open reading of the file
    as it is written, and compares its published figures. Seats of one table are counted together if
    that takes no longer than `seats_seconds` on one core, and sampled otherwise."""

    rounds: int = 2_000_000
    seed: int = 1
    seats_seconds: float = 60.0
    with_readings: bool = True


@dataclass(frozen=True)
class AskedPaper:
    """A paper about a game that is asked for: its date, and the command that makes it again."""

    loaded: Loaded
    made: date
    command: str
    settings: MathematicsSettings = field(default_factory=MathematicsSettings)
    progress: Progress = silent


def game_facts(loaded: Loaded) -> dict[str, str]:
    """What every paper about a game says of its origin."""
    rules = loaded.rules
    ties = tie_rule_words(rules, tie_rule(rules))
    return {
        "Program": program_name(),
        "Game": f"{rules.game.name} ({rules.game.id})",
        "Rules identity": loaded.sha256,
        "Options": options_words(loaded.chosen) or "none",
        **({"Where choices are worth the same": ties} if ties else {}),
    }


def game_paper(
    asked: AskedPaper,
    title: str,
    blocks: Sequence[Block],
    *,
    page: Page = LETTER,
    **facts: str,
) -> Paper:
    """A paper about a game; `facts` are what it says besides its origin."""
    return Paper(
        title=title,
        subject=asked.loaded.rules.game.name,
        made=asked.made,
        command=asked.command,
        facts={**game_facts(asked.loaded), **facts},
        blocks=blocks,
        page=page,
    )


# --- words and figures -------------------------------------------------------------------------


def program_name() -> str:
    return f"Feltworks {version('feltworks')}"


def options_words(chosen: Mapping[str, object]) -> str:
    """Options with their chosen values."""
    return ", ".join(f"{id_} = {value}" for id_, value in chosen.items())


def wager_name(rules: Rules, wager: str) -> str:
    """A paper's name for a wager; `main` are all that a round requires."""
    return rules.wagers[wager].name if wager in rules.wagers else "All required wagers"


def percent(value: Fraction | float, *, sign: bool = False, places: int = 4) -> str:
    return f"{float(value) * 100:{'+' if sign else ''}.{places}f}%"
