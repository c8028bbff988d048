"""Jackpots that run beside a simulated table: the same life however the days are split."""

from importlib.resources import files

import pytest

from feltworks.errors import FeltworksError
from feltworks.jackpots import JackpotState, Play, count, play, restart, terms_from
from feltworks.odds.progress import silent
from feltworks.rules.loader import read
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.running import Checkpoint, RunProgress, Span, ThreadPool, run

OFTEN = {
    # Rows that come up often win of the jackpot in place of those that hardly ever do.
    "texas-21": ("full house pays 4:1", "full house pays 100% of texas-21-jackpot"),
    "spanish-poker": (
        '"flush pays $75"',
        '{ hand = "flush", pays = "25% of gran", several = "each" }',
    ),
}
GAMES = [("texas-21", "progressive", 2, 300), ("spanish-poker", "gran-progressive", 3, 300)]


def table(folder, game, side, seats, day):
    text = (files("feltworks") / "games" / f"{game}.toml").read_text()
    old, new = OFTEN[game]
    assert old in text
    path = folder / f"{game}.toml"
    path.write_text(text.replace(old, new))
    asked = SimulationSettings(seats=seats, sides=(side,), rounds_a_day=day)
    return make_ready(read(str(path)), asked, silent)


def plain_life(ready, job, days):
    """What the jackpot paid and displays, wager by wager from the classes of single rounds."""
    (jackpot,) = ready.jackpots
    rows = next(side for side in ready.sides if side.id == jackpot.wager).rows
    kept = {(row.id, row.net): row.kept for row in jackpot.odds.outcomes}
    state = restart(JackpotState("plain", terms_from(jackpot.rules.jackpots[jackpot.id]))).state
    paid = []
    for day in range(days):
        first = day * ready.units_a_day
        classes = job.inner.side_classes(first, ready.units_a_day, jackpot.wager)
        lost = tray = 0
        for number in classes.reshape(-1):
            row = rows[number]
            if row.share:
                paid.append(int(row.share * state.held.displayed))
                won = play(state, Play(prize=paid[-1], winners=1))
                state = restart(won.state).state if won.restarts else won.state
            taken = kept[row.id, row.net]
            lost += taken * jackpot.wager_cents
            tray += (row.net + taken) * jackpot.wager_cents
        made = Play(wagered=classes.size * jackpot.wager_cents, lost=int(lost), tray_paid=int(tray))
        state = play(state, made).state
        state = count(state, state.lost).state
    return paid, state.held.displayed


@pytest.mark.slow
@pytest.mark.parametrize(("game", "side", "seats", "day"), GAMES)
def test_a_jackpot_runs_as_if_every_wager_were_followed(tmp_path, game, side, seats, day):
    ready = table(tmp_path, game, side, seats, day)
    job = ready.job(6)
    tally = job.deal(0, 8)
    paid, left = plain_life(ready, job, 8)
    sheet = ready.report(tally)
    (told,) = sheet["jackpots"]
    assert told["hits"] == len(paid) > 3
    assert told["paid_out_dollars"] == sum(paid) / 100
    assert told["displayed_dollars"] == left / 100
    assert told["wagers"] == seats * tally.rounds
    assert (sheet["days"], tally.units) == (8, 8)
    assert told["exact_wagers_between_hits"] == pytest.approx(
        told["wagers"] / told["hits"], rel=4 / told["hits"] ** 0.5
    )


def test_days_in_any_order_and_cut_off_are_the_same_life(tmp_path):
    ready = table(tmp_path, *GAMES[1])
    job = ready.job(6)
    whole = job.deal(0, 9)
    assert job.deal(4, 5) + job.deal(0, 4) == whole
    kept = Checkpoint(tmp_path / "run.json")
    kept.write(job, RunProgress([Span(0, 4)], job.deal(0, 4)))
    pool = ThreadPool(2)
    resumed = run(job, 9, pool, checkpoint=kept, resume=True)
    pool.close()
    assert resumed == whole
    assert ready.report(resumed)["jackpots"] == ready.report(whole)["jackpots"]


@pytest.mark.slow
def test_a_jackpot_that_nobody_plays_for_is_refused():
    with pytest.raises(FeltworksError, match="no wager is played for one; --side progressive"):
        make_ready(read("texas-21"), SimulationSettings(sides=("bonus",), rounds_a_day=10), silent)
    with pytest.raises(FeltworksError, match="the game has no jackpot"):
        make_ready(read("mini-tex"), SimulationSettings(rounds_a_day=10), silent)
    ready = make_ready(
        read("texas-21"), SimulationSettings(sides=("progressive",), rounds_a_day=1), silent
    )
    with pytest.raises(FeltworksError, match="days of 1 rounds are too many"):
        ready.units(10**9)
