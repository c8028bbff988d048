"""Rounds from packs as columns of a Parquet file, one row for each round and seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.simulate.packjobs import DealtRounds, PackJob, in_order
from feltworks.simulate.packrounds import MAIN
from feltworks.simulate.roundfiles import dollars, named, wager_columns

if TYPE_CHECKING:
    from feltworks.simulate.packgames import PackGame

ROUNDS_AT_ONCE, SHOES_AT_ONCE = 100_000, 1_000


class PackRoundFile:
    """Writes such rounds as columns: the cards of each zone, then each wager's outcome and net."""

    def __init__(self, game: PackGame, job: PackJob) -> None:
        self.game = game
        self.job = job
        self._cards = [str(card) for card in game.rounds.deck.faces]

    def tables(self, units: int) -> Iterator[Any]:
        at_once = ROUNDS_AT_ONCE if self.game.cut_at is None else SHOES_AT_ONCE
        told = 0
        for start in range(0, units, at_once):
            dealt: list[DealtRounds] = []
            self.job.deal(start, min(at_once, units - start), dealt.append)
            shoe = start
            for each in in_order(dealt):
                yield self._table(each, told, shoe)
                told += len(each.shoe)
                shoe += int(each.shoe.max()) + 1

    def _table(self, dealt: DealtRounds, first: int, shoe: int) -> Any:  # noqa: ANN401 - Arrow
        import pyarrow as pa

        game, count, parts = self.game, len(dealt.shoe), []
        for seat in range(game.rounds.seats):
            columns: dict[str, Any] = {"round": np.arange(first, first + count, dtype=np.int64)}
            if game.cut_at is not None:
                columns["shoe"] = dealt.shoe + shoe
                columns["cards_gone"] = dealt.gone.astype(np.int16)
            columns["seat"] = np.full(count, seat + 1, np.uint8)
            for name, faces in game.rounds.shown_cards(dealt.faces, seat).items():
                columns[name] = named(faces, self._cards)
            if game.counter is not None:
                columns["running_count"] = dealt.running
            for wager in dict.fromkeys((game.first, *(side.id for side in game.side_wagers))):
                columns |= self._wager(wager, seat, dealt)
            parts.append(pa.table(columns))
        return pa.concat_tables(parts)

    def _wager(self, wager: str, seat: int, dealt: DealtRounds) -> dict[str, Any]:
        game = self.game
        names = (wager, f"{wager}_net") if wager != game.first else ("outcome", "net")
        ended = dealt.endings[seat] if wager in game.plays[seat] else None
        unit = dollars(game.wagers, seat, game.rules.unit if wager == MAIN else wager)
        rows = () if ended is None else game.rows_of(wager)
        return wager_columns(names, rows, ended, len(dealt.shoe), unit)
