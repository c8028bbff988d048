"""The transcripts of version 0.1: golden rounds, and rounds played at random by the seed.

Of ring games only rounds are kept in which nobody bets or raises with his last chip, nor when
nobody with chips is left to answer: there 0.1 allowed more than `docs/ring.md` does. Golden rounds
are kept whatever they show.
"""

from __future__ import annotations

import io
import random
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from tests.ask.rounds import (
    Bet,
    Burnt,
    Button,
    Deal,
    Dealt,
    Decide,
    Irregularity,
    Limits,
    Move,
    NoMoreBets,
    OpenTable,
    PitError,
    Reason,
    Round,
    SitIn,
    Terms,
    open_table,
)
from tests.ask.rules import read
from tests.blackjack import golden_rounds as blackjack
from tests.generic.random_play import KINDS, POLICIES, _bets, _irregularity, _set_cards, any_size
from tests.ring import golden_rounds as ring
from tests.table import golden_rounds as table

from feltworks.cards import commit

PLAIN_ROUNDS = 14
SHOE_ROUNDS = 7


def freeze_transcripts(rules: Path, target: Path) -> None:
    found = dict(sorted({**_golden(), **_played(rules)}.items()))
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for name, text in found.items():
            entry = tarfile.TarInfo(f"{name}.toml")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    print(f"{target.name}: {len(found)} transcripts, {target.stat().st_size:,} bytes")


def _golden() -> dict[str, str]:
    found = {}
    for name, rigged in table.ROUNDS.items():
        found[name.replace("/", "/golden-", 1)] = rigged.table.transcript(*rigged.with_deck())
    for name, rigged in blackjack.ROUNDS.items():
        text = rigged.table.transcript(*rigged.with_deck())
        found[f"texas-21/golden-{name.replace('/', '-')}"] = text
    for name, golden in ring.ROUNDS.items():
        found[f"mini-tex-ring/golden-{name}"] = golden.table.transcript(*golden.with_deck())
    return found


def _played(rules: Path) -> dict[str, str]:
    found = {}
    for path in sorted(rules.glob("*.toml")):
        for name, options, seeds in _settings(path):
            try:
                at = open_table(read(path, options))
            except PitError:
                continue
            for seed in range(seeds):
                found[f"{path.stem}/{name}-{seed + 1}"] = _round(at, seed)
            if name == "plain":
                found |= {f"{path.stem}/{ruled}": text for ruled, text in _ruled(at)}
                found |= {f"{path.stem}/shoe-{n}": text for n, text in _shoe(at, 1)}
    return found


def _ruled(at: OpenTable) -> Iterator[tuple[str, str]]:
    """A supervisor is called for each kind of irregularity, with each policy of the house."""
    for kind in KINDS:
        for policy in POLICIES:
            yield f"{kind}-{policy}", _round(at, 0, (kind, policy))


def _settings(path: Path) -> Iterator[tuple[str, dict[str, str], int]]:
    """The file as written, then with each other value of each option."""
    yield "plain", {}, PLAIN_ROUNDS
    for id, option in read(path).rules.options.items():
        for value in option.values or [str(option.lowest), str(option.highest)]:
            if value != option.default:
                seeds = (
                    4 if id in ("tips", "shuffler", "missed_blinds", "pocket_poker_table") else 1
                )
                yield f"{id}={value}".replace(":", "-"), {id: value}, seeds


def _round(at: OpenTable, seed: int, ruled: tuple[str, str] | None = None) -> str:
    """A round by the seed; the next one where that one cannot be kept."""
    for attempt in range(100):
        named = f"{at.rules.game.id} {sorted(at.loaded.chosen.items())} {seed} {ruled} {attempt}"
        rng = random.Random(named)
        order = list(at.deck.cards)
        rng.shuffle(order)
        commitment = commit(order, f"{rng.getrandbits(256):064x}")
        terms = _terms(at, rng, commitment.digest)
        if at.rules.table.second_deck:
            terms = replace(terms, pack=1 + seed % 2)
        if ruled is not None:
            terms = replace(terms, policy=dict([ruled]))
        played = _play(at.open_round(terms), order, rng, None if ruled is None else ruled[0])
        called = played and any(isinstance(entry, Irregularity) for entry in played.log)
        if played is not None and bool(called) is (ruled is not None):
            return at.transcript(played, commitment.reveal())
    raise AssertionError(f"no round of {at.rules.game.id} can be kept")


def _terms(at: OpenTable, rng: random.Random, digest: str) -> Terms:
    return Terms(
        Limits(1000, 4000) if at.rules.ring is not None else Limits(),
        under=rng.choice([None, date(2008, 9, 1), date(2024, 1, 1)]),
        jackpots={id: rng.randrange(50_000, 2_000_000) for id in at.rules.jackpots},
        policy={kind: rng.choice(POLICIES) for kind in KINDS if rng.random() < 0.7},
        commitment=digest,
    )


def _play(now: Round, order: list, rng: random.Random, irregular: str | None) -> Round | None:
    """The round to its end, with something irregular on the way; None where it is left out."""
    for move in with_second_thoughts(now, _opening(now, rng), rng):
        now = _must(now.play(move))
    deck = iter(order)
    while now.turn.waits_for != "nothing":
        if irregular is not None and rng.random() < 0.06:
            after = now.play(replace(_irregularity(now, rng), kind=irregular))
            now = now if isinstance(after, Reason) else after
        elif now.turn.waits_for == "card":
            now = _must(now.play(Deal(next(deck))))
        elif now.turn.waits_for == "bets":
            return None
        else:
            legal = rng.choice(now.legal_moves())
            move = _set_cards(now, legal, any_size(legal, rng), rng)
            if is_left_out(now, move):
                return None
            now = _must(now.play(move))
    return now


def _opening(now: Round, rng: random.Random) -> list[Move]:
    if now.rules.ring is None:
        return _bets(now, rng)
    # Few enough chips that somebody calls with his last, enough that most do not.
    most = min(now.rules.table.seats, now.rules.ring.players_at_most)
    seats = rng.sample(range(1, now.rules.table.seats + 1), rng.randint(2, most))
    missed = now.rules.ring.missed_blinds == "post-both"
    moves: list[Move] = []
    for seat in seats:
        posts = rng.choice(["", "", "small", "big", "both"]) if missed else ""
        moves.append(SitIn(seat, rng.randrange(1000, 40_000, 500), posts))
    moves.append(Button(rng.choice(seats)))
    for seat in seats:
        moves += [
            any_size(each, rng)
            for each in _must(now.play_all(moves)).legal_moves()
            if isinstance(each.move, Bet) and each.move.seat == seat and rng.random() < 0.6
        ]
    return [*moves, NoMoreBets()]


def with_second_thoughts(now: Round, moves: list[Move], rng: random.Random) -> list[Move]:
    """Some wagers are taken back before the deal, and some of those put out again."""
    for at in range(len(moves) - 1, -1, -1):
        move = moves[at]
        if not isinstance(move, Bet) or rng.random() > 0.15:
            continue
        back = replace(move, cents=0)
        for thoughts in rng.sample([[back], [back, move]], 2):
            tried = [*moves[: at + 1], *thoughts, *moves[at + 1 :]]
            if not isinstance(now.play_all(tried), Reason):
                moves = tried
                break
    return moves


def is_left_out(now: Round, move: Move) -> bool:
    """Whether a bet or raise between players is one that the guide does not allow."""
    if now.rules.ring is None or not isinstance(move, Decide):
        return False
    if move.choice not in ("bet", "raise-to"):
        return False
    folded = {e.seat for e in now.log if isinstance(e, Decide) and e.choice == "fold"}
    answers = [s for s, c in now.stacks.items() if c and s != move.seat and s not in folded]
    after = _must(now.play(move))
    return not answers or not after.stacks[move.seat]


def _shoe(at: OpenTable, seed: int) -> Iterator[tuple[int, str]]:
    """Rounds that follow each other through one shoe; the first are told before it is shown."""
    if at.cut_at is None:
        return
    rng = random.Random(seed)
    order = list(at.deck.cards)
    rng.shuffle(order)
    commitment = commit(order, f"{rng.getrandbits(256):064x}")
    out: tuple = ()
    for number in range(1, SHOE_ROUNDS + 1):
        terms = replace(_terms(at, rng, commitment.digest), discarded=out)
        done = _play(at.open_round(terms), order[len(out) :], rng, None)
        assert done is not None
        out += tuple(e.card for e in done.log if isinstance(e, Dealt | Burnt))
        yield number, at.transcript(done, None if number < 4 else commitment.reveal())


def _must(after):
    assert not isinstance(after, Reason), after.text
    return after
