"""Who may see which cards in the books: a round's transcript for a viewer, and a look at all.

The books keep every round with all its cards, for audits and disputes. Cards of games against the
house are shown to anybody who may see the round. Between players a hand that was not shown stays
secret: others get a transcript in which it is sealed. Staff with the right may look at it, and
every look is recorded in the books, with a name and a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.cards import Reveal, parse_cards
from feltworks.errors import FeltworksError
from feltworks.house.books import Batch, Reader, Record, Unit
from feltworks.house.cage import checked_name
from feltworks.house.errors import HouseError
from feltworks.house.rounds.recall import RoundRecord, round_record
from feltworks.house.rounds.sheet import Sheet
from feltworks.house.staff import one_line, permitted
from feltworks.round.transcript import read_transcript
from feltworks.round.viewers import SPECTATOR

CARDS_LOOKED_AT = "cards looked at"
LONGEST_REASON = 200


def read_shoe(state: Mapping[str, Any]) -> Reveal:
    """A deck that was shown, as the books keep it."""
    return Reveal(state["salt"], parse_cards(state["order"]), state.get("scheme", 1))


def public_transcript(reader: Reader, sheet: Sheet, record: RoundRecord) -> str | None:
    """The transcript of a finished round as anybody may have it; None if there is none.

    One from a shoe names burnt cards, its own and those of earlier rounds: it is given when the
    shoe is shown.
    """
    if record.transcript is None:
        return None
    if not sheet.dealt.between_players:
        is_shown = sheet.dealt.cut_at is None or reader.deck(record.facts["commitment"]).is_shown
        return record.transcript if is_shown else None
    try:
        transcript = read_transcript(record.transcript, f"round {record.number}")
        round = sheet.dealt.replay(transcript)
    except FeltworksError:
        # The round's verification reports a false transcript; none of its cards are shown.
        return None
    return sheet.dealt.transcript_for(round, transcript.reveal, SPECTATOR)


def look(number: int, by: str, why: str) -> Unit[Record]:
    """Records that somebody looks at every card of a round; the cards are shown only after that."""
    name, reason = checked_name(by), one_line(why, LONGEST_REASON, "the reason for a look")

    def unit(batch: Batch) -> Record:
        permitted(batch, "look", name.removeprefix("staff "))
        record = round_record(batch.of_round(number), number)
        if record.closing is None:
            raise HouseError(f"round {number} is not over: nobody looks at its cards")
        return batch.write(
            CARDS_LOOKED_AT, f"round {number}", facts={"by": name, "why": reason}, round=number
        )

    return unit
