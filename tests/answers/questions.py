"""The questions that the answer book asks of a game; each gives its answers by key.

What is drawn at random (positions, rounds, slips in rules files) is drawn here and in `tests.ask`
from a seed made of the game's name, so that it is the same in every run and in every version.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from itertools import count

from tests.answers.games import Game
from tests.answers.simulations import SIMULATIONS
from tests.ask import book
from tests.ask.rules import locate
from tests.ask.simulation import simulate

Answers = book.Answers
POSITIONS = 1000
SOLVED_SLOWLY = ("criss-cross-poker", "oasis-poker")
"""Other pays of these games are asked for side wagers that no choice decides, which takes no time:
solving one again for each table takes minutes."""


def odds(game: Game) -> Answers:
    """Counts, fractions, ties by decision, ids and words of outcomes."""
    return book.odds(game.loaded)


def charts(game: Game) -> Answers:
    """How often each choice is best, and grids, cards and starting hands."""
    yield from game.solved.chart()
    if book.mechanism(game.loaded) == "ring":
        yield from book.starting_hands(game.source)


def positions(game: Game, numbers: Iterable[int] = range(POSITIONS)) -> Answers:
    """The expected value of every choice at seeded positions."""
    if game.solved.rejected is not None:
        return
    for number in numbers:
        chance = random.Random(f"{game.name} position {number}")
        cards, answer = game.solved.position(chance)
        yield f"{number} {cards}", answer


def simple(game: Game) -> Answers:
    """A few rules to remember, and their price."""
    return book.simple_rules(game.source)


def tuned(game: Game) -> Answers:
    """The pay tables nearest a house edge."""
    if game.name not in SOLVED_SLOWLY:
        yield from book.tuned(game.source, "3%")
    wagers = {row.partition(".")[0] for row in book.pay_rows(game.loaded)}
    for wager in sorted(wagers & set(book.side_wagers(game.loaded)))[:2]:
        yield from book.tuned(game.source, "5%", [wager])


def pays(game: Game) -> Answers:
    """Odds with one row paying something else."""
    chance = random.Random(f"{game.name} pays")
    rows = book.pay_rows(game.loaded)
    if game.name in SOLVED_SLOWLY:
        sides = book.side_wagers(game.loaded)
        rows = [row for row in rows if row.partition(".")[0] in sides]
    for row in sorted(chance.sample(rows, min(len(rows), 3))):
        odds = f"{chance.randint(1, 60)}"
        yield f"{row}={odds}", book.other_pays(game.source, f"{row}={odds}")


def rejections(game: Game) -> Answers:
    """What is said to a slip in the rules file, to a wrong option and to a wrong row."""
    text = locate(game.source).read_text("utf-8")
    wanted = 4 if game.kind == "toy" else 12
    for number in range(wanted):
        what, slipped = slip(text, random.Random(f"{game.name} slip {number}"))
        yield f"{number} {what}", book.verdict(slipped)
    for option in (*book.options_of(game.loaded)[:3], "no-such-option"):
        yield f"{option} = nonsense", book.option_verdict(game.source, option, "nonsense")
    wager = next(iter(game.loaded.rules.wagers))
    yield f"{wager}.no-such-row=1", book.other_pays(game.source, f"{wager}.no-such-row=1")


def slip(text: str, chance: random.Random) -> tuple[str, str]:
    """A rules file with one slip of the pen, and what was done to it."""
    lines = text.splitlines()
    keyed = [at for at, line in enumerate(lines) if re.match(r"[\w-]+ *= *\S", line)]
    at = chance.choice(keyed)
    line = lines[at]
    key, _, value = line.partition("=")
    kind = chance.choice(("key", "value", "number", "line", "twice", "word"))
    number = re.search(r"\d+", value)
    words = re.findall(r"[a-z]{4,}", value)
    if kind == "number" and number:
        new = f"{key}={value[: number.start()]}{int(number[0]) + 1}{value[number.end() :]}"
    elif kind == "word" and words:
        word = chance.choice(words)
        new = f"{key}={value.replace(word, word[:-2] + word[-1] + word[-2], 1)}"
    elif kind == "line":
        new = ""
    elif kind == "twice":
        new = f"{line}\n{line}"
    elif kind == "key":
        cut = chance.randrange(len(key.strip()))
        new = f"{key[:cut]}{key[cut + 1 :]}={value}"
    else:
        new = f'{key}= "nonsense"'
    # A value that goes on in the next lines is cut off there, which is a slip as well.
    return f"{kind} of line {at + 1}", "\n".join((*lines[:at], new, *lines[at + 1 :], ""))


def rounds(game: Game) -> Answers:
    """Rounds with their transcripts and what every viewer sees of them."""
    if (reason := book.why_no_round(game.loaded)) is not None:
        yield "rejected", reason
        return
    table = game.loaded.rules.table
    ring = game.loaded.rules.ring
    least, most = (1, table.seats) if ring is None else (2, min(table.seats, ring.players_at_most))
    alone = ring is None and game.solved.rejected is not None
    for number in range(4 if game.kind in ("shipped", "example") else 2):
        seats = (least, min(3, most), least, most)[number]
        at_random = number > 1 or alone or (number == 1 and game.kind != "shipped")
        seed = f"{game.name} round {number}"
        for key, answer in book.played_round(game.solved, seed, seats, at_random=at_random):
            yield f"{number} {key}", answer


def simulations(game: Game) -> Answers:
    """Whole numbers, sums and squares of simulated rounds."""
    for number, (rounds, settings) in zip(count(1), SIMULATIONS.get(game.name, ())):
        asked = ", ".join((f"{rounds} rounds", *(f"{k} {v}" for k, v in settings.items())))
        found = simulate(game.source, rounds, **settings)
        for part, answer in found.items():
            if isinstance(answer, list) and part in ("outcomes", "side_wagers"):
                for at, row in enumerate(answer, 1):
                    yield f"{number} {asked}: {part} {at}", row
            else:
                yield f"{number} {asked}: {part}", answer


QUESTIONS: dict[str, Callable[[Game], Answers]] = {
    question.__name__: question
    for question in (
        odds,
        charts,
        positions,
        simple,
        tuned,
        pays,
        rejections,
        rounds,
        simulations,
    )
}


def asked_of(game: Game) -> list[str]:
    """List the questions that a game is asked.

    Commands need a file, which a game on a small deck does not have. Toys are not asked for simple
    rules and tuned tables, which take longer than all the rest.
    """
    if game.kind == "deck":
        return ["odds", "charts", "positions", "rounds"]
    searched = [] if game.kind == "toy" else ["simple", "tuned"]
    found = ["odds", "charts", "positions", *searched, "pays", "rejections", "rounds"]
    return found + ["simulations"] * (game.name in SIMULATIONS)
