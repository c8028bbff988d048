"""Blinds that a newcomer owes, where the house lets him post them: he waits unless he says so."""

import asyncio
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest
from tests.ask.house import new_house
from tests.ask.rounds import NotAllowed, Posted, SitIn
from tests.web.room import DAY, QUICK
from tests.web.whims import Recorded, Whim

from feltworks.house import practice_house, read_house
from feltworks.web.floor.floor import Floor
from feltworks.web.seating.chairs import RingChairs, TakenChair
from feltworks.web.serve import open_house
from feltworks.web.settings import Settings

RING = "mini-tex-ring-1"
STACK_CENTS = 50_000


@pytest.fixture(scope="module")
def chairs_of():
    """Four people after the first game, and a newcomer at seat 8; blinds are $5 and $10."""
    sheet = practice_house().sheets[RING]

    def make(missed_blinds):
        options = {**sheet.options, "missed_blinds": missed_blinds}
        chairs = RingChairs(replace(sheet, options=options), Settings())
        for seat in (1, 2, 3, 4):
            chairs.sit(TakenChair(seat, f"guest {seat}"), STACK_CENTS, STACK_CENTS)
        chairs.opening()
        chairs.sit(TakenChair(8, "newcomer"), STACK_CENTS, STACK_CENTS)
        return chairs

    return make


def opened(chairs):
    """The seats of the next game with what each posts out of turn."""
    return {move.seat: move.posts for move in chairs.opening() if isinstance(move, SitIn)}


def test_a_newcomer_waits_until_he_says_that_he_posts(chairs_of):
    chairs = chairs_of("post-both")
    assert (chairs.waits_for_blind(8), chairs.owes_cents(8)) == (True, 1_000)
    chairs.post_blinds(8, now=True)
    assert (chairs.waits_for_blind(8), chairs.owes_cents(8)) == (False, 1_000)
    chairs.post_blinds(8, now=False)
    assert chairs.waits_for_blind(8)
    chairs.post_blinds(8, now=True)
    assert opened(chairs) == {1: "", 2: "", 3: "", 4: "", 8: "big"}
    assert chairs.owes_cents(8) is None and not chairs.taken[8].posts_now


def test_who_comes_back_posts_what_he_missed_and_only_when_he_says_so_again(chairs_of):
    chairs = chairs_of("post-both")
    chairs.remove(8)
    chairs.set_away(4, away=True)
    assert 4 not in opened(chairs) and 4 not in opened(chairs)
    chairs.set_away(4, away=False)
    assert (chairs.waits_for_blind(4), chairs.owes_cents(4)) == (True, 1_500)
    chairs.post_blinds(4, now=True)
    chairs.set_away(4, away=True)
    chairs.set_away(4, away=False)
    assert chairs.waits_for_blind(4)
    chairs.post_blinds(4, now=True)
    assert opened(chairs)[4] == "both"


def test_a_bot_does_not_wait(chairs_of):
    chairs = chairs_of("post-both")
    chairs.sit(TakenChair(9, "bot", bot=lambda round, seat: None), STACK_CENTS, STACK_CENTS)
    assert not chairs.waits_for_blind(9)
    assert opened(chairs) == {1: "", 2: "", 3: "", 4: "", 9: "big"}


def test_where_the_house_lets_nobody_post_there_is_nothing_to_choose(chairs_of):
    chairs = chairs_of("wait")
    assert (chairs.waits_for_blind(8), chairs.owes_cents(8)) == (True, None)
    with pytest.raises(NotAllowed, match="no blinds to post"):
        chairs.post_blinds(8, now=True)


class Poster(Whim):
    """Posts as soon as there is something to post; stays in."""

    def react(self, now):
        mine = now["seats"][self.seat - 1]
        if mine.get("owes_cents") and not mine["posts_now"]:
            self.ask(type="post_blinds", seat=self.seat, now=True)
        super().react(now)


@pytest.mark.slow
def test_the_wish_comes_over_the_line(tmp_path):
    text = files("feltworks.house.cardroom").joinpath("practice.toml").read_text("utf-8")
    posting = text.replace('missed_blinds = "wait"', 'missed_blinds = "post-both"')
    game = 'game = "mini-tex-ring"\n'
    house_text = posting.replace(game, game + 'options = { missed_blinds = "post-both" }\n')

    async def play(house):
        floor = Floor(house, Settings(pace=QUICK))
        await floor.open()
        runner, posted = floor.tables[RING], []

        def keep(guest, text, log, players):
            if any(isinstance(each, Posted) and each.seat == 8 for each in log[:30]):
                posted.append(runner.state.live.round)

        def guest(kind, seat):
            name = f"guest {seat}"
            house.sell_chips(name, STACK_CENTS, key=name)
            connection = Recorded(name, runner, keep)
            runner.connect(connection)
            return kind(connection, runner, seat, Random(seat)).play(4, STACK_CENTS)

        early = [asyncio.create_task(guest(Whim, seat)) for seat in (1, 2, 3, 4)]
        while runner.state.live is None:
            await asyncio.sleep(0.01)
        early.append(asyncio.create_task(guest(Poster, 8)))
        while not posted:
            await asyncio.sleep(0.01)
        for task in early:
            task.cancel()
        await floor.close()
        return posted[0]

    with new_house(tmp_path / "house.db") as house:
        open_house(house, read_house(house_text), DAY)
        round = asyncio.run(asyncio.wait_for(play(house), 300))
    sat = {move.seat: move.posts for move in round.moves if isinstance(move, SitIn)}
    assert sat[8] == "big" and not any(posts for seat, posts in sat.items() if seat != 8)
