"""``main.py status``: how the museum is, for whoever watches over it; nothing is changed.

Whether the disk takes anything is tried: a museum on a full one can't write its status.
"""

import argparse
import sys
import time

from devices.refusal import RefusedError
from machines.storage.option_parsing import Command, flag

COMMAND = Command(flag("--json"))

WELL, TROUBLE, CLOSED, NOT_RUNNING = 0, 1, 3, 4


def run(args: argparse.Namespace) -> int:
    """Print it; the exit status says it in a number."""
    from machines.museum.curator.status import (
        check_disk,
        find_troubles,
        is_running,
        read_status,
        status_json,
        status_lines,
        unreadable_json,
    )
    from machines.storage.folders import find_data_folder, find_set_aside

    folder = find_data_folder(args.data)
    try:
        status, aside = read_status(folder), find_set_aside(folder)
    except RefusedError as refusal:
        if args.json:
            sys.stdout.write(f"{unreadable_json(refusal)}\n")
        raise
    running = status is not None and is_running(status)
    troubles = []
    if status and running:
        try:
            check_disk(folder)
        except RefusedError as refusal:
            troubles.append(f"nothing can be written: {refusal}")
        troubles += find_troubles(status, time.time())
    told = (
        status_json(status, running, troubles, aside)
        if args.json
        else "\n".join(status_lines(status, running, troubles, aside))
    )
    sys.stdout.write(f"{told}\n")
    if status is None or not running:
        return NOT_RUNNING
    if troubles:
        return TROUBLE
    return CLOSED if status.state == "closed" else WELL
