"""Commit, reveal, verify: in the package, and by the one file a stranger runs."""

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import (
    CommitmentError,
    commit,
    deck,
    join_cards,
    parse_cards,
    shuffle_for_play,
    verify,
)
from feltworks.cards import verifier as verifier_module

HERE = Path(__file__).parent
VERIFIER = Path(verifier_module.__file__)
GUIDE = HERE.parents[1] / "docs" / "verify-a-shuffle.md"
VECTORS = tomllib.loads((HERE / "commitment_vectors.toml").read_text("utf-8"))["vector"]
SALT = "00112233445566778899aabbccddeeff" * 2

vectors = pytest.mark.parametrize("vector", VECTORS, ids=[v["says"] for v in VECTORS])
orders = st.permutations(deck("spanish-41").cards)


@pytest.fixture
def stranger(tmp_path: Path):
    """Runs a copy of the verifier where Feltworks is not to be found."""
    copy = shutil.copy(VERIFIER, tmp_path / "verifier.py")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", str(copy), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    return run


@vectors
def test_vectors_hold_in_the_package(vector):
    order = parse_cards(vector["cards"])
    assert verify(vector["digest"], vector["salt"], order) is vector["fits"]
    assert (commit(order, vector["salt"]).digest == vector["digest"]) is vector["fits"]


@vectors
def test_vectors_hold_for_the_file_run_alone(vector, stranger):
    ran = stranger(vector["digest"], vector["salt"], vector["cards"])
    assert ran.returncode == (0 if vector["fits"] else 1)
    assert ran.stdout.startswith("MATCH" if vector["fits"] else "NO MATCH")
    assert ran.stderr == ""


def test_the_vectors_include_ones_that_fit_and_ones_that_do_not():
    assert {vector["fits"] for vector in VECTORS} == {True, False}


def test_the_verifier_is_short_and_imports_only_the_standard_library():
    source = VERIFIER.read_text("utf-8")
    imported = {
        name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(source)))
    assert imported and imported <= sys.stdlib_module_names
    assert len(source.splitlines()) <= 80


def test_the_verifier_takes_cards_unquoted_and_digits_in_either_case(stranger):
    digest = commit(parse_cards("As Kd"), SALT).digest
    assert stranger(digest.upper(), SALT.upper(), "As", "Kd").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "usage"),
        (["0" * 64, SALT], "usage"),
        (["0" * 63, SALT, "As"], "the digest must be 64 hexadecimal digits"),
        (["0" * 64, SALT + "0", "As"], "the salt must be 64 hexadecimal digits"),
        (["0" * 64, "g" * 64, "As"], "the salt must be 64 hexadecimal digits"),
        (["0" * 64, SALT, ""], "at least one card"),
        (["0" * 64, SALT, "As 10d"], "card 2 must read like As, Td or Jo, not '10d'"),
        (["0" * 64, SALT, "As,Kd"], "card 1 must read like"),
        (["0" * 64, SALT, "A♠"], "card 1 must read like"),
    ],
)
def test_a_question_that_cannot_be_read_is_told_why(arguments, says, stranger):
    ran = stranger(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert says in ran.stderr and len(ran.stderr.splitlines()) == 1


@given(orders)
def test_what_was_committed_is_what_is_revealed_and_it_fits(order):
    promise = commit(order)
    shown = promise.reveal()
    assert shown.order == tuple(order)
    assert verify(promise.digest, shown.salt, shown.order)


@given(orders, st.integers(0, 40), st.integers(0, 40))
def test_no_two_cards_can_change_places_afterwards(order, i, j):
    promise = commit(order)
    changed = list(order)
    changed[i], changed[j] = changed[j], changed[i]
    assert verify(promise.digest, promise.reveal().salt, changed) is (i == j)


def test_the_same_order_twice_gives_digests_that_do_not_show_it():
    order = deck("standard-52").cards
    first, second = commit(order), commit(order)
    assert first.digest != second.digest and first.reveal().salt != second.reveal().salt
    assert len(bytes.fromhex(first.reveal().salt)) == 32


def test_a_logged_commitment_gives_nothing_away():
    promise = commit(shuffle_for_play(deck("standard-52")).order)
    logged = repr(promise) + str(promise)
    assert promise.digest in logged
    assert promise.reveal().salt not in logged
    assert "Card" not in logged and join_cards(promise.reveal().order[:2]) not in logged


@pytest.mark.parametrize("salt", ["", "00", "z" * 64, SALT + "\n00"])
def test_a_salt_is_sixty_four_digits(salt: str):
    with pytest.raises(CommitmentError, match="the salt must be 64 hexadecimal digits"):
        commit(parse_cards("As"), salt)
    with pytest.raises(CommitmentError, match="the salt must be 64 hexadecimal digits"):
        verify("0" * 64, salt, parse_cards("As"))


def test_a_digest_that_is_none_and_an_empty_deck_are_refused():
    with pytest.raises(CommitmentError, match="the digest must be 64"):
        verify("none", SALT, parse_cards("As"))
    with pytest.raises(CommitmentError, match="at least one card"):
        commit([])


def guide_commands(first_word: str) -> list[str]:
    return [
        block.strip()
        for block in GUIDE.read_text("utf-8").split("```")[1::2]
        for block in [block.removeprefix("sh\n")]
        if block.startswith(first_word)
    ]


def test_the_commands_of_the_guide_work_as_printed(tmp_path: Path):
    shutil.copy(VERIFIER, tmp_path / "verifier.py")
    (tmp_path / "python").symlink_to(sys.executable)
    path = {"PATH": f"{tmp_path}:/usr/local/bin:/usr/bin:/bin"}

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-c", command],
            capture_output=True,
            text=True,
            env=path,
            cwd=tmp_path,
            check=False,
        )

    (fits, fails), (by_hand,) = guide_commands("python verifier.py"), guide_commands("printf")
    assert run(fits).stdout.startswith("MATCH") and run(fits).returncode == 0
    assert run(fails).stdout.startswith("NO MATCH") and run(fails).returncode == 1
    if shutil.which("sha256sum"):
        assert run(by_hand).stdout.split()[0] == fits.split()[2]
