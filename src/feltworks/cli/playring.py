"""A table of players against each other: one person among bots.

The person has seat 1, bots have the seats on his left. They decide from their own views; none sees
another's cards before they are shown. A bot that has lost its stack buys in again, the person does
not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import randbits
from typing import TYPE_CHECKING

from feltworks.cli.options import CommandError
from feltworks.cli.progress import announced_compiling
from feltworks.cli.score import scores_table
from feltworks.cli.sitting import TerminalTable, play_rounds
from feltworks.cli.terminal import ask, console, count_text
from feltworks.cli.wording import YOU
from feltworks.money import dollars_text
from feltworks.pit import open_table
from feltworks.players.ring.advice import advise
from feltworks.players.ring.bots import TEMPERS, Bot, seat_bots
from feltworks.ring import RingRound, Seating
from feltworks.ring.betting import CHECK, FOLD
from feltworks.ring.operations import BETS
from feltworks.ring.scorebook import Scorebook
from feltworks.round import Decide, Limits, NoMoreBets, Terms, player
from feltworks.round.chips import POT, Account
from feltworks.round.contract import least_bet
from feltworks.round.operations import Dealt
from feltworks.round.views import view

if TYPE_CHECKING:
    from feltworks.cli.play import PlayOptions
    from feltworks.round import Operation
    from feltworks.rules.loader import Loaded

PERSON = 1
USUAL_BET_CENTS = 1000
USUAL_OPPONENTS = 5
SPREAD = 4
"""The maximum bet of a terminal table, in minimum bets."""

# What a player does not see on the felt: the moves themselves, and their results.
NEWS = (
    "Decide",
    "Turned",
    "Uncalled",
    "Shown",
    "HandAnnounced",
    "GivenUp",
    "Taken",
    "Settled",
    "Irregularity",
    "Ruled",
    "CardCheck",
    "PutBack",
    "PaidBack",
    "Voided",
)


def play(loaded: Loaded, options: PlayOptions) -> None:
    with announced_compiling():
        play_rounds(RingTable(loaded, options))


class RingTable(TerminalTable[RingRound]):
    """One sitting of a person, or of a bot in his place, among bots."""

    bots: Mapping[int, Bot]

    def __init__(self, loaded: Loaded, options: PlayOptions) -> None:
        bet = options.bet_cents or USUAL_BET_CENTS
        super().__init__(open_table(loaded), options, Terms(Limits(bet, SPREAD * bet)))
        self.plan = self.open_round(self.terms).plan
        self.players = _names(self.plan.ring.players_at_most, options)
        self.bots = self._seat_bots()
        self.book = Scorebook()
        self.seating = Seating(self.plan)
        for seat in self.players:
            self.seating = self.seating.join(seat, options.bankroll_cents)
        offered = self.plan.rules.offer.side_wagers
        for wager in options.sides or ():
            if wager not in offered:
                there_is = ", ".join(offered) or "none"
                raise CommandError(f"--side {wager!r} is not offered beside the pot: {there_is} is")

    def _seat_bots(self) -> dict[int, Bot]:
        seated = {
            seat: name.partition(" ")[0]
            for seat, name in self.players.items()
            if seat != PERSON or self.options.auto
        }
        # Without --seed nobody can know beforehand when a bot will bluff.
        seed = randbits(32) if self.options.seed is None else self.options.seed
        return seat_bots(seated, self.plan.rules, seed=seed)

    def introduce(self) -> None:
        stakes = self.plan.stakes(self.terms)
        blinds = f"{dollars_text(stakes.small_blind)} and {dollars_text(stakes.big_blind)}"
        ante = f", ante {dollars_text(stakes.ante)}" if stakes.ante else ""
        console().print(f"{stakes.structure}, blinds {blinds}{ante}.")
        for seat, name in self.players.items():
            console().print(f"  seat {seat}  {name}")

    # --- a game ---------------------------------------------------------------------------------

    @property
    def stack_cents(self) -> int:
        """The person's chips."""
        return self.seating.players[PERSON].stack_cents

    def goes_on(self) -> bool:
        more = super().goes_on()
        if more and not self.stack_cents:
            console().print("\nYour chips are gone.")
        return more and self.stack_cents > 0

    def begin(self) -> RingRound:
        """The next game with its blinds out."""
        if not self.options.auto:
            ask(f"\nEnter deals (you have {dollars_text(self.stack_cents)}), q leaves:")
        for seat, chair in self.seating.players.items():
            if not chair.stack_cents and seat != PERSON:
                self.seating = self.seating.add_chips(seat, self.options.bankroll_cents)
        moves, self.seating = self.seating.next_game()
        round = self.next_round().play_all(moves)
        for wager in self.options.sides or ():
            # The least amount, if his stack allows it.
            if bet := least_bet(round, PERSON, wager):
                round = round.play(bet)
        round = round.play(NoMoreBets())
        if not self.options.auto:
            console().print(f"\nGame {self.rounds}", style="bold", end="")
            digest = self.deck.promise().digest
            console().print(f"  deck promised by {digest[:16]}...", style="dim")
            for entry in round.log:
                if type(entry).__name__ in ("Button", "Posted"):
                    console().print(f"  {self.wording.sentence(entry)}")
        return round

    def print_news(self, round: RingRound) -> None:
        if not self.options.auto:
            super().print_news(round)

    def is_printed(self, entry: Operation) -> bool:
        """The board is printed too: a player who has folded or is all in no longer sees the
        felt."""
        on_the_board = isinstance(entry, Dealt) and entry.seat is None
        return on_the_board or type(entry).__name__ in NEWS

    def names(self) -> Mapping[int, str]:
        return self.players

    def show(self, round: RingRound) -> None:
        super().show(round)
        chips = view(round, player(PERSON)).felt.chips
        out = sum(cents for account, cents in chips.items() if _in_the_middle(account))
        stack = dollars_text(round.stacks[PERSON])
        console().print(f"  the pot is {dollars_text(out)}, you have {stack} behind", style="dim")

    def advice(self, round: RingRound, seat: int) -> Iterable[str]:
        """The person's part of the pot against what it costs to stay in."""
        advice = advise(view(round, player(seat)), self.bots[PERSON + 1].pot)
        share = advice.share
        how = "exactly" if share.exact else f"± {100 * share.standard_error:.2f}%, sampled"
        others = count_text(advice.rivals, "random hand")
        yield f"  your part of the pot against {others}: {float(share.part):.2%} ({how})"
        if advice.call_cents:
            verdict = "pays" if advice.pays else "does not pay"
            yield f"  a call needs {float(advice.price):.2%} and {verdict} on that reckoning"

    def give_up(self, round: RingRound, seat: int) -> Decide:
        """A person who leaves during a round checks while it is free, otherwise folds."""
        check = Decide(seat, CHECK)
        return check if round.why_not(check) is None else Decide(seat, FOLD)

    def add_result(self, round: RingRound) -> None:
        self.seating = self.seating.after(round)
        self.book.enter(round, self.players)

    def print_score(self) -> None:
        if self.book.games:
            console().print(scores_table(self.book))


def _names(most: int, options: PlayOptions) -> dict[int, str]:
    """The name at each seat; a bot's has the number of its seat."""
    if options.hands != 1:
        raise CommandError("--seats: between players a person has one hand")
    kinds = options.against or list(TEMPERS)
    if options.opponents is None and options.against and len(kinds) > 1:
        opponents = len(kinds)
    else:
        opponents = options.opponents or min(USUAL_OPPONENTS, most - 1)
    if opponents + 1 > most:
        raise CommandError(f"--opponents {opponents}: the game is for {most} players at most")
    names = {PERSON: f"{options.auto} 1" if options.auto else YOU}
    for seat in range(2, opponents + 2):
        names[seat] = f"{kinds[(seat - 2) % len(kinds)]} {seat}"
    return names


def _in_the_middle(account: Account) -> bool:
    return account == POT or (account.kind == "spot" and account.name == BETS)
