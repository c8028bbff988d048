"""What `make gate` measures: the sources of a commit, and when a version counts as worse."""

import subprocess

import pytest
from bench import gate

ROOT = gate.ROOT


@pytest.mark.parametrize(
    ("base", "this", "worse"),
    [
        ([2.0, 2.0, 2.1], [2.1, 2.1, 2.3], False),
        ([2.0, 2.0, 2.1], [2.3, 2.3, 2.5], True),
        # Measurements of one version that lie as far apart say nothing.
        ([2.0, 2.5, 2.9], [2.3, 2.3, 2.5], False),
        ([2.0, 2.0], [1.0, 1.0], False),
    ],
)
def test_a_version_is_worse_beyond_a_tenth_and_beyond_the_noise(base, this, worse):
    assert gate.is_worse(base, this) is worse


@pytest.mark.slow
def test_sources_of_a_commit_are_gone_afterwards_whatever_happens():
    if subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("the sources are not in a Git repository")
    with pytest.raises(KeyboardInterrupt), gate.sources_of("HEAD") as sources:
        assert (sources / "feltworks" / "__init__.py").is_file()
        raise KeyboardInterrupt
    assert not sources.parent.exists()
    with pytest.raises(SystemExit, match="no-such-commit"), gate.sources_of("no-such-commit"):
        pass


def test_games_are_named_as_in_the_answer_book():
    assert gate._game("mini-tex") == gate._game("mini-tex/odds") == "mini-tex"
    assert gate._game("aces-raise") == str(ROOT / "tests/rules/games/aces-raise.toml")
