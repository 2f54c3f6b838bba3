"""A panel's layout: which lamps and controls it has, in which order, and where they stand.

The layout is data (assets/panels/NAME.toml) and is all that the screen, a serial link and a real
panel's firmware need to agree on: lamp i of the file is lamp i on the wire.  Places are in panel
units, x to the right and y down, within ``width`` by ``height``.

It follows from the order of the layout's file alone, as the firmware goes through it: lamp k is
bit k of one chain of 74HC595 shift registers, switch k stands in row k // 8 and column k % 8 of a
matrix whose rows are the outputs of a second chain.  firmware_sim/README.md tells the rest.

The first four of SHA-256 over the layout's canonical text: what lights and what is touched, in the
order of the wire, without where it stands or what is engraved beside it.  Two layouts that differ
only in looks are the same panel to a wire.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Literal

import msgspec

from devices.names import check_name, texts_in
from devices.refusal import RefusedError

LampKind = Literal["neon", "plate"]
ControlKind = Literal["button", "key", "lever", "switch"]
"""button: springs back; key, lever and switch latch (0 up, 1 down; a lever: 1 is its upper end)."""

Place = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
"""A number of panel units, or of a pitch: finite, and on no panel beyond these."""


class LampRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of lamps on the panel's grid: lamp k stands at x + columns[k] * pitch."""

    id: str
    kind: LampKind
    y: Place
    x: Place
    pitch: Place
    columns: tuple[Place, ...]
    labels: tuple[str, ...]
    """Engraved at each lamp; its id is ``row id.label``, so labels are unique in their row."""
    title: str = ""
    title_x: Place = 0.0
    title_y: Place = 0.0
    spacing: Place = 1.0
    """Letter spacing of the title, in letter widths added."""
    brackets: tuple[tuple[int, int], ...] = ()
    """Groups joined by one bracket line: first and last lamp of each."""
    show_labels: bool = True
    colours: tuple[str, ...] = ()
    """Plates: the colour of each, by name (the screen knows the names)."""
    width: Place = 0.0
    height: Place = 0.0
    """Plates: the size of one."""


class ControlRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of controls; control k stands with its centre at x + columns[k] * pitch."""

    id: str
    kind: ControlKind
    y: Place
    x: Place
    pitch: Place
    width: Place
    height: Place
    columns: tuple[Place, ...]
    names: tuple[str, ...]
    """The control's name in events: ``start``, ``key.21``, ``sense.3``; unique in the panel."""
    labels: tuple[str, ...]
    widths: tuple[Place, ...] = ()
    """Where they differ from ``width``."""
    colours: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """The keyboard key that works each, by pygame's name for it; empty where there is none."""
    help: tuple[str, ...] = ()
    """One line a control, for the help overlay."""


class Legend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lettering or a line on the panel that belongs to no single row."""

    text: str
    x: Place
    y: Place
    size: Place = 10.0
    spacing: Place = 0.3
    line: tuple[Place, Place, Place, Place] | None = None


class Lamp(msgspec.Struct, frozen=True):
    """One lamp: its id (``storage.S``), kind, place, label and (a plate) colour and size."""

    id: str
    kind: LampKind
    x: float
    y: float
    label: str
    colour: str
    width: float
    height: float


class Control(msgspec.Struct, frozen=True):
    """One control: its event name, kind, centre, size, label, colour, keyboard key and help."""

    id: str
    kind: ControlKind
    x: float
    y: float
    width: float
    height: float
    label: str
    colour: str
    key: str
    help: str

    @property
    def rect(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        return self.x - self.width / 2, self.y - self.height / 2, self.width, self.height


class PanelLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole panel, as its file gives it; ``lamps()`` and ``controls()`` spread the rows out."""

    name: str
    title: str
    width: Place
    height: Place
    lamp_rows: tuple[LampRow, ...]
    control_rows: tuple[ControlRow, ...] = ()
    legends: tuple[Legend, ...] = ()
    unit_mm: Annotated[float, msgspec.Meta(gt=0, le=100)] = 0.5
    """Millimetres of a unit on a front plate that is made to be built."""

    def lamps(self) -> tuple[Lamp, ...]:
        """All lamps in the order of the file, which is their order on every wire."""
        return tuple(
            Lamp(
                id=f"{row.id}.{label}",
                kind=row.kind,
                x=row.x + column * row.pitch,
                y=row.y,
                label=label,
                colour=_at(row.colours, k),
                width=row.width,
                height=row.height,
            )
            for row in self.lamp_rows
            for k, (column, label) in enumerate(zip(row.columns, row.labels, strict=True))
        )

    def controls(self) -> tuple[Control, ...]:
        """All controls in the order of the file."""
        return tuple(
            Control(
                id=name,
                kind=row.kind,
                x=row.x + row.columns[k] * row.pitch,
                y=row.y,
                width=row.widths[k] if row.widths else row.width,
                height=row.height,
                label=row.labels[k],
                colour=_at(row.colours, k),
                key=_at(row.keys, k),
                help=_at(row.help, k),
            )
            for row in self.control_rows
            for k, name in enumerate(row.names)
        )


def _at(values: tuple[str, ...], k: int) -> str:
    return values[k] if k < len(values) else ""


def read_layout(text: bytes, name: str) -> PanelLayout:
    """The layout in a TOML file's bytes.

    Raises RefusedError naming the file ``name`` and the path of the field that is wrong.
    """
    try:
        layout = msgspec.toml.decode(text, type=PanelLayout)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # ValidationError is one of these
        raise RefusedError(name, f"not a panel layout: {error}") from error
    for word in texts_in(msgspec.to_builtins(layout)):
        check_name(word, name)
    for row in layout.lamp_rows:
        if len(row.columns) != len(row.labels):
            raise RefusedError(
                f"{name}, lamp row {row.id}",
                f"{len(row.columns)} columns but {len(row.labels)} labels; expected as many",
            )
    for controls in layout.control_rows:
        if not len(controls.columns) == len(controls.names) == len(controls.labels):
            raise RefusedError(
                f"{name}, control row {controls.id}",
                "columns, names and labels differ in number; expected as many of each",
            )
    for what, ids in (
        ("lamp", [lamp.id for lamp in layout.lamps()]),
        ("control", [control.id for control in layout.controls()]),
    ):
        doubled = sorted({key for key in ids if ids.count(key) > 1})
        if doubled:
            raise RefusedError(name, f"{what} {doubled[0]} is there twice; expected once")
    return layout


# -- A panel's wiring: the register's output each lamp hangs at, the row and column of each switch -

OUTPUTS = 8
"""Of a register; also the switches of a row."""
PINS = (15, 1, 2, 3, 4, 5, 6, 7)
"""QA to QH at a 74HC595."""


@dataclass(frozen=True)
class Output:
    """An output of a register; registers count from 1, at the processor."""

    register: int
    letter: str
    pin: int

    def __str__(self) -> str:
        return f"Q{self.letter}"


@dataclass(frozen=True)
class LampWire:
    """Lamp ``index`` of the wire, of a register (or group) of lamps, and where it hangs."""

    index: int
    id: str
    group: str
    bit: str
    output: Output


@dataclass(frozen=True)
class SwitchWire:
    """Switch ``index`` of the wire, its row from 1, its column from 0, and the row's output."""

    index: int
    id: str
    row: int
    column: int
    output: Output


def lamp_wires(layout: PanelLayout) -> Iterator[LampWire]:
    """Each lamp's place in the chain of lamp registers, in the order of the wire."""
    rows = (row for row in layout.lamp_rows for _ in row.columns)
    for k, (row, lamp) in enumerate(zip(rows, layout.lamps(), strict=True)):
        yield LampWire(k, lamp.id, row.title or row.id, lamp.label, output_of(k))


def switch_wires(layout: PanelLayout) -> Iterator[SwitchWire]:
    """Each switch's row and column, in the order of the wire."""
    for k, control in enumerate(layout.controls()):
        row, column = divmod(k, OUTPUTS)
        yield SwitchWire(k, control.id, row + 1, column, output_of(row))


def output_of(k: int) -> Output:
    """The output of a chain that bit ``k`` of it appears at."""
    register, output = divmod(k, OUTPUTS)
    return Output(register + 1, "ABCDEFGH"[output], PINS[output])


# -- A panel layout's digest: four bytes that host and firmware must agree on ----------------------

DIGEST_BYTES = 4


def canonical_text(layout: PanelLayout) -> str:
    """One line each, all ended by a newline: name, lamps, controls with their kinds::

    ibm704
    lamp storage.S
    control start button
    """
    lines = [
        layout.name,
        *(f"lamp {lamp.id}" for lamp in layout.lamps()),
        *(f"control {control.id} {control.kind}" for control in layout.controls()),
    ]
    return "".join(f"{line}\n" for line in lines)


def layout_digest(layout: PanelLayout) -> bytes:
    """The layout's four bytes."""
    return sha256(canonical_text(layout).encode()).digest()[:DIGEST_BYTES]
