"""A panel's layout file: what is wrong in it is refused by its name; its four bytes on a wire."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from devices.panel.layout import PanelLayout, canonical_text, layout_digest, read_layout
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


# -- the four bytes by which a wire knows a layout -------------------------------------------------


LAYOUT = read_layout(
    b"""
name = "desk"
title = "A DESK"
width = 10.0
height = 10.0

[[lamp_rows]]
id = "top"
kind = "neon"
y = 1.0
x = 1.0
pitch = 1.0
columns = [0, 1]
labels = ["S", "1"]

[[control_rows]]
id = "keys"
kind = "key"
y = 2.0
x = 1.0
pitch = 1.0
width = 1.0
height = 1.0
columns = [0]
names = ["key.1"]
labels = ["1"]
""",
    "desk.toml",
)
TEXT = "desk\nlamp top.S\nlamp top.1\ncontrol key.1 key\n"


def test_the_digest_is_of_what_lights_and_what_is_touched_in_the_order_of_the_wire() -> None:
    assert canonical_text(LAYOUT) == TEXT
    assert layout_digest(LAYOUT) == sha256(TEXT.encode()).digest()[:4]


def changed(**fields: object) -> PanelLayout:
    return msgspec.structs.replace(LAYOUT, **fields)


@pytest.mark.parametrize(
    "other",
    [
        changed(name="table"),
        changed(lamp_rows=(msgspec.structs.replace(LAYOUT.lamp_rows[0], labels=("1", "S")),)),
        changed(control_rows=()),
        changed(control_rows=(msgspec.structs.replace(LAYOUT.control_rows[0], kind="button"),)),
    ],
    ids=["name", "order of lamps", "no controls", "kind of control"],
)
def test_another_name_order_or_kind_makes_another_panel(other: PanelLayout) -> None:
    assert layout_digest(other) != layout_digest(LAYOUT)
