"""What a visitor can do next for a deck that waits for a tape, by what is seen of its unit."""

from dataclasses import dataclass

from devices.panel.view import View
from devices.screen.guide import Medium, NextStep, StepAct, press, put

BLANK = "BLANK"
"""The tray of a reel to write on."""


@dataclass(frozen=True)
class TapePrompts:
    """The names of the sentences, in the room's table [prompts]."""

    moves: str
    reset: str
    dial: str
    mount: str
    ring: str
    load: str
    start: str


def tape_step(
    view: View, unit: str, address: int, saving: bool, said: TapePrompts
) -> NextStep | None:
    """The next step at ``unit``, which a card calls by ``address``, to write on it or to read.

    None: the unit is ready, and something else keeps the card waiting.
    """
    tape = view.units[unit]
    words = {"n": str(address)}

    def step(prompt: str, touched: str, acts: tuple[StepAct, ...]) -> NextStep:
        return NextStep(prompt, (f"{unit}.{touched}",), acts, words=words)

    turned = tape.dial != address
    needs_ring = saving and tape.mounted is not None and tape.file_protect
    if tape.moving or tape.loading:
        return NextStep(said.moves)
    if tape.ready and (turned or needs_ring):
        return step(said.reset, "reset", press(f"{unit}.reset"))
    if turned:
        return step(said.dial, "select", put(f"{unit}.select", address))
    if tape.mounted is None:
        return step(said.mount, "mount", put(f"{unit}.mount", Medium(BLANK)))
    if needs_ring:
        return step(said.ring, "file_protect", put(f"{unit}.file_protect", 0))
    if not tape.loaded:
        return step(said.load, "load_rewind", press(f"{unit}.load_rewind"))
    if not tape.ready:
        return step(said.start, "start", press(f"{unit}.start"))
    return None
