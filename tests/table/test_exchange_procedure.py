"""Cards given up for others at the table: what may be named, who sees it, where the cards go."""

import random
from fractions import Fraction

import pytest
from tests.ask.rounds import (
    AUDITOR,
    Bet,
    Deal,
    Decide,
    DeckPutAway,
    Discarded,
    NoMoreBets,
    Shown,
    Terms,
    open_places,
    open_table,
    play_out,
    player,
    sealed_log,
    view,
)
from tests.ask.rules import EXAMPLES_DIR, read, read_document
from tests.ask.seats import BestPlayer, causes, position
from tests.ask.terminal import move_typed

from feltworks.cards import parse_cards

DECK = parse_cards("Js 2s Jd 3s Qs 4s Ks 5s As 6s Ts 9h 9d 9c 8h 8d")
"""Two seats get Js Jd Qs Ks As and 2s 3s 4s 5s 6s; then come Ts, 9h and so on."""


@pytest.fixture(scope="module")
def jacks():
    return open_table(read(EXAMPLES_DIR / "jacks-or-better.toml"))


@pytest.fixture(scope="module")
def oasis():
    return open_table(read(EXAMPLES_DIR / "oasis-poker.toml"))


@pytest.fixture
def dealt(jacks):
    round = jacks.open_round(Terms()).play_all([Bet(1, "bet", 500), Bet(2, "bet", 500)])
    round = round.play(NoMoreBets())
    for card in DECK[:10]:
        round = round.play(Deal(card))
    return round


def test_the_deck_replaces_what_is_given_up_before_the_next_seat_decides(dealt):
    (jack,) = parse_cards("Jd")
    after = dealt.play(Decide(1, "draw", cards=(jack,)))
    assert after.turn.waits_for == "card" and after.cards_due == 1
    assert isinstance(after.log[-1], Discarded)
    after = after.play(Deal(DECK[10]))
    assert (after.turn.waits_for, after.turn.seat) == ("decision", 2)
    over = after.play(Decide(2, "draw"))
    paid = [line for line in (entry.line for entry in over.log) if "royal-flush" in line]
    assert over.turn.waits_for == "nothing" and len(paid) == 1
    (away,) = [entry for entry in over.log if isinstance(entry, DeckPutAway)]
    assert away.cards_left == 52 - 11


def test_what_was_given_up_stays_sealed_when_the_hand_is_shown(dealt):
    """A card that nobody else saw is not opened by showing the hand that it left; the seat itself
    and the auditor know it, and each place of the deck is checked by itself."""
    (jack,) = parse_cards("Jd")
    after = dealt.play(Decide(1, "draw", cards=(jack,))).play(Deal(DECK[10]))
    shown = Shown(1, "cards", parse_cards("Js Qs Ks As Ts"))
    log = [*after.log, shown]
    other = open_places(log, player(2))
    assert other == {0, 4, 6, 8, 10} | {1, 3, 5, 7, 9}
    assert open_places(log, player(1)) == {0, 2, 4, 6, 8, 10}
    assert open_places(log, AUDITOR) == set(range(11))
    given_up = [entry for entry in sealed_log(log, other) if isinstance(entry, Discarded)]
    assert given_up == [Discarded(1, "cards", (None,), "down")]
    assert sealed_log(log, open_places(log, AUDITOR)) == tuple(log)


def test_only_the_seat_itself_sees_which_cards_it_gives_up(dealt):
    after = dealt.play(Decide(1, "draw", cards=parse_cards("Jd Qs")))
    told = {seat: view(after, player(seat)).log[-1].line for seat in (1, 2)}
    assert told[1] == "Jd Qs of seat 1's cards to the discard rack"
    assert told[2] == "?? ?? of seat 1's cards to the discard rack"
    assert len(view(after, player(2)).felt.cards[1, "cards"]) == 3


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2s", "2s is not among"),
        ("Jd Jd", "Jd is not among"),
        ("Js Jd Qs Ks As Js", "0 to 5 cards, not 6"),
    ],
)
def test_cards_that_cannot_be_given_up_come_back_as_reasons(dealt, cards, words):
    reason = dealt.why_not(Decide(1, "draw", cards=parse_cards(cards)))
    assert reason is not None and reason.rule == "wrong-cards" and words in reason.text


def test_a_price_is_put_out_and_lost_with_every_hand(oasis):
    round = oasis.open_round(Terms()).play_all([Bet(1, "ante", 500), NoMoreBets()])
    deck = list(oasis.deck.cards)
    random.Random(5).shuffle(deck)
    decided = iter(["one", "fold"])

    def decide(now, seat):
        choice = next(decided)
        return next(each.move for each in now.legal_moves() if each.move.choice == choice)

    over = play_out(round, deck, decide)
    lost = [entry.line for entry in over.log if "exchange" in entry.line and "$5" in entry.line]
    assert any("puts $5 on exchange" in line for line in lost)
    refused = round.play_all([Deal(card) for card in deck[:10]]).why_not(Decide(1, "one"))
    assert refused is not None and refused.text == "Exchange one gives up 1 card, not 0."


@pytest.mark.slow
def test_the_best_player_keeps_four_to_a_royal(jacks, dealt):
    best = BestPlayer(jacks.rules)
    advice = best.advise(dealt, 1)
    assert advice.best == Decide(1, "draw", cards=parse_cards("Jd"))
    assert advice.choices[0][1] == Fraction(824, 47)
    assert len(advice.choices) == 32 and len(advice.best_by_count) == 6
    assert "giving up Jd" in best.lines(dealt, 1)[0]


def test_an_answer_at_the_terminal_names_the_cards(dealt):
    assert move_typed(dealt, "d Jd Qs") == Decide(1, "draw", cards=parse_cards("Jd Qs"))
    assert move_typed(dealt, "d") == Decide(1, "draw")


def test_what_was_given_up_is_remembered_by_its_seat(oasis):
    round = oasis.open_round(Terms()).play_all([Bet(1, "ante", 500), NoMoreBets()])
    for card in oasis.deck.cards[:10]:
        round = round.play(Deal(card))
    first = position(round, 1).cards
    round = round.play(Decide(1, "one", cards=first[:1])).play(Deal(oasis.deck.cards[20]))
    here = position(round, 1)
    assert here.given_up == first[:1] and len(here.cards) == 5 and first[0] not in here.cards
    assert BestPlayer(oasis.rules).decide(round, 1).choice in ("fold", "raise")


@pytest.fixture(scope="module")
def shown_first(oasis):
    """Oasis with a side wager that is settled before the exchange, so that its cards are shown."""
    bonus = {"kind": "side"}
    rules = oasis.rules
    document = rules.model_dump(by_alias=True, exclude_unset=True, mode="json")
    dealing, *rest = document["stages"]
    first = {"id": "first", "deal": dealing.pop("deal"), "settles": ["bonus"]}
    document["stages"] = [first, dealing, *rest]
    document["wagers"]["bonus"] = bonus
    document["settle"]["bonus"] = {"folded": "as always", "always": {"table": "bonus"}}
    document["settle"]["bonus"]["always"]["else"] = "lose"
    document["pays"]["bonus"] = ["flush or better pays 50:1"]
    return open_table(read_document(document, "shown-first"))


def test_a_shown_card_is_given_up_before_everybody(shown_first):
    bets = [Bet(1, "ante", 500), Bet(1, "bonus", 500), Bet(2, "ante", 500), NoMoreBets()]
    round = shown_first.open_round(Terms()).play_all(bets)
    deck = list(shown_first.deck.cards)
    random.Random(5).shuffle(deck)
    while round.turn.waits_for == "card":
        round = round.play(Deal(deck.pop()))
    first = position(round, 1).cards
    round = round.play(Decide(1, "one", cards=first[2:3])).play(Deal(deck.pop()))
    lying = view(round, player(2)).felt.cards[1, "cards"]
    assert [each.card for each in lying] == [*first[:2], *first[3:], None]
    assert set(position(round, 2).gone) == set(first)
    round = round.play(Decide(2, "stand"))
    here = position(round, 1)
    assert (here.given_up, here.gone) == (first[2:3], ())
    assert here.cards[:4] == (*first[:2], *first[3:])


def test_causes_reckon_with_the_cards_given_up(oasis):
    """The same hand beats fewer dealers once the six is known to be out of the deck."""
    opened = oasis.open_round(Terms()).play_all([Bet(1, "ante", 500), NoMoreBets()])
    told = []
    for last, *drawn in (["6s", "8d"], ["8d"]):
        round = opened
        for card in parse_cards(f"Ks Ac Kh 2d 7h 3c Qd 5s {last} 9c"):
            round = round.play(Deal(card))
        choice = Decide(1, "one", cards=parse_cards("6s")) if drawn else Decide(1, "stand")
        round = round.play_all([choice, *map(Deal, parse_cards(" ".join(drawn)))])
        told.append(causes(round, 1)[0])
    held = "You hold a pair of kings, queen-eight-seven kickers. Of the dealer's hands "
    assert [each.startswith(held) for each in told] == [True, True]
    assert [each.removeprefix(held).split("%")[0] for each in told] == ["27.7", "27.1"]


def test_the_same_face_of_two_packs_is_known_twice():
    war = open_table(read(EXAMPLES_DIR / "casino-war.toml"))
    bets = [Bet(seat, "bet", 500) for seat in (1, 2, 3)]
    round = war.open_round(Terms()).play_all([*bets, NoMoreBets()])
    for card in parse_cards("7s 7s 7s 7d"):
        round = round.play(Deal(card))
    here = position(round, 1)
    assert (here.cards, here.board) == (parse_cards("7s"), parse_cards("7d"))
    assert here.gone == parse_cards("7s 7s")
