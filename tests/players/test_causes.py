"""The causes behind the coach's values, held against hands looked at one by one and the values."""

import re
from itertools import combinations

import pytest
from tests.ask.coach import SAMPLE_SAYS, BlackjackCoach, causes, causes_of_exchange
from tests.ask.rules import EXAMPLES_DIR, Handbook, load

from feltworks.cards import parse_cards


def figures(line):
    return [float(found) for found in re.findall(r"([\d.]+)%", line)]


@pytest.fixture(scope="module")
def three_cards():
    return load(EXAMPLES_DIR / "three-card-poker.toml")


def test_what_beats_a_hand_is_counted_over_every_hand_the_dealer_may_have(three_cards):
    book, own = Handbook(three_cards), parse_cards("Qs 9h 9d")
    # With most of the deck known to be gone the dealer's hands can be looked at one by one.
    gone = [card for card in book.deck.cards if card not in own and card.suit in "cd"]
    left = [card for card in book.deck.cards if card not in {*own, *gone}]
    value = book.held("player", {"cards": own}).value
    test = book.test("dealer", three_cards.contests["main"].qualifies)
    dealt = [book.held("dealer", {"dealer": cards}) for cards in combinations(left, 3)]
    wanted = [
        sum(held.value > value for held in dealt),
        sum(held.value == value for held in dealt),
        sum(held.value < value for held in dealt),
        sum(not test.matches(held.value, held.cards) for held in dealt),
    ]
    first, second = causes(three_cards, "play", {"cards": own}, gone=gone)
    assert first.startswith("You hold a pair of nines")
    assert figures(first) == [round(100 * each / len(dealt), 1) for each in wanted]
    assert second.startswith("What beats you: ")
    assert sum(figures(second)) == pytest.approx(figures(first)[0], abs=0.3)


def test_what_a_hand_may_become_is_told_before_all_cards_are_out():
    told = causes(
        load("mini-tex"),
        "flop",
        {"hole": parse_cards("9s 9d"), "community": parse_cards("2c Kh")},
    )
    assert told[0].startswith("By the end you are ahead of the dealer in ")
    assert sum(figures(told[0])[:3]) == pytest.approx(100, abs=0.11)
    # Of the 48 cards left two make three of a kind.
    assert f"three of a kind {100 * 2 / 48:.1f}%" in told[1]
    assert SAMPLE_SAYS not in told


@pytest.mark.slow
def test_a_sample_says_so_and_answers_the_same_again():
    mini_tex, zones = load("mini-tex"), {"hole": parse_cards("As Kd")}
    told = causes(mini_tex, "hole", zones)
    assert told[-1] == SAMPLE_SAYS and told == causes(mini_tex, "hole", zones)


def test_a_game_against_a_pay_table_tells_what_the_hand_becomes():
    rules = load(EXAMPLES_DIR / "let-it-ride.toml")
    (told,) = causes(rules, "first-card", {"cards": parse_cards("Js Th Jd")})
    # 49 cards are left for two places; a jack of two among them makes three of a kind or better.
    assert told.startswith("You end with: pair ") and sum(figures(told)) == pytest.approx(100)


def test_a_hand_that_may_still_be_changed_is_not_told_as_it_lies():
    rules = load(EXAMPLES_DIR / "jacks-or-better.toml")
    stage = next(each.id for each in rules.stages if each.decide)
    own = {"cards": parse_cards("Js Th Jd 2c 3c")}
    assert causes(rules, stage, own) == ()
    ways = [parse_cards("Th 2c 3c"), parse_cards("Th Jd 2c 3c")]
    best, becomes, other = causes_of_exchange(rules, stage, own, ways)
    assert best == "Giving up Th 2c 3c is best."
    # Of the 16,215 ways to draw three cards 1,854 make no more than three of a kind.
    assert becomes.startswith("You end with: pair ") and "three of a kind 11.4%" in becomes
    assert sum(figures(becomes)) == pytest.approx(100, abs=0.3)
    assert other.startswith("Giving up Th Jd 2c 3c instead: You end with: ")


def test_against_a_dealer_the_coach_says_what_an_exchange_leads_to():
    rules = load(EXAMPLES_DIR / "oasis-poker.toml")
    stage = next(each.id for each in rules.stages if each.decide)
    own = {"cards": parse_cards("Js Th 9d 8c 2c"), "dealer": parse_cards("4h")}
    ways = [parse_cards("2c"), ()]
    told = causes_of_exchange(rules, stage, own, ways)
    assert told[0] == "Giving up 2c is best."
    assert any("ahead of the dealer" in line for line in told)
    # Eight of the 46 cards left make the straight.
    (straight,) = re.findall(r"straight ([\d.]+)%", next(x for x in told if "You end" in x))
    assert float(straight) == pytest.approx(100 * 8 / 46, abs=0.3) and SAMPLE_SAYS in told
    assert told[-1].startswith("Keeping every card instead: You hold ")


@pytest.mark.slow
def test_a_shoe_of_six_decks_is_dealt_from_to_its_last_card():
    """Six decks have more cards than a byte counts; and what is decided is not told again."""
    rules = load(EXAMPLES_DIR / "casino-war.toml")
    kings = {"card": parse_cards("Kh"), "dealer": parse_cards("Ks")}
    told = causes(rules, "tie", kings)
    assert told[0].startswith("By the end you are ahead of the dealer in ")
    # 310 cards are left: 22 kings, and 24 of each other rank.
    level = 100 * (12 * 24 * 23 + 22 * 21) / (310 * 309)
    assert SAMPLE_SAYS not in told
    assert figures(told[0])[1] == pytest.approx(level, abs=0.06)
    # Before the dealer's card is seen there are too many deals to count: 311 cards are left.
    _, _, war, _, _, says = causes(rules, "cards", {"card": parse_cards("Kh")})
    assert (says, war[:9]) == (SAMPLE_SAYS, "Go to war")
    level = 100 * (12 * 24 * 23 + 23 * 22) / (311 * 310)
    assert figures(war)[1] == pytest.approx(level, abs=0.2)


@pytest.fixture(scope="module", params=["texas-21", "push-22"])
def any_blackjack(request):
    return BlackjackCoach(load(request.param))


@pytest.fixture(scope="module")
def blackjack():
    return BlackjackCoach(load("texas-21"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "up"), [("Ts 6d", "7c"), ("As 7d", "Tc"), ("5s 6d", "Ac"), ("2s 3d 6h", "6c")]
)
def test_winning_less_losing_is_the_value_of_each_choice(any_blackjack, cards, up):
    hand, shown = parse_cards(cards), parse_cards(up)[0]
    values = any_blackjack.values(hand, shown)
    *_, told = any_blackjack.causes(hand, shown, list(values))
    for way, words in (("stand", "standing"), ("hit", "hitting"), ("double", "doubling")):
        if way not in values:
            continue
        found = re.search(rf"{words} wins ([\d.]+)%, ties ([\d.]+)%", told)
        win, tie = float(found[1]) / 100, float(found[2]) / 100
        stake = 2 if way == "double" else 1
        assert stake * (win - (1 - win - tie)) == pytest.approx(values[way], abs=0.003 * stake)


def test_the_next_card_and_insurance(blackjack):
    hand, ace = parse_cards("Ts 6d"), parse_cards("Ac")[0]
    # Six decks: of 309 cards left, 96 + 23 tens and 24 each of 7 (one is up), 8, 9, and 23 sixes.
    (busts, *_) = figures(blackjack.causes(hand, parse_cards("7c")[0], ())[0])
    assert busts == round(100 * (95 + 23 + 24 + 24 + 23) / 309, 1)
    (insured,) = blackjack.causes(hand, ace, (), insuring=True)
    assert figures(insured) == [round(100 * 95 / 309, 1)]


def test_a_doubled_hand_hears_what_a_rescue_saves_and_nothing_of_a_next_card(blackjack):
    up = parse_cards("7c")[0]
    first, second = blackjack.causes(parse_cards("6s 4d 6h"), up, ("stand", "surrender"))
    assert first.startswith("You have 16. With a 7 up the dealer busts in ")
    assert re.fullmatch(
        r"By choice: standing wins [\d.]+%, ties [\d.]+%; giving up saves the double and loses "
        r"the original wager\.",
        second,
    )
