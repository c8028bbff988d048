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
  const faults = async (theme, options) => {
    const asked = { resultTypes: ["violations"], preload: false, ...options };
    const { violations } = await axe.run(asked);
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme} ${id}: ${html.slice(0, 160)}`));
  };
  const found = await faults("light");
  // Colours are all that the other theme changes.
  const { dataset } = document.documentElement;
  const chosen = dataset.theme;
  dataset.theme = "dark";
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  for (const motion of document.getAnimations()) motion.cancel();
  found.push(...(await faults("dark", { runOnly: ["color-contrast"] })));
  if (chosen) dataset.theme = chosen;
  else delete dataset.theme;
  return found;
}"""


def serious_faults(page: Page) -> list[str]:
    """The serious and critical ones of both themes, each with the element it is in."""
    page.evaluate(f"{SCRIPT}; null")
    return page.evaluate(RUN)
