"""What axe finds on a page: faults that keep people with a screen reader or a keyboard out.

The script of axe-core comes with a Python package, so that nothing is fetched.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RUN = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}"""


def serious_faults(page: Page) -> list[str]:
    """The serious and critical ones, each with the element it is in."""
    page.evaluate(f"{SCRIPT}; null")
    return page.evaluate(RUN)
