"""``--events FILE`` and ``--events-lamps N`` of a command line: the stream, and who tells it."""

import argparse
from collections.abc import Callable
from functools import partial

from machines.exhibit.exhibit import Exhibit
from machines.storage.events.follower import ExhibitFollower
from machines.storage.events.stream import EventStream

_STREAM = "event_stream"
"""Where the options hold the stream that was opened."""


def open_events(args: argparse.Namespace) -> EventStream | None:
    """The stream that was asked for, opened once; None: none was.  Raises RefusedError."""
    if args.events is None:
        return None
    if getattr(args, _STREAM, None) is None:
        setattr(args, _STREAM, EventStream(args.events))
    stream: EventStream = getattr(args, _STREAM)
    return stream


def events_of(args: argparse.Namespace) -> Callable[[Exhibit], ExhibitFollower] | None:
    """Makes what tells of an exhibit there; None: no stream was asked for.  Raises RefusedError."""
    stream = open_events(args)
    if stream is None:
        return None
    return partial(ExhibitFollower, stream, lamps_a_second=args.events_lamps)


def end_events(args: argparse.Namespace) -> None:
    """Write what waits and close the stream, if there is one."""
    stream: EventStream | None = getattr(args, _STREAM, None)
    if stream is not None:
        stream.close()
