"""Golden rounds: each is played from chosen cards, and its log lies in the file of its game.

Beside that file lies one whole transcript of each game, byte for byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.ask.rounds import Bet, Burnt, Deal, Dealt, Decide, OpenTable, Round, Settled, open_table
from tests.ask.rules import read

from feltworks.cards import Card, Deck


def whole_deck(deck: Deck, dealt: Iterable[Card]) -> list[Card]:
    """The cards that were dealt, in their order, and then the rest of the deck."""
    first, rest = list(dealt), list(deck.cards)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def next_place(round: Round) -> tuple[int | None, str] | None:
    """Seat and zone of the next card, found by dealing one on trial; None where it is burnt."""
    entry = round.play(Deal(next(iter(round.chances())))).log[len(round.log)]
    if isinstance(entry, Burnt):
        return None
    assert isinstance(entry, Dealt)
    return entry.seat, entry.zone


def dealt_and_decided(
    round: Round, decisions: list[Decide], next_card: Callable[[Round], Card]
) -> tuple[Round, list[Card]]:
    """The round at its end, or where `decisions` end, which are taken off; its cards in order."""
    order = []
    while round.turn.waits_for in ("card", "decision"):
        if round.turn.waits_for == "card":
            order.append(next_card(round))
            round = round.play(Deal(order[-1]))
        elif decisions:
            round = round.play(decisions.pop(0))
        else:
            break
    return round, order


@cache
def _table(game: str, options: tuple[tuple[str, str], ...]) -> OpenTable:
    return open_table(read(game, dict(options)))


def table_of(game: str, options: Mapping[str, str] | None = None) -> OpenTable:
    """A table of the game, opened once for all tests."""
    return _table(game, tuple(sorted((options or {}).items())))


def bets(seat: int, **cents: int) -> list[Bet]:
    """`bets(1, ante=500, pocket_poker=100)`; underscores stand for hyphens."""
    return [Bet(seat, wager.replace("_", "-"), amount) for wager, amount in cents.items()]


def lines(round: Round) -> list[str]:
    """The log as a transcript writes it."""
    return [entry.line for entry in round.log]


def settled(round: Round) -> dict[tuple[int, str], int]:
    """What each seat's wagers won or lost, in cents."""
    return {(e.seat, e.wager): e.net_cents for e in round.log if isinstance(e, Settled)}


def dealt_text(rigged: Any) -> str:
    """The transcript of a rigged round as it is dealt today."""
    round, reveal = rigged.with_deck()
    return rigged.table.transcript(round, reveal)


def names_in(path: Path) -> list[str]:
    """Name the golden rounds of a file, in their order."""
    return [line[3:] for line in path.read_text("utf-8").splitlines() if line.startswith("== ")]


def golden_file(game: str, command: str, texts: Mapping[str, str]) -> str:
    """Write transcripts of a game as one text: the header that most of them share, and then each
    round with the lines in which its own header differs and its log.

    Left out are the deck, which is the dealt cards and then the rest, and its commitment.
    """
    parted = {name: _parted(text) for name, text in texts.items()}
    shared = _shared([header for header, _ in parted.values()])
    rounds = [
        "\n".join([f"== {name}", *_differing(header, shared), *(f"  {line}" for line in log)])
        for name, (header, log) in parted.items()
    ]
    begin = [f"Golden rounds of {game}, written by `python -m {command}`.", "", *shared]
    return "\n".join(begin) + "\n\n" + "\n\n".join(rounds) + "\n"


def _parted(text: str) -> tuple[list[str], list[str]]:
    """The lines of a transcript's header, deck and commitment aside, and those of its log."""
    header, _, play = text.partition("\n[play]\nactions = [\n")
    lines = [line for line in header.splitlines() if not line.startswith(("commitment", "deck"))]
    return lines, [line.strip()[1:-2] for line in play.splitlines()[:-1]]


def _shared(headers: list[list[str]]) -> list[str]:
    """The lines that more than half of the headers have."""
    counts = Counter(line for header in headers for line in dict.fromkeys(header) if line)
    return [line for line, count in counts.items() if 2 * count > len(headers)]


def _differing(header: list[str], shared: list[str]) -> list[str]:
    """What a header has beyond the shared lines, and what it lacks without another value for it."""
    own = [line for line in header if line and line not in shared]
    keys = {line.partition(" = ")[0] for line in header}
    lacks = [line for line in shared if line.partition(" = ")[0] not in keys]
    return [*own, *(f"without {line}" for line in lacks)]


def golden_texts(engine: Any) -> dict[Path, str]:
    """The golden files of an engine as they are dealt today: for every game one file with all of
    its rounds, and whole transcripts of the rounds in `WHOLE`."""
    texts: dict[str, dict[str, str]] = {}
    for name, rigged in engine.ROUNDS.items():
        texts.setdefault(rigged.game, {})[name.removeprefix(f"{rigged.game}/")] = dealt_text(rigged)
    command = f"{engine.__package__}.golden_rounds"
    files = {
        engine.FOLDER / f"{game}.txt": golden_file(game, command, rounds)
        for game, rounds in texts.items()
    }
    for game, name in engine.WHOLE.items():
        files[engine.FOLDER / f"{game}.toml"] = texts[game][name]
    return files


def write_all(engine: Any) -> None:
    """Write the golden files of an engine anew."""
    for path, text in golden_texts(engine).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
