"""Papers for the floor: pays in chips are what a table pays, cards say what they cost."""

from __future__ import annotations

import hashlib
import json
from datetime import date

import pytest
from tests.cli.running import refusal, run

from feltworks.odds.simple import simple_strategy
from feltworks.reports import handouts
from feltworks.reports.felt import felt_pdf, felt_svg
from feltworks.reports.paper import PaperError
from feltworks.reports.writing import markdown_of, pdf_of
from feltworks.rules.loader import read

DAY = date(2026, 11, 16)


def test_pays_in_chips_are_odds_times_the_bet():
    text = markdown_of(handouts.dealers_manual(read("spanish-poker"), DAY, "again"))
    assert "| royal flush | 100 to 1 | $500 | $1,000 | $2,500 | $10,000 |" in text
    assert "When something goes wrong" in text


@pytest.mark.parametrize("game", ["spanish-poker", "texas-21"])
def test_every_handout_is_set_on_its_sheet(game):
    loaded = read(game)
    makers = (handouts.dealers_manual, handouts.floor_card, handouts.rack_card)
    for make in (*makers, handouts.strategy_card):
        assert pdf_of(make(loaded, DAY, "again")).startswith(b"%PDF")


def test_a_strategy_card_says_what_it_costs():
    loaded = read("spanish-poker")
    found = simple_strategy(loaded.rules)
    text = markdown_of(handouts.strategy_card(loaded, DAY, "again"))
    assert f"they cost {float(found.cost) * 100:.4f}%" in text
    with pytest.raises(PaperError, match="no decision against the house"):
        handouts.strategy_card(read("mini-tex-ring"), DAY, "again")


def test_the_leaflet_has_every_pay_and_edge():
    text = markdown_of(handouts.rack_card(read("spanish-poker"), DAY, "again"))
    assert "| Main game | 5.8747% |" in text
    assert "| cincos | 200 to 1 |" in text


def test_the_felt_has_every_spot_at_every_seat():
    rules = read("mini-tex").rules
    svg = felt_svg(rules)
    assert svg.count("<g transform=") == rules.table.seats
    assert svg.count(">Ante<") == rules.table.seats
    assert svg.count(">suited A-K<") == 1
    assert 'width="1830mm"' in svg
    assert felt_pdf(rules) == felt_pdf(rules)


def test_a_packet_is_whole_and_its_hashes_fit(capsys, tmp_path):
    folder = tmp_path / "packet"
    words = ("report", "spanish-poker", "--kind", "packet", "--out", str(folder))
    told = run(capsys, *words, "--date", "2026-11-16", "--rounds", "20000")
    assert told.code == 0, told.err
    hashes = json.loads((folder / "manifest.json").read_text())["sha256"]
    assert {"contents.pdf", "mathematics.pdf", "rules.pdf", "felt.svg"} <= hashes.keys()
    for name, digest in hashes.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_two_settings_are_compared(capsys, tmp_path):
    path = tmp_path / "x.md"
    words = ("report", "--compare", "spanish-poker", "--second-set", "ace_low_straights=on")
    assert run(capsys, *words, "--out", str(path)).code == 0
    text = path.read_text()
    assert "| All required wagers | 5.8747% | 5.1846% | -0.6901% |" in text
    assert "Every key says the same." not in text
    assert "name one game" in refusal(capsys, "report", "mini-tex", "pick-2-poker")
    assert "--second-set goes with" in refusal(
        capsys, "report", "mini-tex", "--second-set", "seats=5"
    )
