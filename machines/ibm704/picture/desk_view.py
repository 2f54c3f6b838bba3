"""The programmer's desk in the room: what is written on it now, and what a touch of it does."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from devices.screen.guide import StepAct
from devices.screen.room import DrawContext
from machines.exhibit.exhibit import View
from machines.ibm704 import octal
from machines.ibm704.picture.coding_desk import PLATES, CodingDeskState
from machines.ibm704.scene import ProgramScene

DESK_COMMAND = "desk.command"
DESK_MS, CALM_DESK_MS = 250, 700
"""While a program runs its desk is written anew no oftener than this."""
LINES_A_FRAME = 4
"""Of the listing, so that no frame is late for a page that is turned."""


def desk_acts(control: str, scene: ProgramScene) -> Sequence[StepAct]:
    """A touch of the desk: a plate, or a line of the listing."""
    kind, _, number = control.partition(".")
    if kind == "line":
        if int(number) >= len(scene.around):
            return ()
        address = scene.around[int(number)].address
        there = [n for place, n in scene.desk.points if place == address]
        commands = [f"delete {n}" for n in there] or [f"break {address:05o}"]
        return tuple(StepAct(DESK_COMMAND, command) for command in commands)
    return (StepAct(DESK_COMMAND, kind),) if kind in ("step", "over", "back", "go") else ()


def desk_state() -> Callable[[DrawContext], CodingDeskState]:
    """The programmer's desk: while the program runs, as it was a moment ago."""
    last_ms, seen = 0, None
    wanted = shown = CodingDeskState()

    def state(context: DrawContext) -> CodingDeskState:
        nonlocal last_ms, seen, wanted, shown
        scene = context.view.scene
        if not isinstance(scene, ProgramScene):
            return shown
        every = CALM_DESK_MS if context.calm else DESK_MS
        late = not 0 <= context.now_ms - last_ms < every
        first = seen is None
        if scene is not seen and (first or late or not context.view.busy):
            last_ms, seen, wanted = context.now_ms, scene, desk_of(scene)
            shown = wanted if first else replace(wanted, lines=shown.lines)
        if shown.lines != wanted.lines:
            shown = replace(shown, lines=_retyped(shown.lines, wanted.lines))
        can, held = usable_at_desk(context.view), context.held_at("board") & PLATES.keys()
        if (shown.can, shown.held) != (can, held):
            shown = replace(shown, can=can, held=held)
        return shown

    return state


def _retyped(old: tuple[octal.Line, ...], new: tuple[octal.Line, ...]) -> tuple[octal.Line, ...]:
    """The old lines with the first few that differ as the new ones are."""
    if len(old) != len(new):
        return new
    other = [k for k, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    typed = set(other[:LINES_A_FRAME])
    return tuple(new[k] if k in typed else line for k, line in enumerate(old))


def usable_at_desk(view: View) -> frozenset[str]:
    """The plates of the desk that do something now."""
    scene = view.scene
    if not isinstance(scene, ProgramScene) or scene.needs or view.busy or scene.waits:
        return frozenset()
    cannot = set() if scene.desk.can_back else {"back"}
    if not view.controls.get("console.lever"):  # at MANUAL
        cannot |= {"over", "go"}
    return frozenset(PLATES) - cannot


def desk_of(scene: ProgramScene) -> CodingDeskState:
    """What is written on the desk."""
    places = [stored.address for stored in scene.around]
    return CodingDeskState(
        title=octal.title(scene),
        lines=tuple(octal.line(stored) for stored in scene.around),
        at=places.index(scene.location) if scene.location in places else -1,
        fields=octal.registers(scene.registers),
        note=octal.note(scene),
        pins=frozenset(places.index(address) for address, _ in scene.desk.points),
    )
