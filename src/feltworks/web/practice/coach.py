"""The coach of practice tables: decisions are weighed in a worker, where a file can do no harm.

The worker solves a game once and then answers at once. A game that takes too long is played without
a coach, and the players are told why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.house.rounds.sheet import Sheet
from feltworks.pit import OpenTable, open_table
from feltworks.round import Deal, Decide, Move, Round
from feltworks.round.movetext import read_move
from feltworks.round.transcript import read_transcript
from feltworks.web.floor.coach import Weigher, Weighing
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.jobqueue import JobQueue, answered
from feltworks.web.odds_pages.jobs import PASSING, JobLimits
from feltworks.web.odds_pages.worker import Progress
from feltworks.web.practice.sheet import PracticeSheet

COACH_LIMITS = JobLimits(seconds=90.0, most_kept=0)
GAMES_AT_HAND = 4
"""How many solved games a worker keeps; the largest take some 300 MB each."""
BOT_SECONDS = 3.0
"""How long a bot waits for the worker."""
OFF = "The coach is off at this table, and the game is played all the same: "

NOT_NOW = "The coach cannot weigh this decision, but perhaps the next: "


class CoachOff(FeltworksError):
    """A game that cannot be weighed here, or not now."""


class WorkerCoach:
    """Asks the worker; `_off` says for which rules that is useless, and why.

    `_preparing` are those being solved: whoever calls the coach again waits for nothing new.
    """

    def __init__(self, jobs: JobQueue) -> None:
        self._jobs = jobs
        self._prepared: set[RulesQuestion] = set()
        self._preparing: set[RulesQuestion] = set()
        self._off: dict[RulesQuestion, str] = {}

    def is_prepared(self, sheet: Sheet) -> bool:
        asked = _asked(sheet)
        return asked in self._prepared or asked in self._off

    def expect(self) -> None:
        """A table is opened: its guest may call the coach."""
        self._jobs.expect()

    async def prepare(self, sheet: Sheet) -> None:
        """Somebody will ask: the worker solves the game while he still bets."""
        asked = _asked(sheet)
        if self.is_prepared(sheet) or asked in self._preparing:
            return
        self._preparing.add(asked)
        try:
            await self._answer(sheet, {"question": "coach", **asdict(asked)})
        finally:
            self._preparing.discard(asked)

    async def weigh(self, sheet: Sheet, round: Round, seat: int, *, why: bool = True) -> Weighing:
        asked = _asked(sheet)
        if asked in self._off:
            raise CoachOff(self._off[asked])
        return Weighing.of_json(await self._answer(sheet, _question(sheet, round, seat, why=why)))

    async def _answer(self, sheet: Sheet, question: dict[str, Any]) -> dict[str, Any]:
        asked = _asked(sheet)
        job = self._jobs.ask(question, sheet.table)
        await answered(self._jobs, job)
        if job.answer is None:
            if job.says in PASSING:
                raise CoachOff(f"{NOT_NOW}{job.says}.")
            self._off[asked] = f"{OFF}{job.says}."
            raise CoachOff(self._off[asked])
        self._prepared.add(asked)
        return job.answer

    def forget(self, sheet: Sheet) -> None:
        """Forgets a table that is closed."""
        self._prepared.discard(_asked(sheet))
        self._off.pop(_asked(sheet), None)

    def best_if_prepared(self, sheet: Sheet, round: Round, seat: int) -> Decide | None:
        """The best move if the worker knows the game already; for bots, on their own thread.

        A bot does not wait for a new count: it plays cheaply until a player's request has counted.
        """
        asked = _asked(sheet)
        if asked not in self._prepared:
            return None
        question = _question(sheet, round, seat, why=False)
        job = self._jobs.ask(question, f"bots of {sheet.table}")
        job.over.wait(BOT_SECONDS)
        if job.answer is None:
            self._prepared.discard(asked)
            return None
        return Weighing.of_json(job.answer).best

    def close(self) -> None:
        self._jobs.close()


def _question(sheet: Sheet, round: Round, seat: int, *, why: bool) -> dict[str, Any]:
    return {
        "question": "advice",
        **asdict(_asked(sheet)),
        "seat": seat,
        "why": why,
        "transcript": sheet.dealt.transcript(round),
        "moves": [_line(move) for move in round.moves],
    }


def _line(move: Move) -> str:
    """A move as a transcript has it; for a dealt card only the card matters."""
    return f"{move.card} burnt" if isinstance(move, Deal) else move.line


def _asked(sheet: Sheet) -> RulesQuestion:
    assert isinstance(sheet, PracticeSheet)
    return sheet.asked


# --- in the worker --------------------------------------------------------------------------------


def advice_answer(question: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """What the choices of a seat are worth, as plain data."""
    table, weigher = _prepared(RulesQuestion.of(question))
    moves = [move for line in question["moves"] if (move := read_move(line)) is not None]
    terms = read_transcript(question["transcript"]).terms
    round = table.open_round(terms).play_all(moves)
    return weigher.weigh(round, question["seat"], why=question["why"]).as_json()


def ready_answer(question: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Nothing but that the game is solved."""
    _prepared(RulesQuestion.of(question))
    return {}


@lru_cache(maxsize=GAMES_AT_HAND)
def _prepared(asked: RulesQuestion) -> tuple[OpenTable, Weigher]:
    table = open_table(asked.with_pays())
    return table, Weigher(table.rules)
