"""A shuffle is checked by what this browser itself was shown before the deck was."""

from __future__ import annotations

from playwright.sync_api import expect

OTHER = "f" * 64


def test_a_house_that_brings_another_promise_along_is_found_out(person):
    ada = person(own=True)
    ada.bet_at("mini-tex-1", 3)
    promised = ada.page.locator(".digest code").get_attribute("title")
    ada.put(3, "Ante")
    ada.deal()
    ada.play_on(("fold",))
    ada.page.get_by_role("link", name="Check this shuffle").click()
    checks = ada.page.locator(".check-list li")
    expect(ada.page.locator(".verdict.good")).to_be_visible()
    expect(checks).to_have_count(6)
    expect(checks.nth(1)).to_contain_text("This browser was shown that digest")
    expect(checks.nth(3)).to_contain_text("The seed of seat 3 fits the hash")
    expect(checks.nth(4)).to_contain_text("The hashes are those that this browser was told")
    expect(checks.nth(5)).to_contain_text("Your own seed at seat 3 is among those")
    noted = ada.page.evaluate("JSON.parse(localStorage['feltworks.promises'])")
    assert [each["digest"] for each in noted] == [promised]
    swap = "([old, other]) => { const key = 'feltworks.promises';" + (
        "localStorage[key] = localStorage[key].replace(old, other); }"
    )
    ada.page.evaluate(swap, [promised, OTHER])
    ada.page.reload()
    expect(ada.page.locator(".verdict.bad")).to_have_text("This round does not verify.")
    expect(checks.nth(1)).to_contain_text(f"shown another digest: {OTHER}")

    def without_seeds(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "seeds": []})

    ada.page.route("**/api/rounds/*/proof", without_seeds)
    ada.page.reload()
    expect(checks.nth(3)).to_contain_text("another hash, or none, for seat 3")
    expect(checks.nth(4)).to_contain_text("opened by this browser and left out of the order")


def test_a_round_of_that_number_in_older_books_is_no_witness(person):
    ada = person()
    ada.come_in()
    ask = "(args) => import('/static/js/room/promises.js').then((part) => part.promised(...args))"
    ada.page.evaluate(
        "(digest) => localStorage['feltworks.promises'] ="
        " JSON.stringify([{ round: 7, digest, at: Date.parse('2025-01-10T12:00:00Z') }])",
        OTHER,
    )
    assert ada.page.evaluate(ask, [7, "2025-01-10T11:00:00Z"]) == OTHER
    assert ada.page.evaluate(ask, [7, "2025-01-20T11:00:00Z"]) is None
    assert ada.page.evaluate(ask, [8, "2025-01-10T11:00:00Z"]) is None


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


def test_a_seed_is_opened_once_for_a_deck_and_only_by_its_own_hash(person):
    ada = person()
    ada.come_in()
    said = ada.page.evaluate(EXCHANGE)
    opened = ["open_seed 3 1", "open_seed 3 4", "open_seed 3 1"]
    assert said == ["seed_hash 3 -1", "open_seed 3 1", "seed_hash 3 -1", *opened]
