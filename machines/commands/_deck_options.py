"""The options that commands which feed decks, light a real panel, or name boxes have in common."""

import argparse

from devices.refusal import RefusedError
from machines.storage.option_parsing import Option, flag, read_switches, whole

EVENTS = (Option("--events FILE"), Option("--events-lamps N", whole(0, 100), default=10))
"""What happens, as JSON lines; how often lamps are told in a second."""
OUTLETS = (Option("--listing FILE", old="--print"), Option("--log FILE"), *EVENTS)
"""Where the listing, the session's log and events go."""
STRICT_MEDIA = flag("--strict")
"""Of those that read cards or tapes: refuse what would be mended."""
NOUGHTS_DECK = (
    Option("--deck FILE"),
    Option("--tape 1=FILE", action="append", default=[]),
    *OUTLETS,
    STRICT_MEDIA,
)
"""``--deck`` and what goes with it, for the matchboxes and the Pegasus program."""
SENSE = Option("--sense N,N", read_switches, default="")
PANEL = (
    Option("--panel [EXHIBIT=]PORT", action="append", default=[]),
    Option("--panel-record FILE"),
)
"""A real panel, or several."""


def check_deck_options(args: argparse.Namespace) -> None:
    """Raises RefusedError where what goes with a deck is given without one."""
    for option in NOUGHTS_DECK[1:]:
        if option is not EVENTS[1] and getattr(args, option.dest):
            raise RefusedError(option.name, "is for a deck; expected --deck FILE with it")


# -- boxes ----------------------------------------------------------------------------------------

BUILDS = ("304", "287", "287L", "287W", "second")
"""287 is Michie's number; of its two readings 287L is the published one."""
_NAMES = {"287": "287L", **{name.lower(): name for name in BUILDS if name != "287"}}


def read_boxes(text: str, where: str) -> str:
    """The name of a build (machines.menace.build).  Raises RefusedError."""
    if text.lower() not in _NAMES:
        raise RefusedError(where, f"{text!r} is no build; expected {', '.join(BUILDS)}")
    return _NAMES[text.lower()]
