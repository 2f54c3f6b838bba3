"""The board as a KiCad file (.kicad_pcb, the form of KiCad 7, which later ones read)."""

import itertools
from collections.abc import Iterator, Mapping

from machines.app.printing.panel.kicad.circuit import Part
from machines.app.printing.panel.kicad.expression import Expression, Text, identifier, write
from machines.app.printing.panel.kicad.parts import Pin
from machines.app.printing.panel.kicad.placing import Placing, Point
from machines.app.printing.panel.kicad.schematic import LIBRARY

VERSION = 20221018
ORIGIN = 25.4
"""The board's upper left corner on its sheet, both ways."""
LAYERS = (
    (0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (36, "B.SilkS", "user"), (37, "F.SilkS", "user"),
    (38, "B.Mask", "user"), (39, "F.Mask", "user"), (44, "Edge.Cuts", "user"),
    (46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"), (48, "B.Fab", "user"), (49, "F.Fab", "user"),
)  # fmt: skip
VIA, VIA_DRILL = 0.8, 0.4
FIXING = 3.2
LETTER = 0.9
"""Height of what is printed on the board."""


def write_board(placing: Placing, name: str, title: str) -> bytes:
    """The file."""
    used = {part.net_of(pin.number) for part, _ in placing.parts for pin in part.type.pins}
    nets = {net: number for number, net in enumerate(sorted(used), 1)}
    size = (placing.wide + 2 * ORIGIN, placing.high + 2 * ORIGIN)
    text = write(
        (
            "kicad_pcb",
            ("version", VERSION),
            ("generator", LIBRARY),
            ("general", ("thickness", 1.6)),
            ("paper", Text("User"), *size),
            ("title_block", ("title", Text(title)), ("comment", 1, Text(f"panel {name}"))),
            ("layers", *((number, Text(layer), kind) for number, layer, kind in LAYERS)),
            ("setup", ("pad_to_mask_clearance", 0)),
            ("net", 0, Text("")),
            *(("net", number, Text(net)) for net, number in nets.items()),
            *(_footprint(part, place, name, nets) for part, place in placing.parts),
            *_fixings(placing, name),
            *_edge(placing, name),
            *_copper(placing, name, nets),
        )
    )
    return f"{text}\n".encode()


def _at(place: Point) -> tuple[float, float]:
    return place[0] + ORIGIN, place[1] + ORIGIN


def _footprint(part: Part, place: Point, name: str, nets: Mapping[str, int]) -> Expression:
    of = part.type
    left, top, right, foot = of.body
    corners = ((left, top), (right, top), (right, foot), (left, foot), (left, top))
    key = identifier(name, part.reference)
    middle = ((left + right) / 2, (top + foot) / 2)
    turn = 90 if foot - top > right - left else 0
    outline = tuple(
        (
            "fp_line", ("start", *start), ("end", *end),
            ("stroke", ("width", 0.12), ("type", "solid")), ("layer", Text("F.Fab")),
            ("tstamp", identifier(key, "line", k)),
        )
        for k, (start, end) in enumerate(itertools.pairwise(corners))
    )  # fmt: skip
    box = (
        "fp_rect", ("start", left - 0.1, top - 0.1), ("end", right + 0.1, foot + 0.1),
        ("stroke", ("width", 0.05), ("type", "solid")), ("fill", "none"),
        ("layer", Text("F.CrtYd")), ("tstamp", identifier(key, "court")),
    )  # fmt: skip
    return (
        "footprint",
        Text(f"{LIBRARY}:{of.footprint}"),
        ("layer", Text("F.Cu")),
        ("tstamp", identifier(key, "footprint")),
        ("at", *_at(place)),
        ("path", Text(f"/{key}")),
        ("attr", "through_hole"),
        _text("reference", part.reference, _beside(part, middle), turn, "F.SilkS", key),
        _text("value", part.value, middle, turn, "F.Fab", key),
        *outline,
        box,
        *(_pad(part, pin, nets, key) for pin in of.pins),
    )


def _beside(part: Part, middle: Point) -> Point:
    """Where a part's reference is printed: on its body, a header's and a terminal's beside it."""
    if part.kind == "header":
        return (-2.0, -1.27)
    if part.kind in ("jumper", "supply"):
        return (middle[0], part.type.body[1] - 1.0)
    return middle


def _text(kind: str, text: str, at: Point, turn: int, layer: str, key: str) -> Expression:
    font = ("font", ("size", LETTER, LETTER), ("thickness", 0.13))
    return (
        "fp_text", kind, Text(text), ("at", *at, turn), ("layer", Text(layer)),
        ("effects", font), ("tstamp", identifier(key, kind)),
    )  # fmt: skip


def _pad(part: Part, pin: Pin, nets: Mapping[str, int], key: str) -> Expression:
    net = part.net_of(pin.number)
    shape = "rect" if pin.number == "1" else "circle"
    return (
        "pad",
        Text(pin.number),
        "thru_hole",
        shape,
        ("at", *pin.pad),
        ("size", part.type.pad, part.type.pad),
        ("drill", part.type.drill),
        ("layers", Text("*.Cu"), Text("*.Mask")),
        ("net", nets[net], Text(net)),
        ("pinfunction", Text(pin.name)),
        ("pintype", Text(pin.kind + ("+no_connect" if part.nets[pin.number] is None else ""))),
        ("tstamp", identifier(key, "pad", pin.number)),
    )


def _fixings(placing: Placing, name: str) -> Iterator[Expression]:
    """A hole for a screw M3 in every corner."""
    near = 3.5
    for number, (x, y) in enumerate(
        itertools.product((near, placing.wide - near), (near, placing.high - near)), 1
    ):
        key = identifier(name, "fixing", number)
        yield (
            "footprint",
            Text(f"{LIBRARY}:Hole-3.2"),
            ("layer", Text("F.Cu")),
            ("tstamp", key),
            ("at", *_at((x, y))),
            ("attr", "board_only", "exclude_from_pos_files", "exclude_from_bom"),
            _text("reference", f"H{number}", (0.0, 0.0), 0, "F.Fab", key),
            _text("value", "M3", (0.0, 1.3), 0, "F.Fab", key),
            (
                "pad", Text(""), "np_thru_hole", "circle", ("at", 0, 0), ("size", FIXING, FIXING),
                ("drill", FIXING), ("layers", Text("*.Cu"), Text("*.Mask")),
                ("tstamp", identifier(key, "pad")),
            ),
        )  # fmt: skip


def _edge(placing: Placing, name: str) -> Iterator[Expression]:
    corner = _at((placing.wide, placing.high))
    yield (
        "gr_rect", ("start", ORIGIN, ORIGIN), ("end", *corner),
        ("stroke", ("width", 0.1), ("type", "solid")), ("fill", "none"),
        ("layer", Text("Edge.Cuts")), ("tstamp", identifier(name, "edge")),
    )  # fmt: skip


def _copper(placing: Placing, name: str, nets: Mapping[str, int]) -> Iterator[Expression]:
    for k, track in enumerate(placing.tracks):
        if track.start != track.end:
            yield (
                "segment", ("start", *_at(track.start)), ("end", *_at(track.end)),
                ("width", track.width), ("layer", Text(track.layer)), ("net", nets[track.net]),
                ("tstamp", identifier(name, "track", k)),
            )  # fmt: skip
    for k, via in enumerate(placing.vias):
        yield (
            "via", ("at", *_at(via.at)), ("size", VIA), ("drill", VIA_DRILL),
            ("layers", Text("F.Cu"), Text("B.Cu")), ("net", nets[via.net]),
            ("tstamp", identifier(name, "via", k)),
        )  # fmt: skip
