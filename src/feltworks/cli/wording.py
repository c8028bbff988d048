"""What happens in a round as sentences for the person who plays it.

The log's own lines are for transcripts and keep their grammar; they name stages, zones and wagers
by their ids. A sentence here uses their names, and calls the person "you". For an operation without
a sentence its line is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from feltworks.cards import join_cards
from feltworks.money import dollars_text
from feltworks.pit.holding import hand_with_article, reason_words, whose_hand
from feltworks.round import Operation
from feltworks.round.operations import cards_text
from feltworks.rules.prose import in_a_row
from feltworks.rules.schema import Rules

YOU = "you"
DOES = {
    "Anted": "ante {cents}",
    "Button": "have the button",
    "Discarded": "give up {cards}",
    "Folded": "fold",
    "GivenUp": "give the hand up unshown",
    "HandAnnounced": "have {hand}",
    "Posted": "post the {dead}{blind} blind of {cents}",
    "Returned": "get {cents} back from {wager}",
    "Staked": "put {cents} on {wager}",
    "Taken": "take {cents} from {pot_name}",
    "TakenBack": "take {cents} back from {wager}",
    "Tucked": "tuck the cards under {under}",
    "Uncalled": "get {cents} back, which nobody called",
}
"""What a seat does, by operation: the verb in the first person, then the rest with fields."""
HAPPENS = {
    "CardCheck": "the supervisor has checked the cards: {note}",
    "FreeBet": "the house puts a free bet of {cents} on {whose} {wager}",
    "JackpotPaid": "{whose} {wager} wins {cents} of the jackpot {jackpot}",
    "KeptBeside": "{whose} cards stay beside {wager}",
    "ShoeStands": "{cards_used} cards were dealt, {cards_left} are left in the shoe",
    "Voided": "the round is void, and every wager goes back",
}
"""What else happens, by operation."""
AGAINST = {
    "win": "which beats",
    "tie": "which ties with",
    "lose": "which loses to",
    "between": "which falls between",
    "no-gap": "and no rank lies between",
    "outside": "which does not fall between",
}
DRAWS = {
    "draws": "so a card is drawn",
    "stands": "so none is drawn",
    "ends": "so no more cards are drawn",
}
ORDERS = {
    "void": "the round is void",
    "void-seat": "that hand is void and its wagers go back",
    "play-on": "play goes on",
}
CARD_AT_END = re.compile(r"\b([2-9TJQKA][cdhs]|Jo)$")


@dataclass(frozen=True)
class Wording:
    """How a table describes events: its rules, and the name at each seat, `you` for the person."""

    rules: Rules
    names: Mapping[int, str]

    def sentence(self, entry: Operation) -> str:
        """The sentence for an entry of the log; cards are written as in the line."""
        kind = type(entry).__name__
        if kind in DOES:
            verb, _, rest = self._filled(DOES[kind], entry).partition(" ")
            text = self.does(entry.seat, verb, f" {rest}" if rest else "")  # type: ignore[attr-defined]
        elif kind in HAPPENS:
            text = self._filled(HAPPENS[kind], entry)
        else:
            told = getattr(self, f"_{kind}", None)
            text = entry.line if told is None else told(entry)
        # A card at the end is drawn as a card, and a period beside it would look like a part of it.
        end = "" if CARD_AT_END.search(text) else "."
        return f"{text[:1].upper()}{text[1:]}{end}"

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """Who does what: `you fold`, `shark 4 folds`; `verb` is in the first person."""
        who = self.names.get(seat, f"seat {seat}")
        return f"{who} {verb if who == YOU else _third(verb)}{rest}"

    def _filled(self, text: str, entry: Operation) -> str:
        """A text with the fields of an operation in words."""
        words: dict[str, Callable[[Any], str]] = {
            "cards": cards_text,
            "cents": dollars_text,
            "dead": lambda dead: "dead " if dead else "",
            "hand": hand_with_article,
            "jackpot": self._jackpot,
            "under": self._wager,
            "wager": self._wager,
        }
        fields = [name for _, name, _, _ in Formatter().parse(text) if name and name != "whose"]
        told = {name: words.get(name, str)(getattr(entry, name)) for name in fields}
        return text.format(**told, whose=self.whose(getattr(entry, "seat", 0)))

    def whose(self, seat: int) -> str:
        who = self.names.get(seat, f"seat {seat}")
        return "your" if who == YOU else f"{who}'s"

    def _wager(self, id: str) -> str:
        base, _, number = id.partition("/")  # a hand that was split off has one
        name = self.rules.wagers[base].name if base in self.rules.wagers else base
        return f"{name}, hand {number}" if number else name

    def _jackpot(self, id: str) -> str:
        jackpot = self.rules.jackpots.get(id)
        return jackpot.name if jackpot is not None and jackpot.name else id

    def _shows(self, seat: int | None, zone: str, cards: str) -> str:
        if seat is not None:
            return self.does(seat, "show", f" {cards}")
        if self.rules.zones.get(zone) == "dealer":
            return f"the dealer shows {cards}"
        return f"the {zone.replace('-', ' ')} {_cards_are(cards.split())} {cards}"

    def _contest(self, id: str) -> tuple[str, str]:
        """Which contest is meant, if a game has several, and whose hand is against it."""
        where = "" if len(self.rules.contests) < 2 else f" in {id}"
        return where, whose_hand(self.rules, id, "dealer")

    # --- cards ----------------------------------------------------------------------------------

    def _StageBegun(self, entry: Any) -> str:  # noqa: ANN401, N802 - by the operation's name
        stage = self.rules.stage(entry.stage)
        return f"now comes: {stage.name or stage.id.replace('-', ' ')}"

    def _Dealt(self, entry: Any) -> str:  # noqa: ANN401, N802
        card = "a card face down" if entry.card is None else str(entry.card)
        if entry.seat is not None:
            return self.does(entry.seat, "get", f" {card}")
        if self.rules.zones.get(entry.zone) == "dealer":
            return f"the dealer gets {card}"
        return f"{card} is dealt to the {entry.zone.replace('-', ' ')} cards"

    def _DrawRuled(self, entry: Any) -> str:  # noqa: ANN401, N802
        totals = in_a_row(
            f"the {hand.replace('-', ' ')} has {total}" for hand, total in entry.totals
        )
        return f"{totals}, {DRAWS[entry.says]}"

    def _Turned(self, entry: Any) -> str:  # noqa: ANN401, N802
        return f"the {entry.zone} {_cards_are(entry.cards)} turned up: {join_cards(entry.cards)}"

    def _Shown(self, entry: Any) -> str:  # noqa: ANN401, N802
        return self._shows(entry.seat, entry.zone, join_cards(entry.cards))

    def _Arranged(self, entry: Any) -> str:  # noqa: ANN401, N802
        forward = f", with {join_cards(entry.forward)} in front" if entry.forward else ""
        turned = f", and {join_cards(entry.turned)} turned down" if entry.turned else ""
        return f"the dealer lays out {join_cards(entry.row)}{forward}{turned}"

    def _Peeked(self, entry: Any) -> str:  # noqa: ANN401, N802
        has = "a" if entry.blackjack else "no"
        return f"the dealer looks at the card that lies face down and has {has} blackjack"

    def _Called(self, entry: Any) -> str:  # noqa: ANN401, N802
        verb, rest = ("bust", entry.call[4:]) if entry.call.startswith("bust") else ("have", "")
        rest = rest or ("" if verb == "bust" else f" {entry.call}")
        if entry.seat is None:
            return f"the dealer {_third(verb)}{rest}"
        number = entry.zone.partition("/")[2]  # a hand that was split off has one
        return self.does(entry.seat, verb, f"{rest} in hand {number}" if number else rest)

    # --- what players do ------------------------------------------------------------------------

    def _Decide(self, entry: Any) -> str:  # noqa: ANN401, N802
        verb, _, rest = entry.choice.replace("-", " ").partition(" ")
        amount = "" if entry.cents is None else f" {dollars_text(entry.cents)}"
        return self.does(entry.seat, verb, f"{f' {rest}' if rest else ''}{amount}")

    def _Laid(self, entry: Any) -> str:  # noqa: ANN401, N802
        behind = f" behind {self._wager(entry.behind)}" if entry.behind else ""
        text = f" {cards_text(entry.cards)}{behind}"
        if entry.aside:
            under = f"under {self._wager(entry.under)}" if entry.under else "aside"
            puts = "put" if self.names.get(entry.seat) == YOU else "puts"
            text += f" and {puts} {cards_text(entry.aside)} {under}"
        return self.does(entry.seat, "lay", text)

    def _KeptFaceDown(self, entry: Any) -> str:  # noqa: ANN401, N802
        beside = f" beside {self._wager(entry.beside)}" if entry.beside else ""
        return f"{self.whose(entry.seat)} cards stay face down{beside}"

    # --- how it ends ----------------------------------------------------------------------------

    def _Qualified(self, entry: Any) -> str:  # noqa: ANN401, N802
        where, dealer = self._contest(entry.contest)
        if entry.qualified is None:
            contest = self.rules.contests.get(entry.contest)
            has = "are" if contest is not None and contest.by == "position" else "has"
            return f"{dealer} {has} {hand_with_article(entry.hand)}{where}"
        verb = "qualifies" if entry.qualified else "does not qualify"
        return f"{dealer} {verb}{where} with {hand_with_article(entry.hand)}"

    def _Compared(self, entry: Any) -> str:  # noqa: ANN401, N802
        where, dealer = self._contest(entry.contest)
        if entry.result in ("between", "no-gap", "outside") and dealer == "the dealer":
            dealer = "the dealer's cards"
        hand = f" {hand_with_article(entry.hand)}{where}, {AGAINST[entry.result]} {dealer}"
        if player := whose_hand(self.rules, entry.contest, "player"):
            return f"{player} has{hand}"
        return self.does(entry.seat, "have", hand)

    def _Settled(self, entry: Any) -> str:  # noqa: ANN401, N802
        wager = f"{self.whose(entry.seat)} {self._wager(entry.wager)}"
        wager = f"the dealer's tip on {wager}" if entry.tip else wager
        if not entry.stake_cents:
            return f"the free bet on {wager} {entry.did}: {self._reason(entry)}"
        return f"{wager} of {dollars_text(entry.stake_cents)} {entry.did}: {self._reason(entry)}"

    def _reason(self, entry: Any) -> str:  # noqa: ANN401
        if entry.rows:
            return str(entry.reason)
        return reason_words(self.rules, entry.wager, entry.case, lost=entry.net_cents < 0)

    def _Irregularity(self, entry: Any) -> str:  # noqa: ANN401, N802
        where = "" if entry.seat is None else f" at {self.whose(entry.seat)} seat"
        seen = f", {join_cards(entry.cards)} seen" if entry.cards else ""
        kind = entry.kind.replace("-", " ")
        return f"the supervisor declares an irregularity, {kind}{where}{seen}: {entry.note}"

    def _Ruled(self, entry: Any) -> str:  # noqa: ANN401, N802
        who = "rules of play say" if entry.by == "rules" else "house decides"
        return f"the {who}: {ORDERS[entry.consequence]}"

    # --- among players --------------------------------------------------------------------------

    def _PutBack(self, entry: Any) -> str:  # noqa: ANN401, N802
        back = f" {dollars_text(entry.taken.cents)} back into the pot"
        return self.does(entry.taken.seat, "put", back)


def _cards_are(cards: Sequence[object]) -> str:
    return "card is" if len(cards) == 1 else "cards are"


def _third(verb: str) -> str:
    """A verb in the third person: `folds`, `has`, `passes`."""
    if verb == "have":
        return "has"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"
