"""A panel's layout file: what is wrong in it is refused by the file's name."""

from pathlib import Path

import pytest

from devices.panel.layout import read_layout
from devices.refusal import RefusedError
from machines.storage.program import ASSETS

SHIPPED = sorted((ASSETS / "panels").glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=[path.name for path in SHIPPED])
def test_every_lamp_of_a_shipped_panel_has_a_name_of_its_own(path: Path) -> None:
    layout = read_layout(path.read_bytes(), path.name)
    names = [lamp.id for lamp in layout.lamps()]
    assert names
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("text", [b"# \xfc", b"[[", b"lamp_rows = 3"])
def test_what_is_no_layout_is_refused(text: bytes) -> None:
    with pytest.raises(RefusedError, match=r"^bad\.toml: not a panel layout: "):
        read_layout(text, "bad.toml")


@pytest.mark.parametrize("number", [b"inf", b"-inf", b"nan", b"1e999", b"20_000.0"])
def test_a_number_that_is_no_place_on_a_panel_is_refused(number: bytes) -> None:
    text = b'name = "x"\ntitle = "X"\nwidth = %s\nheight = 100\nlamp_rows = []\n' % number
    with pytest.raises(RefusedError, match=r"Expected `float` .* - at `\$\.width`"):
        read_layout(text, "bad.toml")
