"""The museum in a desktop's menu: the entry that is written, where, and what is refused."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from machines import commands
from machines.museum.window.window_surface import start_display
from machines.storage.program import AGAIN, ASSETS
from machines.workshop import desktop_entry as module
from tests import make_icon

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="this system has no menu of entries"
)


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the entry goes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share of a visitor"))
    return tmp_path / "share of a visitor" / "applications" / module.ENTRY


def test_the_window_has_the_name_by_which_a_desktop_finds_its_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "main.py")  # as pygame sets it
    start_display()
    pygame.display.quit()
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == value(module.TEXT, "StartupWMClass")


def value(text: str, key: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"{key}="))[len(key) + 1 :]


def test_install_writes_the_entry_with_its_picture_and_remove_takes_both_away(
    entry: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["desktop", "install"]) == 0
    assert commands.main(["desktop", "install"]) == 0  # written anew
    assert commands.main(["desktop", "print"]) == 0
    text = entry.read_text()
    assert capsys.readouterr().out == f"{entry}\n{entry}\n{text}"
    assert shlex.split(value(text, "Exec")) == list(AGAIN)
    picture = Path(value(text, "Icon"))
    assert picture.read_bytes() == (ASSETS / "desktop" / module.PICTURE).read_bytes()
    if (validate := shutil.which("desktop-file-validate")) is not None:
        told = subprocess.run([validate, str(entry)], capture_output=True, text=True)
        assert (told.returncode, told.stdout) == (0, "")
    assert commands.main(["desktop", "remove"]) == 0
    assert not entry.exists() and not picture.exists()
    assert commands.main(["desktop", "remove"]) == 2


def test_an_entry_of_somebody_else_stays(entry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry.parent.mkdir(parents=True)
    entry.write_text("[Desktop Entry]\nName=Mine\n")
    for act in ("install", "remove"):
        assert commands.main(["desktop", act]) == 2
        assert "was not written by Matchbox 704" in capsys.readouterr().err
    assert entry.read_text() == "[Desktop Entry]\nName=Mine\n"


def test_a_program_in_a_folder_with_odd_signs_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN", ('/opt/a "b" 100% $HOME/`x`\\y/matchbox704',))
    # Backslashes are escaped twice: as Exec's own, and as those of any value.
    assert value(module.entry_text(), "Exec") == (
        r'"/opt/a \\"b\\" 100%% \\$HOME/\\`x\\`\\\\y/matchbox704"'
    )


def test_the_picture_is_as_its_script_draws_it() -> None:
    drawn = (ASSETS / "desktop" / module.PICTURE).read_text(encoding="utf-8")
    assert drawn == make_icon.svg(), "python -m tests.make_icon draws it anew"
