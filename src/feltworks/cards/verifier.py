"""Check that a deck, or one card of it, is the one the house was bound to before any bet.

    python verifier.py DIGEST SALT "As Kd 7h ..." [SEAT:SEED ...]     a whole deck
    python verifier.py card DIGEST SLOTS SLOT CARD SALT [HASH ...]    one card and its proof
    python verifier.py seed SEAT:SEED HASH                            a player's seed and its hash
    python verifier.py order DIGEST SLOTS SEAT:SEED ...               the slots as they are dealt

The house shows DIGEST before any bet: the root of a Merkle tree over the slots of a shuffled deck.
All hashes are SHA-256 of ASCII text, every line ended by one line feed, numbers decimal, hashes and
salts 64 hexadecimal digits in lower case. Slots count from 0.

    a slot's salt   HMAC-SHA-256, key the deck's salt as 32 bytes, of "slot 0" (no line feed)
    a leaf          feltworks leaf 2 / the slot's number / the slot's salt / its card
    a node          feltworks node 2 / the hash on its left / the hash on its right
    the digest      feltworks shuffle 2 / how many slots / the topmost hash
    a seed's hash   feltworks seed 2 / the seat / the seed
    the key         feltworks order 2 / the digest / SEAT SEED, a line for each by rising seat
    block 0, 1 ...  feltworks block 2 / the key / the block's number

Leaves are paired from the left, and a hash that has no partner goes up as it is. The slots are
dealt in their order where nobody gave a seed. Else the bytes of the blocks, four at a time as a
number with the most significant first, exchange slot n - 1 with slot (number % n), for n from the
number of slots down to 2; a number that is not below the largest multiple of n in 2^32 is passed
over.

The first scheme hashed "feltworks shuffle 1", the salt and the cards in the order of the deal,
three lines in all; decks of that time are still checked. This file needs nothing but Python.
"""

import hashlib
import itertools
import re
import sys
import typing

Command = tuple[typing.Callable[..., str], int, str]
CARD = re.compile("[23456789TJQKA][cdhs]|Jo")
HEX = re.compile("[0-9a-f]{64}")
SEED = re.compile("[!-9;-~]{1,64}")


def text_hash(*lines: str) -> str:
    """The SHA-256 of lines of text, in hexadecimal digits."""
    return hashlib.sha256(("\n".join(lines) + "\n").encode("ascii")).hexdigest()


def digits(text: str, what: str) -> str:
    """64 hexadecimal digits; a `ValueError` names what should have been."""
    found = text.strip().lower()
    if not HEX.fullmatch(found):
        raise ValueError(f"the {what} must be 64 hexadecimal digits, not {found!r}")
    return found


def read_cards(text: str) -> list[str]:
    pieces = text.split()
    if not pieces:
        raise ValueError("there must be at least one card")
    for place, piece in enumerate(pieces, start=1):
        if not CARD.fullmatch(piece):
            raise ValueError(f"card {place} must read like As, Td or Jo, not {piece!r}")
    return pieces


# --- the tree ------------------------------------------------------------------------------------


def slot_salts(salt: str, slots: int) -> list[str]:
    """The salts of slots 0 to slots - 1."""
    # HMAC written out, which is quicker than calling Python's for each slot.
    key, sha256 = bytes.fromhex(salt).ljust(64, b"\0"), hashlib.sha256
    inner, outer = (bytes(byte ^ pad for byte in key) for pad in (0x36, 0x5C))
    texts = (b"slot %d" % slot for slot in range(slots))
    return [sha256(outer + sha256(inner + text).digest()).hexdigest() for text in texts]


def leaf_hash(slot: int, salt: str, card: str) -> str:
    return text_hash("feltworks leaf 2", str(slot), salt, card)


def leaf_hashes(salt: str, cards: list[str]) -> list[str]:
    sha256, salts = hashlib.sha256, slot_salts(salt, len(cards))
    return [
        sha256(f"feltworks leaf 2\n{slot}\n{salts[slot]}\n{card}\n".encode()).hexdigest()
        for slot, card in enumerate(cards)
    ]


def levels_of(leaves: list[str]) -> list[list[str]]:
    """The tree from the leaves up; the last level is the topmost hash."""
    sha256, levels = hashlib.sha256, [leaves]
    while len(level := levels[-1]) > 1:
        above = [
            sha256(f"feltworks node 2\n{left}\n{right}\n".encode()).hexdigest()
            for left, right in zip(level[::2], level[1::2], strict=False)
        ]
        levels.append(above + level[-1:] if len(level) % 2 else above)
    return levels


def proof_of(levels: list[list[str]], slot: int) -> list[str]:
    """The hashes that lead from a leaf to the top: its partner on every level that has one."""
    partners = [(level, (slot >> height) ^ 1) for height, level in enumerate(levels[:-1])]
    return [level[partner] for level, partner in partners if partner < len(level)]


def top_of(slots: int, slot: int, leaf: str, proof: list[str]) -> str:
    """The topmost hash of a tree in which that leaf has that proof."""
    hashes, left = list(proof), slots
    while left > 1:
        if slot ^ 1 < left:
            if not hashes:
                raise ValueError("the proof is too short")
            partner = hashes.pop(0)
            pair = (partner, leaf) if slot % 2 else (leaf, partner)
            leaf = text_hash("feltworks node 2", *pair)
        slot, left = slot // 2, (left + 1) // 2
    if hashes:
        raise ValueError("the proof is too long")
    return leaf


def root_of(slots: int, top: str) -> str:
    return text_hash("feltworks shuffle 2", str(slots), top)


def digest_of(salt: str, cards: str, scheme: int = 2) -> str:
    """The digest that the house must have shown for this salt and these cards."""
    salt, pieces = digits(salt, "salt"), read_cards(cards)
    if scheme == 1:
        return text_hash("feltworks shuffle 1", salt, " ".join(pieces))
    return root_of(len(pieces), levels_of(leaf_hashes(salt, pieces))[-1][0])


def card_fits(digest: str, slots: int, slot: int, card: str, salt: str, proof: list[str]) -> bool:
    """Whether that card lay in that slot of the deck behind a digest."""
    if not 0 <= slot < slots:
        raise ValueError(f"there is no slot {slot} among {slots}: they count from 0")
    leaf = leaf_hash(slot, digits(salt, "salt"), read_cards(card)[0])
    top = top_of(slots, slot, leaf, [digits(each, "proof") for each in proof])
    return root_of(slots, top) == digits(digest, "digest")


# --- the players' seeds --------------------------------------------------------------------------


def read_seed(text: str) -> tuple[int, str]:
    """A seat and its seed."""
    seat, _, seed = text.partition(":")
    if not re.fullmatch("[1-9][0-9]?", seat) or not SEED.fullmatch(seed):
        raise ValueError(f"a seed is written SEAT:SEED, at most 64 signs, not {text[:80]!r}")
    return int(seat), seed


def read_seeds(texts: list[str]) -> list[tuple[int, str]]:
    """Seeds by rising seat; each seat gives one."""
    seeds = sorted(read_seed(each) for each in texts)
    for (seat, _), (following, _) in itertools.pairwise(seeds):
        if seat == following:
            raise ValueError(f"seat {seat} is named twice: each seat gives one seed")
    return seeds


def seed_hash(seat: int, seed: str) -> str:
    """What a player sends before any seed is opened."""
    return text_hash("feltworks seed 2", str(seat), seed)


def slot_order(digest: str, slots: int, seeds: list[tuple[int, str]]) -> list[int]:
    """The slots in the order in which they are dealt; `seeds` are pairs of seat and seed."""
    order = list(range(slots))
    if not seeds:
        return order
    given = [f"{seat} {seed}" for seat, seed in sorted(seeds)]
    numbers = _numbers(text_hash("feltworks order 2", digest, *given))
    for n in range(slots, 1, -1):
        end = 2**32 // n * n
        number = next(drawn for drawn in numbers if drawn < end)
        order[n - 1], order[number % n] = order[number % n], order[n - 1]
    return order


def _numbers(key: str) -> typing.Iterator[int]:
    block = 0
    while True:
        drawn = bytes.fromhex(text_hash("feltworks block 2", key, str(block)))
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


# --- at the command line -------------------------------------------------------------------------


def check_deck(digest: str, salt: str, *rest: str) -> str:
    seeds = read_seeds([each for each in rest if ":" in each])
    cards = read_cards(" ".join(each for each in rest if ":" not in each))
    digest, text = digits(digest, "digest"), " ".join(cards)
    scheme = next((each for each in (2, 1) if digest_of(salt, text, each) == digest), None)
    if scheme is None:
        return f"NO MATCH: this salt and order give {digest_of(salt, text)}"
    if scheme == 1:
        return f"MATCH: these {len(cards)} cards were in this order when the digest was made."
    order = " ".join(cards[slot] for slot in slot_order(digest, len(cards), seeds))
    dealt = f" With these seeds they are dealt in this order: {order}" if seeds else ""
    return f"MATCH: these {len(cards)} cards lay in these slots when the digest was made.{dealt}"


def check_card(digest: str, slots: str, slot: str, card: str, salt: str, *proof: str) -> str:
    if not (slots.isdecimal() and slot.isdecimal()):
        raise ValueError("the number of slots and the slot are whole numbers")
    if card_fits(digest, int(slots), int(slot), card, salt, list(proof)):
        return f"MATCH: {card} lay in slot {slot} of {slots} when the digest was made."
    return f"NO MATCH: {card} did not lie in slot {slot} of the deck behind this digest."


def check_seed(seed: str, hash: str) -> str:
    found = seed_hash(*read_seed(seed))
    if found == digits(hash, "hash"):
        return "MATCH: this seed has that hash."
    return f"NO MATCH: this seed has the hash {found}"


def tell_order(digest: str, slots: str, *seeds: str) -> str:
    if not slots.isdecimal() or not 1 <= int(slots) <= 10_000:
        raise ValueError("the number of slots is a whole number from 1 to 10000")
    given = read_seeds(list(seeds))
    return " ".join(map(str, slot_order(digits(digest, "digest"), int(slots), given)))


COMMANDS: dict[str, Command] = {
    "card": (check_card, 5, "card DIGEST SLOTS SLOT CARD SALT [HASH ...]"),
    "seed": (check_seed, 2, "seed SEAT:SEED HASH"),
    "order": (tell_order, 2, "order DIGEST SLOTS SEAT:SEED ..."),
}
DECK: Command = (check_deck, 3, 'DIGEST SALT "As Kd 7h ..." [SEAT:SEED ...]')


def main(arguments: list[str]) -> int:
    """0 when they fit, 1 when they do not, 2 when the question cannot be read."""
    word = arguments[0] if arguments else ""
    check, least, usage = COMMANDS.get(word, DECK)
    given = arguments[1:] if word in COMMANDS else arguments
    if len(given) < least or (word == "seed" and len(given) > least):
        print(f"usage: python verifier.py {usage}", file=sys.stderr)
        return 2
    try:
        verdict = check(*given)
    except ValueError as error:
        print(f"cannot check: {error}", file=sys.stderr)
        return 2
    print(verdict)
    return int(verdict.startswith("NO MATCH"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
