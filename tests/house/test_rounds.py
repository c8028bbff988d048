"""A round's money: escrow before the first card, one settlement, nothing lost whatever happens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.ask.rounds import (
    Bet,
    Deal,
    Decide,
    Irregularity,
    NoMoreBets,
    TableDeck,
    Tip,
    balances,
    cards_taken,
    dealt,
    play_out,
)

from feltworks.cards import PlayerSeed, commit, player_seed
from feltworks.cards import deck as deck_of
from feltworks.house import BooksAway, House, HouseError, LedgerError
from feltworks.house.audit.auditing import HeldAgainst
from feltworks.house.audit.checkpoints import checkpoint
from feltworks.house.rounds.tally import LogTally

from .conftest import DAY
from .dealing import Rigged, bets, likes
from .rewriting import nth, rewrite
from .rooms import one_table, room

WINS = {(1, "cards"): "7s 7h 7d 2c 3c", (None, "dealer"): "6s 6h 2d 3d 4d"}
LOSES = {(1, "cards"): "2s 3h 4d 6c 7c", (None, "dealer"): "As Ah 2d 3d 5d"}
RAISE = Decide(1, "bet")


def accounts(house: House) -> dict[str, int]:
    with house.database.reading() as reader:
        return {str(account): cents for account, cents in reader.accounts().items() if cents}


def ante(house, cards=WINS, **more):
    return Rigged(house, "spanish", bets(1, ante=500, **more), cards, [RAISE])


def test_stakes_lie_in_escrow_from_before_the_first_card(house):
    record, _, _ = ante(house, gran_progressive=100).begun()
    assert accounts(house)["escrow:spanish"] == 600
    assert house.stack_cents("ann") == 1_000_00 - 600
    assert house.recall(record.number).outcome == "in flight"


def test_a_later_stake_follows_into_escrow_once(house):
    record, round, commitment = ante(house).begun()
    round = dealt(round, commitment.reveal().order)
    assert house.write(house.rounds.move(record.number, round)) == 0
    raised = round.play(RAISE)
    assert house.write(house.rounds.move(record.number, raised)) == 1000
    assert house.write(house.rounds.move(record.number, raised)) == 0
    assert accounts(house)["escrow:spanish"] == 1500


def test_a_win_is_paid_from_the_tray_and_escrow_is_empty(house):
    settled = ante(house).settled()
    # Three of a kind pays 3 to 1 on the ante of $5, the raise of $10 pays even money.
    assert (settled.outcome, settled.net) == ("settled", {1: 2500})
    assert house.stack_cents("ann") == 1_000_00 + 2500
    assert accounts(house)["tray:spanish"] == 5_000_00 - 2500
    assert "escrow:spanish" not in accounts(house)


def test_a_loss_goes_to_the_tray_and_a_progressive_dollar_into_its_box(house):
    settled = ante(house, LOSES, gran_progressive=100).settled()
    assert settled.net == {1: -1600}
    held = accounts(house)
    assert held["tray:spanish"] == 5_000_00 + 1500
    assert held["drop:spanish:gran"] == 100
    assert house.jackpots.all()["gran"].lost == 100


def test_settling_twice_pays_once(house):
    record, round, commitment = ante(house).finished()
    first = house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    before = accounts(house)
    for _ in range(3):
        assert house.write(house.rounds.settle(record.number, round, commitment.reveal())) == first
    assert accounts(house) == before


def test_settling_again_after_a_restart_pays_once(house, books):
    record, round, commitment = ante(house).finished()
    first = house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    house.leave()
    with House(books) as another:
        assert (
            another.write(another.rounds.settle(record.number, round, commitment.reveal())) == first
        )


def test_settling_a_second_time_with_another_round_is_refused(house):
    record, round, commitment = ante(house).finished()
    house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    _, other, another = ante(house, LOSES).finished()
    with pytest.raises(HouseError, match="settled already, and by another transcript"):
        house.write(house.rounds.settle(record.number, other, another.reveal()))


def test_a_round_that_was_begun_otherwise_is_not_settled(house):
    before, other, commitment = ante(house, LOSES).finished()
    house.write(house.rounds.void(before.number, "a misdeal"))
    record, _, _ = ante(house).finished()
    with pytest.raises(HouseError, match=r"round 2 was begun with another deck"):
        house.write(house.rounds.settle(record.number, other, commitment.reveal()))
    assert accounts(house)["escrow:spanish"] == 1500


def test_a_round_that_is_not_over_is_not_settled(house):
    record, round, commitment = ante(house).begun()
    with pytest.raises(HouseError, match="round 1 is not over: it waits for card"):
        house.write(house.rounds.settle(record.number, round, commitment.reveal()))


def test_other_wagers_than_those_that_were_begun_are_not_settled(house):
    sheet = house.sheet("spanish")
    _, begun, commitment = ante(house).begun()
    other = sheet.dealt.open_round(begun.terms).play_all([*bets(1, ante=1000), NoMoreBets()])
    order = commitment.reveal().order
    other = play_out(other, order, lambda round, seat: Decide(seat, "fold"))
    with pytest.raises(HouseError, match="begun with other wagers"):
        house.write(house.rounds.settle(1, other, commitment.reveal()))


def test_a_void_round_returns_every_stake(house):
    before = accounts(house)
    record, _, _ = ante(house, dos_pares=500, gran_progressive=100).finished()
    house.write(house.rounds.void(record.number, "the deck was short"))
    house.write(house.rounds.void(record.number, "asked again"))
    assert accounts(house) == before
    recalled_round = house.recall(record.number)
    assert recalled_round.outcome == "voided"
    assert recalled_round.closing.facts["why"] == "the deck was short"
    assert house.verify(record.number).holds


def test_void_and_settled_exclude_each_other(house):
    record, round, commitment = ante(house).finished()
    house.write(house.rounds.void(record.number, "a fire alarm"))
    with pytest.raises(HouseError, match="round 1 was voided: a fire alarm"):
        house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    with pytest.raises(HouseError, match="round 1 is over: it was voided"):
        house.write(house.rounds.move(record.number, round))
    settled = ante(house).settled()
    with pytest.raises(HouseError, match="round 2 is settled and cannot be voided"):
        house.write(house.rounds.void(settled.number, "too late"))


def test_a_round_that_a_supervisor_voids_is_booked_as_void(house):
    before = accounts(house)
    record, round, commitment = ante(house, gran_progressive=100).begun()
    round = round.play(Irregularity("misbet", "the floor was called", 1))
    with pytest.raises(HouseError, match="not played by the moves that are journaled"):
        house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    house.write(house.rounds.move(record.number, round))
    settled = house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    assert (settled.outcome, settled.net) == ("voided", {1: 0})
    assert accounts(house) == before
    assert house.jackpots.all()["gran"].wagered == 0


def test_a_player_cannot_stake_what_he_has_not(house):
    house.buy_back("ann", 1_000_00 - 1200, key="ann cashes in")
    with pytest.raises(LedgerError, match=r"player:ann is short of \$3: round held refused"):
        ante(house).finished()
    assert accounts(house)["escrow:spanish"] == 500
    house.write(house.rounds.void(1, "he cannot cover the raise"))
    assert house.stack_cents("ann") == 1200


def test_one_player_on_two_seats_has_two_results_in_one_stack(house):
    rigged = Rigged(
        house,
        "texas",
        [*bets(1, blackjack=500), *bets(2, blackjack=1000)],
        {(1, "cards"): "Kh Qh", (2, "cards"): "Th 6d", (None, "dealer"): "8s 9c"},
        likes("stand"),
        players={1: "ann", 2: "ann"},
    )
    settled = rigged.settled()
    assert settled.net == {1: 500, 2: -1000}
    assert house.stack_cents("ann") == 1_000_00 - 500
    assert house.verify(settled.number).holds


def test_a_tray_that_cannot_pay_is_filled_first(books):
    with House(books, create=True) as house:
        house.open(room(spanish='tray = "$20"'), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        cards = {(1, "cards"): "7s 7h 7d 7c 2c", (None, "dealer"): "6s 6h 2d 3d 4d"}
        settled = ante(house, cards).settled()
        assert settled.net == {1: 500 * 25 + 1000}
        assert accounts(house)["tray:spanish"] == 2000
        kinds = [record.kind for record in house.recall(settled.number).records]
        assert kinds[-1] == "round settled"
        assert house.audit().in_order


def test_tips_for_the_dealer_go_into_their_own_box(books):
    with House(books, create=True) as house:
        game = "generic/games/up-card.toml"
        jackpot = '[jackpots.gold]\ntables = ["t"]\njackpot = "pot-of-gold"'
        house.open(one_table(game, jackpots=jackpot), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        moves = [Bet(1, "ante", 1000), Tip(1, "ante", 100)]
        cards = {
            (1, "hole"): "As Ah",
            (1, "last"): "Ad",
            (None, "dealer"): "Qs Qh 2d",
        }
        settled = Rigged(house, "t", moves, cards, [Decide(1, "small", 1000)]).settled()
        assert accounts(house)["tokes:t"] > 100
        assert house.verify(settled.number).holds


# --- what may not begin ------------------------------------------------------------------------


def test_a_round_begins_only_when_the_betting_is_closed(house):
    sheet = house.sheet("spanish")
    order = commit(sheet.dealt.deck.cards)
    open_round = sheet.dealt.open_round(house.terms("spanish", order.digest))
    with pytest.raises(HouseError, match="begun when its betting is closed"):
        house.write(house.rounds.begin("spanish", open_round, {1: "ann"}))


def test_a_round_begins_before_its_first_card(house):
    _, round, commitment = ante(house).begun()
    early = round.play(Deal(commitment.reveal().order[0]))
    with pytest.raises(HouseError, match="stakes go into escrow before the first card"):
        house.write(house.rounds.begin("spanish", early, {1: "ann"}))


def test_a_round_needs_a_committed_deck_and_the_tables_own_terms(house):
    sheet = house.sheet("spanish")
    posted = {"gran": 50000}
    closed = [*bets(1, ante=500), NoMoreBets()]
    uncommitted = sheet.dealt.open_round(sheet.terms(posted)).play_all(closed)
    with pytest.raises(HouseError, match="a deck that was committed to"):
        house.write(house.rounds.begin("spanish", uncommitted, {1: "ann"}))
    texas = house.sheet("texas")
    assert texas.limits == sheet.limits
    foreign = room(spanish='irregularities = { misbet = "play-on" }').sheets["spanish"]
    odd = foreign.dealt.open_round(foreign.terms(posted, "0" * 64)).play_all(closed)
    with pytest.raises(HouseError, match="terms are not those that table spanish posts"):
        house.write(house.rounds.begin("spanish", odd, {1: "ann"}))
    unknown = sheet.dealt.open_round(sheet.terms(posted, "0" * 64)).play_all(closed)
    with pytest.raises(HouseError, match="not the one that table spanish committed to last"):
        house.write(house.rounds.begin("spanish", unknown, {1: "ann"}))


def test_a_deck_of_another_game_is_shown_and_not_dealt_from(house):
    """The house file may name another game for a table whose deck was promised already."""
    sheet = house.sheet("spanish")
    other = commit(deck_of("standard-52").cards)
    house.write(house.rounds.decks.commit("spanish", other))
    with house.database.reading() as reader:
        assert house.rounds.decks.of_table(reader, sheet).commitment is None
    following = commit(sheet.dealt.deck.cards)
    assert house.write(house.rounds.decks.commit("spanish", following)) == 2
    with house.database.reading() as reader:
        assert house.rounds.decks.of_table(reader, sheet).commitment == following
        assert reader.state(f"shoe {other.digest}") is not None
    assert house.audit().in_order


def test_a_round_needs_a_player_at_every_seat_that_bets_and_no_seat_too_many(house):
    sheet = house.sheet("spanish")
    deck = commit(sheet.dealt.deck.cards)
    house.write(house.rounds.decks.commit("spanish", deck))
    terms = house.terms("spanish", deck.digest)
    round = sheet.dealt.open_round(terms).play_all([*bets(2, ante=500), NoMoreBets()])
    with pytest.raises(HouseError, match="nobody sits at seat 2 of table spanish"):
        house.write(house.rounds.begin("spanish", round, {1: "ann"}))
    with pytest.raises(HouseError, match="table spanish has seats 1 to 6"):
        house.write(house.rounds.begin("spanish", round, {2: "ann", 7: "bob"}))
    with pytest.raises(HouseError, match="' ann' is no name for a player"):
        house.write(house.rounds.begin("spanish", round, {2: " ann"}))


def test_a_closed_table_takes_no_round(house):
    _, round, commitment = ante(house).finished()
    house.write(house.rounds.settle(1, round, commitment.reveal()))
    house.close()
    with pytest.raises(HouseError, match="table spanish is not open"):
        ante(house).begun()
    assert "tray:spanish" not in accounts(house)


def test_a_table_with_a_round_in_flight_is_not_closed(house):
    ante(house).begun()
    with pytest.raises(HouseError, match="a round at table spanish is not over"):
        house.close()


def test_rounds_are_numbered_from_one_without_a_gap(house):
    assert [ante(house).settled().number for _ in range(3)] == [1, 2, 3]


def test_no_round_is_begun_beside_one_that_is_open(house):
    record, round, commitment = ante(house).finished()
    with pytest.raises(HouseError, match="a round at table spanish is not over: no other is begun"):
        ante(house).begun()
    house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    assert house.write(house.rounds.void(ante(house).begun()[0].number, "a misdeal")).facts["why"]


def test_a_supervisor_voids_an_open_round_with_his_name_and_a_reason(house):
    record, round, commitment = ante(house).finished()
    for by, because in (("", "a misdeal"), ("dee", " "), ("dee", "x" * 1000)):
        with pytest.raises(HouseError, match="one printable line"):
            house.void(record.number, by=by, because=because)
    closing = house.void(record.number, by="dee", because="the felt  caught fire")
    assert closing.facts["staff"] == "dee" and closing.facts["why"] == "the felt caught fire"
    assert house.void(record.number, by="eve", because="again") == closing
    assert house.stack_cents("ann") == 1_000_00
    with pytest.raises(HouseError, match="was voided: the felt caught fire"):
        house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    assert house.audit().in_order
    settled = ante(house).settled()
    with pytest.raises(HouseError, match="is settled and cannot be voided"):
        house.void(settled.number, by="dee", because="too late")


# --- the cage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cents", [0, -500, 0.5, True, "5"])
def test_chips_change_hands_for_whole_cents_above_zero(house, cents):
    for call in (house.sell_chips, house.buy_back):
        with pytest.raises(HouseError, match="is no number of cents to change"):
            call("ann", cents, key="a mistake")
    assert house.stack_cents("ann") == 1_000_00


# --- the deck ----------------------------------------------------------------------------------


def dealt_from(house, commitment, table="spanish", out=0, **wagers):
    """A round begun with a deck of one's own choice."""
    house.write(house.rounds.decks.commit(table, commitment))
    discarded = commitment.reveal().order[:out]
    terms = replace(house.terms(table, commitment.digest), discarded=discarded)
    opened = house.sheet(table).dealt.open_round(terms)
    wagers = wagers or {"ante": 500}
    return house.write(
        house.rounds.begin(table, opened.play_all([*bets(1, **wagers), NoMoreBets()]), {1: "ann"})
    )


def played_from(commitment, round):
    """The round to its end, by somebody who stands."""
    stands = likes("decline", "stand")
    return play_out(round, commitment.reveal().order, lambda round, seat: stands(round))


def test_a_deck_that_was_shown_is_not_dealt_from_again(house):
    record, round, commitment = ante(house).finished()
    with pytest.raises(HouseError, match="round 1 was dealt from this deck: shuffle"):
        dealt_from(house, commitment, ante=600)
    house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    with pytest.raises(HouseError, match="round 1 was dealt from this deck: shuffle"):
        dealt_from(house, commitment, ante=600)
    shown = commit(house.sheet("spanish").dealt.deck.cards)
    with pytest.raises(HouseError, match="no table has committed to the deck"):
        house.write(house.rounds.decks.reveal(shown.digest, shown.reveal()))
    house.write(house.rounds.decks.commit("spanish", shown))
    house.write(house.rounds.decks.reveal(shown.digest, shown.reveal()))
    with pytest.raises(HouseError, match="the deck of this round has been revealed"):
        dealt_from(house, shown)
    assert house.audit().in_order


def test_two_rounds_of_one_deck_do_not_begin_together(house):
    commitment = commit(house.sheet("spanish").dealt.deck.cards)
    house.write(house.rounds.decks.commit("spanish", commitment))
    terms = house.terms("spanish", commitment.digest)
    round = (
        house.sheet("spanish").dealt.open_round(terms).play_all([*bets(1, ante=500), NoMoreBets()])
    )
    unit = house.rounds.begin("spanish", round, {1: "ann"})
    other = house.rounds.begin("spanish", round, {1: "bob"})
    first, second, again = house.writer.write_each([unit, other, unit])
    assert first.error is None and "round 1 was dealt from this deck" in str(second.error)
    # Whoever has not heard the answer asks again, and hears it.
    assert again.outcome() == first.outcome() == house.write(unit)
    assert house.stack_cents("ann") == 1_000_00 - 500
    assert house.stack_cents("bob") == 1_000_00


def test_a_shoe_goes_on_from_where_the_last_round_left_it(house):
    shoe = commit(house.sheet("texas").dealt.deck.cards)
    first = dealt_from(house, shoe, "texas", blackjack=500)
    with pytest.raises(HouseError, match="round 1 at table texas is dealt from this shoe"):
        dealt_from(house, shoe, "texas", blackjack=600)
    # The cards that came before anybody had to decide are out.
    house.write(house.rounds.void(first.number, "a misdeal"))
    out = house.recall(first.number).closing.facts["cards"]
    assert out >= 4
    second = dealt_from(house, shoe, "texas", out=out, blackjack=500)
    terms = replace(house.terms("texas", shoe.digest), discarded=shoe.reveal().order[:out])
    opened = house.sheet("texas").dealt.open_round(terms)
    round = opened.play_all([*bets(1, blackjack=500), NoMoreBets()])
    played = played_from(shoe, round)
    house.write(house.rounds.move(second.number, played))
    house.write(house.rounds.settle(second.number, played))
    taken = out + house.recall(second.number).closing.facts["cards"]
    assert taken >= out + 4
    for out in (0, taken - 1, taken + 1):
        says = f"{out} cards of this shoe are said to be out: it has lost {taken}"
        with pytest.raises(HouseError, match=says):
            dealt_from(house, shoe, "texas", out=out, blackjack=500)
    third = dealt_from(house, shoe, "texas", out=taken, blackjack=500)
    house.write(house.rounds.void(third.number, "a misdeal"))
    taken += house.recall(third.number).closing.facts["cards"]
    with pytest.raises(HouseError, match=f"it has lost {taken}"):
        dealt_from(house, shoe, "texas", blackjack=500)
    fresh = commit(shoe.reveal().order)
    with pytest.raises(HouseError, match="4 cards of this deck are said to be out, and no round"):
        dealt_from(house, fresh, "texas", out=4, blackjack=500)
    assert house.audit().in_order


def test_a_shoe_whose_key_is_lost_is_left_by_order_alone_and_the_next_tells_of_it(house, books):
    shoe = commit(house.sheet("texas").dealt.deck.cards)
    begun = dealt_from(house, shoe, "texas", blackjack=500)
    house.write(house.rounds.void(begun.number, "a misdeal"))
    house.leave()
    house.keys.path.unlink()
    with House(books) as house:
        assert house.deck("texas").commitment is None
        following = house.rounds.decks.commit("texas", commit(shoe.reveal().order))
        with pytest.raises(BooksAway, match="have sealed decks and there are no deck keys at"):
            house.write(following)
        assert not house.keys.path.exists()
        house.keys.change()
        assert house.write(following) == 2
        with house.database.reading() as reader:
            (record,) = (each for each in reader.chain() if each.facts.get("number") == 2)
        assert "which is not in" in record.facts["lost"]
        assert house.audit().in_order


def test_a_shoe_whose_cards_were_dealt_twice_is_found(house, monkeypatch):
    """Books kept by a program that did not look, with everything in them revealed."""
    monkeypatch.setattr("feltworks.house.rounds.checks.check_unseen", lambda *_: None)
    monkeypatch.setattr("feltworks.house.rounds.rounds._begun_before", lambda *_: None)
    shoe = commit(house.sheet("texas").dealt.deck.cards)
    for _ in range(2):
        begun = dealt_from(house, shoe, "texas", blackjack=500)
        opened = house.sheet("texas").dealt.open_round(house.terms("texas", shoe.digest))
        round = opened.play_all([*bets(1, blackjack=500), NoMoreBets()])
        played = played_from(shoe, round)
        house.write(house.rounds.move(begun.number, played))
        house.write(house.rounds.settle(begun.number, played))
    house.write(house.rounds.decks.reveal(shoe.digest, shoe.reveal()))
    assert house.verify(1).holds
    (found,) = house.audit().violations
    assert (found.check, found.text[:9]) == ("shuffle", "0 cards o")


def test_a_round_is_not_settled_with_a_deck_that_it_was_not_dealt_from(house):
    record, round, commitment = ante(house).finished()
    other = commit(commitment.reveal().order)
    with pytest.raises(HouseError, match="begun with another deck than the one revealed"):
        house.write(house.rounds.settle(record.number, round, other.reveal()))
    settled = house.write(house.rounds.settle(record.number, round, commitment.reveal()))
    assert settled.outcome == "settled"
    cards = list(commitment.reveal().order)
    swapped = commit([cards[1], cards[0], *cards[2:]])
    begun = dealt_from(house, swapped)
    opened = house.sheet("spanish").dealt.open_round(house.terms("spanish", swapped.digest))
    wrong = opened.play_all([*bets(1, ante=500), NoMoreBets()])
    for card in cards[:10]:
        wrong = wrong.play(Deal(card))
    wrong = wrong.play(RAISE)
    house.write(house.rounds.move(begun.number, wrong))
    with pytest.raises(HouseError, match="was not dealt from the deck that is revealed"):
        house.write(house.rounds.settle(begun.number, wrong, swapped.reveal()))
    house.write(house.rounds.void(begun.number, "a false deck"))
    assert house.audit().in_order


def test_a_round_is_not_settled_without_its_deck(house, monkeypatch):
    record, round, commitment = ante(house).finished()
    with pytest.raises(HouseError, match="round 1 is settled with its deck, which is to be shown"):
        house.write(house.rounds.settle(record.number, round))
    # Books kept by a program that did not look.
    monkeypatch.setattr("feltworks.house.rounds.rounds.check_finished", lambda *_: None)
    house.write(house.rounds.settle(record.number, round))
    assert [each.text for each in house.audit().violations] == ["its deck was not shown"]
    assert not house.verify(record.number).holds
    house.write(house.rounds.decks.reveal(commitment.digest, commitment.reveal()))
    assert house.audit().in_order


def shoe_round(house, shoe, order=None):
    """The first round from a shoe, settled; by somebody who deals other cards, if there are any."""
    begun = dealt_from(house, shoe, "texas", blackjack=500)
    opened = house.sheet("texas").dealt.open_round(house.terms("texas", shoe.digest))
    round = opened.play_all([*bets(1, blackjack=500), NoMoreBets()])
    played = played_from(shoe if order is None else commit(order), round)
    house.write(house.rounds.move(begun.number, played))
    house.write(house.rounds.settle(begun.number, played))


def noted(house):
    with house.database.reading() as reader:
        return HeldAgainst(since=checkpoint(reader))


@pytest.mark.slow
def test_a_shoe_that_is_left_for_another_is_shown(house, monkeypatch):
    cards = house.sheet("texas").dealt.deck.cards
    shoes = [commit(cards) for _ in range(4)]
    shoe_round(house, shoes[0])
    with house.database.reading() as reader:
        assert not reader.deck(shoes[0].digest)[1]
    dealt_from(house, shoes[1], "texas", blackjack=500)
    with house.database.reading() as reader:
        assert reader.deck(shoes[0].digest)[1] and not reader.deck(shoes[1].digest)[1]
    with pytest.raises(HouseError, match="round 2 is dealt from this table's shoe"):
        house.write(house.rounds.decks.commit("texas", shoes[2]))
    house.write(house.rounds.void(2, "a misdeal"))
    assert house.audit().in_order
    # Books kept by a program that shows none.
    monkeypatch.setattr(house.rounds.decks, "_lost", lambda *_: None)
    before = noted(house)
    house.write(house.rounds.decks.commit("texas", shoes[2]))
    texts = ["deck 2 of table texas was dealt from and was not shown"]
    assert [each.text for each in house.audit().violations] == texts
    assert [each.text for each in house.audit(against=before).violations] == texts


def test_an_audit_from_a_note_on_checks_the_rounds_of_a_shoe_that_was_shown_since(house):
    shoe = commit(house.sheet("texas").dealt.deck.cards)
    shoe_round(house, shoe, shoe.reveal().order[::-1])
    before = noted(house)
    assert house.audit(against=before).in_order
    house.write(house.rounds.decks.reveal(shoe.digest, shoe.reveal()))
    report = house.audit(against=before)
    assert report.replayed == 1 and report.violations == house.audit().violations
    assert "is dealt where the revealed deck has" in report.first.text


def test_an_audit_from_a_note_on_knows_the_seeds_that_were_opened_before(house):
    deck = commit(house.sheet("spanish").dealt.deck.cards)
    house.write(house.rounds.decks.commit("spanish", deck))
    asked = PlayerSeed(1, player_seed(1, "lucky").hash)
    house.write(house.rounds.decks.ask_seeds(deck.digest, {1: ("ann", asked)}))
    for other in ([], [PlayerSeed(1, player_seed(1, "other").hash, "other")]):
        with pytest.raises(HouseError, match="not those that were asked for"):
            house.write(house.rounds.decks.note_seeds(deck.digest, other))
    seed = PlayerSeed(1, player_seed(1, "lucky").hash, "lucky")
    house.write(house.rounds.decks.note_seeds(deck.digest, [seed]))
    before = noted(house)
    dealt_from(house, deck)
    texts = ["it is dealt with other seeds than were opened for deck 1"]
    assert [each.text for each in house.audit(against=before).violations] == texts
    assert [each.text for each in house.audit().violations] == texts


# --- two packs, and one name at the table ------------------------------------------------------

TWO_PACKS = ("pick-2-poker", 'options = { shuffler = "machine-two-decks" }')
WAGERS = [Bet(1, "ante", 500), Bet(1, "three-five-bonus", 500)]


@pytest.fixture
def two_packs(books):
    with House(books, create=True) as house:
        house.open(one_table(*TWO_PACKS), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        yield house


def pick_2(house):
    """A round at a table whose deck goes on from the books, as a table after a restart does."""
    deck = TableDeck(house.sheet("t").dealt)
    house.deck("t").restore(deck)
    house.write(house.rounds.decks.commit("t", deck.promise()))
    terms = deck.terms(house.terms("t", deck.promise().digest))
    return house.sheet("t").dealt.open_round(terms).play_all([*WAGERS, NoMoreBets()]), deck


def test_pick_2_two_decks_alternate_round_by_round_by_the_books(two_packs):
    house, seen = two_packs, []
    for turn in range(4):
        round, deck = pick_2(house)
        if turn == 2:
            # Whatever was done to the table's own count, the books have the last word.
            wrong = round.terms.pack % 2 + 1
            terms = replace(round.terms, pack=wrong)
            out_of_turn = house.sheet("t").dealt.open_round(terms)
            with pytest.raises(HouseError, match=f"pack {wrong} is out of turn, it is that of"):
                begun = out_of_turn.play_all([*WAGERS, NoMoreBets()])
                house.write(house.rounds.begin("t", begun, {1: "ann"}))
        number = house.write(house.rounds.begin("t", round, {1: "ann"})).number
        facts = house.recall(number).facts
        assert facts["packs"] == 2
        seen.append(facts["pack"])
        if turn == 1:
            # A void round has used its pack as well.
            house.write(house.rounds.void(number, "a misdeal"))
            continue
        round = dealt(round, deck.order).play(Decide(1, "fold"))
        house.write(house.rounds.move(number, round))
        round = dealt(round, deck.order)
        house.write(house.rounds.settle(number, round, deck.shown_with_round()))
    assert seen == [1, 2, 1, 2]
    assert house.audit().violations == ()


def test_a_pack_that_was_dealt_twice_in_a_row_is_found_by_the_audit(two_packs):
    house = two_packs
    for _ in range(2):
        round, _ = pick_2(house)
        number = house.write(house.rounds.begin("t", round, {1: "ann"})).number
        house.write(house.rounds.void(number, "a misdeal"))

    def again(pages):
        nth(pages, "round opened").facts["pack"] = 1
        return pages

    rewrite(house, again)
    (found,) = house.audit(replay=False).violations
    assert (found.check, found.text) == (
        "decks",
        "it is dealt from pack 1 of table t, as the round before it was",
    )


def test_a_table_with_one_pack_tells_of_none(house):
    record, _, _ = ante(house).begun()
    assert not {"pack", "packs"} & record.facts.keys()


def test_spanish_poker_hands_are_not_discussed_so_the_books_take_one_name_on_one_seat(house):
    moves = [Bet(seat, "ante", 500) for seat in (1, 3)]
    rigged = Rigged(house, "spanish", moves, {}, likes("fold"), {1: "ann", 3: "ann"})
    with pytest.raises(HouseError, match="ann sits at seats 1 and 3 of table spanish: by the rul"):
        rigged.begun()
    assert house.stack_cents("ann") == 1_000_00


def test_a_log_read_move_by_move_says_what_it_says_read_at_once(house):
    record, round, _ = ante(house).finished()
    log, opening = round.log, len(record.facts["lines"])
    grown = LogTally()
    for end in range(opening, len(log) + 1):
        grown.read(log[:end])
    at_once = LogTally().read(log)
    given = LogTally().read(log, [entry.line for entry in log])
    for tally in (grown, given):
        assert tally.lines == at_once.lines == [entry.line for entry in log]
        assert tally.cards == at_once.cards == cards_taken(log)
        assert tally.totals() == at_once.totals() and tally.outlays == at_once.outlays
        assert tally.moves_after(opening) == at_once.moves_after(opening) != []
    seats = {seat: cents for (kind, seat, _), cents in balances(log).items() if kind == "stack"}
    assert at_once.totals().seats == seats


def test_another_log_is_read_from_its_beginning(house):
    _, round, _ = ante(house).finished()
    tally = LogTally().read(round.log)
    other = (*round.log[:3], *round.log[4:])
    assert tally.read(other).lines == [entry.line for entry in other]
    assert tally.read(other[:2]).lines == [entry.line for entry in other[:2]]
