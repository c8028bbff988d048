"""Messages take the fields that they declare from a value, and nothing else of it."""

from dataclasses import dataclass

import pytest
from pydantic import ValidationError
from typing_extensions import TypedDict

from feltworks.cards import Card, parse_cards
from feltworks.web.protocol.copying import Copied, Text, part


@dataclass(frozen=True)
class Held:
    seat: int
    cards: tuple[Card, ...]
    hidden: tuple[Card, ...] = ()


class Message(Copied):
    seat: int
    says: Text = "nothing"


class MessagePart(TypedDict):
    seat: int
    cards: list[str]


HELD = Held(3, parse_cards("As Kd"), parse_cards("Qc"))


def test_a_part_has_the_declared_fields_only_with_cards_as_text():
    assert part(MessagePart, HELD) == {"seat": 3, "cards": ["As", "Kd"]}
    assert part(MessagePart, HELD, cards=[]) == {"seat": 3, "cards": []}


def test_a_message_has_the_declared_fields_only_and_its_defaults():
    assert Message.of(HELD).model_dump() == {"seat": 3, "says": "nothing"}
    assert Message.of(HELD, says=7).model_dump() == {"seat": 3, "says": "7"}


def test_what_neither_has_is_missed():
    with pytest.raises(ValidationError):
        Message.of(object())
    with pytest.raises(AttributeError):
        part(MessagePart, object())
