"""The documentation builds as a site: every page is in its menu, and every link leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MENU = (ROOT / "mkdocs.yml").read_text("utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    call = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir"]
    built = subprocess.run([*call, str(folder)], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


def test_every_guide_is_in_the_menu():
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert set(re.findall(r"[\w-]+\.md", MENU)) == pages


def test_the_reference_shows_what_one_import_gives(site):
    import feltworks

    page = (site / "reference.html").read_text("utf-8")
    for name in set(feltworks.__all__) - {"__version__"}:
        assert re.search(rf'id="feltworks\.[\w.]+\.{name}"', page), name


def test_no_page_asks_another_server_for_anything(site):
    for page in site.glob("*.html"):
        asked = re.findall(r'(?:src|<link[^>]* href)="(https?://[^"]+)"', page.read_text("utf-8"))
        assert asked == [], page.name
