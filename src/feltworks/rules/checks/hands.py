"""Hands: drawn from cards that are dealt, ranked by a ranking that exists, described in its
words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feltworks.errors import FeltworksError
from feltworks.hands import HandError, HandTest, check_deck, ranking_ids
from feltworks.rules.checks.dealing import deck_of
from feltworks.rules.checks.names import circular_rankings, unknown
from feltworks.rules.checks.places import all_cases, all_choices, cards_dealt
from feltworks.rules.checks.totals import drawn_but_not_dealt, is_sound
from feltworks.rules.handbook import Handbook, find_ranking
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules


def check_hands(rules: Rules) -> Iterator[Mistake]:
    """Rankings, sources of cards, contests, and the phrases outside pay tables."""
    for id_ in rules.hands:
        yield from _ranking(rules, id_)
        yield from _cards(rules, id_)
    yield from _sides(rules)
    phrases = PhraseBook(rules)
    for key, hand, phrase in _phrases(rules):
        yield from phrases.mistakes(key, hand, phrase)


class PhraseBook:
    """Reads phrases for checks; hands that have other mistakes are skipped."""

    def __init__(self, rules: Rules) -> None:
        self.book = Handbook(rules)
        has_deck = deck_of(rules)[0] is not None
        self.usable = {
            id_
            for id_ in rules.hands
            if has_deck and not [*_ranking(rules, id_), *_cards(rules, id_)]
        } | {id_ for id_ in rules.totals if has_deck and is_sound(rules, id_)}

    def test(self, hand: str, phrase: str) -> HandTest | None:
        """The test of a valid phrase."""
        try:
            return self.book.test(hand, phrase) if hand in self.usable else None
        except FeltworksError:
            return None

    def mistakes(self, key: str, hand: str, phrase: str) -> Iterator[Mistake]:
        if hand not in self.usable:
            return
        try:
            self.book.test(hand, phrase)
        except HandError as error:
            allowed = "a phrase about a total"
            if hand not in self.book.rules.totals:
                categories = ", ".join(self.book.ranking(hand).categories)
                allowed = f"a phrase of the hand grammar; its hands are {categories}"
            yield Mistake(key, f"{phrase!r}: {error}", allowed)


def _ranking(rules: Rules, id_: str) -> Iterator[Mistake]:
    hand, key = rules.hands[id_], f"hands.{id_}.ranking"
    known = (*rules.rankings, *ranking_ids())
    if hand.ranking not in known:
        yield unknown(key, "ranking", hand.ranking, known)
        return
    if hand.ranking in circular_rankings(rules):
        yield Mistake(key, f"{hand.ranking!r}, which runs in a circle", "a ranking that ends")
        return
    try:
        ranking = find_ranking(rules, hand.ranking)
    except HandError as error:
        own = f"rankings.{hand.ranking}" if hand.ranking in rules.rankings else key
        yield Mistake(own, str(error), "keys and categories of a ranking")
        return
    if hand.use is not None and hand.use != ranking.cards:
        allowed = f"{ranking.cards}, as the ranking {hand.ranking} counts"
        yield Mistake(f"hands.{id_}.use", str(hand.use), allowed)
    deck = deck_of(rules)[0]
    if deck is not None:
        try:
            check_deck(ranking, deck)
        except HandError as error:
            yield Mistake(key, str(error), "a ranking of hands that the game's deck can deal")
    held = sum(hand.from_.values())
    if ranking.longest and held > ranking.cards:
        found = f"{held} cards, of which the longest {ranking.longest} is looked for"
        yield Mistake(f"hands.{id_}.from", found, f"{ranking.cards}, as the ranking counts")
    if held < ranking.cards:
        found = f"{held} cards for a hand of {ranking.cards}"
        yield Mistake(f"hands.{id_}.from", found, f"at least {ranking.cards}")


def _cards(rules: Rules, id_: str) -> Iterator[Mistake]:
    hand, at = rules.hands[id_], f"hands.{id_}"
    if not hand.from_:
        yield Mistake(f"{at}.from", "an empty table", "how many cards of which zones")
    yield from drawn_but_not_dealt(rules, at, hand.from_)
    for zone, count in hand.at_least.items():
        if zone in rules.zones and not 0 <= count <= hand.from_.get(zone, 0):
            allowed = f"0 to {hand.from_.get(zone, 0)}, as many as the hand draws on"
            yield Mistake(f"{at}.at_least.{zone}", str(count), allowed)
    needed = sum(hand.at_least.values())
    if hand.use is not None and needed > hand.use:
        yield Mistake(f"{at}.at_least", f"{needed} cards that must be used", f"at most {hand.use}")


def _sides(rules: Rules) -> Iterator[Mistake]:
    """A contest is between a player's cards and the dealer's; only open cards may be shared."""
    shown = cards_dealt(rules.stages, face_up=True)
    for id_, contest in rules.contests.items():
        yield from _comparable(rules, id_)
        for side, other in (("player", "dealer"), ("dealer", "player")):
            name = getattr(contest, side)
            if name not in rules.hands and name not in rules.totals:
                continue
            for zone, count in rules.drawn_from(name).items():
                if rules.zones.get(zone) == other and (other == "player" or count > shown[zone]):
                    found = f"{name!r}, which draws on the {other}'s {zone}"
                    allowed = f"a hand of the {side}'s cards, the table's and the dealer's up cards"
                    yield Mistake(f"contests.{id_}.{side}", found, allowed)


def _comparable(rules: Rules, id_: str) -> Iterator[Mistake]:
    """Two hands are compared by their value in the same ranking, or by position."""
    contest = rules.contests[id_]
    if contest.by == "position":
        yield from _placed(rules, id_)
        return
    counted = [side in rules.totals for side in (contest.player, contest.dealer)]
    if any(counted):
        yield from _comparable_totals(rules, id_, all_counted=all(counted))
        return
    try:
        player, dealer = (
            replace(find_ranking(rules, rules.hands[side].ranking), id="", title="", labels=())
            for side in (contest.player, contest.dealer)
        )
    except (KeyError, HandError):
        return
    if player != dealer:
        found = f"{contest.player!r} against {contest.dealer!r}, which rank by different orders"
        allowed = "two hands of one ranking, as many cards in each"
        yield Mistake(f"contests.{id_}", found, allowed)


def _placed(rules: Rules, id_: str) -> Iterator[Mistake]:
    """One card has a place between two others if every card has a rank."""
    contest = rules.contests[id_]
    for side, cards in (("player", 1), ("dealer", 2)):
        hand = rules.hands.get(getattr(contest, side))
        if hand is None or sum(hand.from_.values()) != cards:
            count = "a total" if hand is None else f"a hand of {sum(hand.from_.values())} cards"
            found = f"{count} in a contest by position"
            yield Mistake(f"contests.{id_}.{side}", found, f"a hand of {cards}")
    if contest.qualifies is not None:
        found = f"{contest.qualifies!r} in a contest by position"
        yield Mistake(f"contests.{id_}.qualifies", found, "none: two cards always qualify")
    deck = deck_of(rules)[0]
    if deck is not None and deck.jokers:
        found = "position, with jokers in the deck"
        yield Mistake(f"contests.{id_}.by", found, "rank, or a deck without jokers")


def _comparable_totals(rules: Rules, id_: str, *, all_counted: bool) -> Iterator[Mistake]:
    contest = rules.contests[id_]
    if all_counted:
        one, other = rules.totals[contest.player], rules.totals[contest.dealer]
        if (one.values, one.modulo) == (other.values, other.modulo):
            return
    elif not {contest.player, contest.dealer} <= {*rules.hands, *rules.totals}:
        return
    found = f"{contest.player!r} against {contest.dealer!r}, which do not count alike"
    yield Mistake(f"contests.{id_}", found, "two totals of the same values and modulo")


def _phrases(rules: Rules) -> Iterator[tuple[str, str, str]]:
    for id_, contest in rules.contests.items():
        if contest.qualifies is not None:
            yield f"contests.{id_}.qualifies", contest.dealer, contest.qualifies
    for key, _, _, choice in all_choices(rules):
        if choice.requires is not None:
            yield f"{key}.requires.is", choice.requires.hand, choice.requires.is_
    for stage in rules.stages:
        if stage.asked_if is not None and stage.asked_if.hand is not None:
            yield f"stages.{stage.id}.asked_if.is", stage.asked_if.hand, stage.asked_if.is_
    for id_, table in rules.pays.items():
        for row in table.rows:
            yield f"pays.{id_}.rows.{row.id}.hand", table.hand, row.hand
    yield from all_cases(rules)
