"""Kinds of records that more than one module knows, by the words that the books write."""

ROUND_OPENED = "round opened"
ROUND_HELD = "round held"
ROUND_SETTLED = "round settled"
ROUND_VOIDED = "round voided"
DECK_COMMITTED = "deck committed"
DECK_REVEALED = "deck revealed"
SHOE_REVEALED = "shoe revealed"
DECK_SHOWN = (DECK_REVEALED, SHOE_REVEALED)
SEEDS_ASKED = "seeds asked"
SEEDS_OPENED = "seeds opened"
CLOCK_ACCEPTED = "clock accepted"
BOOKS_RESTORED = "books restored"
OUTCOMES = {ROUND_SETTLED: "settled", ROUND_VOIDED: "voided"}
