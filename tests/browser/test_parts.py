"""The small parts of the pages by themselves, asked in the browser they run in."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from tests.ask.rounds import Operation

import feltworks.web
from feltworks.web.protocol.replies import AdviceReply, EquityNow

STATIC = Path(feltworks.web.__file__).with_name("static")


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "$0"), (500, "$5"), (750, "$7.50"), (125_000, "$1,250"), (-505, "−$5.05"), (7, "$0.07")],
)
def test_money_is_written_as_the_house_writes_it(module, cents, text):
    assert module("money.js", "dollars", cents) == text


def test_typed_dollars_are_whole_cents_or_nothing(module):
    read = {
        text: module("money.js", "typedCents", text)
        for text in ("200", "$1,250.50", " 7.5 ", "0.07", "", "-5", "1e3", "5.005", "ten")
    }
    assert read == {
        "200": 20_000,
        "$1,250.50": 125_050,
        " 7.5 ": 750,
        "0.07": 7,
        "": None,
        "-5": None,
        "1e3": None,
        "5.005": None,
        "ten": None,
    }


def test_chips_add_up_to_the_amount_with_a_coin_for_the_rest(module):
    values = [100, 500, 2500, 10_000]
    for cents in (100, 500, 3700, 12_345, 150, 49_900):
        chips = module("chips/chip-stack.js", "chipsFor", cents, values)
        assert sum(chips) == cents
        assert chips == sorted(chips, reverse=True)
        assert all(chip in values for chip in chips[:-1])


def bet(out=0, least=500, most=10_000, step=100, only=()):
    amounts = {"least_cents": least, "most_cents": most, "step_cents": step, "only": list(only)}
    return {"out_cents": out, "amounts": amounts}


@pytest.mark.parametrize(
    ("offer", "chip", "wanted"),
    [
        (bet(), 500, 500),
        (bet(), 100, 500),
        (bet(out=500), 2500, 3000),
        (bet(out=9900), 2500, 10_000),
        (bet(out=10_000), 100, None),
        (bet(only=[100]), 2500, 100),
        (bet(out=100, only=[100]), 100, None),
        (bet(least=250, step=500, most=2250), 100, 500),
        ({"out_cents": 500, "amounts": None}, 500, None),
    ],
)
def test_a_chip_more_stays_within_what_is_offered(module, offer, chip, wanted):
    assert module("table/betting.js", "afterChip", offer, chip) == wanted


def test_required_wagers_of_one_size_are_put_out_with_the_first(module):
    wagers = [
        {"id": "ante", "kind": "required"},
        {"id": "blind", "kind": "required"},
        {"id": "trips", "kind": "side"},
    ]
    bets = [
        {"seat": seat, "wager": wager, "tip": False, **bet(only=[500])}
        for seat in (1, 2)
        for wager in ("blind", "trips")
    ]
    spots = [{"seat": 1, "wager": "ante", "cents": 500, "tip": False}]
    lacking = module("table/betting.js", "lacking", bets, spots, wagers)
    assert lacking == [{"seat": 1, "wager": "blind", "cents": 500}]


def test_the_least_that_opens_a_hand_is_the_whole_stake_or_nothing(module):
    ante = {"id": "ante", "kind": "required", "equals": None}
    blind = {"id": "blind", "kind": "required", "equals": "ante"}
    trips = {"id": "trips", "kind": "side", "equals": None}
    bets = [{"seat": 2, "wager": wager, "tip": False, **bet()} for wager in ("ante", "trips")]
    opening = partial(module, "table/betting.js", "opening")
    stake = {"seat": 2, "cents": 500}
    assert opening(bets, [], [ante, trips]) == [{**stake, "wager": "ante"}]
    both = [{**stake, "wager": "ante"}, {**stake, "wager": "blind"}]
    assert opening(bets, [], [ante, blind, trips]) == both
    assert opening(bets, [], [ante, {**blind, "equals": None}]) == []
    assert opening(bets, [{"seat": 2, "wager": "ante", "cents": 500}], [ante, blind]) == []


def test_cards_are_spoken_in_words(module):
    spoken = [module("cards/playing-card.js", "spoken", card) for card in ("As", "Td", "Jo", None)]
    assert spoken == ["ace of spades", "ten of diamonds", "the joker", "a face-down card"]


def test_every_card_of_every_deck_is_drawn(module):
    drawn = module.on_page(
        """async () => {
          await import("/static/js/cards/playing-card.js");
          const cards = [..."23456789TJQKA"].flatMap(rank => [..."shdc"].map(suit => rank + suit));
          const box = document.createElement("div");
          document.body.append(box);
          for (const card of [...cards, "Jo"]) {
            const element = document.createElement("playing-card");
            element.setAttribute("card", card);
            box.append(element);
          }
          return [...box.children].map(each => each.querySelector(".full").outerHTML);
        }"""
    )
    assert len(drawn) == 53
    assert len(set(drawn)) == 53


def test_one_sentence_tells_what_decided_a_round(module):
    """Who does not qualify is not compared, three queens beat, and hands go by number."""
    told = module.on_page(
        """async () => {
          const { Picture } = await import("/static/js/room/picture.js");
          const { decidedAll } = await import("/static/js/room/deciding.js");
          const says = (log, settlement) => {
            const picture = new Picture();
            const wager = { id: "bet", kind: "required", tables: [], reasons: {} };
            picture.description = { wagers: [wager], zones: [{ owner: "player" }], contests: {} };
            picture.now = { phase: "over", you: { seats: [1] }, cards: [], made: [], settlement,
              seats: [{ seat: 1, player: "Ada", in_round: true, net_cents: 0 }] };
            picture.log = log;
            return [decidedAll(picture), ...settlement.map((each) => picture.reason(each))];
          };
          const compared = (his, qualified, hand, result) => [
            { kind: "Qualified", seat: null, contest: "main", hand: his, qualified },
            { kind: "Compared", seat: 1, contest: "main", hand, result },
          ];
          const by = (reason) => [{ seat: 1, wager: "bet", reason, net_cents: 500 }];
          const fours = "pair of fours, king kicker";
          const hand = (wager, how) => ({ kind: "Settled", seat: 1, wager, case: how });
          const call = (zone, call, seat = 1) => ({ kind: "Called", seat, zone, call });
          return [
            says(compared("pair of fives", false, fours, "lose"), by("dealer does not qualify")),
            says(compared("pair of fives", false, fours, "lose"), by("dealer is higher")),
            says(compared(fours, true, "three queens", "win"), by("player is higher")),
            says(compared("four high", null, "three high", "lose"), by("dealer is higher")),
            says([
              call("cards", "bust with 23"), call("cards/2", "21"), call("cards/3", "bust with 25"),
              hand("bet", "bust"), hand("bet/3", "bust"), hand("bet/2", "win"),
              call("dealer", "20", null),
            ], []),
          ];
        }"""
    )
    assert told == [
        ["The dealer does not qualify with a pair of fives.", "dealer does not qualify"],
        [
            "The dealer does not qualify with a pair of fives. "
            "The dealer's pair of fives beats your pair of fours, king kicker.",
            "dealer is higher",
        ],
        [
            "Your three queens beat the dealer's pair of fours, king kicker.",
            "your hand is higher",
        ],
        ["The dealer's four high beats your three high.", "dealer is higher"],
        [
            "Hand 1: Your hand is bust with 23. Hand 2: Your 21 beats the dealer's 20. "
            "Hand 3: Your hand is bust with 25."
        ],
    ]


def test_between_players_the_coach_tells_the_part_of_the_pot(module):
    equity = {"part": 0.4261, "exact": True, "standard_error": 0.0, "rivals": 1}
    calling = {"call_cents": 1_000, "price": 0.25, "pays": True}
    advice = AdviceReply(seat=1, turn=1, state="ready", equity=EquityNow(**equity, **calling))
    told = module.on_page(
        """async (advice) => {
          await import("/static/js/room/side-sheets.js");
          const sheet = document.createElement("coach-sheet");
          sheet.build(() => {}, () => {});
          sheet.show(advice, []);
          return sheet.querySelector(".coach-now").textContent;
        }""",
        advice.model_dump(),
    )
    assert "Your part of the pot against 1 hand: 42.6%" in told
    assert "Calling $10 needs 25.0%: it pays." in told


def test_verbs_are_chosen_by_the_seat_not_by_the_name(module):
    seats = [{"seat": 1, "player": "Youssef"}, {"seat": 2, "player": "Ada"}]
    told = module.on_page(
        """async (seats) => {
          const { Picture } = await import("/static/js/room/picture.js");
          const { sentence } = await import("/static/js/room/sentences.js");
          const { stepsOf } = await import("/static/rounds/steps.js");
          const picture = new Picture();
          picture.description = { wagers: [], stages: [], zones: [] };
          picture.now = { you: { seats: [2] }, seats };
          const of = (seat) => [
            sentence({ kind: "Folded", seat }, picture),
            sentence({ kind: "Dealt", seat, zone: "hand", card: "Ah" }, picture),
            sentence({ kind: "Uncalled", seat, cents: 500 }, picture),
            sentence({ kind: "Settled", seat, wager: "ante", line: "", stake_cents: 500,
              returned_cents: 500, paid_cents: 0 }, picture),
            ...stepsOf([{ kind: "Decide", seat, choice: "call" }], picture).map(({ says }) => says),
            sentence({ kind: "NextHand", seat, zone: "cards/2" }, picture),
            sentence({ kind: "Laid", seat, cards: [null, null], aside: ["Ah"] }, picture),
          ];
          const several = { ...picture.now, you: { seats: [1, 2] } };
          const alone = [of(1), of(2)];
          picture.now = several;
          return [...alone, of(2)];
        }""",
        seats,
    )
    his, mine, of_two = told
    assert his[0] == "Youssef folds." and his[1] == "Youssef gets ace of hearts."
    assert his[2:] == [
        "$5 that nobody called go back to Youssef.",
        "Youssef's Ante pushes.",
        "Youssef chooses call.",
        "Youssef goes on to hand 2.",
        "Youssef lays 2 cards and puts ace of hearts aside.",
    ]
    assert mine[0] == "You fold." and mine[3:5] == ["Your Ante pushes.", "You choose call."]
    assert mine[5:] == ["You go on to hand 2.", "You lay 2 cards and put ace of hearts aside."]
    assert of_two[3] == "Your Ante at seat 2 pushes."


OTHER = "f" * 64


def test_a_round_of_that_number_in_older_books_is_no_witness(module):
    ask = "(args) => import('/static/js/room/promises.js').then((part) => part.promised(...args))"
    module.on_page(
        "(digest) => localStorage['feltworks.promises'] ="
        " JSON.stringify([{ round: 7, digest, at: Date.parse('2025-01-10T12:00:00Z') }])",
        OTHER,
    )
    assert module.on_page(ask, [7, "2025-01-10T11:00:00Z"]) == OTHER
    assert module.on_page(ask, [7, "2025-01-20T11:00:00Z"]) is None
    assert module.on_page(ask, [8, "2025-01-10T11:00:00Z"]) is None


EXCHANGE = """async () => {
  const { SeedGiver } = await import("/static/js/room/seed-giver.js");
  const said = [];
  const giver = new SeedGiver(async (message) => { said.push(message); });
  const asked = (waiting, opening, given, commitment) =>
    ({ you: { seats: [3] }, seeds: { waiting, opening, given }, round: { commitment } });
  const sent = async () => {
    const before = said.length;
    giver.take(asked({}, {}, [], "a"));
    while (said.length === before) await new Promise((done) => setTimeout(done, 5));
    await new Promise((done) => setTimeout(done, 5));
    return said.at(-1).hash;
  };
  const first = await sent();
  giver.take(asked({}, { 3: "0".repeat(64) }, [], "a"));
  giver.take(asked({}, { 3: first }, [], "a"));
  giver.take(asked({}, { 3: first }, [], "a"));
  const again = await sent();
  giver.take(asked({}, { 3: again }, [], "a"));
  // The server was started again and asks for the same hash, and then for another one.
  giver.begin();
  giver.take(asked({ 3: "waits" }, { 3: first }, [], "a"));
  giver.begin();
  giver.take(asked({ 3: "waits" }, { 3: again }, [], "a"));
  giver.take(asked({}, { 3: again }, [], "b"));
  // The page was loaded again: it opens what it has promised, and still one seed for one deck.
  const loaded = new SeedGiver(async (message) => { said.push(message); });
  loaded.take(asked({}, { 3: first }, [], "b"));
  loaded.take(asked({}, { 3: first }, [], "c"));
  const first_of = (seed) => said.findIndex((each) => seed && each.seed === seed);
  return said.map(({ type, seat, seed }) => `${type} ${seat} ${first_of(seed)}`);
}"""


def test_a_seed_is_opened_once_for_a_deck_and_only_by_its_own_hash(module):
    said = module.on_page(EXCHANGE)
    opened = ["open_seed 3 1", "open_seed 3 4", "open_seed 3 1"]
    assert said == ["seed_hash 3 -1", "open_seed 3 1", "seed_hash 3 -1", *opened]


def test_every_entry_of_a_log_has_words_of_its_own():
    """The transcript's words are for programs: to a person they would say that `You goes on`."""
    words = (STATIC / "js" / "room" / "sentences.js").read_text("utf-8")
    without = {kind.__name__ for kind in entries(Operation) if not named(kind).search(words)}
    assert not without, without


def entries(kind):
    """The kinds of entries that the product's mechanisms write."""
    for below in kind.__subclasses__():
        if below.__module__.startswith("feltworks.") and "line" in vars(below):
            yield below
        yield from entries(below)


def named(kind):
    return re.compile(rf'^  {kind.__name__}: |"{kind.__name__}"', re.MULTILINE)
