"""While cards are being dealt and turned, nothing on the page is ahead of them.

Pages are shown what a guest at a full table was told, and every change of a page is looked at: its
cards beside all that it says. Time is the test's own, so nothing is waited for.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise

import pytest

from browser.recorded import Shown

pytestmark = pytest.mark.slow

PACES = {"usual": "", "quick": "quick", "without motion": None}
WATCHED = [("spanish-2", "usual"), ("mini-tex-ring-1", "usual")]
WATCHED += [("texas-21-1", "quick"), ("spanish-2", "without motion")]
LONGER_THAN_ANY_PICTURE_MS = 6_000

FELTS = """async (frames) => {
  const { feltAfter } = await import("/static/js/room/felt.js");
  const lying = ({ cards, spots, ...more }) => JSON.stringify([
    cards.filter((each) => each.cards.length).map(({ seat, zone, cards }) =>
      [seat, zone, cards.map(({ card, face }) => [card, face])]).sort(),
    spots.map(({ seat, wager, cents, tip }) => [seat, wager, cents, tip]).sort(),
    more.pot_cents, more.burnt, more.arranged, more.stage,
  ]);
  return JSON.parse(frames).flatMap((now) => {
    const told = lying({ ...now, stage: now.round?.stage ?? null });
    const read = lying(feltAfter(now.events, now.events.length, now.phase === "over"));
    return read === told ? [] : [`${read} instead of ${told}`];
  });
}"""

# Looks at the page after each of its changes: cards on the felt, and what tells of a result, of a
# hand or of a decision.
WATCH = """() => {
  const CARD = /\\w+ of (spades|hearts|diamonds|clubs)/g;
  const text = (part) => (!part || part.hidden ? "" : part.textContent);
  const all = (parts) => [...document.querySelectorAll(parts)].map(text).join(" | ");
  const holders = "dealer-place, .board, seat-place, ring-seat";
  const places = () => [...document.querySelectorAll(holders)];
  const cards = (place) => [...place.querySelectorAll("card-row playing-card")];
  const look = () => ({
    cards: places().map((place) => cards(place).map((each) => each.ariaLabel)),
    calls: places().map((place) => text(place.querySelector(":scope > .call"))),
    told: {
      result: all(".result, .decided, .takes"),
      badges: all(".badge"),
      rounds: all("ledger-sheet .ledger li"),
      chips: all("ledger-sheet .ledger-stack, .mine .stack"),
      sums: all("settlement-sheet .seat-sum"),
      phase: text(document.querySelector(".phase")),
      decision: all("choice-panel .choice-hint, choice-panel button.choice, .by-default"),
      acts: all("bet-rack:not([hidden]) button:not([hidden]), .acts:not([hidden]) > button"),
      heard: all("#news"),
      jackpots: all("jackpot-meter .visually-hidden"),
      shuffle: all(".digest a"),
    },
    named: (document.querySelector("main").textContent.match(CARD) ?? [])
      .map((each) => each.toLowerCase()),
  });
  window.looks = [look()];
  new MutationObserver(() => looks.push(look())).observe(document.querySelector("main"), {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ["hidden", "card", "aria-label"],
  });
}"""


def round_of(recording):
    """The pictures of the first round, from what came before its cards to its result."""
    pictures = recording.pictures
    result = next(at for at, (_, now) in enumerate(pictures) if now["phase"] == "over")
    cards = next(at for at, (_, now) in enumerate(pictures) if now["cards"])
    return pictures[cards - 1 : result + 1]


@pytest.fixture
def card_room(full_house):
    return full_house[0]


class Watched(Shown):
    """A page whose every change is looked at, in a time of its own."""

    def __init__(self, person, full_house, table, pace):
        at, recorded = full_house
        motion = "reduce" if pace is None else "no-preference"
        page = person(own=True, reduced_motion=motion).page
        page.clock.install()
        super().__init__(page, at, recorded[table])
        page.evaluate("(speed) => (document.documentElement.dataset.speed = speed)", pace or "")
        self.rest()

    def begin(self, picture):
        self.tell(picture)
        self.rest()
        self.page.evaluate(WATCH)

    def rest(self, milliseconds=LONGER_THAN_ANY_PICTURE_MS):
        self.arrived()
        self.page.clock.run_for(milliseconds)

    def arrived(self):
        """Until what was sent has come to the page."""
        self.page.evaluate(ARRIVED)

    def looks(self):
        """All that was seen since the last time."""
        return self.page.evaluate("looks.splice(0, looks.length - 1).concat(looks)")


def test_the_page_reads_the_felt_from_the_log_as_the_server_does(module, full_house):
    _, recorded = full_house
    for table, recording in recorded.items():
        assert recording.of(lambda now: now["phase"] == "over")
        # As one text: the driver takes long over large values.
        frames = ",".join(text for text, _ in recording.pictures)
        assert module.on_page(FELTS, f"[{frames}]") == [], table


@pytest.mark.parametrize(("table", "pace"), WATCHED)
def test_nothing_on_the_page_is_ahead_of_the_cards(person, full_house, table, pace):
    watched = Watched(person, full_house, table, PACES[pace])
    (before, _), *frames = round_of(watched.recording)
    watched.begin(before)
    is_still = PACES[pace] is None
    seen, beats = set(), []
    for text, now in frames:
        watched.tell(text)
        watched.rest()
        looks = watched.looks()
        beats.append(len({str(look["cards"]) for look in looks}))
        where = f"{table}, {now['phase']}, {[each['kind'] for each in now['events']][-3:]}"
        for look in looks:
            seen.update(*look["cards"])
            named = {card for card in look["named"] if not any(card in each for each in seen)}
            # Without motion a hand that is lost at once is never seen.
            assert is_still or not named, f"{where}: {named} named before they are seen"
        ahead = [*too_early(looks, still=is_still)]
        assert not ahead, f"{where}: {ahead}"
    assert (max(beats) > 3) is not is_still


ARRIVED = """() => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  port2.postMessage(0);
})"""


def test_a_log_that_begins_anew_replaces_the_one_before(person, full_house):
    """It does after every bet that is changed, and may be shorter then."""
    watched = Watched(person, full_house, "spanish-2", "")
    (text, now), *_ = round_of(watched.recording)
    watched.begin(text)
    told = watched.page.locator("log-sheet li")
    assert told.count() == len(now["events"])
    watched.begin(json.dumps({**now, "events": now["events"][:2]}))
    assert told.count() == 2


AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def presses_next(watched):
    watched.page.keyboard.press("n")


def looks_elsewhere(watched):
    watched.page.evaluate(AWAY)


def loses_the_line(watched):
    watched.line.close(code=1012)
    watched.rest(300)


def sees_the_next_betting(watched):
    """As when everybody else has pressed Next, or the time for the result is up."""
    pictures = watched.recording.pictures
    after = pictures.index(next(each for each in pictures if each[0] == watched.picture)) + 1
    watched.tell(pictures[after][0])
    assert pictures[after][1]["phase"] == "betting"


@pytest.mark.parametrize(
    "act", [presses_next, looks_elsewhere, loses_the_line, sees_the_next_betting]
)
def test_a_result_that_is_not_waited_for_is_shown_whole(person, full_house, act):
    """All of it comes with the last card; nothing is left over, and nothing is told before it."""
    watched = Watched(person, full_house, "spanish-2", "")
    *_, (before, _), (text, now) = round_of(watched.recording)
    watched.begin(before)
    chips = watched.looks()[-1]["told"]["chips"]
    watched.tell(text)
    review = {"type": "review", "round": now["round"]["number"], "unit": "ante", "mistakes": []}
    watched.line.send(json.dumps(review))
    watched.rest(700)
    told = watched.looks()[-1]["told"]
    assert told["phase"] != "Round settled" and told["chips"] == chips
    assert "without a mistake" not in watched.page.inner_text(".coach-past")
    act(watched)
    watched.rest(0)
    looks = watched.looks()
    whole = next(look for look in looks if look["told"]["rounds"])
    assert not any("a face-down card" in cards for cards in whole["cards"])
    is_next = act is sees_the_next_betting
    assert looks[-1]["told"]["phase"] == ("Place your bets" if is_next else "Round settled")
    assert re.search("You (win|lose)", looks[-1]["told"]["result"]) or is_next
    assert "without a mistake" in watched.page.inner_text(".coach-past")
    watched.rest(150)
    heard = watched.looks()[-1]["told"]["heard"]
    watched.rest()
    quiet = watched.looks()
    assert all({**look["told"], "heard": heard} == look["told"] for look in quiet)
    assert {str(look["cards"]) for look in quiet} == {str(looks[-1]["cards"])}


def too_early(looks, *, still):
    """What was told anew while cards were still to come or to turn.

    A decision's own chips leave the stack at once. Without motion all comes together.
    """
    first, last = looks[0], looks[-1]
    for before, look in pairwise(looks):
        cards = (look if still else before)["cards"]
        to_come = [
            Counter(all) - Counter(now) for now, all in zip(cards, last["cards"], strict=True)
        ]
        for call, known, coming in zip(look["calls"], before["calls"], to_come, strict=True):
            if call and call != known and coming:
                yield f"{call!r} before {list(coming)}"
        for what, told in look["told"].items():
            if told == before["told"][what] or not told.strip(" |") or not any(to_come):
                continue
            if told == last["told"][what] != first["told"][what] and grows(what, first, look):
                yield f"{what}: {told!r} before {to_come}"


def grows(what, first, look):
    """Chips that are put out are no news."""
    if what != "chips":
        return True
    had, has = (dollars(each["told"][what]) for each in (first, look))
    return any(now > then for then, now in zip(had, has, strict=False))


def dollars(text):
    return [float(each.replace(",", "")) for each in re.findall(r"\$([\d,.]+)", text)]
