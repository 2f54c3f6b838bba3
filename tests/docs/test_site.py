"""The site that ``docs/make_site.py`` builds, as a reader's browser has it from a disk."""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.docs.snippets import ROOT
from tests.machines.laboratory.reproduce.test_page_in_browser import BROWSER, BROWSERS, browse

pytestmark = pytest.mark.slow
needs_browser = pytest.mark.skipif(not BROWSER, reason=f"no browser: none of {', '.join(BROWSERS)}")

LINK = re.compile(r"""<(\w+)\b[^>]*?\s(?:href|src)=["']([^"']*)["']""")
PHONE = """<!doctype html><pre id="wide"></pre><iframe width="390" height="844"></iframe><script>
const pages = %s, wide = [], frame = document.querySelector("iframe");
let at = -1;
frame.onload = () => {
  if (at >= 0) {
    const has = frame.contentDocument.documentElement.scrollWidth;
    if (has > 390) wide.push(pages[at] + ": " + has);
  }
  if (++at < pages.length) frame.src = pages[at];
  else document.querySelector("#wide").textContent = "seen " + at + " " + wide.join(", ");
};
frame.src = pages[++at];
</script>"""
KEYBOARD = """<!doctype html><pre id="said"></pre><iframe src="%s"></iframe><script>
document.querySelector("iframe").onload = event => {
  const page = event.target.contentDocument, field = page.querySelector("input[name=q]");
  field.focus();
  document.querySelector("#said").textContent = [
    "focus", page.activeElement === field, "tab", field.tabIndex,
    "label", field.getAttribute("aria-label") || field.placeholder].join(" ");
};
</script>"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It, without films."""
    for needed in ("sphinx", "myst_parser", "furo", "PIL"):
        pytest.importorskip(needed, reason=f"{needed} isn't installed: uv sync --group docs")
    made = tmp_path_factory.mktemp("site") / "made"
    command = [sys.executable, "docs/make_site.py", "--quick", "--out", str(made)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert run.returncode == 0, run.stderr
    return made


def test_all_that_its_pages_name_is_there(site: Path) -> None:
    texts = {page: page.read_text("utf-8") for page in sorted(site.rglob("*.html"))}
    ids = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in texts.items()}
    assert len(texts) > 80
    for page, text in texts.items():
        for tag, target in LINK.findall(text):
            if re.match(r"[a-z]+:|//", target):
                assert tag == "a" or target.startswith("data:"), f"{page}: {target}"
                continue
            path, _, anchor = unquote(target).partition("#")
            found = (page.parent / path.partition("?")[0]).resolve() if path else page
            assert found.is_file(), f"{page}: {target}"
            assert not anchor or found not in ids or anchor in ids[found], f"{page}: {target}"


def test_it_says_nothing_of_the_computer_that_built_it(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for told in (str(ROOT), str(Path.home()) + "/", str(site)):
            assert told not in text, f"{page.name}: {told}"


@needs_browser
def test_it_is_searched_without_a_server(site: Path, tmp_path: Path) -> None:
    page = (site / "search.html").as_uri() + "?q=MENACE"
    seen = browse(page, tmp_path, "--virtual-time-budget=20000", "--dump-dom")
    assert re.search(r'<ul[^>]* class="search".*?build-menace\.html', seen.stdout, re.DOTALL)


@needs_browser
def test_no_page_is_wider_than_a_phone(site: Path, tmp_path: Path) -> None:
    pages = [page.as_uri() for page in sorted(site.rglob("*.html"))]
    frames = tmp_path / "phone.html"
    frames.write_text(PHONE % json.dumps(pages), "utf-8")
    seen = browse(frames.as_uri(), tmp_path / "profile", "--allow-file-access-from-files",
                  "--virtual-time-budget=100000", "--dump-dom")  # fmt: skip
    assert f'<pre id="wide">seen {len(pages)} </pre>' in seen.stdout


@needs_browser
def test_the_keyboard_reaches_the_search(site: Path, tmp_path: Path) -> None:
    frames = tmp_path / "keyboard.html"
    frames.write_text(KEYBOARD % (site / "index.html").as_uri(), "utf-8")
    seen = browse(frames.as_uri(), tmp_path / "profile", "--allow-file-access-from-files",
                  "--window-size=1440,900", "--virtual-time-budget=5000",
                  "--dump-dom")  # fmt: skip
    assert "focus true tab 0 label Search" in seen.stdout
