"""Papers of a game of one's own, made from the file of a shipped one."""

from datetime import date

import pytest
from tests.ask.rules import bonus_words, load_text, locate, read
from tests.cli.running import run

from feltworks.reports import handouts
from feltworks.reports.felt import felt_svg
from feltworks.reports.mathematics import mathematics_report
from feltworks.reports.paper import AskedPaper, MathematicsSettings
from feltworks.reports.rulesofplay import rules_of_play
from feltworks.reports.writing import markdown_of

DAY = date(2026, 11, 16)
THREE = "three-card-poker"
ANOTHER_ID = (f'id = "{THREE}"', 'id = "mine"')
ANOTHER_PAY = ("straight pays 6:1", "straight pays 5:1")
BONUS = "The Ante bonus is paid win or lose, but not if the hand is folded."


@pytest.fixture
def own(tmp_path):
    """Write a copy of a shipped file with something replaced; gives its path."""

    def write(*changes, game=THREE):
        text = locate(game).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def asked(game):
    return AskedPaper(read(game), DAY, "again", MathematicsSettings(rounds=2_000))


@pytest.mark.slow
def test_a_game_with_other_rules_has_none_of_the_published_figures(own, capsys):
    path = own(ANOTHER_ID, ANOTHER_PAY)
    note = (
        "2 published claims are about three-card-poker, whose rules differ in "
        "pays.pair-plus.rows.straight.pays: nothing of this game is compared with them"
    )
    checked = run(capsys, "rules", "check", path)
    assert checked.code == 0 and f"warning: published: {note}" in " ".join(checked.out.split())
    assert {"key": "published", "says": note} in run(capsys, "rules", "check", path, "--json").data[
        "warnings"
    ]
    verified = run(capsys, "verify", path)
    assert "no figure is published for this game" in verified.out
    assert note in " ".join(verified.out.split())
    assert run(capsys, "verify", path, "--json").data["games"][0]["notes"] == [note]
    text = markdown_of(mathematics_report(asked(path)))
    assert note in text and "0.0232" not in text and "differs" not in text
    assert "What the document prints" not in run(capsys, "rules", "show", path).out


def test_a_game_with_another_id_alone_keeps_them(own, capsys):
    path = own(ANOTHER_ID)
    assert "warning" not in run(capsys, "rules", "check", path).out
    figures = run(capsys, "verify", path, "--json").data["games"][0]["figures"]
    assert [each["published"] for each in figures] == ["0.0337", "0.0201", "0.0232"]
    assert "notes" not in run(capsys, "verify", path, "--json").data["games"][0]


def test_figures_of_ones_own_are_compared_whatever_was_changed(own, capsys):
    path = own(ANOTHER_PAY, ("John Grochowski, Casino City Times", "My mathematician"))
    assert "warning" not in run(capsys, "rules", "check", path).out
    ran = run(capsys, "verify", path)
    assert ran.code == 1 and "differs" in ran.out


@pytest.mark.slow
def test_a_bonus_that_is_paid_win_or_lose_says_so(capsys):
    assert BONUS in " ".join(run(capsys, "rules", "show", THREE).out.split())
    for make in (rules_of_play, handouts.dealers_manual, handouts.rack_card):
        assert BONUS in markdown_of(make(asked(THREE)))


def test_what_is_said_of_a_bonus_follows_from_the_settlement():
    text = locate(THREE).read_text(encoding="utf-8")
    like = '{ like = "play", not_qualified = "1:1", bonus = "ante-bonus",'
    cells = '{{ folded = "lose", not_qualified = {n}, win = ["1:1", {b}], tie = "push", lose = {l},'
    bonus = '{ table = "ante-bonus", else = "push" }'
    paid = cells.format(n=f'["1:1", {bonus}]', b=bonus, l=f'["lose", {bonus}]')
    told = bonus_words(load_text(text.replace(like, paid)))
    assert told == [
        "The Ante bonus is paid win or lose, but not if the hand is folded or if the hands tie."
    ]
    won = cells.format(n='"1:1"', b=bonus, l='"lose"')
    assert bonus_words(load_text(text.replace(like, won))) == []


def test_a_bonus_has_a_heading_of_its_own():
    svg = felt_svg(asked(THREE))
    assert svg.count(">Ante bonus<") == 1
    seats = read(THREE).rules.table.seats
    assert svg.count(">Ante<") == seats, "on the spots, and over no table"
    for make in (handouts.dealers_manual, handouts.rack_card):
        text = markdown_of(make(asked(THREE)))
        assert "Ante bonus" in text and "**Ante**" not in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "changes", "says"),
    [
        ("mini-tex", (), "These rules were approved on 2008-08-20."),
        (THREE, (), "These rules are not on record as approved."),
        (
            "mini-tex",
            (("straight pays 2:1", "straight pays 3:1"),),
            "These rules are not approved: they differ from those of the same game approved on ",
        ),
    ],
)
def test_rules_of_play_say_whether_they_are_approved(own, game, changes, says):
    text = markdown_of(rules_of_play(asked(own(*changes, game=game) if changes else game)))
    assert says in text
    assert "no approved game has the id" not in text and " keys " not in text


def test_a_game_calls_a_hand_by_its_own_word(capsys):
    """Both rank by `five-card-wild`; only Spanish Poker's file writes "cincos"."""
    for game, cards, name in (
        ("deuces-wild", "As Ad Ac Ah 2s", "five aces"),
        ("spanish-poker", "As Ad Ac Ah Jo", "cincos, aces"),
    ):
        assert name in run(capsys, "hand", game, *cards.split()).out
    assert "| cincos |" in markdown_of(handouts.rack_card(asked("spanish-poker")))
    assert "cincos" not in run(capsys, "rules", "show", "deuces-wild").out
