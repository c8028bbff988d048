"""The guide to the protocol, held against the models and routes it tells of."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from pydantic import TypeAdapter

from feltworks.web.api import lobby, rounds, session
from feltworks.web.protocol import picture, replies, requests
from feltworks.web.protocol.description import Description

GUIDE = (Path(__file__).parents[2] / "docs" / "web.md").read_text()
EXAMPLES = re.findall(r"```json\n(.*?)```", GUIDE, re.S)


def fields(model):
    """The annotation of each field of a model or a typed dictionary."""
    return get_type_hints(model)


def types(model):
    return get_args(fields(model)["type"])


@pytest.mark.parametrize("model", get_args(requests.AnyRequest), ids=lambda model: model.__name__)
def test_every_message_a_client_may_send_is_told(model):
    for type in types(model):
        assert f'"type": "{type}"' in GUIDE or f"`{type}`" in GUIDE


def test_the_examples_a_client_may_send_are_read():
    sent = re.findall(r"^\| `(\{.*?\})` \|", GUIDE, re.M)
    assert len(sent) >= 12
    for text in sent:
        assert not isinstance(requests.read_request(text), str), text


@pytest.mark.parametrize(
    "model",
    [
        replies.HelloReply,
        picture.TableReply,
        replies.AdviceReply,
        replies.ReviewReply,
        replies.SessionReviewReply,
    ],
    ids=lambda m: m.__name__,
)
def test_what_the_server_sends_is_told_by_an_example_that_fits(model):
    (type,) = types(model)
    (example,) = [text for text in EXAMPLES if f'"type": "{type}"' in text]
    read = TypeAdapter(model).validate_json(example)
    for name in fields(model).keys() - {"model_config"}:
        assert f'"{name}"' in example or name in ("equity",), name
    assert read is not None


def test_the_description_of_a_table_is_told():
    (example,) = [text for text in EXAMPLES if '"type": "hello"' in text]
    for name in Description.model_fields:
        assert f'"{name}"' in example, name


@pytest.mark.parametrize("router", [lobby.router, session.router, rounds.router])
def test_every_route_is_told(router):
    for route in router.routes:
        for method in route.methods:
            assert f"`{method} {route.path}" in GUIDE, route.path


@pytest.mark.parametrize("type", ["done", "refused", "pong", "meters"])
def test_short_answers_are_told(type):
    assert f'{{"type": "{type}"' in GUIDE
