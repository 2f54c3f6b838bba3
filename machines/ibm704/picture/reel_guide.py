"""Which reel is to be mounted at the 704, and what to do where another one remembers more."""

from typing import Any

from devices.panel.view import View
from devices.screen.guide import Medium, NextStep, press, put
from machines.draughts.scene import BetterReel, BoardScene

REELS = {"memory": "MEMORY 1", "next": "MEMORY 2", "book": "SAMUEL GAMES"}
"""The trays of what is to be mounted."""


def tray_label(name: str) -> str:
    """What the tray of a tape is called: ``MEMORY 1`` for ``memory-1.tap``."""
    return name.rpartition(".")[0].replace("-", " ").replace("_", " ").upper()


def label_of(view: View, scene: BoardScene) -> str:
    """The tray of the reel that is wanted; empty: any.

    The memory is where it was learned; for the next one the other of the two reels is taken.
    """
    label = REELS.get(scene.reel, "")
    better = scene.better_reel
    if scene.reel == "memory" and better is not None:
        return tray_label(better.name)
    if scene.reel == "next":
        there: Any = [unit for name, unit in view.units.items() if name.startswith("tape")]
        labels = [tray_label(unit.mounted) for unit in there if unit.mounted is not None]
        if label in labels and REELS["memory"] not in labels:
            return REELS["memory"]
    return label


def exchange(view: View, better: BetterReel) -> NextStep | None:
    """A reel is to be exchanged for one that remembers more: what is to be done at which unit;
    None while a tape moves, or where the reel's place is free and the machine will ask for it.
    """
    label = tray_label(better.name)
    units: Any = view.units
    place = units[better.unit]
    words = {"reel": label, "unit": better.unit.removeprefix("tape")}
    prompt = "blank_reel" if better.blank else "older_reel"
    for name in filter(None, (better.unit, better.lies_on)):
        tape = units[name]
        if tape.moving or tape.loading:
            return None
        if tape.ready:
            return NextStep(prompt, (f"{name}.reset",), press(f"{name}.reset"), words=words)
        if tape.mounted is not None:
            return NextStep(prompt, (f"{name}.unload",), press(f"{name}.unload"), words=words)
    mount = f"{better.unit}.mount"
    if place.dial != int(words["unit"]):
        return None
    return NextStep("mount", (mount,), put(mount, Medium(label)), words=words)
