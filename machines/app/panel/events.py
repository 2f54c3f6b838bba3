"""What a control of a real panel means to its exhibit: the act that a touch of the screen's is.

::

    panel        control               moved                 the act
    ibm704       start, key.21, ...    down 1, up 0          console.start, console.key.21, ...
    pegasus      run, print, clear     down 1, up 0          desk.run, ...
                 nought, cross, ...    down                  desk.nought 1: the knob turns on
    anaconda     new, plies.4, ...     down 1, up 0          pc.new, pc.plies.4, ...
    morph        new, depth.2, ...     down 1, up 0          workstation.new, ...
    menace       drawer.17             drawn out             cabinet.box 17: its history is shown
                 bead.4                taken 1, put back 0   board.square.4
                 new, undo, run, ...   down 1, up 0          table.new, ...
"""

from collections.abc import Mapping

from devices.panel.layout import Control

PLACES = {"pegasus": "desk", "menace": "table", "anaconda": "pc", "morph": "workstation"}
"""What an exhibit calls the thing that its panel's controls stand on, where it is no console."""


def event_of(exhibit: str, control: Control) -> str:
    """The control's name in events."""
    what, _, number = control.id.rpartition(".")
    if exhibit == "menace" and what in ("drawer", "bead"):
        return "cabinet.box" if what == "drawer" else f"board.square.{number}"
    return f"{PLACES.get(exhibit, 'console')}.{control.id}"


def act_of(exhibit: str, control: Control, down: bool) -> tuple[str, int] | None:
    """The act, an event's control and value, of a control that was moved; None: it means none."""
    event = event_of(exhibit, control)
    if event == "cabinet.box":
        return (event, int(control.id.rpartition(".")[2])) if down else None
    if _turns(exhibit, control):
        return (event, 1) if down else None
    return event, int(down)


def stands(exhibit: str, control: Control, controls: Mapping[str, int]) -> bool | None:
    """How a latching control stands by a View's ``controls``; None: it doesn't latch there."""
    if control.kind == "button" or _turns(exhibit, control):
        return None
    at = controls.get(event_of(exhibit, control))
    return None if at is None else bool(at)


def named(control: Control) -> str:
    """The control for an operator: ``KEY 21``."""
    return control.id.replace(".", " ").replace("_", " ").upper()


def position(control: Control, down: bool) -> str:
    """How it stands, in a word; a lever's 1 is its upper end."""
    return "down" if down != (control.kind == "lever") else "up"


def _turns(exhibit: str, control: Control) -> bool:
    """Whether it is a knob of many places: on a real panel a button that turns it on by one."""
    return exhibit == "pegasus" and control.kind == "switch"
