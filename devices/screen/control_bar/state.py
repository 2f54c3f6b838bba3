"""What the bar shows, as its window and its fittings read it."""

from dataclasses import dataclass

from devices.screen.museum_protocol import Speed


@dataclass(frozen=True)
class ControlBarState:
    """What the bar shows."""

    caption: str = ""
    reason: str = ""
    busy: bool = False
    awake: bool = True
    speed: Speed = "authentic"
    sound: bool = True
    calm: bool = False
    armed: bool = False
    """Whether the reset's guard is up."""
    close_up: bool = False
    drawer: bool = True
    """Whether there is anything for DECKS to open."""
    plan: bool = False
    """Whether the floor plan is shown: there is nowhere to step back to."""
    pressed: str = ""
    """The button under a finger."""
    now_us: int = 0
    exhibit: str = ""
    """Whose room is shown: some things it says in words of its own."""
    panel: str = ""
    """What is to be told of a real panel, one line; empty: nothing."""


def state_word(state: ControlBarState) -> str:
    """The machine's state as a key of the language's table [rail]."""
    if not state.awake:
        return "dark"
    if state.busy:
        return "running"
    return "stopped" if state.reason else "waiting"
