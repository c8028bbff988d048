"""The documentation builds as a site: every page is in its menu, and every link leads somewhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
MENU = (ROOT / "mkdocs.yml").read_text("utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site as `make docs` builds it, from those of the sources that the reference names:
    the builder reads all that it is given, which takes longer than the site."""
    folder = tmp_path_factory.mktemp("site")
    copy_named_sources(folder / "src")
    settings = yaml.safe_load(MENU)
    settings["docs_dir"] = str(ROOT / "docs")
    (python,) = (each["mkdocstrings"] for each in settings["plugins"] if isinstance(each, dict))
    assert python["handlers"]["python"]["paths"] == ["src"]
    python["handlers"]["python"]["paths"] = [str(folder / "src")]
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings), "utf-8")
    call = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", "site"]
    built = subprocess.run(call, cwd=folder, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder / "site"


def copy_named_sources(to):
    """Copies the modules of each `::: feltworks.MODULE.NAME`, and the packages they are in."""
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    named = re.findall(r"^::: ([\w.]+)\.\w+$", page, re.MULTILINE)
    assert named
    for module in named:
        file = Path(*module.split(".")).with_suffix(".py")
        for source in (file, *(folder / "__init__.py" for folder in file.parents[:-1])):
            (to / source).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "src" / source, to / source)


def test_every_guide_is_in_the_menu():
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert set(re.findall(r"[\w-]+\.md", MENU)) == pages


@pytest.mark.slow
def test_the_reference_shows_what_one_import_gives(site):
    import feltworks

    page = (site / "reference.html").read_text("utf-8")
    for name in set(feltworks.__all__) - {"__version__"}:
        assert re.search(rf'id="feltworks\.[\w.]+\.{name}"', page), name


def test_no_page_asks_another_server_for_anything(site):
    for page in site.glob("*.html"):
        asked = re.findall(r'(?:src|<link[^>]* href)="(https?://[^"]+)"', page.read_text("utf-8"))
        assert asked == [], page.name
