"""The panel's board: joined as the firmware's wiring says, with nothing touching that shouldn't."""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from devices.panel.layout import read_layout
from devices.panel.wiring import lamp_wires, switch_wires
from machines.app.exhibits import find_layout
from machines.app.printing.panel.files import project_files
from machines.app.printing.panel.kicad.circuit import make_circuit
from machines.app.printing.panel.kicad.placing import Placing, place
from tests.machines.app.printing.test_panel import OWN

CLEARANCE = 0.2
"""What a board house can make, in millimetres; KiCad's own rule as well."""
VIA = 0.4
Box = tuple[float, float, float, float]
Node = tuple[str, Box]
"""Copper: its side, or nothing for both, and its box."""
Solder = dict[str, dict[str, str]]
"""The net of each pad, by part and pad."""
FOOTPRINT = re.compile(r'\(fp_text reference "(\w+)".*?(?=\(footprint |\Z)', re.DOTALL)
PAD = re.compile(r'\(pad "(\d+)".*?\(net \d+ "([^"]*)"\)', re.DOTALL)
DESCRIBED = {
    "LAMP_DATA": "D11",
    "LAMP_CLOCK": "D13",
    "LAMP_LATCH": "D10",
    "LAMP_DARK": "A4",
    "ROW_DATA": "D8",
    "ROW_CLOCK": "D9",
    **dict(
        zip(
            (f"COLUMN{c}" for c in range(8)),
            ("D7", "D6", "D5", "D4", "A3", "A2", "A1", "A0"),
            strict=True,
        )
    ),
}
"""The pins' table of firmware_sim/README.md."""


def soldered(name: str) -> Solder:
    """What the board's file joins."""
    text = project_files(find_layout(name, ""))[f"{name}.kicad_pcb"].decode()
    return {part[1]: dict(PAD.findall(part[0])) for part in FOOTPRINT.finditer(text)}


def joined(board: Solder, net: str, letter: str) -> list[tuple[str, str]]:
    """The pads on a net, of parts whose reference begins so."""
    return [
        (part, pad)
        for part, pads in board.items()
        for pad, one in pads.items()
        if one == net and re.fullmatch(rf"{letter}\d+", part)
    ]


@pytest.mark.slow
def test_every_lamp_and_switch_hangs_where_the_firmware_has_it() -> None:
    layout, board = find_layout("ibm704", ""), soldered("ibm704")
    for lamp in lamp_wires(layout):
        net = board[f"U{lamp.output.register}"][str(lamp.output.pin)]
        ((resistor, pad),) = joined(board, net, "R")
        beyond = board[resistor]["2" if pad == "1" else "1"]
        assert beyond == f"/lamp.{lamp.id.replace(' ', '_')}"
        ((_, pin),) = joined(board, beyond, "J")
        assert int(pin) == lamp.index % 8 + 1
    registers = 23
    for switch in switch_wires(layout):
        net = f"/switch.{switch.id}"
        ((diode, cathode),) = joined(board, net, "D")
        assert cathode == "1"
        assert board[diode]["2"] == f"COLUMN{switch.column}"
        ((header, pin),) = joined(board, net, "J")
        assert int(pin) == switch.column + 1
        row = board[f"U{registers + switch.output.register}"][str(switch.output.pin)]
        assert board[header]["9"] == row == f"ROW{switch.row}"


def test_the_processors_pins_are_those_of_the_firmware() -> None:
    nano = make_circuit(find_layout("ibm704", "")).nano
    wires = {str(nano.nets[pin.number]): pin.name for pin in nano.type.pins}
    for net, name in DESCRIBED.items():
        assert wires.get(net) == name or wires.get(f"{net}_OUT") == name


def copper(board: Placing) -> dict[str, list[tuple[Box, str]]]:
    """The boxes of all copper on front and back, each with its net."""
    layers: dict[str, list[tuple[Box, str]]] = {"F.Cu": [], "B.Cu": []}
    for track in board.tracks:
        (x0, y0), (x1, y1), half = track.start, track.end, track.width / 2
        box = (min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)
        layers[track.layer].append((box, track.net))
    round_ones = [(via.at, VIA, via.net) for via in board.vias]
    for part, (x, y) in board.parts:
        for pin in part.type.pins:
            at = (x + pin.pad[0], y + pin.pad[1])
            round_ones.append((at, part.type.pad / 2, part.net_of(pin.number)))
    for (x, y), half, net in round_ones:
        for layer in layers.values():
            layer.append(((x - half, y - half, x + half, y + half), net))
    return layers


def near(boxes: list[tuple[Box, str]], reach: float) -> list[tuple[int, int]]:
    """Pairs of boxes no further apart than ``reach`` (their corners may be a little further)."""
    order = sorted(range(len(boxes)), key=lambda k: boxes[k][0][0])
    found, open_ones = [], list[int]()
    for k in order:
        (left, top, _, foot), _ = boxes[k]
        open_ones = [j for j in open_ones if boxes[j][0][2] + reach > left]
        found += [
            (j, k)
            for j in open_ones
            if boxes[j][0][1] - reach < foot and boxes[j][0][3] + reach > top
        ]
        open_ones.append(k)
    return found


@pytest.mark.parametrize("name", ["morph", pytest.param("ibm704", marks=pytest.mark.slow)])
def test_no_copper_meets_that_of_another_net_and_all_of_a_net_is_joined(name: str) -> None:
    board = place(make_circuit(find_layout(name, "")))
    layers = copper(board)
    for boxes in layers.values():
        for j, k in near(boxes, CLEARANCE - 1e-6):
            assert boxes[j][1] == boxes[k][1], (boxes[j], boxes[k])
    # A via or a pad is on both sides at the same place: one node, whatever the side.
    both = {box for box, _ in layers["F.Cu"]} & {box for box, _ in layers["B.Cu"]}
    above: dict[Node, Node] = {}

    def root(node: Node) -> Node:
        while above.setdefault(node, node) != node:
            node = above[node]
        return node

    roots = defaultdict[str, set[Node]](set)
    for side, boxes in layers.items():
        nodes = [("" if box in both else side, box) for box, _ in boxes]
        for j, k in near(boxes, 0.0):
            above[root(nodes[j])] = root(nodes[k])
        for node, (_, net) in zip(nodes, boxes, strict=True):
            roots[net].add(node)
    split = [net for net, nodes in roots.items() if len({root(node) for node in nodes}) > 1]
    assert not split


def run_kicad(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """kicad-cli, which says by its status whether it found a violation."""
    if shutil.which("kicad-cli") is None:
        pytest.skip("kicad-cli is not installed (KiCad 7 or later has it)")
    return subprocess.run(["kicad-cli", *arguments], capture_output=True, text=True, check=False)


def check_board(path: Path) -> tuple[int, str]:
    """KiCad's rules of the board, and whether it is the schematic's; the status and the report."""
    report = path.with_suffix(".txt")
    done = run_kicad(
        "pcb", "drc", "--severity-all", "--schematic-parity", "--exit-code-violations",
        "--output", str(report), str(path),
    )  # fmt: skip
    return done.returncode, report.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [pytest.param("ibm704", marks=pytest.mark.slow), "anaconda"])
def test_kicad_finds_nothing_wrong(name: str, tmp_path: Path) -> None:
    for file, data in project_files(find_layout(name, "")).items():
        (tmp_path / file).write_bytes(data)
    done = run_kicad(
        "sch", "erc", "--severity-all", "--exit-code-violations",
        "--output", str(tmp_path / "erc.txt"), str(tmp_path / f"{name}.kicad_sch"),
    )  # fmt: skip
    assert done.returncode == 0, (tmp_path / "erc.txt").read_text(encoding="utf-8")
    status, report = check_board(tmp_path / f"{name}.kicad_pcb")
    assert status == 0, report


def test_a_panel_of_lamps_alone_has_a_board_without_keys(tmp_path: Path) -> None:
    layout = read_layout(OWN.encode(), "mine.toml")
    files = project_files(layout)
    assert b"COLUMN" not in files["mine.kicad_sch"] and b"ROW_" not in files["mine.kicad_sch"]
    for file, data in files.items():
        (tmp_path / file).write_bytes(data)
    status, report = check_board(tmp_path / "mine.kicad_pcb")
    assert status == 0, report


def test_kicad_would_find_a_track_that_is_missing(tmp_path: Path) -> None:
    for file, data in project_files(find_layout("morph", "")).items():
        (tmp_path / file).write_bytes(data)
    path = tmp_path / "morph.kicad_pcb"
    text = path.read_text(encoding="utf-8")
    start = text.index("(segment")
    following = text.index("(segment", start + 1)
    path.write_text(text[:start] + text[following:], encoding="utf-8")
    status, report = check_board(path)
    assert status != 0
    assert "[unconnected_items]" in report or "[track_dangling]" in report
