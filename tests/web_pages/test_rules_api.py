"""The rules pages tell what the file says, all of it, with the options that were chosen."""

import pytest
from tests.ask.rules import EXAMPLES_DIR, Handbook, game_ids, load, read

from feltworks.cards import parse_cards
from feltworks.web.api.rules import rules_reply

EXAMPLES = sorted(EXAMPLES_DIR.glob("*.toml"))


def words_of(told):
    """Everything that the page shows, as one text."""
    parts = [told["name"], told["title"], told["about"], told["approval"]]
    for section in told["sections"]:
        parts += [section["title"], *section["paragraphs"]]
        for step in section["steps"]:
            parts += [step["name"], *step["cards"], *step["choices"], *step["notes"]]
        for table in section["tables"]:
            parts += [table["caption"], *table["columns"], *table["notes"]]
            parts += [cell for row in table["rows"] for cell in row]
    return "\n".join(parts)


@pytest.mark.parametrize("game", game_ids())
def test_every_wager_hand_row_and_stage_is_told(client, game):
    told = client.get(f"/api/rules/games/{game}").json()
    rules, words = read(game).rules, words_of(told)
    for wager in rules.wagers.values():
        assert wager.name in words
    for table in rules.pays.values():
        for row in table.rows:
            assert row.hand in words
    for stage in rules.stages:
        assert (stage.name or stage.id) in words
    assert [option["id"] for option in told["options"]] == list(rules.options)
    assert told["rules_sha256"] == read(game).sha256


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_any_file_is_told(path):
    told = rules_reply(read(path)).model_dump()
    assert all(wager.name in words_of(told) for wager in read(path).rules.wagers.values())


@pytest.mark.parametrize("game", game_ids())
def test_every_row_has_a_cell_for_every_column(client, game):
    for section in client.get(f"/api/rules/games/{game}").json()["sections"]:
        for table in section["tables"]:
            assert {len(row) for row in table["rows"]} == {len(table["columns"])}


def test_cards_go_to_people_and_no_column_is_empty(client):
    for game in game_ids():
        told = client.get(f"/api/rules/games/{game}").json()
        dealt = [deal for step in told["sections"][0]["steps"] for deal in step["cards"]]
        assert any(deal.endswith((" to each player", "each player's hole")) for deal in dealt), game
        assert not any(deal.endswith(("to dealer", "to hole", "to cards")) for deal in dealt)
        table = next(each for each in told["sections"] if each["id"] == "wagers")["tables"][0]
        assert all(any(column) for column in zip(*table["rows"], strict=True))


def test_an_option_changes_the_rules_that_are_told(client):
    usual = words_of(client.get("/api/rules/games/mini-tex").json())
    other = client.get("/api/rules/games/mini-tex?set=dealer_qualifier=ace-king").json()
    assert "qualifies with pair or better" in usual
    assert "qualifies with ace-king high or better" in words_of(other)


def test_a_table_has_the_rules_it_is_dealt_by(client):
    told = client.get("/api/rules/tables/spanish-1").json()
    assert (told["id"], told["table"]) == ("spanish-poker", "spanish-1")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("games/no-such-game", 404),
        ("games/approved", 404),
        ("tables/no-such-table", 404),
        ("games/mini-tex?set=dealer_qualifier", 400),
        ("games/mini-tex?set=dealer_qualifier=nonsense", 400),
        ("games/mini-tex?set=seats=6&set=seats=5", 400),
        ("games/mini-tex?set=no_such=1", 400),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(client, path, status):
    answer = client.get(f"/api/rules/{path}")
    assert answer.status_code == status and answer.json()["detail"].endswith(".")


def test_hands_and_a_round_are_drawn_from_the_games_own_deck(client):
    told = client.get("/api/rules/games/spanish-poker").json()
    (ranking,) = told["rankings"]
    hands = {each["hand"]: each["cards"] for each in ranking["hands"]}
    book = Handbook(load("spanish-poker"))
    compiled = book.compiled("player")
    for hand, cards in hands.items():
        value = compiled.value(parse_cards(" ".join(cards)))
        assert book.ranking("player").label(compiled.category_of(value)) == hand
    assert list(hands)[-1] == "high card"
    example = told["example"]
    assert {each["owner"] for each in example["places"]} == {"player", "dealer"}
    assert any(line.startswith("the player bets ") for line in example["lines"])
    assert client.get("/api/rules/games/mini-tex-ring").json()["example"] is None
