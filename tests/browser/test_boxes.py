"""A game at every usual size, with every seat taken: nothing leaves the felt or covers a panel."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

SIZES = [(1280, 720), (1440, 900), (1920, 1080), (390, 844), (844, 390)]
TABLES = {"mini-tex-1": ("bet",)}
LOOK = """() => {
  const felt = document.querySelector("banked-felt");
  const around = felt.getBoundingClientRect();
  const shown = (part) => part.checkVisibility() && part.getBoundingClientRect().width > 0;
  const named = (part) => `${part.localName}.${part.className} ${part.textContent}`;
  const parts = "playing-card, .plate, .spot, .call, button, .pile, chip-stack, .badge";
  const outside = [...felt.querySelectorAll(parts)].filter(shown).filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < around.left - 1 || box.right > around.right + 1
      || box.top < around.top - 1 || box.bottom > around.bottom + 1;
  });
  const panels = [...document.querySelectorAll(".room-head, .sheets, .below")].filter(shown);
  const covered = panels.filter((part) => {
    const box = part.getBoundingClientRect();
    return Math.min(box.right, around.right) - Math.max(box.left, around.left) > 1
      && Math.min(box.bottom, around.bottom) - Math.max(box.top, around.top) > 1;
  });
  return [
      ...outside.map((part) => `outside: ${named(part)}`),
      ...covered.map((part) => `covered: ${named(part)}`),
      ...(document.documentElement.scrollWidth > innerWidth + 1 ? ["wider than the page"] : []),
  ];
}"""


@pytest.mark.parametrize("table", TABLES)
def test_everything_stays_on_the_felt_at_every_size(person, table):
    ada = person()
    ada.come_in()
    ada.go_to(table)
    ada.page.get_by_role("button", name=re.compile("^Sit here, seat 3")).click()
    ada.page.locator("summary", has_text="Bots").click()
    ada.page.get_by_role("button", name="Fill the table").click()
    expect(ada.page.locator("seat-place.empty")).to_have_count(0)
    ada.phase("Place your bets")
    wrong = []

    def look(phase):
        for size in SIZES:
            ada.page.set_viewport_size({"width": size[0], "height": size[1]})
            found = ada.page.evaluate(LOOK)
            wrong.extend(f"{phase} {size}: {each}" for each in found)

    look("betting")
    ada.deal()
    expect(
        ada.page.locator("choice-panel button, .phase:has-text('Round settled')").first
    ).to_be_visible()
    look("deciding")
    ada.play_on(TABLES[table])
    look("over")
    assert not wrong, "\n".join(wrong)
