"""What the house checks before it accepts a round: its terms, its deck, its players, its money.

Each check raises a `HouseError` that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from feltworks.cards import Reveal, verify
from feltworks.house.books import Batch, Reader
from feltworks.house.errors import HouseError, TableHeld
from feltworks.house.jackpots.depositing import shortage
from feltworks.house.jackpots.keeping import kept_jackpot, posted_subject
from feltworks.house.ledger import accounts
from feltworks.house.mechanisms import mechanism_of
from feltworks.house.rounds.decks import pack_due
from feltworks.house.rounds.recall import RoundRecord, round_record
from feltworks.house.rounds.sheet import Sheet
from feltworks.house.rounds.tally import LogTally
from feltworks.money import money
from feltworks.round import Bet, Round, Terms
from feltworks.round.operations import Ruled

_DIGEST = re.compile("[0-9a-f]{64}")


def check_beginning(
    batch: Batch, sheet: Sheet, round: Round, players: Mapping[int, str], tally: LogTally
) -> None:
    """A round may begin if betting is closed, no card is out, and all who bet are at the table."""
    if round.turn.waits_for not in ("card", "decision"):
        raise HouseError("a round is begun when its betting is closed and nothing is settled yet")
    if tally.cards:
        raise HouseError("stakes go into escrow before the first card, and cards are dealt")
    if not _DIGEST.fullmatch(round.terms.commitment or ""):
        raise HouseError("a round is dealt from a deck that was committed to before")
    if not sheet.fits(round.terms):
        raise HouseError(f"the round's terms are not those that table {sheet.table} posts")
    if any(not 1 <= seat <= sheet.seats for seat in players):
        raise HouseError(f"table {sheet.table} has seats 1 to {sheet.seats}")
    check_unseen(batch, sheet, round)
    check_free(batch, sheet.table)
    _check_pack(batch, sheet, round)
    _check_names(sheet, players)
    for id, name in sheet.jackpots.items():
        _check_backing(batch, name)
        if any(isinstance(entry, Bet) and entry.wager == sheet.wagers[id] for entry in round.log):
            _check_account(batch, name)
    for seat in tally.outlays:
        if seat not in players:
            raise HouseError(f"nobody sits at seat {seat} of table {sheet.table}, which has bet")


def check_free(books: Batch | Reader, table: str) -> None:
    """Checks that no round is open at the table; its stakes would lie in the same escrow."""
    if books.cents(accounts.escrow(table)):
        raise TableHeld(f"a round at table {table} is not over: no other is begun beside it")


def check_unseen(batch: Batch, sheet: Sheet, round: Round) -> None:
    """Refuses a deck that was shown, because nobody may know a card before it is dealt.

    Nor may anybody choose among decks: a round uses the deck that the table committed to last.
    """
    commitment = round.terms.commitment
    assert commitment is not None
    deck = batch.table_deck(sheet.table)
    if deck is not None and deck == (deck.number, commitment, None, False):
        last, shown = None, False
    else:
        last, shown = batch.deck(commitment)
    if shown:
        raise HouseError("the deck of this round has been revealed: shuffle and commit anew")
    before = None if last is None else round_record(batch.of_round(last), last)
    if before is not None:
        if sheet.dealt.cut_at is None:
            raise HouseError(f"round {last} was dealt from this deck: shuffle and commit anew")
        if before.table != sheet.table or before.closing is None:
            raise HouseError(f"round {last} at table {before.table} is dealt from this shoe")
    if fault := wrongly_out(before, len(round.terms.discarded)):
        raise HouseError(fault)
    if deck is None or deck.digest != commitment:
        raise HouseError(
            f"the deck of this round is not the one that table {sheet.table} committed to last"
        )


def _check_pack(batch: Batch, sheet: Sheet, round: Round) -> None:
    """Checks that two packs alternate, each being used for every other round."""
    if not sheet.rules.table.second_deck:
        return
    dealt, due = round.terms.pack, pack_due(batch, sheet.table)
    if dealt != due:
        raise HouseError(
            f"table {sheet.table} deals from two packs in turn: pack {dealt} is out of turn, it is "
            f"that of pack {due}"
        )


def _check_names(sheet: Sheet, players: Mapping[int, str]) -> None:
    """Refuses one player on two seats if hands are secret or players win from each other."""
    if sheet.rules.table.hands_discussed and not mechanism_of(sheet.rules).pot:
        return
    seats: dict[str, int] = {}
    for seat, name in players.items():
        if name in seats:
            raise HouseError(
                f"{name} sits at seats {seats[name]} and {seat} of table {sheet.table}: by the "
                f"rules of {sheet.rules.game.name} one person plays one seat"
            )
        seats[name] = seat


def wrongly_out(before: RoundRecord | None, out: int) -> str | None:
    """Why this number of cards cannot be out of a shoe after the previous round; None if it can.

    How many cards a void round took is not in the books: it may have been any number.
    """
    if before is None:
        return (
            f"{out} cards of this deck are said to be out, and no round took them" if out else None
        )
    closing, start = before.closing, before.facts.get("discarded", 0)
    cards = None if closing is None else closing.facts.get("cards")
    fits = out >= start if cards is None else out == start + cards
    if fits:
        return None
    lost = f"at least {start}" if cards is None else str(start + cards)
    return f"{out} cards of this shoe are said to be out: it has lost {lost}"


def seed_lines(terms: Terms) -> list[str]:
    """The players' seeds as the books note them."""
    return [each.line for each in terms.seeds]


def begun_otherwise(
    record: RoundRecord, sheet: Sheet, round: Round, tally: LogTally
) -> Iterator[tuple[str, str]]:
    """Where a round is not the one that was begun: the name of each check, and what it finds."""
    facts, terms = record.facts, round.terms
    if not terms.payout_limits:
        # A round of version 0.1 does not state payout limits: its entry applies them.
        terms = replace(terms, payout_limits=sheet.payout_limits)
    if not sheet.fits(terms):
        yield "terms", f"was not dealt on the terms of table {record.table}"
    if facts["commitment"] != terms.commitment:
        yield "shuffle", "was begun with another deck"
    # The first books did not note how many cards were out.
    out = len(terms.discarded)
    if facts.get("discarded", out) != out:
        yield "shuffle", "was begun with another number of cards out"
    if facts.get("seeds", []) != seed_lines(terms):
        yield "shuffle", "was begun with other seeds of the players"
    opening: list[str] = facts["lines"]
    if list(tally.lines[: len(opening)]) != opening:
        yield "wagers", "was begun with other wagers"


def _check_backing(batch: Batch, name: str) -> None:
    """Checks that a jackpot's money is there while it is played for; if not, play stops."""
    state = batch.state(f"jackpot {name}")
    if state is None or state["status"] != "in play":
        raise HouseError(f"the jackpot {name} is not in play")
    held = batch.cents(accounts.displayed(name))
    if held != state["displayed"]:
        raise HouseError(
            f"the jackpot {name} displays {money(state['displayed'])} and holds {money(held)}: "
            "play for it stops"
        )


def _check_account(batch: Batch, name: str) -> None:
    """Stops play for a jackpot while its account is short; the table may go on without it."""
    posted = batch.state(posted_subject(name))
    has_account = posted is not None and posted["terms"].get("account")
    if has_account and (why := shortage(kept_jackpot(batch, name), batch.today)):
        raise HouseError(why)


def check_finished(
    record: RoundRecord,
    sheet: Sheet,
    round: Round,
    tally: LogTally,
    moves: Sequence[str],
    reveal: Reveal | None,
) -> None:
    """A round may be settled if it is over and is the round that was begun and journaled."""
    number = record.number
    if round.turn.waits_for != "nothing":
        raise HouseError(f"round {number} is not over: it waits for {round.turn.waits_for}")
    if tally.awaits_card_check and Ruled("void", "rules") in round.log:
        raise HouseError(
            f"round {number} is void because a machine failed: a supervisor checks the cards "
            "before they are shuffled again"
        )
    for _, fault in begun_otherwise(record, sheet, round, tally):
        raise HouseError(f"round {number} {fault}")
    made = tally.moves_after(len(record.facts["lines"]))
    if [tally.lines[at] for at in made] != list(moves):
        raise HouseError(f"round {number} was not played by the moves that are journaled")
    if round.terms.commitment is None:
        return
    if reveal is None:
        if sheet.dealt.cut_at is None:
            raise HouseError(f"round {number} is settled with its deck, which is to be shown")
        return
    if not verify(round.terms.commitment, reveal):
        raise HouseError(f"round {number} was begun with another deck than the one revealed")
    out = [*round.terms.discarded, *tally.cards]
    if list(reveal.dealt(round.terms.seeds)[: len(out)]) != out:
        raise HouseError(f"round {number} was not dealt from the deck that is revealed")
