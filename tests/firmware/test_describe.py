"""What the firmware is told of a panel: a header made from the layout's file."""

import subprocess
import sys
from pathlib import Path

import pytest

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from firmware_sim.firmware.describe import header, main
from tests.firmware.building import REPO, counts


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


def test_the_header_holds_name_counts_and_digest(panel_name: str) -> None:
    digest, lamps, switches = counts(panel_name)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "firmware_sim.firmware.describe",
            f"assets/panels/{panel_name}.toml",
        ],
        cwd=REPO,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
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
