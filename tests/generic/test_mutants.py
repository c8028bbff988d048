"""No rules file ends in a traceback: as many changed files as fit in twenty seconds."""

import time
import tomllib

from bench import mutate
from bench._mutants import mutant

SECONDS = 20
SEED = 36


def test_no_changed_file_ends_in_a_traceback(tmp_path):
    """`python -m bench mutate --seed 36` runs more of the same files, without a clock."""
    until = time.monotonic() + SECONDS
    tally = mutate.run(range(mutate.FILES), SEED, tmp_path, until=until)
    assert not tally.findings, "\n".join(map(str, tally.findings))
    assert tally.files and tally.ends["check", "answered"]


def test_a_file_follows_from_its_seed_and_number_and_is_what_its_text_says():
    for number in range(12):
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
