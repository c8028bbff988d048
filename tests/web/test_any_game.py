"""A rules file the server has never seen gets a working table; bots sit where they are asked to."""

import httpx
import pytest
from tests.ask.rules import EXAMPLES_DIR
from tests.web.room import open_room

from feltworks.house import read_house

FILES = sorted(path.stem for path in EXAMPLES_DIR.glob("*.toml"))


def house_of_examples():
    text = '[house]\nname = "Elsewhere"\nkind = "practice"\nunder = 2023-09-01\n'
    for name in FILES:
        text += f'[tables.{name}]\ngame = "{name}.toml"\nminimum = "$5"\nmaximum = "$25"\n'
    return read_house(text, "house", EXAMPLES_DIR)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room"), room=house_of_examples()) as room:
        yield room


@pytest.mark.slow
@pytest.mark.parametrize("table", FILES)
async def test_a_new_rules_file_is_played_without_a_word_about_it_in_the_program(room, table):
    client = room.guest(f"New {table}"[:24])
    async with room.seat(table, client) as ann:
        told = ann.hello["table"]
        assert told["wagers"] and told["zones"] and told["stages"]
        assert client.get(f"/api/tables/{table}").json() == told
        assert await ann.ask("sit", seat=1) is None
        assert await ann.ask("add_bot") is None
        for turn in range(2):
            pick = (lambda choices: choices[0]) if turn % 2 else (lambda choices: choices[-1])
            over = await ann.play_round(1, pick)
            assert over["round"]["outcome"] == "settled"
            assert room.house.verify(over["round"]["number"]).holds
            # The bot has bet and played beside the person.
            players = room.house.recall(over["round"]["number"]).players.values()
            called = room.house.names(players)
            assert [called[player] for player in players] == [
                f"New {table}"[:24],
                f"bot steady 2 ({table})",
            ]
            await ann.until_table(lambda t: t["phase"] == "betting")


async def test_a_finished_round_is_told_step_by_step(room):
    client, other = room.guest("Steps"), room.guest("Nosy")
    async with room.seat(FILES[0], client) as ann:
        assert await ann.ask("sit", seat=3) is None
        assert await ann.ask("add_bot") is None
        over = await ann.play_round(3)
        number = over["round"]["number"]
        told = client.get(f"/api/rounds/{number}").json()
        # A bot is called here as it is at the table.
        seated = {str(each["seat"]): each["player"] for each in over["seats"]}
        assert told["players"].items() <= seated.items() and len(told["players"]) > 1
        listed = client.get("/api/rounds").json()["rounds"]
        assert [each["round"] for each in listed] == [number]
        assert listed[0]["net_cents"] == told["net_cents"]["3"]
        assert told["your_seats"] == [3] and told["transcript"].startswith("feltworks")
        last = client.get(f"/api/rounds/{number}/felt/{len(told['steps'])}").json()
        assert last["settlement"] == over["settlement"] and last["cards"] == over["cards"]
        start = client.get(f"/api/rounds/{number}/felt/0").json()
        assert start["cards"] == [] and start["settlement"] == []
        for path in ("", "/proof", "/felt/3"):
            assert other.get(f"/api/rounds/{number}{path}").status_code == 404
        assert client.get(f"/api/rounds?before={number}").json()["rounds"] == []


def test_a_body_has_its_limit(room):
    large = b'{"name": "' + b"x" * 1_100_000 + b'"}'
    headers = {"Content-Type": "application/json"}
    with httpx.Client(base_url=room.url, trust_env=False, verify=False, timeout=60) as client:
        assert client.post("/api/session", content=large, headers=headers).status_code == 413

        def pieces():
            for at in range(0, len(large), 65_536):
                yield large[at : at + 65_536]

        answer = client.post("/api/session", content=pieces(), headers=headers)
        assert answer.status_code in (400, 413)


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(room):
    with httpx.Client(base_url=room.url, trust_env=False, verify=False, timeout=60) as client:
        for path in ("/", f"/table/{FILES[0]}", "/static/css/tokens.css", "/api/lobby"):
            answer = client.get(path)
            assert answer.status_code == 200, path
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy and "unsafe" not in policy
            assert "http://" not in policy.replace(f"ws://127.0.0.1:{room.port}", "")
        assert client.get("/table/nowhere").status_code == 404
        assert client.get("/docs").status_code == 404
