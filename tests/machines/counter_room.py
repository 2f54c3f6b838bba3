"""A room with the counter's console in it."""

from functools import partial

from devices.panel.layout import PanelLayout
from devices.screen.room import DrawContext, PartPlacement, Room
from machines.ibm704.picture.console import ConsolePart, ConsoleState
from tests.machines.counter import Counter


def console_state(context: DrawContext) -> ConsoleState:
    """The console as it is drawn."""
    return ConsoleState(
        brightness=context.brightness,
        controls={name.removeprefix("console."): at for name, at in context.view.controls.items()},
        pressed=frozenset(name.removeprefix("console.") for name in context.held),
    )


def make_room(layout: PanelLayout) -> Room:
    """The room."""
    return Room(
        name="counter",
        title="COUNTER",
        places=(
            PartPlacement(
                "console", partial(ConsolePart, layout), (40, 20, 940, 940), state=console_state
            ),
        ),
        resting=Counter(layout).view(),
        layout=layout,
    )
