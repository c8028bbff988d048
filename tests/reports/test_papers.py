"""Papers are data set by one template: the same input gives the same bytes, and bad input one
sentence."""

from __future__ import annotations

import json
from datetime import date
from hashlib import sha256

import pytest
from tests.ask.odds import odds
from tests.ask.rules import read, read_text
from tests.ask.sides import side_odds
from tests.ask.together import together
from tests.cli.running import refusal, run
from tests.odds.test_ties import THREE_CARDS

from feltworks.cards import parse_cards
from feltworks.reports import writing
from feltworks.reports.blocks import chart, hand, heading, paragraph, steps, table
from feltworks.reports.drawing import returns_svg
from feltworks.reports.expectation import between_wagers, full_table
from feltworks.reports.mathematics import mathematics_report
from feltworks.reports.paper import (
    AskedPaper,
    MathematicsSettings,
    Paper,
    PaperError,
    game_facts,
)
from feltworks.reports.theory import DealtRules, table_theory, theory_notes
from feltworks.reports.writing import markdown_of, pdf_of

DAY = date(2026, 11, 16)


def a_paper(*blocks) -> Paper:
    loaded = read("spanish-poker")
    return Paper(
        title="Test",
        subject="Game",
        made=DAY,
        command="feltworks report x",
        facts=game_facts(loaded),
        blocks=blocks,
    )


EVERY_BLOCK = (
    heading("One & two"),
    paragraph('Signs that mean something elsewhere: # $ * _ @ < > [ ] \\ " |'),
    table(["hand", "pays"], [["pair | of aces", "5 to 1"]], title="Pays", total=["all", ""]),
    table(["hand"], []),
    hand("A joker and others", parse_cards("As Td Jo")),
    steps(["first", "second"]),
)


def test_the_same_input_gives_the_same_bytes():
    first, second = (pdf_of(a_paper(*EVERY_BLOCK)) for _ in range(2))
    assert first == second
    assert first.startswith(b"%PDF-")
    assert first != pdf_of(a_paper(*EVERY_BLOCK[:3]))


def test_fonts_are_embedded_and_none_is_the_systems():
    content = pdf_of(a_paper(*EVERY_BLOCK))
    assert content.count(b"/FontFile") >= 2
    assert b"LibertinusSerif" in content
    assert b"DejaVuSansMono" in content


def test_markdown_says_the_same():
    text = markdown_of(a_paper(*EVERY_BLOCK))
    assert "| pair \\| of aces | 5 to 1 |" in text
    assert "*No activity.*" in text
    assert "A♠ T♦ Jo: A joker and others" in text
    assert "- **Rules identity**: " + read("spanish-poker").sha256 in text


@pytest.mark.slow
def test_the_mathematics_report_holds_what_the_odds_say():
    loaded = read("spanish-poker")
    settings = MathematicsSettings(rounds=2_000, seats_seconds=0.0)
    text = markdown_of(mathematics_report(AskedPaper(loaded, DAY, "again", settings)))
    for wager, found in odds(loaded.rules).items():
        assert f"{float(found.house_edge) * 100:.4f}%" in text, wager
        for row in found.outcomes:
            assert f"{row.combinations:,}" in text
    assert "p = " in text and "seed 1" in text
    assert "| All required wagers | house edge | " in text
    assert "All required wagers and Gran Progressive" in text


def test_the_month_names_the_tie_rule_that_its_band_follows():
    theory = table_theory(read_text(THREE_CARDS))
    notes = [*theory_notes({DealtRules("three-cards", "", (), "hole fold"): theory})]
    assert "three-cards: where choices are worth the same, hole fold." in notes


def asked_of(game, rounds):
    return AskedPaper(read(game), DAY, "again", MathematicsSettings(rounds=rounds))


@pytest.mark.parametrize("game", ["dragon-tiger", "red-dog"])
def test_seats_that_see_the_same_cards_win_and_lose_alike(game):
    """With a decision too: the best play is the same for all, so nothing has to be sampled."""
    (told,) = full_table(asked_of(game, rounds=1000))
    assert "a correlation of 1 (exact)" in str(told)


def test_a_full_table_that_is_left_out_is_told():
    (told,) = full_table(asked_of("six-deck-blackjack", rounds=1000))
    assert "A full table is not" in str(told)


def test_a_full_table_that_is_solved_in_a_way_of_its_own_is_sampled():
    figures, told, bands = full_table(asked_of("casino-war", rounds=5000))
    assert "(sampled)" in str(figures) and "sampled over 5,000 rounds" in str(told)
    spread = float(figures["rows"][2][1])
    low, high = (float(end.replace(",", "")) for end in bands["rows"][0][3].split(" to "))
    assert high - low == pytest.approx(2 * 1.959964 * spread * 1000**0.5, abs=0.3)


def test_many_wagers_are_told_in_a_matrix_and_few_pair_by_pair():
    rules = read("dragon-tiger").rules
    moments = together(rules).moments
    covariance = float(moments.covariances["dragon", "tiger"])
    correlation = covariance / float(moments.variances["dragon"])
    pairs, *_ = between_wagers(rules, moments)
    assert ["Dragon and Tiger", f"{covariance:+.6f}", f"{correlation:+.4f}"] in pairs["rows"]
    matrix, *_ = between_wagers(rules, moments, most_pairs=0)
    assert matrix["rows"][0] == ["1 Dragon", "1", "", "", ""]
    assert matrix["rows"][1][:3] == ["2 Tiger", f"{correlation:+.3f}", "1"]


@pytest.mark.slow
def test_a_certificate_is_worked_out_again(capsys, tmp_path):
    key, paper = tmp_path / "key", tmp_path / "paper.json"
    assert run(capsys, "certify", "--new-key", str(key)).code == 0
    assert key.stat().st_mode & 0o077 == 0
    words = ("certify", "spanish-poker", "--date", "2026-11-16", "--out", str(paper))
    assert "signed" in run(capsys, *words, "--key", str(key)).out
    assert "every figure is the same here" in run(capsys, "certify", "--check", str(paper)).out
    text = paper.read_text()
    unsigned = json.loads(text)
    del unsigned["signature"]
    rest = {name: value for name, value in unsigned.items() if name != "key"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()
    paper.write_text(json.dumps({**unsigned, "digest": sha256(canonical).hexdigest()}))
    forged = run(capsys, "certify", "--check", str(paper))
    assert forged.code == 1 and "a key that has not signed it" in forged.out
    assert "signed by" not in forged.out.splitlines()[0]
    paper.write_text(text.replace('"made": "2026-11-16"', '"made": "2026-11-15"'))
    ran = run(capsys, "certify", "--check", str(paper))
    assert ran.code == 1 and "its signature does not fit" in ran.out
    run(capsys, *words)
    value = side_odds(read("spanish-poker").rules, "dos-pares").expected_value
    wrong = paper.read_text().replace(str(value), "-1/7")
    paper.write_text(wrong)
    ran = run(capsys, "certify", "--check", str(paper))
    assert ran.code == 1
    assert "its digest does not fit" in ran.out
    assert "dos-pares: expected_value differs" in ran.out


def test_a_certificate_with_the_ids_of_an_earlier_version_is_checked_by_its_pays(capsys, tmp_path):
    paper = tmp_path / "paper.json"
    run(capsys, "certify", "dragon-tiger", "--date", "2026-11-16", "--out", str(paper))
    now = json.loads(paper.read_text())
    now.pop("digest")

    def check(form: str, outcomes: list[list[object]]):
        earlier = json.loads(json.dumps({**now, "form": form}))
        earlier["wagers"]["tie"]["outcomes"] = outcomes
        canonical = json.dumps(earlier, sort_keys=True, separators=(",", ":")).encode()
        paper.write_text(json.dumps({**earlier, "digest": sha256(canonical).hexdigest()}))
        return run(capsys, "certify", "--check", str(paper))

    # An earlier version named these outcomes by the contest, and counted two losses apart.
    before = [["tie", "8", "0", 12896], ["lose", "-1", "0", 79872], ["win", "-1", "0", 79872]]
    assert "every figure is the same here" in check("feltworks certificate 1", before).out
    assert check("feltworks certificate 2", before).code == 1
    before[2][3] = 79871
    assert "tie: outcomes differs" in check("feltworks certificate 1", before).out
    assert "tie: outcomes differs" in check("feltworks certificate 1", [["tie"], 5]).out


def test_a_font_that_is_missing_is_named(monkeypatch, tmp_path):
    template = tmp_path / "paper.typ"
    text = writing.TEMPLATE.read_text(encoding="utf-8")
    template.write_text(text.replace("Libertinus Serif", "No Such Serif"), encoding="utf-8")
    monkeypatch.setattr(writing, "TEMPLATE", template)
    with pytest.raises(PaperError, match="no such serif"):
        pdf_of(a_paper(*EVERY_BLOCK))


def test_places_that_cannot_be_written_are_named_before_anything_is_worked_out(
    capsys, tmp_path, monkeypatch
):
    file, folder = tmp_path / "file", tmp_path / "folder.pdf"
    file.write_text("x")
    folder.mkdir()
    words = ("report", "spanish-poker", "--kind")
    assert "it is a folder" in refusal(capsys, *words, "rules", "--out", str(folder))
    assert "file" in refusal(capsys, *words, "packet", "--out", str(file / "packet"))
    monkeypatch.setattr("feltworks.reports.writing.os.access", lambda *_: False)
    shut = refusal(capsys, *words, "rules", "--out", str(tmp_path / "rules.pdf"))
    assert shut.endswith("cannot be written")


@pytest.mark.slow
def test_charts_are_the_same_bytes_and_set_in_the_papers_own_font():
    rows = [{"outcome": "win", "return": 0.5}, {"outcome": "lose", "return": -0.6}]
    first, second = (returns_svg(rows, "ante") for _ in range(2))
    assert first == second and "Libertinus Serif" in first and "Liberation" not in first
    block = chart("Where it comes from", first)
    assert 0 < block["width"] <= 490
    assert b"DejaVuSansMono" in pdf_of(a_paper(*EVERY_BLOCK, block))
    assert "*Chart: Where it comes from (in the PDF)*" in markdown_of(a_paper(block))


def test_mistakes_are_one_sentence(capsys, tmp_path):
    assert "there is no folder" in refusal(
        capsys, "report", "mini-tex", "--out", str(tmp_path / "no" / "x.pdf")
    )
    assert ".pdf or .md" in refusal(capsys, "report", "mini-tex", "--out", "x.doc")
    assert "did you mean 'mathematics'" in refusal(
        capsys, "report", "mini-tex", "--kind", "mathematic"
    )
    assert "--rounds 5" in refusal(capsys, "report", "mini-tex", "--rounds", "5")
    assert "name a game" in refusal(capsys, "certify")
    nothing = tmp_path / "x.json"
    nothing.write_text("{}")
    assert "is no certificate" in refusal(capsys, "certify", "--check", str(nothing))
    nothing.write_text('{"form": "feltworks certificate 2", "game": "x", "wagers": []}')
    assert "rules is missing or no str" in refusal(capsys, "certify", "--check", str(nothing))
    assert "no game" in refusal(capsys, "certify", "mini-tex", "--check", str(nothing))
