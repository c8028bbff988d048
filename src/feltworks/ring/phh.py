"""A game between players in the PHH format, which other poker programs read.

PHH is TOML: the stacks and blinds in the order of play from the button's left, and a line for each
action. Programs that do not know the game can still read what was done. Amounts are dollars; a card
that the log does not give is written `??`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from feltworks.cards import Card
from feltworks.errors import FeltworksError
from feltworks.ring.betting import BET, FOLD, RAISE
from feltworks.ring.operations import BETS, Anted, Posted, Wagered
from feltworks.round.chips import POT, Account, stack, transfers
from feltworks.round.moves import Button, Decide, SitIn
from feltworks.round.operations import Dealt, Operation, Shown, Turned


def hand_history(game: str, rules_sha256: str, log: Sequence[Operation]) -> str:
    """The log of a finished game, of any viewer, as a PHH document."""
    stacks = {entry.seat: entry.cents for entry in log if isinstance(entry, SitIn)}
    button = next((entry.seat for entry in log if isinstance(entry, Button)), None)
    if button is None:
        raise FeltworksError(f"PHH is a format for games between players, which {game} is not")
    seats = sorted(stacks, key=lambda seat: (seat <= button, seat))
    players = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    antes, blinds = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    for entry in log:
        if isinstance(entry, Anted) or (isinstance(entry, Posted) and entry.dead):
            antes[entry.seat] += entry.cents
        elif isinstance(entry, Posted):
            blinds[entry.seat] += entry.cents
    won = _won_from_the_pot(log)
    finishing = {seat: stacks[seat] + won[stack(seat)] for seat in seats}
    actions = "".join(f'    "{action}",\n' for action in _actions(log, players))
    return (
        f'variant = "{game}"\n'
        f"antes = {_dollars(antes.values())}\n"
        f"blinds_or_straddles = {_dollars(blinds.values())}\n"
        f"starting_stacks = {_dollars(stacks[seat] for seat in seats)}\n"
        f"actions = [\n{actions}]\n"
        f"seats = {seats}\n"
        f"finishing_stacks = {_dollars(finishing.values())}\n"
        'currency = "USD"\n'
        f'_rules_sha256 = "{rules_sha256}"\n'
        "_play_money = true\n"
    )


def _won_from_the_pot(log: Iterable[Operation]) -> Counter[Account]:
    """What each stack gained between players, without wagers against the house."""
    won: Counter[Account] = Counter()
    for source, target, cents in transfers(log):
        for account, other, gain in ((source, target, -cents), (target, source, cents)):
            if other == POT or (other.kind == "spot" and other.name == BETS):
                won[account] += gain
    return won


def _actions(log: Iterable[Operation], players: dict[int, str]) -> Iterator[str]:
    """Each action in its line; cards dealt one after another to one place are one action."""
    dealt: dict[int | None, list[Card | None]] = {}
    choice = ""
    for entry in log:
        if isinstance(entry, Dealt) and (entry.seat is not None or entry.face == "up"):
            dealt.setdefault(entry.seat, []).append(entry.card)
            continue
        for seat, cards in dealt.items():
            place = "db" if seat is None else f"dh {players[seat]}"
            yield f"d {place} {_cards(cards)}"
        dealt.clear()
        match entry:
            case Turned():
                yield f"d db {_cards(entry.cards)}"
            case Decide():
                choice = entry.choice
                if choice not in (BET, RAISE):
                    yield f"{players[entry.seat]} {'f' if choice == FOLD else 'cc'}"
            case Wagered() if choice in (BET, RAISE):
                yield f"{players[entry.seat]} cbr {_amount(entry.before_him_cents)}"
            case Shown() if entry.seat is not None:
                yield f"{players[entry.seat]} sm {_cards(entry.cards)}"


def _cards(cards: Iterable[Card | None]) -> str:
    return "".join("??" if card is None else str(card) for card in cards)


def _dollars(amounts: Iterable[int]) -> str:
    return f"[{', '.join(map(_amount, amounts))}]"


def _amount(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"
