"""Cards, decks as data, fair shuffles and proof that they were fair."""

from feltworks.cards.card import JOKER, Card, join_cards, parse_cards
from feltworks.cards.commitment import (
    Commitment,
    CommitmentError,
    Reveal,
    commit,
    read_secret,
    verify,
)
from feltworks.cards.deckchecks import DeckError, DeckMistake
from feltworks.cards.decks import Deck, deck, deck_ids
from feltworks.cards.notation import (
    RANK_WORDS,
    RANKS,
    SUIT_SYMBOLS,
    SUIT_WORDS,
    SUITS,
    CardError,
)
from feltworks.cards.randomness import (
    ByteSource,
    HouseRandomness,
    RandomnessError,
    SeededRandomness,
)
from feltworks.cards.shuffling import (
    Origin,
    Shuffle,
    below,
    permutation,
    shuffle,
    shuffle_for_play,
    shuffle_from_seed,
)

__all__ = [
    "JOKER",
    "RANKS",
    "RANK_WORDS",
    "SUITS",
    "SUIT_SYMBOLS",
    "SUIT_WORDS",
    "ByteSource",
    "Card",
    "CardError",
    "Commitment",
    "CommitmentError",
    "Deck",
    "DeckError",
    "DeckMistake",
    "HouseRandomness",
    "Origin",
    "RandomnessError",
    "Reveal",
    "SeededRandomness",
    "Shuffle",
    "below",
    "commit",
    "deck",
    "deck_ids",
    "join_cards",
    "parse_cards",
    "permutation",
    "read_secret",
    "shuffle",
    "shuffle_for_play",
    "shuffle_from_seed",
    "verify",
]
