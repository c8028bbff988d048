"""The questions of the answer book, each with a plain answer that can be written down as JSON."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from typing import Any

from tests.ask import odds as ask_odds
from tests.ask import rules as ask_rules
from tests.ask.rounds import (
    DEALER,
    SPECTATOR,
    Bet,
    Deal,
    Decide,
    Legal,
    Limits,
    Move,
    NoMoreBets,
    Round,
    Terms,
    open_table,
    player,
    posted_seeds,
    view,
)

from feltworks.cards import Card, commit, join_cards
from feltworks.cli import main as command
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.equity import PotHand, equity
from feltworks.odds.naming import OutcomeWords
from feltworks.odds.plaindata import game_data
from feltworks.odds.positionadvice import TreeAdvisor, as_grid
from feltworks.odds.report import report
from feltworks.odds.result import WagerOdds
from feltworks.pit.tables import why_not_dealt
from feltworks.players.mechanisms import MECHANISMS as PLAYERS
from feltworks.players.ring.bots import TEMPERS, Bot
from feltworks.round import Button, SitIn
from feltworks.rules.handbook import Handbook

Answer = Any
Answers = Iterator[tuple[str, Answer]]
Loaded = ask_rules.Loaded


def mechanism(loaded: Loaded) -> str:
    return loaded.rules.game.mechanism


def on_rules(rules: ask_rules.Rules) -> Loaded:
    """Rules that stand in no file, as if they had been read from the file of their game."""
    return replace(ask_rules.read(rules.game.id), rules=rules, chosen={})


def options_of(loaded: Loaded) -> list[str]:
    return list(loaded.rules.options)


# --- odds ------------------------------------------------------------------------------------


def odds(loaded: Loaded) -> Answers:
    """Count every wager: its figures, each outcome in words, what its jackpot adds."""
    try:
        found = report(loaded.rules)
    except FeltworksError as error:
        yield "rejected", str(error)
        return
    shown, words = game_data(loaded, found), OutcomeWords(loaded.rules)
    yield "tie rule", [shown["indifferent"], shown["indifferent_source"]]
    if found.analysis.weighed is not None:
        yield from _weighed(shown["wagers"]["main"], words)
    for wager, counted in found.analysis.wagers.items():
        yield wager, _figures(counted)
        rows = {"": counted.outcomes}
        if counted.together is not None:
            rows[" with the required wagers"] = counted.together.outcomes
        for beside, outcomes in rows.items():
            of = "main" if beside else wager
            for number, row in enumerate(outcomes, 1):
                yield (
                    f"{wager}{beside} {number} {row.id}",
                    {
                        "words": words.of(of, row.id),
                        "net": str(row.net),
                        "combinations": row.combinations,
                        "staked": str(row.staked),
                        **({"share": str(row.share)} if row.share else {}),
                    },
                )
        if "progressive" in shown["wagers"][wager]:
            yield f"{wager} jackpot", exact_part(shown["wagers"][wager]["progressive"])


def _figures(counted: WagerOdds) -> Answer:
    together = counted.together
    return {
        "unit": counted.unit,
        "combinations": counted.combinations,
        "expected_value": str(counted.expected_value),
        "own_expected_value": str(counted.own_expected_value),
        "average_wager": str(counted.average_wager),
        "hit_frequency": str(counted.hit_frequency),
        "variance": str(counted.variance),
        "parts": {wager: str(value) for wager, value in counted.parts.items()},
        "ties": dict(counted.indifferent_deals),
        **({} if together is None else {"required_alone": str(together.required_alone)}),
    }


def _weighed(main: dict[str, Any], words: OutcomeWords) -> Answers:
    """The main wager of blackjack, whose figures are floats, each with the bound of its error."""
    within = main["outcomes_within"]
    yield (
        "main",
        {
            "unit": main["unit"],
            "cards": main["cards"],
            "expected_value": {"about": main["expected_value"]["decimal"], "within": VALUE_WITHIN},
            "insurance": main["insurance"],
            **{
                name: {"about": main[name], "within": 100 * within}
                for name in ("average_wager", "hit_frequency", "standard_deviation")
            },
        },
    )
    for row in main["outcomes"]:
        yield (
            f"main {row['id']} {row['net']}",
            {
                "words": words.of("main", row["id"]),
                "chance": {"about": row["probability"], "within": within},
            },
        )


VALUE_WITHIN = 5e-12
"""The bound that blackjack's expected values are given with."""


def exact_part(shown: Any) -> Any:
    """What a command shows, with exact fractions in place of each fraction and its decimal, and
    without the floats that follow from them."""
    if isinstance(shown, dict):
        if shown.keys() == {"fraction", "decimal"}:
            return shown["fraction"]
        return {
            name: exact_part(value) for name, value in shown.items() if type(value) is not float
        }
    return [exact_part(each) for each in shown] if isinstance(shown, list) else shown


# --- what commands answer --------------------------------------------------------------------


def command_json(*words: str) -> Answer:
    """What a command answers with `--json`; the sentence, if it rejects the question."""
    before, sys.argv = sys.argv, ["feltworks", *words, "--json"]
    out, err = StringIO(), StringIO()
    code = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            command()
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        sys.argv = before
    if code:
        said = [line for line in err.getvalue().splitlines() if "compiling kernels" not in line]
        return {"rejected": said[-1] if said else f"the command ended with {code}"}
    return json.loads(out.getvalue())


ABOUT_THE_FILE = ("game", "rules_sha256", "options")


def _asked(*words: str) -> Answer:
    found = exact_part(command_json(*words))
    return {name: value for name, value in found.items() if name not in ABOUT_THE_FILE}


def simple_rules(source: str) -> Answers:
    """Find a few rules to remember for each decision, and their price."""
    found = _asked("strategy", source, "--simple")
    for decision in found.pop("decisions", ()):
        yield decision.pop("decision"), decision
    yield "price", found


def tuned(source: str, target: str, vary: Sequence[str] = ()) -> Answers:
    """Find the pay tables nearest a house edge."""
    rows = [word for row in vary for word in ("--vary", row)]
    found = _asked("tune", source, "--target", target, "--show", "3", *rows)
    asked = " ".join((target, *vary))
    for number, table in enumerate(found.pop("tables", ()), 1):
        # Whether the play changes may not be looked into; that it does is certain.
        if not table["best_play_changes"]:
            del table["best_play_changes"]
        yield f"{asked} {number}", table
    yield asked, found


def other_pays(source: str, pays: str) -> Answer:
    """Count the wagers with one row paying something else."""
    found = _asked("odds", source, "--pay", pays)
    if "rejected" in found:
        return found
    return {
        "what_if": found["what_if"],
        "wagers": {
            wager: {"expected_value": odds["expected_value"], "ties": odds["indifferent_deals"]}
            for wager, odds in found["wagers"].items()
            if wager in found["what_if"]["wagers"]
        },
    }


def side_wagers(loaded: Loaded) -> list[str]:
    return list(loaded.rules.wagers_of("side"))


def pay_rows(loaded: Loaded) -> list[str]:
    """Every row of every wager's pay tables that pays odds, as `--pay` names it."""
    rules = loaded.rules
    found = []
    for wager, cells in rules.settle.items():
        tables = {
            table for cell in cells.all_cells.values() for pay in cell for table in pay.all_tables
        }
        for table in sorted(tables):
            for row in rules.pays[table].rows:
                if row.pays.kind == "odds":
                    found.append(f"{wager}.{row.id}")
    return list(dict.fromkeys(found))


# --- advice ----------------------------------------------------------------------------------


def deck_of(loaded: Loaded) -> list[Card]:
    """Every card of the deck, sorted by its text, so that nothing follows from the deck's order."""
    return sorted(Handbook(loaded.rules).deck.cards, key=str)


MANY_CHOICES = 8
"""An exchange of five cards has 32 choices; then values are listed in the order of the choices'
names, and only the best is named."""


class Solved:
    """A game that is solved once and then answers its chart and any position."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self._kind = mechanism(loaded)
        self._tree: TreeAdvisor | None = None
        self.rejected: str | None = None
        self.no_more: set[str] = set()
        try:
            self._prepare()
        except FeltworksError as error:
            self.rejected = str(error)

    def _prepare(self) -> None:
        rules = self.loaded.rules
        if self._kind == "ring":
            self._pot = PotHand.of(rules)
            return
        self.player: Any = PLAYERS[self._kind].advisor(rules)
        if self._kind == "blackjack":
            self._hands = self.player.advisor
        else:
            self._tree = self.player.advisor
            if not self._tree.decisions:
                raise FeltworksError(f"{rules.game.id} asks the player for no decision")

    # Positions are dealt here, from the deck and a seed: nothing is taken from the solver's list.

    def position(self, chance: random.Random) -> tuple[str, Answer]:
        """Deal a position and evaluate every choice there."""
        deck = deck_of(self.loaded)
        if self._tree is not None:
            return self._position_of_a_decision(self._tree, deck, chance)
        if self._kind == "ring":
            return self._shares(deck, chance)
        return self._hand_of_blackjack(deck, chance)

    def _position_of_a_decision(
        self, tree: TreeAdvisor, deck: list[Card], chance: random.Random
    ) -> tuple[str, Answer]:
        decision = chance.choice(tree.decisions)
        own, board = tree.own_cards(decision), tree.board_cards(decision)
        out = chance.choice(tree.histories(decision))
        name, answer = "", {}
        for _ in range(1 if decision in self.no_more else 300):
            cards = chance.sample(deck, min(len(deck), 2 * own + board))
            held, lying = cards[:own], cards[own : own + board]
            away = cards[own + board :]
            # Before an exchange nothing has been discarded; after it, a few cards may have been.
            discarded = away[: chance.randint(0, len(away))] if decision in self._later else []
            name = " | ".join(filter(None, map(join_cards, (held, lying, discarded))))
            staked = ", ".join(f"{wager} {units}" for wager, units in out.items())
            name = f"{decision} with {staked}: {name}"
            try:
                found = tree.advise(decision, held, lying, out=out, given_up=discarded)
            except FeltworksError as error:
                answer = {"rejected": str(error)}
            else:
                values = {choice: str(value) for choice, value in found.values.items()}
                if len(values) > MANY_CHOICES:
                    return name, {
                        "best": found.best,
                        "sorted": [values[at] for at in sorted(values)],
                    }
                return name, {"best": found.best, **values}
        self.no_more.add(decision)
        return name, answer

    @property
    def _later(self) -> list[str]:
        """The decisions after an exchange."""
        stages = self.loaded.rules.stages
        exchanges = [
            at
            for at, stage in enumerate(stages)
            if any(choice.discard is not None for choice in stage.decide)
        ]
        return [stage.id for stage in stages[min(exchanges) + 1 :]] if exchanges else []

    def _shares(self, deck: list[Card], chance: random.Random) -> tuple[str, Answer]:
        """Two hands at some street, and how often each takes the pot or a part of it."""
        own, most = self._pot.own_cards, self._pot.board_cards
        cards = chance.sample(deck, 2 * own + most)
        one, other, board = cards[:own], cards[own : 2 * own], cards[2 * own :]
        board = board[: chance.randint(0, most)]
        shares = equity(self._pot, [one, other], board)
        name = f"{join_cards(one)} against {join_cards(other)}: {join_cards(board)}"
        return name, [[*share.sharing, share.deals] for share in shares]

    def _hand_of_blackjack(self, deck: list[Card], chance: random.Random) -> tuple[str, Answer]:
        rules = self.loaded.rules.blackjack
        assert rules is not None
        states: list[dict[str, bool]] = [{}, {}, {}]
        if rules.rescue:
            states.append({"doubled": True})
        if rules.free_split != "none" or rules.free_double != "none":
            states.append({"is_free": True})
        state = chance.choice(states)
        while True:
            up, *cards = chance.sample(
                deck, 3 if chance.random() < 0.6 else 1 + chance.choice((3, 4))
            )
            try:
                found = self._hands.advise(cards, up, **state)
            except FeltworksError:
                continue
            name = " ".join((join_cards(cards), *state, "against", str(up)))
            return name, {"insurance": found.insurance, "natural": found.natural, **found.values}

    def chart(self) -> Answers:
        """How often each choice is best at every decision, and the chart where there is one."""
        if self.rejected is not None:
            yield "rejected", self.rejected
        elif self._kind == "blackjack":
            shown = blackjack_odds(self.loaded.rules).strategy_data()
            yield "chart", shown["chart"]
            for each in shown["departures"]:
                cards = " ".join(map(str, each.pop("cards")))
                yield f"departure {cards} against {each.pop('dealer')}", each
        elif self._tree is not None:
            for decision in self._tree.decisions:
                yield from self._chart_of(self._tree, decision)

    def _chart_of(self, tree: TreeAdvisor, decision: str) -> Answers:
        try:
            yield decision, dict(sorted(tree.deals_by_best(decision).items()))
        except FeltworksError as error:
            yield decision, {"rejected": str(error)}
            return
        if tree.own_cards(decision) == 2 and not tree.board_cards(decision):
            grid = as_grid(tree.lines(decision), tree.deck)
            if grid is not None:
                for down in grid.ranks:
                    row = [grid.cells.get((down, across)) for across in grid.ranks]
                    yield f"{decision} {down}", [cell and cell.best for cell in row]


def starting_hands(source: str) -> Answers:
    """How strong every starting hand is where players play each other."""
    for start in _asked("equity", source)["starts"]:
        yield start.pop("start"), start


# --- rejections ------------------------------------------------------------------------------


def verdict(text: str, name: str = "game.toml") -> Answer:
    """Say what is wrong with a rules file, and if nothing is, why it has no odds or no table."""
    try:
        loaded = ask_rules.read_text(text, name, {})
    except FeltworksError as error:
        return {"file": str(error).splitlines()}
    dealt = why_not_dealt(loaded)
    return {"odds": ask_odds.why_not(loaded.rules), "table": dealt and str(dealt)}


def option_verdict(source: str, option: str, value: str) -> Answer:
    """Say why an option cannot have this value; None if it can."""
    try:
        ask_rules.read(source, {option: value})
    except FeltworksError as error:
        return str(error)
    return None


# --- rounds ----------------------------------------------------------------------------------

RING_LIMITS = Limits(1000, 4000)


def why_no_round(loaded: Loaded) -> str | None:
    dealt = why_not_dealt(loaded)
    return None if dealt is None else str(dealt)


def played_round(solved: Solved, seed: str, seats: int, *, at_random: bool) -> Answers:
    """Play a round from a seeded deck: its transcript line by line, and what each viewer sees.

    Wagers beside the required ones are bet at random. Decisions are made by the best play, by bots
    where players play each other, or at random.
    """
    chance, loaded = random.Random(seed), solved.loaded
    table = open_table(loaded)
    order = deck_of(loaded)
    chance.shuffle(order)
    committed = commit(order, f"{chance.getrandbits(256):064x}")
    is_ring = loaded.rules.ring is not None
    terms = Terms(
        RING_LIMITS if is_ring else Limits(),
        jackpots=posted_seeds(table),
        commitment=committed.digest,
    )
    round = table.open_round(terms)
    taken = sorted(chance.sample(range(1, loaded.rules.table.seats + 1), seats))
    round = _seated(round, taken, chance) if is_ring else _with_bets(round, taken, chance)
    bots = _bots(loaded, taken, chance) if is_ring else {}
    cards, decisions = iter(order), 0
    while round.turn.waits_for != "nothing":
        if round.turn.waits_for == "card":
            round = round.play(Deal(next(cards)))
            continue
        seat = round.turn.seat
        assert seat is not None
        decisions += 1
        yield from _views(round, f"decision {decisions}", taken)
        if at_random:
            move = _sized(chance.choice(round.legal_moves()), chance, round)
        elif is_ring:
            move = bots[seat].decide(view(round, player(seat)))
        else:
            move = solved.player.weigh(round, seat).best
        round = round.play(move)
    yield from _views(round, "end", taken)
    for number, line in enumerate(table.transcript(round, committed.reveal()).splitlines(), 1):
        yield f"line {number:03}", line


def _views(round: Round, when: str, seats: Sequence[int]) -> Answers:
    """What every viewer sees, beside the cards the choices that he is offered."""
    for viewer in (SPECTATOR, DEALER, *map(player, seats)):
        seen = view(round, viewer)
        zones = {
            zone if seat is None else f"{seat} {zone}": " ".join(
                "??" if each.card is None else str(each.card) for each in lying
            )
            for (seat, zone), lying in seen.felt.cards.items()
        }
        offered = [_offered(legal) for legal in seen.legal]
        hidden = "\n".join(operation.line for operation in seen.log)
        shown = {"cards": zones, **({"offered": offered} if offered else {})}
        if when == "end":
            full = [operation.line for operation in round.log]
            lines = hidden.splitlines()
            same = len(full) == len(lines)
            shown["hidden"] = (
                [[at, line] for at, line in enumerate(lines) if line != full[at]] if same else lines
            )
        yield f"{when} {viewer.name}", shown


def _offered(legal: Legal) -> str:
    amounts = legal.amounts
    if amounts is None:
        return str(legal.choice)
    if amounts.only:
        return f"{legal.choice} {' or '.join(map(str, amounts.only))}"
    return f"{legal.choice} {amounts.least_cents} to {amounts.most_cents} by {amounts.step_cents}"


def _with_bets(round: Round, seats: Sequence[int], chance: random.Random) -> Round:
    """Each seat bets what it must and some of what it may."""
    required = set(round.rules.wagers_of("required"))
    for seat in seats:
        unwanted: set[str] = set()
        while True:
            legal = [
                each
                for each in round.legal_moves()
                if isinstance(each.move, Bet)
                and each.move.seat == seat
                and each.move.wager not in unwanted
                and not _has_bet(round, seat, each.move.wager)
            ]
            if not legal:
                break
            first = next((each for each in legal if _wager(each) in required), legal[0])
            if _wager(first) in required or chance.random() < 0.5:
                round = round.play(_sized(first, chance))
            else:
                unwanted.add(_wager(first))
    return round.play(NoMoreBets())


def _wager(legal: Legal) -> str:
    assert isinstance(legal.move, Bet)
    return legal.move.wager


def _has_bet(round: Round, seat: int, wager: str) -> bool:
    return any(
        isinstance(made, Bet) and (made.seat, made.wager) == (seat, wager) for made in round.moves
    )


def _seated(round: Round, seats: Sequence[int], chance: random.Random) -> Round:
    moves: list[Move] = [SitIn(seat, chance.randint(2, 300) * 500) for seat in seats]
    return round.play_all([*moves, Button(chance.choice(seats)), NoMoreBets()])


def _bots(loaded: Loaded, seats: Sequence[int], chance: random.Random) -> Mapping[int, Bot]:
    pot, styles = PotHand.of(loaded.rules), list(TEMPERS.values())
    return {
        seat: Bot(pot, styles[seat % len(styles)], random.Random(chance.random())) for seat in seats
    }


def _sized(legal: Legal, chance: random.Random, round: Round | None = None) -> Move:
    """A lawful move with an amount, if it has one, and cards to discard, if it takes any."""
    move, amounts = legal.move, legal.amounts
    if amounts is not None:
        first = -(-amounts.least_cents // amounts.step_cents) * amounts.step_cents
        steps = min((amounts.most_cents - first) // amounts.step_cents, 20)
        cents = (
            chance.choice(amounts.only)
            if amounts.only
            else first + chance.randint(0, steps) * amounts.step_cents
        )
        move = replace(move, cents=cents)
    if round is not None and legal.discards is not None and isinstance(move, Decide):
        felt = view(round, player(move.seat)).felt
        held = [
            each.card
            for (seat, _), lying in felt.cards.items()
            for each in lying
            if seat == move.seat and each.card is not None
        ]
        move = replace(move, cards=tuple(chance.sample(held, chance.choice(legal.discards))))
    return move
