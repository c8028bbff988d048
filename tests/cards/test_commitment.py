"""Commit, reveal, verify: in the package, and by the one file a stranger runs."""

import ast
import pickle
import shutil
import subprocess
import sys
import timeit
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import (
    JOKER,
    SEALED,
    Card,
    CardError,
    CommitmentError,
    Opening,
    PlayerSeed,
    Reveal,
    SealedDeck,
    SeedError,
    commit,
    deck,
    join_cards,
    parse_cards,
    player_seed,
    read_player_seed,
    read_sealed,
    read_secret,
    sealed,
    shuffle_for_play,
    slot_order,
    verify,
    verify_card,
)
from feltworks.cards import verifier as verifier_module

HERE = Path(__file__).parent
VERIFIER = Path(verifier_module.__file__)
GUIDE = HERE.parents[1] / "docs" / "verify-a-shuffle.md"
GIVEN = tomllib.loads((HERE / "commitment_vectors.toml").read_text("utf-8"))
VECTORS, DECKS, CARDS, SEEDS = (GIVEN[kind] for kind in ("vector", "deck", "card", "seed"))
SALT = "00112233445566778899aabbccddeeff" * 2

vectors = pytest.mark.parametrize("vector", VECTORS, ids=[v["says"] for v in VECTORS])
decks = pytest.mark.parametrize("vector", DECKS, ids=[v["says"] for v in DECKS])
opened_cards = pytest.mark.parametrize("vector", CARDS, ids=[v["says"] for v in CARDS])
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
    reveal = Reveal(vector["salt"], order, scheme=1)
    assert verify(vector["digest"], reveal) is vector["fits"]
    assert (reveal.digest == vector["digest"]) is vector["fits"]
    assert not verify(vector["digest"], Reveal(vector["salt"], order))


@vectors
def test_vectors_hold_for_the_file_run_alone(vector, stranger):
    ran = stranger(vector["digest"], vector["salt"], vector["cards"])
    assert ran.returncode == (0 if vector["fits"] else 1)
    assert ran.stdout.startswith("MATCH" if vector["fits"] else "NO MATCH")
    assert ran.stderr == ""


def test_the_vectors_include_ones_that_fit_and_ones_that_do_not():
    assert {vector["fits"] for vector in VECTORS} == {True, False}
    assert {vector["fits"] for vector in CARDS} == {True, False}


def seeds_of(vector) -> list[PlayerSeed]:
    pairs = (each.split(":") for each in vector["seeds"])
    return [player_seed(int(seat), seed) for seat, seed in pairs]


@decks
def test_decks_with_seeds_hold_in_the_package(vector):
    promise = commit(parse_cards(vector["cards"]), vector["salt"])
    reveal, seeds = promise.reveal(), seeds_of(vector)
    assert promise.digest == vector["digest"]
    assert verify(promise.digest, reveal)
    assert " ".join(map(str, reveal.slots_dealt(seeds))) == vector["order"]
    assert join_cards(reveal.dealt(seeds)) == vector["dealt"]


@pytest.mark.slow
@decks
def test_decks_with_seeds_hold_for_the_file_run_alone(vector, stranger):
    whole = stranger(vector["digest"], vector["salt"], vector["cards"], *vector["seeds"])
    assert whole.returncode == 0 and whole.stdout.startswith("MATCH")
    if vector["seeds"]:
        assert whole.stdout.rstrip().endswith(vector["dealt"])
    slots = str(len(vector["cards"].split()))
    order = stranger("order", vector["digest"], slots, *vector["seeds"])
    assert (order.returncode, order.stdout.strip()) == (0, vector["order"])


@opened_cards
def test_single_cards_hold_in_the_package_and_for_the_file_run_alone(vector, stranger):
    card, proof = Card.parse(vector["card"]), tuple(vector["proof"])
    opening = Opening(vector["slots"], 0, vector["slot"], card, vector["salt"], proof)
    assert verify_card(vector["digest"], opening) is vector["fits"]
    where = (str(vector["slots"]), str(vector["slot"]))
    ran = stranger("card", vector["digest"], *where, vector["card"], vector["salt"], *proof)
    assert ran.returncode == (0 if vector["fits"] else 1)
    assert ran.stdout.startswith("MATCH" if vector["fits"] else "NO MATCH")


@pytest.mark.slow
def test_seeds_hold_in_the_package_and_for_the_file_run_alone(stranger):
    for vector in SEEDS:
        given = player_seed(vector["seat"], vector["seed"])
        assert given.hash == vector["hash"]
        written = f"{vector['seat']}:{vector['seed']}"
        assert stranger("seed", written, vector["hash"]).returncode == 0
        assert stranger("seed", f"9:{vector['seed']}", vector["hash"]).returncode == 1


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
    assert len(source.splitlines()) <= 260


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
        (["0" * 64, SALT, "As", "2:a", "2:b"], "seat 2 is named twice"),
        (["order", "0" * 64, "52", "2:a", "3:c", "2:a"], "seat 2 is named twice"),
        (["0" * 64, SALT, "As", "100:x"], "a seed is written SEAT:SEED"),
        (["card", "0" * 64, "52"], "usage"),
        (["card", "0" * 64, "52", "52", "As", SALT], "there is no slot 52 among 52"),
        (["card", "0" * 64, "52", "x", "As", SALT], "whole numbers"),
        (["card", "0" * 64, "2", "0", "As", SALT], "the proof is too short"),
        (["card", "0" * 64, "1", "0", "As", SALT, "0" * 64], "the proof is too long"),
        (["card", "0" * 64, "2", "0", "As", SALT, "zz"], "the proof must be 64"),
        (["seed", "1:a b", "0" * 64], "a seed is written SEAT:SEED"),
        (["order", "0" * 64, "many", "1:x"], "the number of slots is a whole number"),
    ],
)
def test_a_question_that_cannot_be_read_is_told_why(arguments, says, stranger):
    ran = stranger(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert says in ran.stderr and len(ran.stderr.splitlines()) == 1


@pytest.mark.slow
@given(orders)
def test_what_was_committed_is_what_is_revealed_and_it_fits(order):
    promise = commit(order)
    shown = promise.reveal()
    assert shown.order == tuple(order)
    assert verify(promise.digest, shown)


@pytest.mark.slow
@given(orders, st.integers(0, 40), st.integers(0, 40))
def test_no_two_cards_can_change_places_afterwards(order, i, j):
    promise = commit(order)
    changed = list(order)
    changed[i], changed[j] = changed[j], changed[i]
    assert verify(promise.digest, Reveal(promise.reveal().salt, tuple(changed))) is (i == j)


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
        verify("0" * 64, Reveal(salt, parse_cards("As")))


def test_a_digest_that_is_none_and_an_empty_deck_are_refused():
    with pytest.raises(CommitmentError, match="the digest must be 64"):
        verify("none", Reveal(SALT, parse_cards("As")))
    with pytest.raises(CommitmentError, match="at least one card"):
        commit([])
    with pytest.raises(CommitmentError, match="at least one card"):
        verify("0" * 64, Reveal(SALT, ()))


def test_every_card_is_written_as_the_verifier_reads_it():
    cards = (*deck("standard-52").cards, JOKER)
    assert verifier_module.read_cards(join_cards(cards)) == [str(card) for card in cards]


seed_texts = st.text(
    st.sampled_from([chr(n) for n in range(33, 127) if chr(n) != ":"]), min_size=1, max_size=64
)
seats = st.integers(1, 99)


@pytest.mark.slow
@given(orders, st.dictionaries(seats, seed_texts, max_size=5), st.sets(st.integers(0, 40)))
def test_every_card_opens_singly_and_no_other_card_does(order, given_seeds, places):
    promise = commit(order)
    seeds = [player_seed(seat, seed) for seat, seed in given_seeds.items()]
    dealt = promise.reveal().dealt(seeds)
    assert sorted(map(str, dealt)) == sorted(map(str, order))
    for place, opening in zip(places, promise.reveal().openings(places, seeds), strict=True):
        assert (opening.place, opening.card) == (place, dealt[place])
        assert verify_card(promise.digest, opening)
        other = next(card for card in order if card is not opening.card)
        false = Opening(41, place, opening.slot, other, opening.salt, opening.proof)
        assert not verify_card(promise.digest, false)


@pytest.mark.slow
@given(orders, st.dictionaries(seats, seed_texts, max_size=3), st.sets(st.integers(0, 40)))
def test_a_sealed_deck_tells_the_open_cards_and_fits_the_digest(order, given_seeds, places):
    promise = commit(order)
    seeds = [player_seed(seat, seed) for seat, seed in given_seeds.items()]
    told = sealed(promise.reveal(), places, seeds)
    dealt = promise.reveal().dealt(seeds)
    assert told.digest == promise.digest and told.wrong_slot is None
    assert told.dealt(seeds) == tuple(
        card if place in places else None for place, card in enumerate(dealt)
    )
    assert read_sealed(told.leaves, told.opened_lines) == told
    if places:
        slot, (card, salt) = next(iter(told.opened.items()))
        other = next(each for each in order if each is not card)
        assert SealedDeck(told.leaves, {slot: (other, salt)}).wrong_slot == slot


@pytest.mark.parametrize(
    ("leaves", "opened"),
    [
        ([], []),
        (["xx"], []),
        ([1], []),
        (["0" * 64], ["1 As " + SALT]),
        (["0" * 64], ["0 Zz " + SALT]),
        (["0" * 64], ["0 As"]),
        (["0" * 64], ["0 As " + SALT] * 2),
    ],
)
def test_what_is_no_sealed_deck_is_refused(leaves, opened):
    with pytest.raises(CommitmentError):
        read_sealed(leaves, opened)


def test_without_an_opened_seed_the_slots_are_dealt_as_they_lie():
    withheld = PlayerSeed(1, "0" * 64)
    assert slot_order("0" * 64, 52, []) == tuple(range(52))
    assert slot_order("0" * 64, 52, [withheld]) == tuple(range(52))
    assert slot_order("0" * 64, 52, [player_seed(1, "x")]) != tuple(range(52))


def test_every_order_of_four_slots_comes_about_equally_often():
    found = Counter(slot_order("ab" * 32, 4, [player_seed(1, str(n))]) for n in range(4800))
    assert len(found) == 24
    # 23 degrees of freedom: above 49.7 once in a thousand times, and these seeds are fixed.
    assert sum((count - 200) ** 2 / 200 for count in found.values()) < 49.7


def test_a_seed_is_held_to_its_hash_and_told_in_one_line():
    given_seed = player_seed(3, "lucky")
    assert read_player_seed(given_seed.line) == given_seed
    withheld = PlayerSeed(3, given_seed.hash)
    assert withheld.line.endswith(" not opened") and read_player_seed(withheld.line) == withheld
    with pytest.raises(SeedError, match="does not fit the hash"):
        PlayerSeed(4, given_seed.hash, "lucky")
    for wrong in ("a b", "", "x" * 65, "a:b", "ä"):
        with pytest.raises(SeedError, match="1 to 64"):
            player_seed(1, wrong)
    for line in ("", "3", "3 xx lucky", f"0 {given_seed.hash} lucky"):
        with pytest.raises(SeedError):
            read_player_seed(line)
    assert player_seed(1).seed != player_seed(1).seed


@pytest.mark.slow
@given(orders)
def test_a_secret_is_read_back_and_what_is_none_is_refused(order):
    promise = commit(order)
    again = read_secret(promise.secret())
    assert (again.digest, again.reveal()) == (promise.digest, promise.reveal())
    for wrong in ("", promise.secret() + " Zz", promise.secret()[10:]):
        with pytest.raises(CommitmentError, match="not the secret of a deck"):
            read_secret(wrong)


def test_a_sealed_card_is_no_card_of_any_text():
    assert str(SEALED) == "??" and SEALED.in_words == "sealed card"
    assert Card("?", "?") is SEALED and pickle.loads(pickle.dumps(SEALED)) is SEALED
    with pytest.raises(CardError):
        parse_cards("??")


def test_a_deck_is_committed_to_in_a_fraction_of_a_millisecond():
    order = deck("standard-52").cards
    took = min(timeit.repeat(lambda: commit(order, SALT), number=20, repeat=20)) / 20
    assert took < 0.001, "about 0.2 ms alone on a machine of 2024; the rest is for busy ones"


@pytest.mark.slow
def test_the_commands_of_the_guide_work_as_printed(tmp_path: Path):
    shutil.copy(VERIFIER, tmp_path / "verifier.py")
    (tmp_path / "python").symlink_to(sys.executable)
    path = {"PATH": f"{tmp_path}:/usr/local/bin:/usr/bin:/bin"}
    blocks = GUIDE.read_text("utf-8").split("```")[1::2]
    pairs = list(zip(blocks[::2], blocks[1::2], strict=True))
    assert len(pairs) >= 8
    for command, answer in pairs:
        assert command.startswith("sh\n") and answer.startswith("text\n")
        needed = {"sha256sum", "openssl"} & set(command.split())
        if not all(shutil.which(tool) for tool in needed):
            continue
        ran = subprocess.run(
            ["sh", "-c", command.removeprefix("sh\n")],
            capture_output=True,
            text=True,
            env=path,
            cwd=tmp_path,
            check=False,
        )
        assert ran.stdout.strip() == answer.removeprefix("text\n").strip()
        assert ran.returncode == int(answer.startswith("text\nNO MATCH"))
