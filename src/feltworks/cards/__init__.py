"""Cards, decks as data, fair shuffles and proof that they were fair."""

from feltworks.cards.card import JOKER, SEALED, Card, join_cards, parse_cards
from feltworks.cards.commitment import (
    Commitment,
    CommitmentError,
    Opening,
    Reveal,
    commit,
    read_secret,
    verify,
    verify_card,
)
from feltworks.cards.deckchecks import DeckError
from feltworks.cards.decks import Deck, deck, deck_ids
from feltworks.cards.notation import RANK_WORDS, RANKS, SUIT_SYMBOLS, SUIT_WORDS, SUITS, CardError
from feltworks.cards.randomness import (
    ByteSource,
    HouseRandomness,
    RandomnessError,
    SeededRandomness,
)
from feltworks.cards.sealed import SealedDeck, read_sealed, sealed
from feltworks.cards.seeds import PlayerSeed, SeedError, player_seed, read_player_seed, slot_order
from feltworks.cards.shuffling import (
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
    "SEALED",
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
    "HouseRandomness",
    "Opening",
    "PlayerSeed",
    "RandomnessError",
    "Reveal",
    "SealedDeck",
    "SeedError",
    "SeededRandomness",
    "Shuffle",
    "below",
    "commit",
    "deck",
    "deck_ids",
    "join_cards",
    "parse_cards",
    "permutation",
    "player_seed",
    "read_player_seed",
    "read_sealed",
    "read_secret",
    "sealed",
    "shuffle",
    "shuffle_for_play",
    "shuffle_from_seed",
    "slot_order",
    "verify",
    "verify_card",
]
