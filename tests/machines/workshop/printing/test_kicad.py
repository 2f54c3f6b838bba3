"""The boards that ship are those of today's layouts: wires, parts and copper of their files."""

import csv
import io
import re
import shutil
import subprocess
import zipfile
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from devices.panel.layout import layout_digest
from machines.commands import main
from machines.storage.registry import find_layout
from machines.workshop.printing.panel.engraving import holes
from machines.workshop.printing.panel.files import wiring_list
from tests.docs.snippets import ROOT
from tests.machines.workshop.printing.test_panel import OWN

FOLDER = ROOT / "assets/panels/kicad"
NAMES = ["anaconda", "ibm704", "menace", "morph", "pegasus"]
EACH = pytest.mark.parametrize("name", NAMES)
CLEARANCE = 0.2
"""What a board house can make, in millimetres; KiCad's own rule as well."""
Joined = dict[tuple[str, str], str]
"""The net of each pin that is joined to one, by part and pin."""
COLUMNS = [f"COLUMN{column}" for column in range(8)]
DESCRIBED = {
    "D11": "LAMP_DATA_OUT", "D13": "LAMP_CLOCK_OUT", "D10": "LAMP_LATCH_OUT", "A4": "LAMP_DARK",
    "D8": "ROW_DATA", "D9": "ROW_CLOCK",
    **dict(zip(("D7", "D6", "D5", "D4", "A3", "A2", "A1", "A0"), COLUMNS, strict=True)),
    "GND_1": "GND", "GND_2": "GND", "5V": "NANO_5V",
}  # fmt: skip
"""The pins' table of firmware_sim/README.md; three of them go on through 100 ohm."""


def read(text: str) -> list[Any]:
    """A KiCad file: lists of words and texts."""
    lists: list[list[Any]] = [[]]
    for token in re.findall(r'\(|\)|"(?:[^"\\\n]|\\.)*"|[^\s()"]+', text):
        if token == "(":
            lists.append([])
        elif token == ")":
            ended = lists.pop()
            lists[-1].append(ended)
        else:
            lists[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]) if token[0] == '"' else token)
    ((whole,),) = lists
    assert isinstance(whole, list)
    return whole


def within(of: list[Any], name: str) -> list[list[Any]]:
    """The lists of that name in a list."""
    return [one for one in of if isinstance(one, list) and one[0] == name]


def numbers(of: list[Any], name: str) -> tuple[float, ...]:
    """What the one list of that name holds."""
    ((_, *values),) = within(of, name)
    return tuple(map(float, values))


def archive(name: str) -> Path:
    """Where the board of a panel's wires has to be."""
    return FOLDER / f"{name}-{layout_digest(find_layout(name, '')).hex()}.zip"


def unpack(name: str) -> dict[str, bytes]:
    """A shipped project's files."""
    with zipfile.ZipFile(archive(name)) as project:
        return {file: project.read(file) for file in project.namelist()}


@cache
def read_file(name: str, kind: str) -> list[Any]:
    """The shipped board (``pcb``) or schematic (``sch``)."""
    return read(unpack(name)[f"{name}.kicad_{kind}"].decode())


def footprints(name: str) -> dict[str, list[Any]]:
    """The board's parts, by reference, without what only fixes it."""
    return {
        text[2]: part
        for part in within(read_file(name, "pcb"), "footprint")
        for text in within(part, "fp_text")
        if text[1] == "reference" and not text[2].startswith("H")
    }


def soldered(name: str) -> Joined:
    """What the board joins."""
    return {
        (reference, pad[1]): within(pad, "net")[0][2]
        for reference, part in footprints(name).items()
        for pad in within(part, "pad")
        if "no_connect" not in within(pad, "pintype")[0][1]
    }


def properties(part: list[Any]) -> dict[str, str]:
    """Those of a symbol."""
    return {one[1]: one[2] for one in within(part, "property")}


def drawn(name: str) -> Joined:
    """What the schematic joins: by wires, which all run along, and by the names at them."""
    sheet = read_file(name, "sch")
    (library,) = within(sheet, "lib_symbols")
    pins = {
        kind[1]: {
            within(pin, "number")[0][1]: numbers(pin, "at")
            for unit in within(kind, "symbol")
            for pin in within(unit, "pin")
        }
        for kind in within(library, "symbol")
    }
    levels = defaultdict[float, list[tuple[float, float]]](list)
    for wire in within(sheet, "wire"):
        (_, x0, y0), (_, x1, y1) = within(within(wire, "pts")[0], "xy")
        assert y0 == y1
        levels[round(float(y0), 3)].append((float(x0), float(x1)))

    def node(x: float, y: float) -> tuple[float, float]:
        """The left end of the wire there, or the place itself."""
        x, y = round(x, 3), round(y, 3)
        return next((left for left, right in levels[y] if left <= x <= right), x), y

    nets: dict[tuple[float, float], str] = {}
    for kind, prefix in (("label", "/"), ("global_label", "")):
        for label in within(sheet, kind):
            x, y, _ = numbers(label, "at")
            net = prefix + label[1]
            assert nets.setdefault(node(x, y), net) == net
    joined = {}
    for part in within(sheet, "symbol"):
        x, y, _ = numbers(part, "at")
        for pin, (right, up, _) in pins[within(part, "lib_id")[0][1]].items():
            if net := nets.get(node(x + right, y - up)):
                joined[properties(part)["Reference"], pin] = net
    return joined


def test_every_panel_has_the_board_of_its_wires() -> None:
    assert set(FOLDER.glob("*.zip")) == {archive(name) for name in NAMES}
    for name in NAMES:
        assert list(unpack(name)) == [f"{name}.kicad_{kind}" for kind in ("pro", "sch", "pcb")]


@EACH
def test_every_lamp_and_switch_hangs_where_the_wiring_list_has_it(name: str) -> None:
    layout, board = find_layout(name, ""), soldered(name)
    on = defaultdict[str, list[tuple[str, str]]](list)
    for pin, net in board.items():
        on[net].append(pin)

    def joined(net: str, letter: str) -> list[tuple[str, str]]:
        return [pin for pin in on[net] if re.fullmatch(rf"{letter}\d+", pin[0])]

    table = wiring_list(layout, holes(layout, 1.0), 0.0).decode()
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    lamps = [row for row in rows if row["what"] == "lamp"]
    switches = [row for row in rows if row["what"] == "switch"]
    registers = -(-len(lamps) // 8)
    for row in lamps:
        register, k = int(row["chip"].removeprefix("lamp ")), int(row["number"])
        ((resistor, pad),) = joined(board[f"U{register}", row["pin"]], "R")
        beyond = board[resistor, "2" if pad == "1" else "1"]
        assert beyond == f"/lamp.{row['id'].replace(' ', '_')}"
        ((header, pin_number),) = joined(beyond, "J")
        assert int(pin_number) == k % 8 + 1 and board[header, "9"] == "GND"
    for row in switches:
        net, column = f"/switch.{row['id']}", int(row["column"])
        ((diode, cathode),) = joined(net, "D")
        assert cathode == "1" and board[diode, "2"] == COLUMNS[column]
        ((header, pin_number),) = joined(net, "J")
        assert int(pin_number) == column + 1
        register = registers + int(row["chip"].removeprefix("row "))
        assert board[header, "9"] == board[f"U{register}", row["pin"]] == f"ROW{row['row']}"
    # Registers are counted along their chains, from the processor.
    key_registers = -(-len(switches) // 64)
    chain = {1: "LAMP_DATA", registers + 1: "ROW_DATA"}
    for k in range(1, registers + key_registers + 1):
        assert board[f"U{k}", "14"] == chain.get(k, board.get((f"U{k - 1}", "9")))
    # Nothing else is there.
    assert sum(net.startswith("/lamp.") for net in on) == len(lamps)
    assert sum(net.startswith("/switch.") for net in on) == len(switches)
    assert sum(part.startswith("U") for part in footprints(name)) == registers + key_registers


@EACH
def test_the_processors_pins_are_those_of_the_firmware(name: str) -> None:
    pads = within(footprints(name)["A1"], "pad")
    functions = {pad[1]: within(pad, "pinfunction")[0][1] for pad in pads}
    wires = {functions[pin]: net for (part, pin), net in soldered(name).items() if part == "A1"}
    assert wires == DESCRIBED


@EACH
def test_the_schematic_has_the_boards_parts_and_joins_them_alike(name: str) -> None:
    found = [properties(part) for part in within(read_file(name, "sch"), "symbol")]
    assert {one["Reference"]: (one["Footprint"], one["Value"]) for one in found} == {
        reference: (
            part[1],
            next(text[2] for text in within(part, "fp_text") if text[1] == "value"),
        )
        for reference, part in footprints(name).items()
    }
    assert len(found) == len(footprints(name))
    assert drawn(name) == soldered(name)


def copper(board: list[Any]) -> npt.NDArray[np.float64]:
    """A line each track, via and pad: left, top, right, lower end, net, is in front, is behind."""
    made = []
    for track in within(board, "segment"):
        (x0, y0), (x1, y1) = numbers(track, "start"), numbers(track, "end")
        half = numbers(track, "width")[0] / 2
        in_front = within(track, "layer")[0][1] == "F.Cu"
        box = min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half
        made.append((*box, *numbers(track, "net"), in_front, not in_front))
    round_ones = [
        (*numbers(via, "at"), numbers(via, "size")[0], numbers(via, "net")[0])
        for via in within(board, "via")
    ]
    for part in within(board, "footprint"):
        x, y = numbers(part, "at")
        for pad in within(part, "pad"):
            for net in within(pad, "net"):
                right, down = numbers(pad, "at")
                round_ones.append((x + right, y + down, numbers(pad, "size")[0], float(net[1])))
    for x, y, wide, number in round_ones:
        half = wide / 2
        made.append((x - half, y - half, x + half, y + half, number, True, True))
    return np.array(sorted(made))


@EACH
def test_no_copper_meets_that_of_another_net_and_all_of_a_net_is_joined(name: str) -> None:
    board = read_file(name, "pcb")
    pads = [pad for part in within(board, "footprint") for pad in within(part, "pad")]
    at_pads = {(number, net) for pad in pads for _, number, net in within(pad, "net")}
    assert {(number, net) for _, number, net in within(board, "net")} == at_pads | {("0", "")}
    left, top, right, foot, net, front, back = copper(board).T
    group = np.arange(len(left))
    for k in range(len(left)):
        later = np.arange(k + 1, np.searchsorted(left, right[k] + CLEARANCE))
        later = later[(front[later] * front[k] + back[later] * back[k]) > 0]
        apart = np.maximum(left[later] - right[k], top[later] - foot[k])
        apart = np.maximum(apart, top[k] - foot[later])
        assert (net[later[apart < CLEARANCE - 1e-6]] == net[k]).all(), (left[k], top[k])
        group[np.isin(group, group[later[apart < 0]])] = group[k]
    assert len(set(zip(net, group, strict=True))) == len(set(net))


def test_a_layout_wired_otherwise_gets_all_but_a_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ezdxf", reason="the extra print is not installed")
    shipped = (ROOT / "assets/panels/morph.toml").read_text(encoding="utf-8")
    retitled = re.sub(r"(?m)^title = .*", 'title = "Mine"', shipped, count=1)
    plate = ["plate.svg", "plate.dxf", "drill.csv", "wiring.csv"]
    for name, text, has_board in (
        ("morph", retitled, True),
        ("morph", shipped.replace('"new"', '"begin"'), False),
        ("mine", OWN, False),
    ):
        file, folder = tmp_path / "layout.toml", tmp_path / f"{name}-{has_board}"
        file.write_text(text, encoding="utf-8")
        assert main(["print", "panel", str(file), "--out", str(folder)]) == 0
        board = unpack(name) if has_board else {}
        expected = {f"{name}-{end}" for end in plate} | set(board)
        assert {path.name for path in folder.iterdir()} == expected
        assert all((folder / one).read_bytes() == data for one, data in board.items())
        told = f"{name}: there is no board for it, only for the museum's own panels\n"
        assert (told in capsys.readouterr().err) is not has_board


@EACH
def test_kicad_finds_nothing_wrong(name: str, tmp_path: Path) -> None:
    if shutil.which("kicad-cli") is None:
        pytest.skip("kicad-cli is not installed (KiCad 7 or later has it)")
    for file, data in unpack(name).items():
        (tmp_path / file).write_bytes(data)
    for words in (
        ("sch", "erc", f"{name}.kicad_sch"),
        ("pcb", "drc", "--schematic-parity", f"{name}.kicad_pcb"),
    ):
        done = subprocess.run(
            ["kicad-cli", *words, "--severity-all", "--exit-code-violations", "--output", "report"],
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, (tmp_path / "report").read_text(encoding="utf-8")
