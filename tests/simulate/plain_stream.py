"""The random stream and the cards drawn from it in plain Python: the twins of the kernels."""

from feltworks.simulate.dealing import CARDS_A_WORD, LOW, WORDS

MULTIPLY = (0xD2511F53, 0xCD9E8D57)
STEP = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10


def philox(counter, key):
    """The four words of one counter, in plain Python."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        even, odd = MULTIPLY[0] * c0, MULTIPLY[1] * c2
        c0, c1, c2, c3 = odd >> 32 ^ c1 ^ k0, odd & LOW, even >> 32 ^ c3 ^ k1, even & LOW
        k0, k1 = k0 + STEP[0] & LOW, k1 + STEP[1] & LOW
    return c0, c1, c2, c3


def plain_draw(seed, number, deck, cards):
    """The cards of one round in the order in which they are drawn, in plain Python."""
    pool = list(range(deck))
    drawn = []
    for word in range(-(-cards // CARDS_A_WORD)):
        count = min(CARDS_A_WORD, cards - len(drawn))
        for place in _plain_places(seed, number, word, len(pool), count):
            drawn.append(pool[place])
            pool[place] = pool[-1]
            pool.pop()
    return drawn


def _plain_places(seed, number, word, left, count):
    attempt, ways = 0, 1
    for taken in range(count):
        ways *= left - taken
    while True:
        counter = (number & LOW, number >> 32, word // WORDS, attempt)
        rest = philox(counter, (seed & LOW, seed >> 32))[word % WORDS]
        places = []
        for taken in range(count):
            place, rest = divmod(rest * (left - taken), 1 << 32)
            places.append(place)
        if rest >= (1 << 32) % ways:
            return places
        attempt += 1
