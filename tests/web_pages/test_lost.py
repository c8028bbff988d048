"""Where there is no page a person gets one that says so, and a program gets JSON."""

import re
from hashlib import sha256

import pytest

from feltworks.web.bundles import STATIC
from feltworks.web.pages import wants_a_page

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGES = ("/", "/table/pick-2-1", "/rules", "/rules/pick-2-poker", "/rounds/7", "/odds", "/console")
NO_PAGES = (
    ("/no-such-page", "There is no page at this address."),
    ("/rounds/abc", "There is no such round"),
    ("/rounds/-1", "There is no such round"),
    ("/table/no-such-table", "There is no such table in this house."),
    ("/rules/no-such-game", "There is no such game on the shelf."),
    ("/static/no-such-file.css", "There is no page at this address."),
)


@pytest.mark.parametrize(("path", "says"), NO_PAGES)
def test_a_person_is_told_and_shown_the_way_back(visitor, path, says):
    answer = visitor.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert says in answer.text and '<a class="button primary" href="/">' in answer.text
    assert "<site-head" in answer.text and "default-src 'self'" in str(answer.headers)


@pytest.mark.parametrize("path", [path for path, _ in NO_PAGES] + ["/api/no-such-route"])
def test_a_program_gets_json(visitor, path):
    asked = [{"accept": "*/*"}, {"accept": "application/json"}]
    for headers in [*asked, BROWSER] if path.startswith("/api/") else asked:
        answer = visitor.get(path, headers=headers)
        assert answer.status_code == 404 and isinstance(answer.json()["detail"], str)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_the_same_frame(visitor, path):
    answer = visitor.get(path, headers=BROWSER)
    assert answer.status_code == 200 and "$" not in answer.text
    for part in ("<site-head", '<main id="main"', "<site-foot", 'rel="stylesheet"'):
        assert answer.text.count(part) == 1
    loaded = re.findall(r'(?:href|src)="(/assets/[^"]+)"', answer.text)
    assert len(loaded) == len(set(loaded)) == 4
    for address in loaded:
        sent = visitor.get(address)
        assert sent.status_code == 200 and "immutable" in sent.headers["cache-control"]
        assert sha256(sent.content).hexdigest()[:16] in address
        assert sent.headers.get("content-encoding") == "gzip" or len(sent.content) < 800
    (styles,) = [address for address in loaded if address.endswith(".css")]
    assert (STATIC / "css" / "tokens.css").read_text() in visitor.get(styles).text


def test_what_must_not_be_sent_is_told_with_what_may_be(visitor):
    for accept in ("text/html", "application/json"):
        answer = visitor.post("/", headers={"accept": accept})
        assert answer.status_code == 405 and answer.headers["allow"] == "GET"
        assert "Accept" in answer.headers["vary"].split(", ")
        is_page = answer.headers["content-type"].startswith("text/html")
        assert is_page == (accept == "text/html")
        assert ("nothing can be sent" in answer.text) == is_page
        assert "no page at this address" not in answer.text


@pytest.mark.parametrize(
    ("accept", "is_page"),
    [
        ("text/html", True),
        ("application/json;q=0.2, TEXT/HTML ; q=0.5", True),
        ("text/html;level=1;q=1.0", True),
        ("text/html;q=0", False),
        ("application/json, text/html; q=0.000", False),
        ("text/html-sandboxed", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_a_page_is_for_those_who_name_html(accept, is_page):
    assert wants_a_page(accept) == is_page


def test_frames_are_not_sent_as_they_stand(visitor):
    for name in ("pages/frame.html", "pages/lost.html", "frame.html", "../frames/frame.html"):
        assert visitor.get(f"/static/{name}").status_code == 404
    sent = [path for path in STATIC.rglob("*") if path.suffix == ".html"]
    assert not sent


def test_what_is_asked_for_never_becomes_markup(visitor):
    answer = visitor.get("/table/%3Cscript%3Ealert(1)%3C/script%3E", headers=BROWSER)
    assert answer.status_code == 404 and "alert" not in answer.text
