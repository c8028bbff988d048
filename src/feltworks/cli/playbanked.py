"""A table against the house: wagers, a bankroll, and the result against what was expected."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from feltworks.cli.options import CommandError, dollars_in_cents
from feltworks.cli.progress import counting
from feltworks.cli.sitting import R, TerminalTable
from feltworks.cli.terminal import LeaveError, ask, console, count_text
from feltworks.errors import FeltworksError
from feltworks.money import dollars_text
from feltworks.pit import open_table, posted_seeds
from feltworks.players.expectation import BackgroundCount, Expectation
from feltworks.round import Bet, Decide, Move, NoMoreBets, NotAllowed, Terms
from feltworks.round.chips import net_cents
from feltworks.round.contract import least_bet

if TYPE_CHECKING:
    from feltworks.cli.play import PlayOptions
    from feltworks.players.advice import DecisionAdvice
    from feltworks.round import Operation
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules

LONG_SECONDS = 20.0
"""With cards gone, a count that takes longer is not made."""
RESULT_SECONDS = 0.25
SCORE_SECONDS = 2.0
"""How long the result of a round, and the score at the end, wait for the expectation."""


class BankedTable(TerminalTable[R]):
    """One sitting of a person with all his hands, or of the best play in his place.

    `quiet` are the operations that are not printed: the person sees them on the felt or made them.
    """

    quiet = frozenset({"Burnt", "Bet", "NoMoreBets", "Collected", "Decide", "Closed"})

    def __init__(self, loaded: Loaded, options: PlayOptions) -> None:
        if options.auto not in (None, "optimal"):
            raise CommandError(f"--auto {options.auto!r} is no player: there is optimal")
        if options.opponents is not None or options.against:
            raise CommandError("--opponents and --against are for games between players")
        # The rules' deck already lacks the cards that are gone.
        table = open_table(replace(loaded, gone=()))
        seats = table.rules.table.seats
        if options.hands > seats:
            raise CommandError(f"the layout has {seats} seats, not {options.hands}")
        if options.hands > 1 and not (options.auto or table.rules.table.hands_discussed):
            raise CommandError(
                f"players of {table.rules.game.name} may not know each other's hands, so one "
                "person plays one seat: leave --seats out, or let --auto optimal play"
            )
        super().__init__(table, options, Terms(jackpots=posted_seeds(table)), hands=options.hands)
        self.loaded = loaded
        self.bankroll_cents = options.bankroll_cents
        self.won_cents = 0
        self.staked_cents: Counter[str] = Counter()
        self.rounds_settled = 0
        self.background: BackgroundCount | None = None
        self.wagers = self._first_wagers()
        if table.deck.gone:
            # Refuses too few cards for the hands before anything is printed.
            self.open_round(self.terms).play_all(self.bets())

    # --- wagers ---------------------------------------------------------------------------------

    def bets(self) -> list[Move]:
        """The wagers of every hand, followed by the close of betting."""
        placed = [Bet(seat, id, cents) for seat in self.hands for id, cents in self.wagers.items()]
        return [*placed, NoMoreBets()]

    def choose_wagers(self) -> None:
        """Asks whether to deal with the present wagers; at first they are the least allowed."""
        if self.options.auto:
            return
        rules = self.table.rules
        while True:
            laid = ", ".join(
                f"{rules.wagers[id].name} {dollars_text(c)}" for id, c in self.wagers.items()
            )
            answer = ask(f"\nEnter deals ({laid}), b other wagers, q leaves:")
            if not answer:
                return
            if answer.lower() == "b":
                self._change_wagers()
            else:
                console().print("  Enter, b or q.")

    def stop_when_broke(self) -> None:
        """Leaves the table when the bankroll no longer covers the wagers."""
        needed = sum(self.wagers.values()) * len(self.hands)
        if self.bankroll_cents < needed:
            console().print(
                f"\nThe wagers are {dollars_text(needed)} and the bankroll is "
                f"{dollars_text(self.bankroll_cents)}."
            )
            raise LeaveError

    def _first_wagers(self) -> dict[str, int]:
        rules, options = self.table.rules, self.options
        opened = self.open_round(self.terms)
        wagers: dict[str, int] = {}
        opening = rules.wagers_of("required") or (rules.opening_wagers if not options.sides else ())
        for id in (*opening, *(options.sides or ())):
            least = least_bet(opened, 1, id)
            wagers[id] = 1 if least is None else least.cents
            if id == rules.unit and options.bet_cents is not None:
                wagers[id] = options.bet_cents
            opened = opened.play(Bet(1, id, wagers[id]))
        return wagers

    def _change_wagers(self) -> None:
        """Asks for each wager on the layout, until the answer fits the wagers made before."""
        rules = self.table.rules
        opened, wanted = self.open_round(self.terms), dict[str, int]()
        for id in (*rules.wagers_of("required"), *rules.offer.side_wagers):
            left = self.bankroll_cents // len(self.hands) - sum(wanted.values())
            if cents := self._asked_wager(id, opened, left):
                opened = opened.play(Bet(1, id, cents))
                wanted[id] = cents
        try:
            opened.play(NoMoreBets())
        except NotAllowed as refused:
            console().print(f"  {refused} The wagers stay as they were.")
            return
        self.wagers = wanted

    def _asked_wager(self, id: str, opened: R, left_cents: int) -> int:
        """The amount for one wager; asks again after an answer that is not allowed."""
        name, now = self.table.rules.wagers[id].name, self.wagers.get(id, 0)
        while True:
            answer = ask(f"  {name}, dollars (Enter for {dollars_text(now)}, 0 for none):")
            cents = dollars_in_cents(answer) if answer else now
            if cents is None:
                console().print(f"  {answer!r} is not an amount: write dollars, 5 or 2.50.")
            elif cents > left_cents:
                console().print(f"  Your bankroll leaves {dollars_text(left_cents)} for it.")
            elif cents and (reason := opened.why_not(Bet(1, id, cents))):
                console().print(f"  {reason.text}")
            else:
                return cents

    # --- decisions ------------------------------------------------------------------------------

    def is_printed(self, entry: Operation) -> bool:
        return type(entry).__name__ not in self.quiet

    def print_news(self, round: R) -> None:
        """With `--auto` prints only the end of a round."""
        if not self.options.auto or round.turn.waits_for == "nothing":
            super().print_news(round)

    def can_pay(self, round: R, move: Decide) -> bool:
        """Whether the bankroll covers what the move adds to the wagers that are out."""
        return self.bankroll_cents + self._net_cents(round) >= (move.cents or 0)

    def decide(self, round: R, seat: int) -> Decide:
        if not self.options.auto:
            return super().decide(round, seat)
        best_first = (move for move, _ in self.weigh(round, seat).choices)
        affordable = (move for move in best_first if self.can_pay(round, move))
        return next(affordable, None) or self.give_up(round, seat)

    @abstractmethod
    def weigh(self, round: R, seat: int) -> DecisionAdvice:
        """The open choices with their values, the best one first."""

    # --- result against expectation -------------------------------------------------------------

    def introduce(self) -> None:
        """Starts to count the expectation in the background, so that a person does not wait.

        Without a terminal the same call must print the same lines every time, so there every result
        waits for the expectation.
        """
        if not self.options.auto and sys.stdin.isatty():
            with suppress(OSError):
                self.background = BackgroundCount(self.loaded, self.terms.jackpots)

    @cached_property
    def counted(self) -> Expectation | None:
        """The exact value of the wagers; None for rules that the odds refuse, and if cards are gone
        (so that nothing was counted before) and a count would take long."""
        with counting() as progress:
            from feltworks.odds.kept import KeptCounts

            kept = KeptCounts.of_user(self.loaded.chosen)
            rules, jackpots = self.table.rules, self.terms.jackpots
            try:
                if self.table.deck.gone and not self.options.auto and _takes_long(rules):
                    return None
                return Expectation.counted(rules, jackpots, kept=kept, progress=progress)
            except FeltworksError:
                return None

    def add_result(self, round: R) -> None:
        net = self._net_cents(round)
        self.rounds_settled += 1
        self.won_cents += net
        self.bankroll_cents += net
        for wager, cents in self.wagers.items():
            self.staked_cents[wager] += cents * len(self.hands)

    def print_result(self, round: R) -> None:
        net = self._net_cents(round)
        if not self.options.auto:
            sign = "won" if net > 0 else "lost" if net < 0 else "neither won nor lost"
            console().print(f"  You {sign}{f' {dollars_text(abs(net))}' if net else ''}.")
        console().print(f"  {self._score_line(RESULT_SECONDS)}", style="dim")

    def print_score(self) -> None:
        if self.rounds_settled:
            console().print(self._score_line(SCORE_SECONDS))
        if self.advised:
            self._print_review()
        if self.background is not None:
            self.background.stop()

    def _print_review(self) -> None:
        """For a person who asked for advice: how often he chose best, and what to practise."""
        from feltworks.players.review import judged, session_review

        with suppress(FeltworksError):
            verdicts = [
                judged(round, move, self.weigh(round, move.seat).choices)
                for round, move in self.decided
            ]
            review = session_review(each for each in verdicts if each is not None)
            if not review.decisions:
                return
            cost = f"; the others cost {dollars_text(review.cost_cents)} by the odds"
            console().print(
                f"{review.right} of your {count_text(review.decisions, 'decision')} "
                f"{'was' if review.decisions == 1 else 'were'} the best"
                f"{cost if review.right < review.decisions else ''}."
            )
            for point in review.practise:
                console().print(f"  Practise: {point}; {dollars_text(point.cost_cents)}.")

    def _net_cents(self, round: R) -> int:
        return sum(net_cents(round.log, seat) for seat in self.hands)

    def _score_line(self, wait_seconds: float) -> str:
        """Bankroll, result and expected result."""
        after, won = count_text(self.rounds_settled, "round"), Fraction(self.won_cents)
        result = (
            f"Bankroll {dollars_text(self.bankroll_cents)}. After {after}: {signed_dollars(won)}"
        )
        background = self.background
        expectation = self.counted if background is None else background.known(wait_seconds)
        if expectation is not None:
            expected = signed_dollars(expectation.cents(self.staked_cents))
            return f"{result}; with the best play to be expected: {expected}."
        if background is not None and background.is_under_way:
            return f"{result}; what was to be expected is still being counted."
        return f"{result}."


def _takes_long(rules: Rules) -> bool:
    from feltworks.odds.dealadvice import seconds_to_advise
    from feltworks.odds.mechanisms import is_solved

    return is_solved(rules) and seconds_to_advise(rules) > LONG_SECONDS


def signed_dollars(cents: Fraction) -> str:
    """An amount with its sign, to the cent."""
    rounded = round(abs(cents))
    sign = "-" if cents < 0 and rounded else "+"
    return f"{sign}{dollars_text(rounded)}"
