"""Odds, rules, rounds and the console in a real browser, against the real server."""

import re
import tomllib
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.ask.rules import EXAMPLES_DIR, GAMES_DIR, game_ids
from tests.axe import serious_faults
from tests.chromium import Pages

from feltworks.house import RoundQuery
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.jobqueue import OddsJobs

from .browsing import DESKTOP, PHONE, Reader
from .room import PASSWORD, card_room, guest_cookie, served

pytestmark = pytest.mark.slow

# Every page of the site, and what is there when it has been drawn.
PAGES = {
    "/": "table-tile",
    "/table/mini-tex-1": "seat-place",
    "/table/mini-tex-ring-1": "ring-seat",
    "/odds?game=mini-tex": ".grid",
    "/rules": "main a",
    "/rules/texas-21": "main h2",
    "/rounds": "main a",
    "/rounds/{number}": ".verdict",
    "/practice/{game}": "guest-form, main button",
    "/verify": "form",
    "/console": "form",
    "/nowhere": "h1",
}
TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def pages(chromium):
    return Pages(chromium)


@pytest.fixture(scope="module")
def running(tmp_path_factory, odds_jobs):
    with card_room(tmp_path_factory.mktemp("browsed"), jobs=odds_jobs) as app, served(app) as at:
        yield app, at


@pytest.fixture
def reader(pages, running):
    """Makes readers; at the end none of their pages had an error or asked another host."""
    app, at = running
    made = []
    with ExitStack() as lent:

        def make(guest=None, **options):
            wanted = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
            page = lent.enter_context(pages.lent(at, **wanted))
            if guest is not None:
                cookies = [
                    {"name": name, "value": value, "url": at}
                    for name, value in guest_cookie(app, guest).items()
                ]
                page.context.add_cookies(cookies)
            made.append(Reader(page, at))
            lent.callback(made[-1].leave)
            return made[-1]

        yield make
    troubles = [trouble for each in made for trouble in each.troubles]
    assert not troubles, troubles


# --- odds -----------------------------------------------------------------------------------


def counted(page, name):
    expect(page.locator(".odds-status").first).to_have_text(f"{name}: counted.")


@pytest.mark.parametrize("game", ["pick-2-poker", "texas-21"])
def test_a_game_has_its_odds_page(reader, game):
    visitor = reader()
    visitor.go(f"/odds?game={game}")
    name = tomllib.loads((GAMES_DIR / f"{game}.toml").read_text(encoding="utf-8"))["game"]["name"]
    counted(visitor.page, name)
    expect(visitor.page.locator(".wager").first).to_be_visible()
    expect(visitor.page.locator(".return-chart").first).to_be_visible()
    if visitor.page.locator("[data-wager=main]").count():
        expect(visitor.page.locator(".grid, .by-hand").first).to_be_visible()
    visitor.picture(f"odds-{game}")


def test_the_headline_is_a_wager_on_the_layout_and_others_say_that_they_are_not(reader):
    page = (visitor := reader()).page
    pocket, joker = "[data-wager=pocket-poker]", "[data-wager=joker-in-hand]"
    away = "not on the layout with these options"
    visitor.go("/odds?game=mini-tex-ring")
    expect(page.locator(f"{pocket} h2")).to_contain_text(away)
    expect(page.locator(".odds-answer")).to_contain_text("the layout has no side wager")
    # The button to play stands with the headline, which here is the game's name alone.
    expect(page.locator("header .play-line")).to_have_count(1)
    expect(page.locator(f"{pocket} .play-line")).to_have_count(0)
    page.get_by_label("pocket poker table").select_option("30-20")
    expect(page.locator(f"{pocket} .play-line")).to_have_count(1)
    expect(page.locator(f"{pocket} h2")).not_to_contain_text(away)
    visitor.go("/odds?game=spanish-poker")
    expect(page.locator(".wager").last.and_(page.locator(joker))).to_contain_text(away)
    expect(page.locator(".wager h2", has_text=away)).to_have_count(1)


def test_a_game_against_the_house_without_required_wagers_is_not_called_one_between_players(reader):
    page = (visitor := reader()).page
    visitor.go("/odds")
    page.get_by_label("A rules file of your own").set_input_files(
        EXAMPLES_DIR / "dragon-tiger.toml"
    )
    counted(page, "Dragon Tiger")
    expect(page.locator(".odds-answer")).not_to_contain_text("between players")
    expect(page.locator(".wager").first.locator(".play-line")).to_have_count(1)


def test_switching_an_option_counts_again_and_stands_in_the_address(reader):
    page = (visitor := reader()).page
    visitor.go("/odds?game=mini-tex")
    edge = page.locator("[data-wager=main] .edge-figure strong")
    expect(edge).to_have_text("3.2235%")
    rule = "Where choices are worth the same: hole bet, flop bet, river fold, as in Mini-Tex"
    expect(page.locator("header .ties")).to_contain_text(rule)
    page.get_by_label("dealer qualifier").select_option("ace-king")
    expect(edge).to_have_text("1.6806%")
    expect(page).to_have_url(re.compile(r"set=dealer_qualifier%3Dace-king"))
    page.reload()
    expect(edge).to_have_text("1.6806%")
    expect(page.get_by_label("dealer qualifier")).to_have_value("ace-king")


def test_another_pay_is_told_before_and_after(reader):
    page = (visitor := reader()).page
    visitor.go("/odds?game=mini-tex")
    counted(page, "Mini-Tex 3 Card Hold'em")
    page.get_by_text("What if a hand paid otherwise").click()
    page.get_by_label("pair", exact=True).fill("4:1")
    page.get_by_label("pair", exact=True).press("Enter")
    expect(page.get_by_role("region", name="What if")).to_contain_text("2.4133% before")


def test_a_hand_can_be_asked_about(reader):
    page = (visitor := reader()).page
    visitor.go("/odds?game=mini-tex")
    page.get_by_label("Your 2 cards").fill("2s 5d")
    page.get_by_role("button", name="What is best?").click()
    expect(page.locator(".position-answer .best")).to_contain_text("fold")
    page.get_by_label("Your 2 cards").fill("2s 2s")
    page.get_by_role("button", name="What is best?").click()
    expect(page.locator(".position-answer")).to_contain_text("2s")


def test_an_uploaded_file_gets_the_same_page_and_its_mistakes_told(reader, tmp_path):
    page = (visitor := reader()).page
    visitor.go("/odds?game=no-such-game")
    expect(page.get_by_role("alert")).to_contain_text("There is no game no-such-game on the shelf")
    good = EXAMPLES_DIR / "three-card-poker.toml"
    page.get_by_label("A rules file of your own").set_input_files(good)
    counted(page, "Three Card Poker")
    expect(page.get_by_text("on the shelf; this is")).to_have_count(0)
    expect(page.locator("[data-wager=main] .edge-figure strong")).to_be_visible()
    broken = tmp_path / "broken.toml"
    broken.write_text(good.read_text(encoding="utf-8").replace("[game]", "[game]\nspeed = 3"))
    page.get_by_label("A rules file of your own").set_input_files(broken)
    mistakes = page.get_by_role("region", name="Mistakes in the file")
    expect(mistakes).to_contain_text("Line 2: game.speed")
    visitor.picture("odds-mistakes")
    large = tmp_path / "large.toml"
    large.write_text("#" * 300_000)
    page.get_by_label("A rules file of your own").set_input_files(large)
    expect(page.get_by_role("alert").filter(has_text="larger than a rules file")).to_be_visible()


def test_a_game_that_cannot_be_dealt_is_not_offered_to_be_played(reader, tmp_path):
    page = (visitor := reader()).page
    visitor.go("/odds")
    text = (EXAMPLES_DIR / "six-deck-blackjack.toml").read_text()
    undealt = tmp_path / "undealt.toml"
    undealt.write_text(text.replace('["1 up to cards"', '["1 down to cards"'))
    page.get_by_label("A rules file of your own").set_input_files(undealt)
    answer = page.locator(".odds-answer")
    expect(answer).to_contain_text("a blackjack hand begins with two cards")
    expect(page.get_by_role("button", name="Play this game")).to_have_count(0)
    expect(answer).not_to_contain_text("too long to count")
    # One that can be dealt and not be counted is offered, and the reason is the count's own.
    text = (EXAMPLES_DIR / "oasis-poker.toml").read_text()
    uncounted = tmp_path / "uncounted.toml"
    uncounted.write_text(text.replace('"ace-king high or better"', '"pair in red"'))
    page.get_by_label("A rules file of your own").set_input_files(uncounted)
    expect(answer).to_contain_text("an exchange is weighed with a qualifier")
    expect(page.get_by_role("button", name="Play this game")).to_be_visible()
    expect(answer).not_to_contain_text("too long to count")


def test_a_file_of_ones_own_is_played_and_shared_by_its_link(reader):
    page = (visitor := reader()).page
    visitor.go("/odds")
    page.get_by_label("A rules file of your own").set_input_files(
        EXAMPLES_DIR / "three-card-poker.toml"
    )
    counted(page, "Three Card Poker")
    page.get_by_role("button", name="A link to it").click()
    expect(page.locator(".play-line a")).to_have_attribute("href", re.compile("^/practice/"))
    page.get_by_role("button", name="Play this game").click()
    page.wait_for_url("**/practice/*")
    page.get_by_label("Your name at the table").fill("Inventor")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url("**/table/practice-*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Three Card Poker")
    expect(page.locator(".practice-line")).to_contain_text("nothing is booked")
    page.get_by_role("button", name="Deal for").click()
    expect(page.locator("button.choice").first).to_be_visible()
    visitor.picture("practice-table")
    # Another table closes this one, and the page says so and leads on.
    again = page.locator(".broken a").first
    kept = page.evaluate(
        """async (table) => {
      const { practice } = await (await fetch(`/api/tables/${table}`)).json();
      const { tableOf } = await import("/static/practice/playing.js");
      await tableOf(practice);
      return practice;
    }""",
        page.url.split("/table/")[1].split("?")[0],
    )
    expect(page.locator(".broken")).to_contain_text("This practice table is closed")
    expect(again).to_have_attribute("href", f"/practice/{kept}")
    # Without the link it is found again in the lobby and on the odds page.
    for path in ("/odds", "/"):
        visitor.go(path)
        own = page.get_by_role("region", name="Your games").get_by_role("link").first
        expect(own).to_have_attribute("href", f"/practice/{kept}")
        expect(own).to_have_text("Three Card Poker")


def test_a_count_can_be_stopped(reader, running):
    page = (visitor := reader()).page
    visitor.go("/odds")
    # No test counts this game whole, so its counts are not stored.
    slow = EXAMPLES_DIR / "criss-cross-poker.toml"
    counted(page, tomllib.loads((GAMES_DIR / f"{game_ids()[0]}.toml").read_text())["game"]["name"])
    page.get_by_label("A rules file of your own").set_input_files(slow)
    expect(page.locator(".odds-status").first).to_contain_text("Counting")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".odds-status").first).to_have_text("Stopped.")
    jobs: OddsJobs = running[0].state.odds_jobs
    *_, last = jobs.queues["files"]._known.values()
    assert last.over.wait(120) and "withdrawn" in last.says


# --- rules ----------------------------------------------------------------------------------


def test_rules_are_listed_and_told(reader):
    page = (visitor := reader(viewport=PHONE)).page
    visitor.go("/rules")
    page.get_by_role("link", name="Spanish Poker").click()
    expect(page.get_by_role("heading", name="How a round goes")).to_be_visible()
    expect(page.get_by_role("heading", name="House options")).to_be_visible()
    assert not visitor.overflows()
    visitor.picture("rules")


def test_an_option_changes_the_rules_on_the_page(reader):
    page = (visitor := reader()).page
    visitor.go("/rules/mini-tex")
    expect(page.get_by_text("The dealer qualifies with pair or better.")).to_be_visible()
    page.get_by_label("dealer qualifier").focus()
    page.get_by_label("dealer qualifier").select_option("ace-king")
    expect(page.get_by_text("qualifies with ace-king high or better.")).to_be_visible()
    expect(page.get_by_label("dealer qualifier")).to_be_focused()


# --- rounds ---------------------------------------------------------------------------------


def a_round_of(app, table):
    found = app.state.house.find(RoundQuery(table=table, outcome="settled", limit=1))[0]
    return found.number, next(iter(found.players.values()))


@pytest.mark.parametrize("table", ["mini-tex-1", "mini-tex-ring-1", "texas-21-1"])
def test_a_round_is_stepped_through_and_verified(reader, running, table):
    number, player = a_round_of(running[0], table)
    page = (guest := reader(guest=player)).page
    guest.go(f"/rounds/{number}")
    expect(page.locator(".verdict.good")).to_contain_text("Verified")
    expect(page.locator(".place")).to_contain_text("Step")
    guest.picture(f"round-{table}")
    page.get_by_role("button", name="First", exact=True).click()
    expect(page.locator(".place")).to_contain_text("Step 1 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".place")).to_contain_text("Step 2 of")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    laid_as_by_the_dealer(page, number)


def laid_as_by_the_dealer(page, number):
    """His row, if he has laid one: with it the cards beside his own, in front and turned down."""
    told = page.context.request.get(f"{page.url.split('/rounds')[0]}/api/rounds/{number}").json()
    rows = [each for each in told["steps"] if each["kind"] == "Arranged"]
    for row in rows:
        cards = page.locator(".step-common playing-card")
        expect(cards).to_have_count(len(row["row"]))
        laid = "all => all.map(each => [each.getAttribute('card'), each.matches('.forward')])"
        assert cards.evaluate_all(laid) == [
            [None if card in row["turned"] else card, card in row["forward"]] for card in row["row"]
        ]


def test_ones_own_rounds_are_listed(reader, running):
    number, player = a_round_of(running[0], "mini-tex-1")
    page = (guest := reader(guest=player)).page
    guest.go("/rounds")
    listed = page.locator("tbody tr")
    expect(listed.first).to_be_visible()
    results = listed.locator("td.number").all_inner_texts()
    for name, sign in (("Won", "+"), ("Lost", "−")):
        page.get_by_label("Which rounds are listed").select_option(name)
        fitting = [each for each in results if each.startswith(sign)]
        expect(listed.locator("td.number")).to_have_text(fitting)
    # The same by one wager alone, whatever came of the round.
    page.get_by_label("By which wager").select_option("Ante")
    by_ante = listed.locator(".of-wager")
    for sign in ("−", "+"):
        page.get_by_label("Which rounds are listed").select_option("Won" if sign == "+" else "Lost")
        fitting = by_ante.all_inner_texts()
        assert all(f", Ante {sign}" in each for each in fitting), fitting
    page.get_by_label("Which rounds are listed").select_option("All rounds")
    expect(by_ante.first).to_be_visible()
    page.get_by_label("By which wager").select_option("All wagers")
    page.get_by_role("link", name=f"Round {number}", exact=True).click()
    expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()


def test_a_stranger_sees_no_round(reader, running):
    number, _ = a_round_of(running[0], "mini-tex-1")
    page = (stranger := reader(guest="Zoe")).page
    stranger.go(f"/rounds/{number}")
    expect(page.get_by_role("alert")).to_have_text("You were in no such round.")
    nobody = reader()
    nobody.go("/rounds")
    expect(nobody.page.get_by_role("link", name="Sit down first")).to_be_visible()


VECTORS = tomllib.loads((TESTS / "cards" / "commitment_vectors.toml").read_text())


FILL_IN = """(form, fields) => {
  form.querySelector("[role=status]").textContent = "";
  const labels = [...form.querySelectorAll("label")];
  for (const [name, value] of Object.entries(fields))
    labels.find((label) => label.textContent === name).control.value = value;
  form.requestSubmit();
}"""


def fill_in(form, fields, *, typed):
    """As a person types and presses, or by a script, which takes a tenth of the time."""
    if not typed:
        form.evaluate(FILL_IN, fields)
        return
    for name, value in fields.items():
        form.get_by_label(name, exact=True).fill(value)
    form.get_by_role("button", name="Verify").click()


def test_the_page_verifies_the_published_vectors(reader):
    page = (visitor := reader()).page
    visitor.go("/verify")
    deck = page.get_by_role("form", name="A whole deck")
    verdict = deck.get_by_role("status")
    assert {vector["fits"] for vector in VECTORS["vector"]} == {True, False}

    def verify(vector):
        fields = {
            "Digest": vector["digest"],
            "Salt": vector["salt"],
            "Order of the deck": vector["cards"],
            "Players' seeds": "\n".join(vector.get("seeds", [])),
        }
        fill_in(deck, fields, typed=vector is VECTORS["vector"][0])

    for vector in VECTORS["vector"]:
        verify(vector)
        expect(verdict).to_contain_text(
            re.compile(rf"^{'Match' if vector['fits'] else 'No match'}")
        )
    for vector in VECTORS["deck"]:
        verify(vector)
        dealt = f"dealt: {vector['dealt']}" if vector["seeds"] else "when the digest was made."
        expect(verdict).to_have_text(re.compile(rf"^Match.*{re.escape(dealt)}$"))
    deck.get_by_label("Players' seeds").fill("nobody")
    deck.get_by_role("button", name="Verify").click()
    expect(verdict).to_contain_text("nobody is no seed")
    deck.get_by_label("Order of the deck").fill("As Zz")
    deck.get_by_role("button", name="Verify").click()
    expect(verdict).to_contain_text("Zz is no card")
    visitor.picture("verify")


def test_the_page_verifies_single_cards(reader):
    page = (visitor := reader()).page
    visitor.go("/verify")
    card = page.get_by_role("form", name="One card")
    for vector in VECTORS["card"]:
        fields = {
            "Digest of the deck": vector["digest"],
            "Number of slots": str(vector["slots"]),
            "Slot": str(vector["slot"]),
            "Card": vector["card"],
            "Salt of the slot": vector["salt"],
            "Proof": "\n".join(vector["proof"]),
        }
        fill_in(card, fields, typed=vector is VECTORS["card"][0])
        verdict = "Match" if vector["fits"] else "No match"
        expect(card.get_by_role("status")).to_contain_text(
            re.compile(rf"^{verdict}: {vector['card']}")
        )
    card.get_by_label("Proof").fill("")
    card.get_by_role("button", name="Verify").click()
    expect(card.get_by_role("status")).to_contain_text("The proof is too short.")


def test_the_browsers_hashes_of_seeds_are_the_published_ones(reader):
    page = (visitor := reader()).page
    visitor.go("/verify")
    ask = (
        "([seat, seed]) => import('/static/rounds/shuffle.js').then((m) => m.seedHash(seat, seed))"
    )
    for vector in VECTORS["seed"]:
        assert page.evaluate(ask, [vector["seat"], vector["seed"]]) == vector["hash"]
    read = (
        "(text) => import('/static/rounds/shuffle.js').then((m) => m.readSeeds(text))"
        ".catch((error) => error.message)"
    )
    assert page.evaluate(read, "3:c 2:a") == [[2, "a"], [3, "c"]]
    assert page.evaluate(read, "2:a 3:c 2:a") == "Seat 2 is named twice: each seat gives one seed."


def test_a_round_between_players_is_verified_card_by_card(reader, running):
    number, player = a_round_of(running[0], "mini-tex-ring-1")
    page = (guest := reader(guest=player, own=True)).page
    guest.go(f"/rounds/{number}")
    expect(page.locator(".verdict.good")).to_contain_text("the others stay sealed")

    def tampered(route):
        answer = route.fetch()
        proof = answer.json()
        proof["opened"][0]["card"] = "As" if proof["opened"][0]["card"] != "As" else "Kd"
        route.fulfill(response=answer, json=proof)

    page.route(f"**/api/rounds/{number}/proof", tampered)
    guest.go(f"/rounds/{number}")
    expect(page.locator(".verdict.bad")).to_have_text("This round does not verify.")


def test_a_changed_deck_does_not_verify(reader, running):
    number, player = a_round_of(running[0], "mini-tex-1")
    page = (guest := reader(guest=player, own=True)).page

    def tampered(route):
        answer = route.fetch()
        proof = answer.json()
        cards = proof["revealed"]["deck"].split()
        cards[0], cards[-1] = cards[-1], cards[0]
        proof["revealed"]["deck"] = " ".join(cards)
        route.fulfill(response=answer, json=proof)

    page.route(f"**/api/rounds/{number}/proof", tampered)
    guest.go(f"/rounds/{number}")
    expect(page.locator(".verdict.bad")).to_have_text("This round does not verify.")
    expect(page.locator(".fails")).to_have_count(2)


# --- the console ----------------------------------------------------------------------------


def test_the_console_from_the_first_operator_to_a_closed_table(reader, running):
    app, _ = running
    page = (operator := reader()).page
    operator.go(f"/console/setup#{app.state.staff.setup_token()}")
    page.get_by_label("Name").fill("otto")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Set up").click()
    views = page.get_by_role("navigation", name="Console")
    expect(page.get_by_role("heading", name="Where the money is")).to_be_visible()
    operator.picture("console-house")
    views.get_by_role("link", name="Dashboard").click()
    what_was_expected_is_told_to_the_cent(page)
    views.get_by_role("link", name="Tables").click()
    card = page.get_by_role("region", name="pick-2-1")
    card.get_by_role("button", name="Close").click()
    page.get_by_role("dialog").get_by_role("button", name="No").click()
    card.get_by_role("button", name="Close").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes, close").click()
    expect(card.get_by_role("button", name="Open", exact=True)).to_be_visible()
    card.get_by_role("button", name="Open", exact=True).click()
    expect(card.get_by_role("button", name="Close")).to_be_visible()
    operator.picture("console-tables")
    page.get_by_text("Add a table").click()
    page.get_by_label("Name", exact=True).fill("texas-21-2")
    jackpot = page.get_by_label("Jackpot: Texas 21 progressive jackpot")
    expect(jackpot).to_have_count(0)
    page.get_by_label("Game", exact=True).select_option("texas-21")
    expect(jackpot).to_have_value("texas-21")
    named = page.get_by_label("Name of the new jackpot")
    expect(named).to_be_hidden()
    jackpot.select_option("a new one")
    expect(named).to_be_visible()
    operator.picture("console-new-jackpot")
    jackpot.select_option("texas-21, shared with texas-21-1")
    operator.picture("console-new-table")
    page.get_by_role("button", name="Add and open").click()
    second = page.get_by_role("region", name="texas-21-2")
    expect(second.get_by_role("button", name="Close")).to_be_visible()
    expect(second).to_contain_text("jackpots texas-21")
    views.get_by_role("link", name="Jackpots").click()
    page.get_by_role("button", name="Statement").first.click()
    expect(page.get_by_text("reconciles", exact=True)).to_be_visible()
    operator.picture("console-jackpots")
    views.get_by_role("link", name="Event log").click()
    expect(page.get_by_text("table opened at the console")).to_have_count(2)
    operator.picture("console-log")
    views.get_by_role("link", name="Integrity").click()
    page.get_by_role("button", name="Check everything").click()
    expect(page.get_by_text("The books are in order.")).to_be_visible()
    operator.picture("console-integrity")
    views.get_by_role("link", name="Staff").click()
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Put on the staff").click()
    expect(page.get_by_role("cell", name="ada", exact=True)).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill("not her password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("not the name and password")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("ada, auditor")).to_be_visible()
    page.get_by_role("navigation", name="Console").get_by_role("link", name="Tables").click()
    expect(page.get_by_role("region", name="pick-2-1")).to_be_visible()
    expect(page.get_by_role("button", name="Close")).to_have_count(0)


LINE = {
    **{
        "name": "spanish-1",
        "rounds": 1,
        "handle": 500,
        "win": -500,
        "hold": -1.0,
        "band": [-1044, 1132],
    },
    **{
        "theoretical_win": 44,
        "theory_win": -500,
        "z": -0.98,
        "outside": False,
        "drop": 0,
        "tips": 0,
    },
    **{"voids": 0, "irregularities": 0, "corrections": 0},
}
MONTH = {
    **{
        "from": "2025-11-01",
        "to": "2025-11-15",
        "by": "table",
        "without_activity": [],
        "jackpots": [],
    },
    **{"notes": [], "lines": [LINE], "total": {**LINE, "name": "total"}},
}


def what_was_expected_is_told_to_the_cent(page):
    """The month at the console says the cents that its files say."""
    path = "**/api/console/months"
    page.route(path, lambda route: route.fulfill(json={"state": "done", "report": MONTH}))
    page.get_by_role("button", name="Show", exact=True).click()
    line = page.get_by_role("row", name="spanish-1")
    expect(line).to_contain_text("$0.44−$10.44 to $11.32")
    expect(page.locator(".report dl, .report .facts").first).to_contain_text("$0.44")
    page.unroute(path)


PHONE_PATHS = (
    *("/odds?game=mini-tex", "/rules/texas-21", "/verify", "/console"),
    "/practice/{game}",
)


def game_with_a_long_name(app):
    """The id of a kept game whose name no line can be broken in."""
    games = app.state.practice.games
    return games.keep(
        RulesQuestion(game="mini-tex"), "Threecardpokerwithfourjokersandtwodice", "", ""
    ).id


@pytest.mark.parametrize("path", PHONE_PATHS)
def test_no_page_is_wider_than_a_phone(reader, running, path):
    visitor = reader(viewport=PHONE, color_scheme="dark")
    visitor.go(path.format(game=game_with_a_long_name(running[0])))
    expect(visitor.page.get_by_role("heading", level=1).first).to_be_visible()
    if path.startswith("/odds"):
        expect(visitor.page.locator(".grid").first).to_be_visible()
    assert not visitor.overflows()
    visitor.picture(f"phone{re.split('[?{]', path)[0].replace('/', '-')}")


def test_axe_finds_nothing_serious_on_any_page(reader, running):
    app, _ = running
    number, player = a_round_of(app, "mini-tex-1")
    app.state.staff.add("olga", "operator", PASSWORD, by="otto")
    faults = {}

    def look(page, where):
        if found := serious_faults(page):
            faults[where] = found

    guest = reader(guest=player, drawn=True)
    for path, ready in PAGES.items():
        guest.go(path.format(number=number, game=game_with_a_long_name(app)))
        expect(guest.page.locator(ready).first).to_be_visible()
        look(guest.page, path)
    page = (operator := reader(drawn=True)).page
    operator.go("/console")
    page.get_by_label("Name").fill("olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    views = page.get_by_role("navigation", name="Console").get_by_role("link")
    expect(views.first).to_be_visible()
    for view in views.all():
        view.click()
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        look(page, f"console {view.inner_text()}")
    assert not faults, "\n".join(f"{where}: {each}" for where in faults for each in faults[where])
