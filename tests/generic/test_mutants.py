"""No rules file ends in a traceback: a few changed files, which every run takes."""

import tomllib

import pytest
from bench import mutate
from bench._mutants import mutant

SEED = 36
FILES = (0, 1, 2, 3, 5, 6, 8, 9, 10, 13)
"""Half of them go through every command; those that are left out take seconds each."""


@pytest.mark.slow
def test_no_changed_file_ends_in_a_traceback(tmp_path):
    """`python -m bench mutate --seed 36` runs 2,000 files of the same kind."""
    tally = mutate.run(FILES, SEED, tmp_path)
    assert not tally.findings, "\n".join(map(str, tally.findings))
    assert tally.files == len(FILES)
    assert {command for command, end in tally.ends if end == "answered"} == {
        *("check", "odds", "strategy", "simulate", "report", "play"),
    }


@pytest.mark.slow
def test_a_file_follows_from_its_seed_and_number_and_is_what_its_text_says():
    for number in range(3):
        made = mutant(5, number)
        assert made.text == mutant(5, number).text
        assert tomllib.loads(made.text) == made.document
    assert mutant(5, 0).text != mutant(6, 0).text


def test_an_error_that_is_not_the_products_own_is_printed_with_seed_and_file(tmp_path, monkeypatch):
    def fault():
        raise KeyError("points")

    monkeypatch.setattr("feltworks.cli.main", fault)
    monkeypatch.setattr(mutate, "_is_long", lambda file, whole_deck: True)
    (finding,) = mutate.run([3], 7, tmp_path).findings
    assert "KeyError: 'points'" in str(finding) and "--seed 7 --only 3" in str(finding)
    assert str(finding.path) in str(finding) and finding.path.read_text("utf-8")
