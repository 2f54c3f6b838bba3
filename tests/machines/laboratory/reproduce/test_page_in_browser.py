"""The report's page in a real browser: read, and printed, without a network."""

import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from machines.commands import main
from machines.laboratory.reproduce.report import PAGE

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason=f"no browser: none of {', '.join(BROWSERS)}"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with tables and pictures."""
    made = tmp_path_factory.mktemp("report")
    for only in ("boxes", "fig6", "fig7"):
        assert main(["reproduce", "--quick", "--paper", "michie", "--only", only,
                     "--out", str(made)]) == 0  # fmt: skip
    return made


def browse(page: str, profile: Path, *wishes: str) -> subprocess.CompletedProcess[str]:
    """What a browser without a network says of the page."""
    return subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", *wishes,
         page],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip


def test_it_is_read(folder: Path, tmp_path: Path) -> None:
    seen = browse((folder / PAGE).as_uri(), tmp_path, "--dump-dom")
    written = (folder / PAGE).read_text()
    for tag in ("section", "table", "tr", "td", "img", "h2", "h3", "code"):
        count = len(re.findall(rf"<{tag}\b", written))
        assert len(re.findall(rf"<{tag}\b", seen.stdout)) == count > 0, tag
    assert not re.findall(r"CONSOLE.*|ERR_.*(?:http|file)", seen.stderr)


def test_it_is_printed_with_its_pictures(folder: Path, tmp_path: Path) -> None:
    paper = tmp_path / "page.pdf"
    page = (folder / PAGE).as_uri()
    browse(page, tmp_path, f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    data = paper.read_bytes()
    assert data.startswith(b"%PDF")
    unpacked = data + b"".join(
        zlib.decompressobj().decompress(stream)
        for stream in re.findall(rb"stream\r?\n(x[\x01\x5e\x9c\xda].*?)endstream", data, re.DOTALL)
    )
    assert unpacked.count(b"/Subtype /Image") >= (folder / PAGE).read_text().count("<img")
    assert len(re.findall(rb"/Type /Page\b", unpacked)) >= 2
