"""The keys of the two engines that are more than stages and cells: ring and blackjack."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from feltworks.rules.amounts import Percent, Prize, Size
from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema.part import Id, Part, Switch, Whole


class Ring(Part):
    """Player against player: button, blinds, betting structure."""

    hand: Id = Field(description="The hand that takes the pot.")
    players_at_least: Whole = Field(2, ge=2, le=23, description="Players needed for a game.")
    players_at_most: Whole = Field(10, ge=2, le=23, description="Players it has room for.")
    ante: Size | None = Field(None, description="Each player's ante as a part of `minimum-bet`.")
    antes: Switch = Field(True, description="Does everyone ante?")
    small_blind: Size = Field(description="As a part of `minimum-bet`.")
    big_blind: Size = Field(description="As a part of `minimum-bet`.")
    structure: Literal["fixed-limit", "spread-limit", "no-limit"] = Field(
        "fixed-limit", description="How much a bet or raise may be."
    )
    raises: Whole = Field(3, ge=1, le=10, description="Raises after the bet in each round.")
    big_blind_option: Switch = Field(True, description="May an unraised big blind raise?")
    heads_up_blinds: Literal["letter", "custom"] = Field(
        "letter", description="Two players: is the button the big blind, or the small one?"
    )
    odd_chip: Literal["first-left-of-button", "highest-card"] = Field(
        "first-left-of-button",
        description="Who gets the chip that a tied pot leaves over: the first of them left of the "
        "button, or who holds the highest card of his own, by suits where ranks are alike.",
    )
    shows: Literal["all-hands", "last-aggressor-first"] = Field(
        "last-aggressor-first", description="Who must show at the end."
    )
    short_all_ins: Literal["counted", "uncounted"] = Field(
        "uncounted",
        description="Does an all-in for less than a full bet or raise use up one of the wagers?",
    )
    full_bet: Literal["whole", "half"] = Field(
        "whole",
        description="In fixed limit: what of a bet an all-in must reach to count as a full one.",
    )
    missed_blinds: Literal["post-both", "wait"] = Field(
        "wait", description="A player who missed his blinds posts them, or waits for the big one."
    )

    @model_validator(mode="after")
    def _some_players(self) -> Ring:
        if self.players_at_least > self.players_at_most:
            raise RefusalError(
                f"players_at_least = {self.players_at_least}",
                f"no more than players_at_most = {self.players_at_most}",
            )
        return self


class Bonus(Part):
    """A twenty-one that is paid more than even money; such a hand wins at once."""

    cards: str | None = Field(
        None, description='The ranks of the hand, such as "6 7 8": aces and twos to nines.'
    )
    size: Whole | None = Field(
        None, ge=3, le=12, description="Instead: a twenty-one of this many cards or more."
    )
    suits: Literal["any", "one", "clubs", "diamonds", "hearts", "spades"] = Field(
        "any", description="Of which suits the cards are: any, all of one, or all of that suit."
    )
    pays: Prize = Field(description="Odds on it; where several rows fit, the highest count.")

    @property
    def points(self) -> tuple[int, ...]:
        """What the named cards count, aces as one, from low to high; none where a size is named."""
        return tuple(sorted(1 if rank == "A" else int(rank) for rank in (self.cards or "").split()))

    def __str__(self) -> str:
        what = self.cards if self.size is None else f"{self.size} cards or more"
        suits = {"any": "", "one": " of one suit"}.get(self.suits, f" of {self.suits}")
        return f"{what}{suits} pays {self.pays}"

    @model_validator(mode="after")
    def _twenty_one(self) -> Bonus:
        if (self.cards is None) == (self.size is None):
            raise RefusalError("neither or both", "cards or size")
        if self.cards is not None:
            ranks = self.cards.split()
            if len(ranks) < 3 or any(rank not in tuple("A23456789") for rank in ranks):
                raise RefusalError(
                    f"cards = {self.cards!r}",
                    'three ranks or more of A and 2 to 9, such as "6 7 8"; ten-valued cards are '
                    "not named in a bonus",
                )
            total = sum(self.points)
            if total != 21 and not (1 in self.points and total == 11):
                raise RefusalError(f"cards = {self.cards!r}", "cards that make twenty-one")
        if self.pays.kind != "odds" or self.pays.odds < 1:
            raise RefusalError(f"pays = {str(self.pays)!r}", 'odds of one to one or more: "3:2"')
        return self


class Blackjack(Part):
    """Every rule of the blackjack portion, stated."""

    soft_17: Literal["stands", "hits"] = Field(
        "stands", description="What the dealer does with a soft seventeen."
    )
    blackjack_pays: Prize = Field(
        default_factory=lambda: Prize.parse("3:2"), description="Odds on a blackjack."
    )
    double: Literal["any-two", "9-11", "10-11"] = Field(
        "any-two", description="On which totals of two cards a player may double."
    )
    double_cards: Literal["two", "any"] = Field(
        "two", description="On how many cards a player may double: the first two, or any number."
    )
    rescue: Switch = Field(
        False,
        description="May a doubled hand that is not bust be given up for the original wager, once "
        "its card is seen?",
    )
    free_double: Literal["none", "9-11", "10-11"] = Field(
        "none",
        description="Hard totals that double for free: the house puts up the second wager, pays it "
        "if the hand wins and takes it back if not.",
    )
    free_split: Literal["none", "all-but-tens", "all"] = Field(
        "none",
        description="Pairs that are split for free: the house puts up the wagers of the hands that "
        "are split off, pays them if they win and takes them back if not.",
    )
    double_after_split: Switch = Field(True, description="May a split hand double?")
    split_hands: Whole = Field(4, ge=1, le=4, description="Hands that splitting may make.")
    resplit_aces: Switch = Field(False, description="May split aces be split again?")
    one_card_to_split_aces: Switch = Field(True, description="Does a split ace get one card?")
    split_ace_and_ten: Literal["twenty-one"] = Field(
        "twenty-one",
        description="An ace and a ten after a split: they count as 21, not as a blackjack.",
    )
    late_surrender: Switch = Field(
        False, description="May half be given up once the dealer has no blackjack?"
    )
    early_surrender: Switch = Field(
        False, description="May half be given up before the dealer looks for a blackjack?"
    )
    charlie: Whole | None = Field(
        None,
        ge=4,
        le=10,
        description="A hand of this many cards that is not bust wins at once; not after a split, "
        "and not against a dealer's blackjack. Left out: none does.",
    )
    push_22: Literal["off", "blackjack-wins", "all"] = Field(
        "off",
        description="Whether a dealer's 22 pushes with every hand that still stands, and whether a "
        "player's blackjack wins against it all the same or pushes too.",
    )
    twenty_one_wins: Switch = Field(
        False, description="Does a player's twenty-one win at once, whatever the dealer draws?"
    )
    blackjack_wins: Switch = Field(
        False, description="Does a player's blackjack win against a dealer's too?"
    )
    bonus: tuple[Bonus, ...] = Field(
        (),
        description="Twenty-ones that are paid more; never on a doubled hand, and not against a "
        "dealer's blackjack.",
    )
    bonus_after_split: Switch = Field(True, description="Are split hands paid the bonus too?")
    insurance: Switch = Field(True, description="Is insurance offered against an ace?")
    insurance_pays: Prize = Field(
        default_factory=lambda: Prize.parse("2:1"), description="Odds on insurance."
    )
    even_money: Switch = Field(
        True, description="May a blackjack against an ace be paid even money at once?"
    )
    peek: Switch = Field(True, description="Does the dealer look for a blackjack first?")
    no_peek_takes: Literal["all", "original"] = Field(
        "all", description="Without a peek: what a dealer blackjack takes."
    )
    split_unlike_tens: Switch = Field(True, description="May a king and a ten be split?")
    penetration: Percent = Field(
        default_factory=lambda: Percent.parse("75%"), description="How far the shoe is dealt."
    )
    burn: Whole = Field(1, ge=0, le=10, description="Cards burnt from a fresh shoe.")
