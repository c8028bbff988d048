"""Papers for the floor: pays in chips are what a table pays, cards say what they cost."""

from __future__ import annotations

import hashlib
import json
from datetime import date

import pytest
from tests.ask.rules import read
from tests.ask.simple import simple_rules
from tests.cli.running import refusal, run

from feltworks.reports import handouts
from feltworks.reports.felt import felt_pdf, felt_svg
from feltworks.reports.paper import AskedPaper, MathematicsSettings, PaperError
from feltworks.reports.rulesofplay import rules_of_play
from feltworks.reports.writing import markdown_of

DAY = date(2026, 11, 16)


def test_pays_in_chips_are_odds_times_the_bet():
    text = markdown_of(handouts.dealers_manual(AskedPaper(read("spanish-poker"), DAY, "again")))
    assert "| royal flush | 100 to 1 | $500 | $1,000 | $2,500 | $10,000 |" in text
    assert "When something goes wrong" in text


@pytest.mark.slow
def test_a_strategy_card_says_what_it_costs():
    loaded = read("spanish-poker")
    found = simple_rules(loaded.rules)
    text = markdown_of(handouts.strategy_card(AskedPaper(loaded, DAY, "again")))
    assert f"they cost {float(found.cost) * 100:.4f}%" in text
    with pytest.raises(PaperError, match="no decision against the house"):
        handouts.strategy_card(AskedPaper(read("mini-tex-ring"), DAY, "again"))


def test_a_strategy_card_where_no_rules_are_looked_for():
    """One choice is always the best, or there is no card and the packet does without."""
    text = markdown_of(handouts.strategy_card(AskedPaper(read("casino-war"), DAY, "again")))
    assert "Always war: it is the best choice in every deal." in text
    with pytest.raises(PaperError, match="`feltworks strategy red-dog` tells the best choice"):
        handouts.strategy_card(AskedPaper(read("red-dog"), DAY, "again"))


def test_tables_of_one_name_are_told_apart():
    names = handouts.named_tables(read("baccarat").rules)
    assert len(set(names.values())) == len(names)
    assert names["player-perfect"] == "Perfect Pair, player two"


def test_the_leaflet_has_every_pay_and_edge():
    text = markdown_of(handouts.rack_card(AskedPaper(read("spanish-poker"), DAY, "again")))
    assert "| Main game | 5.8747% |" in text
    assert "| cincos | 200 to 1 |" in text


def test_a_leaflet_of_players_among_themselves_has_no_best_play():
    text = markdown_of(handouts.rack_card(AskedPaper(read("mini-tex-ring"), DAY, "again")))
    assert "Players play each other." in text and "Play money only." in text
    assert "What pays" not in text and "best play" not in text


def test_the_felt_has_every_spot_at_every_seat():
    loaded = read("mini-tex")
    rules, command = loaded.rules, "feltworks report mini-tex --kind felt"
    asked = AskedPaper(loaded, DAY, command)
    svg = felt_svg(asked)
    assert f"Rules identity: {loaded.sha256}" in svg and "Made again by: feltworks report" in svg
    assert svg.count("<g transform=") == rules.table.seats
    assert svg.count(">Ante<") == rules.table.seats
    assert svg.count(">suited A-K<") == 1
    assert 'width="1830mm"' in svg
    assert felt_pdf(asked) == felt_pdf(asked)


@pytest.fixture(scope="module")
def packet(tmp_path_factory):
    """One packet for all that look at its papers."""
    from feltworks.reports.packet import write_packet

    folder = tmp_path_factory.mktemp("packet")
    settings = MathematicsSettings(rounds=2_000, seats_seconds=0.0)
    asked = AskedPaper(read("spanish-poker"), DAY, "make packet", settings)
    write_packet(asked, folder, lambda kind: f"make {kind}")
    return folder


@pytest.mark.slow
def test_a_packet_is_whole_and_its_hashes_fit(packet):
    hashes = json.loads((packet / "manifest.json").read_text())["sha256"]
    assert {"contents.pdf", "mathematics.pdf", "rules.pdf", "felt.svg"} <= hashes.keys()
    for name, digest in hashes.items():
        assert hashlib.sha256((packet / name).read_bytes()).hexdigest() == digest


def spans(page):
    """Every run of letters on a page, with its box; what is turned has no box to hold it to."""
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            if line["dir"] != (1.0, 0.0):
                continue
            yield from (span for span in line["spans"] if span["text"].strip())


SHEETS = {"rack": (792, 612), "strategy": (243, 306)}
MOST_PAGES = {"rack": 1, "strategy": 1, "contents": 1}
"""A leaflet is one sheet to be folded, and a card one card."""


@pytest.mark.slow
def test_no_text_leaves_its_box_and_every_font_is_in_the_file(packet):
    pymupdf = pytest.importorskip("pymupdf")
    looked_at = 0
    for file in sorted(packet.glob("*.pdf")):
        document = pymupdf.open(file)
        assert len(document) <= MOST_PAGES.get(file.stem, 40), file.name
        for page in document:
            assert_fits(page, file.stem)
            for _, form, kind, name, *_ in page.get_fonts():
                assert form not in ("n/a", ""), (file.name, name, kind)
                assert any(own in name for own in ("Libertinus", "DejaVuSansMono")), name
            looked_at += 1
    assert looked_at > 12


def assert_fits(page, paper):
    """No letters beyond the page's margins, none upon others."""
    if paper != "felt":
        assert (round(page.rect.width), round(page.rect.height)) == SHEETS.get(paper, (612, 792))
    margin = {"felt": 8, "strategy": 8, "rack": 20}.get(paper, 30)
    wide, high = page.rect.width - margin, page.rect.height - margin
    # A line's box is higher than its letters: what counts is the middle of it.
    boxes = []
    for span in spans(page):
        x0, y0, x1, y1 = span["bbox"]
        assert margin <= x0 and x1 <= wide, (paper, page.number, span["text"])
        assert margin <= (y0 + y1) / 2 <= high, (paper, page.number, span["text"])
        third = (y1 - y0) / 3
        boxes.append((x0 + 0.5, y0 + third, x1 - 0.5, y1 - third, span["text"]))
    boxes.sort()
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            if other[0] >= one[2]:
                break
            apart = other[1] >= one[3] or other[3] <= one[1]
            assert apart, (paper, page.number, one[4], other[4])


@pytest.mark.slow
def test_two_settings_are_compared(capsys, tmp_path):
    path = tmp_path / "x.md"
    words = ("report", "--compare", "spanish-poker", "--second-set", "ace_low_straights=on")
    assert run(capsys, *words, "--out", str(path), "--date", "2026-11-16").code == 0
    text = path.read_text()
    assert f"**Made again by**: `feltworks {' '.join(words)} --date 2026-11-16`" in text
    assert "| All required wagers | 5.8747% | 5.1846% | -0.6901% |" in text
    assert "Every key says the same." not in text
    assert "name one game" in refusal(capsys, "report", "mini-tex", "pick-2-poker")
    assert "--second-set goes with" in refusal(
        capsys, "report", "mini-tex", "--second-set", "seats=5"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (rules_of_play, "do not change his 3-5 Bonus"),
        (handouts.dealers_manual, "do not change his 3-5 Bonus"),
        (handouts.floor_card, "do not change his 3-5 Bonus"),
        (handouts.rack_card, "It is paid on the best 3 cards, whichever a player sets."),
    ],
)
def test_papers_say_that_the_cards_a_player_sets_do_not_change_the_bonus(make, words):
    assert words in markdown_of(make(AskedPaper(read("pick-2-poker"), DAY, "again")))
