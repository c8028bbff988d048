"""A mechanism that no layer knows of: with a folder and one entry a layer, all of them do."""

import asyncio
import random
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest
from tests.ask.books import DemoDealer, Guests
from tests.ask.rounds import (
    ENGINES,
    Bet,
    Closed,
    Decide,
    Irregularity,
    NoMoreBets,
    OpenTable,
    Terms,
    Voided,
    balances,
    dealt,
    open_table,
    replay_text,
)
from tests.ask.rules import read
from tests.ask.seats import DecisionAdvice
from tests.cli.running import refusal, run
from tests.cli.terminal import Caller
from tests.generic.random_play import play_at_random
from tests.toy.engine import ToyPlan, ToyRound
from tests.web.room import DAY, Seat, open_room

from feltworks.house import House, read_house

HERE = Path(__file__).parent
FILE = HERE / "high-card.toml"
HOUSE = """
[house]
name = "The toy house"
kind = "practice"
under = 2023-09-01

[tables.toy]
game = "high-card.toml"
minimum = "$5"
maximum = "$25"
"""


class Advisor:
    """Knows that staying is worth nothing and leaving half a stake."""

    def __init__(self, rules):
        pass

    def weigh(self, round, seat, hands=()):
        return DecisionAdvice(
            ((Decide(seat, "stay"), Fraction(0)), (Decide(seat, "leave"), Fraction(-1, 2)))
        )


def toy_engine(loaded):
    plan = ToyPlan(loaded.rules)
    return OpenTable(loaded, plan.deck, lambda terms: ToyRound.open(plan, terms))


def layer(path):
    return import_module(f"feltworks.{path}mechanisms")


@pytest.fixture
def toy(monkeypatch):
    """One entry a layer."""
    rules, odds, players = layer("rules.checks."), layer("odds."), layer("players.")
    house, web, cli = layer("house."), layer("web."), layer("cli.")
    library, simulate, pages = layer("library."), layer("simulate."), layer("web.odds_pages.")
    entries = {
        rules: rules.RulesMechanism(check=lambda rules: iter(())),
        odds: odds.OddsMechanism(),
        players: players.PlayersMechanism(advisor=Advisor),
        simulate: simulate.SimulateMechanism(),
        house: house.HouseMechanism(),
        library: library.LibraryMechanism(
            opening=library.HouseOpening, choices=lambda rules: ("stay", "leave")
        ),
        web: web.WebMechanism(),
        pages: pages.SOLVED,
        cli: cli.TerminalMechanism(words=frozenset(), table="feltworks.cli.playtable"),
    }
    monkeypatch.setitem(ENGINES, "toy", toy_engine)
    for module, entry in entries.items():
        monkeypatch.setitem(module.MECHANISMS, "toy", entry)
    return open_table(read(FILE))


def test_without_its_entry_a_file_is_told_which_mechanisms_there_are(capsys):
    told = refusal(capsys, "rules", "check", str(FILE))
    assert "game.mechanism: found 'toy'" in told and "table or ring or blackjack" in told


def test_a_file_is_checked_and_shown(toy, capsys):
    assert run(capsys, "rules", "check", str(FILE)).code == 0
    shown = run(capsys, "rules", "show", str(FILE))
    assert shown.code == 0 and "High Card" in shown.out


def test_rounds_are_dealt_told_and_replayed(toy):
    for seed in range(30):
        played = play_at_random(toy, seed, irregular=0.05)
        assert isinstance(played.round.log[-1], Closed | Voided)
        assert sum(balances(played.round.log).values()) == 0
        text = played.transcript
        assert toy.open_round(played.round.terms).play_all(played.round.moves).log == (
            played.round.log
        )
        assert replay_text(text, rules_file=FILE)[2].log == played.round.log


def test_a_supervisor_is_heard(toy):
    opened = toy.open_round(Terms()).play_all([Bet(1, "stake", 500), NoMoreBets()])
    decided = dealt(opened, toy.deck.cards)
    assert decided.turn.seat == 1
    assert isinstance(decided.play(Irregularity("misbet", "a chip fell")).log[-1], Voided)


def test_odds_refuse_what_they_have_no_entry_for(toy, capsys):
    """Never a wrong number: a key that bears on money and is not weighed is named."""
    assert "contests.main: the solver has no use for this key" in refusal(capsys, "odds", str(FILE))


@pytest.mark.slow
def test_the_house_books_its_rounds(toy, tmp_path):
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(read_house(HOUSE, "house", HERE), DAY)
        dealer = DemoDealer(house, "toy", 7)
        players = {seat: f"guest {seat}" for seat in range(1, 4)}
        for name in players.values():
            house.sell_chips(name, 100_000, key=f"{name} buys in")
        for seed in range(5):
            assert dealer.deal_round(Guests(list(players), random.Random(seed)), players)
        assert house.audit().in_order


def test_a_table_opens_in_the_terminal(toy, capsys, monkeypatch):
    feltworks = Caller(capsys, monkeypatch)
    said = feltworks("play", FILE, "--seed", 7, "--rounds", 1, answers=["", "stay", "", ""])
    assert said.code == 0 and "round closed" not in said.err
    assert "Stake" in said.out


@pytest.mark.slow
def test_a_table_opens_in_the_browser(toy, tmp_path):
    async def play(room):
        async with room.line("toy", room.guest("Newcomer")) as socket:
            guest = Seat(socket)
            await guest.until_table(lambda t: True)
            assert await guest.ask("sit", seat=2) is None
            over = await guest.play_round(2)
            assert over["round"]["outcome"] == "settled"
            assert room.house.verify(over["round"]["number"]).holds

    with open_room(tmp_path, room=read_house(HOUSE, "house", HERE)) as room:
        asyncio.run(play(room))
