"""The odds of a game as a mapping of its wagers, each with exact figures and outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.library.html import table_html

if TYPE_CHECKING:
    from feltworks.odds.progressive import Progressive
    from feltworks.odds.report import OddsReport
    from feltworks.odds.result import WagerOdds, WeighedMain
    from feltworks.rules.loader import Loaded

FRAMES = ("polars", "pandas")


class Odds(Mapping[str, "WagerOdds | WeighedMain"]):
    """Every wager by its id, `main` for the required ones together.

    Figures such as `odds.main.house_edge` are fractions; blackjack's main game is weighed in
    floats. `jackpots` has the figures of wagers that play for one.
    """

    def __init__(self, loaded: Loaded, report: OddsReport) -> None:
        self._loaded = loaded
        self._report = report
        weighed = report.analysis.weighed
        main: dict[str, WagerOdds | WeighedMain] = {} if weighed is None else {"main": weighed}
        self._wagers = main | dict(report.analysis.wagers)

    @property
    def main(self) -> WagerOdds | WeighedMain:
        """The required wagers together, under the best play."""
        return self["main"]

    @property
    def jackpots(self) -> Mapping[str, Progressive]:
        return self._report.progressives

    def __getitem__(self, wager: str) -> WagerOdds | WeighedMain:
        if wager in self._wagers:
            return self._wagers[wager]
        if wager == "main":
            raise FeltworksError(
                f"{self._loaded.rules.game.id} is played between players: the house has no main "
                f"wager there; its wagers are {', '.join(self._wagers) or 'none'}"
            )
        raise FeltworksError(
            f"{self._loaded.rules.game.id} has no wager {wager!r}"
            f"{did_you_mean(wager, self._wagers)}: there is {', '.join(self._wagers)}"
        )

    def __contains__(self, wager: object) -> bool:
        return wager in self._wagers

    def __iter__(self) -> Iterator[str]:
        return iter(self._wagers)

    def __len__(self) -> int:
        return len(self._wagers)

    def to_dict(self) -> dict[str, Any]:
        """What `feltworks odds --json` prints, as plain data."""
        from feltworks.odds.plaindata import game_data

        return game_data(self._loaded, self._report)

    def to_frame(self, library: Literal["polars", "pandas"] | None = None) -> Any:  # noqa: ANN401
        """Every outcome of every wager as a frame of polars or pandas, whichever is installed."""
        return as_frame(self._rows(), library)

    def _rows(self) -> list[dict[str, Any]]:
        rows = [
            {
                "wager": id_,
                "outcome": outcome,
                "net": float(net),
                "combinations": combinations,
                "probability": float(chance),
                "return": float(net * chance),
            }
            for id_, wager in self._wagers.items()
            for outcome, net, combinations, chance in _outcomes(wager)
        ]
        if not rows:
            raise FeltworksError(f"{self._loaded.rules.game.id} has no wager with outcomes")
        return rows

    def __repr__(self) -> str:
        edges = ", ".join(f"{id_} {edge:.4%}" for id_, edge in self._edges())
        ties = f"; where choices are worth the same: {self._ties}" if self._ties else ""
        return f"<Odds of {self._loaded.rules.game.id}: house edge {edges}{ties}>"

    def _repr_html_(self) -> str:
        heading = f"{self._loaded.rules.game.name}: house edge by wager"
        rows = [(id_, f"{edge:.4%}") for id_, edge in self._edges()]
        if self._ties:
            rows.append(("where choices are worth the same", self._ties))
        return table_html(heading, ("wager", "house edge"), rows)

    @property
    def _ties(self) -> str:
        """The tie rule that the outcomes were counted by, in words."""
        from feltworks.odds.ties import tie_rule_words

        return tie_rule_words(self._report.rules, self._report.analysis.indifferent)

    def _edges(self) -> list[tuple[str, float]]:
        """The house edge of every wager; one that the table does not offer says so."""
        rules = self._loaded.rules
        return [
            (
                id_ if rules.is_on_layout(id_) else f"{id_} (not on the layout)",
                float(wager.house_edge),
            )
            for id_, wager in self._wagers.items()
        ]


def _outcomes(
    wager: WagerOdds | WeighedMain,
) -> Iterator[tuple[str, Fraction, int | None, Fraction | float]]:
    """Each outcome: its id, what it pays net, its combinations if counted, its chance."""
    from feltworks.odds.naming import result_id
    from feltworks.odds.result import WagerOdds

    if isinstance(wager, WagerOdds):
        for row in wager.outcomes:
            chance = Fraction(row.combinations, wager.combinations)
            yield row.id, wager.net(row), row.combinations, chance
    else:
        for net, weighed in wager.chances.items():
            yield result_id(net), net, None, weighed


def as_frame(rows: Sequence[Mapping[str, Any]], library: str | None) -> Any:  # noqa: ANN401
    """Rows of the same keys as a frame of polars or pandas, whichever is installed."""
    wanted = library or next((each for each in FRAMES if find_spec(each)), None)
    if wanted is None:
        raise FeltworksError('a frame needs polars or pandas: pip install "feltworks[research]"')
    if wanted not in FRAMES or find_spec(wanted) is None:
        raise FeltworksError(f"{wanted} is not installed; frames are of {' or '.join(FRAMES)}")
    return import_module(wanted).DataFrame({key: [r[key] for r in rows] for key in rows[0]})
