"""What the firmware is told of a panel: a header made from the layout's file."""

from pathlib import Path

import pytest

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from firmware_sim.firmware.describe import header, main, wires
from tests.firmware.building import FIRMWARE, REPO, counts, layout_of, make, need


def one_row(lamps: int, controls: int = 0, name: str = "mine") -> PanelLayout:
    text = f"""
name = '{name}'
title = "A panel of one's own"
width = 1.0
height = 1.0
[[lamp_rows]]
id = "row"
kind = "neon"
x = 0.0
y = 0.0
pitch = 1.0
columns = {list(range(lamps))}
labels = {[str(k) for k in range(lamps)]}
[[control_rows]]
id = "keys"
kind = "key"
x = 0.0
y = 0.0
pitch = 1.0
width = 1.0
height = 1.0
columns = {list(range(controls))}
names = {[f"key.{k}" for k in range(controls)]}
labels = {[str(k) for k in range(controls)]}
"""
    return read_layout(text.encode(), "mine.toml")


def test_the_header_holds_name_counts_and_digest(
    panel_name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    digest, lamps, switches = counts(panel_name)
    assert main([str(REPO / "assets" / "panels" / f"{panel_name}.toml")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f'#define LAYOUT_NAME "{panel_name}"' in lines
    assert f"#define LAYOUT_LAMPS {lamps}" in lines
    assert f"#define LAYOUT_SWITCHES {switches}" in lines
    assert f"#define LAYOUT_DIGEST {{ {', '.join(f'0x{b:02X}' for b in digest)} }}" in lines


def test_a_name_is_quoted_for_c() -> None:
    assert r'"a\"b\\c\?"' in header(one_row(1, name='a"b\\c?'), "mine.toml")


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        (one_row(0), "0 lamps; expected 1 to 500"),
        (one_row(501), "501 lamps; expected 1 to 500"),
        (one_row(1, 1985), "1985 controls; expected at most 1984"),
        (one_row(1, name="n" * 33), "expected 1 to 32 ASCII letters"),
        (one_row(1, name="Kästchen"), "expected 1 to 32 ASCII letters"),
    ],
)
def test_what_no_panel_can_be_is_refused(layout: PanelLayout, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        header(layout, "mine.toml")


def test_the_command_says_what_is_wrong_with_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    assert main([str(path)]) == 2
    path.write_text("name = 3")
    assert main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("mine.toml") == 2


def test_the_list_of_wires_has_each_lamp_and_switch_once() -> None:
    lines = [" ".join(line.split()) for line in wires(layout_of("ibm704")).splitlines()]
    assert len(lines) == 180 + 62
    assert lines[0] == "lamp 0 spare.a lamp register 1, QA (pin 15)"
    assert lines[9] == "lamp 9 index.8 lamp register 2, QB (pin 1)"
    assert lines[179] == "lamp 179 sense.4 lamp register 23, QD (pin 3)"
    assert lines[180] == "switch 0 power_on row 1 (row register 1, QA), column 0"
    assert lines[-1] == "switch 61 key.35 row 8 (row register 1, QH), column 5"
    assert len({line.split(maxsplit=3)[-1] for line in lines}) == len(lines)


def test_the_builders_page_has_the_pins_of_the_source() -> None:
    page = (REPO / "firmware_sim" / "README.md").read_text()
    source = (FIRMWARE / "board.h").read_text()
    rows = [line.split() for line in source.splitlines() if line.startswith("       P")]
    assert len(rows) == 16
    for pin, arduino, *_ in rows:
        assert f"| {pin} | {arduino} |" in page


@pytest.mark.slow
@pytest.mark.parametrize("settings", [("PANEL=pegasus",), ("LAMP_CLOCK_DIVIDER=16",)])
def test_other_panels_and_a_slower_clock_are_made_too(
    tmp_path: Path, settings: tuple[str, ...]
) -> None:
    need("make", "awk", "avr-gcc", "avr-objcopy", "avr-size")
    said = make(FIRMWARE, "all", f"BUILD={tmp_path}", *settings)
    assert "of 1376 bytes of variables" in said
    assert (tmp_path / "panel.hex").read_text().startswith(":")
