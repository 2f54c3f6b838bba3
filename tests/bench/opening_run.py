"""One opening of the museum, as ``main.py museum`` does it, that tells when things came to be seen.

``python -m tests.bench.opening_run OPTIONS`` prints one JSON object: moments in seconds of the
system's monotonic clock (whoever started it knows when that was), and what was told of compiling.
It ends by itself once the machine is on and the room stands.
"""

import json
import sys
import time

GIVEN_UP_S = 300.0


def main() -> int:
    """Open the museum with the command line's options."""
    # Brings in what the command brings in a moment later, and nothing else.
    from devices.screen.window import Window
    from machines.app.commands import main as command

    seen: dict[str, float] = {}
    told: list[str] = []
    frame = Window.frame

    def watched(window: Window) -> None:
        frame(window)
        now = time.monotonic()
        progress = window.museum.compile_progress()
        if progress is not None:
            seen.setdefault("warming", now)
            line = f"{progress.done}/{progress.total} {progress.what}"
            if line not in told[-1:]:
                told.append(line)
        seen.setdefault("frame", now)
        if window.stage is not None and window.stage.settled():
            seen.setdefault("room", now)
        if window.museum.view(window.navigator.exhibit) is not None:
            seen.setdefault("on", now)
        if {"room", "on"} <= seen.keys() or now - seen["frame"] > GIVEN_UP_S:
            window.finish()

    setattr(Window, "frame", watched)  # noqa: B010 - a method is put in the place of another
    status = command(["museum", *sys.argv[1:]])
    sys.stdout.write(json.dumps({**seen, "ended": time.monotonic(), "told": told}) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
