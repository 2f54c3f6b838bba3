"""One opening of the museum, as ``main.py museum`` does it, that tells when things came to be seen.

``python -m tests.bench.opening_run [by-plan=ROOM] OPTIONS`` opens it, begins a game by PLAY as soon
as the machine is on, and prints one JSON object: moments in seconds of the system's monotonic clock
(whoever started it knows when that was), the longest time between two frames, and what was told of
compiling.  A move can be made once the step is the visitor's and what it asks for is drawn.  With
``by-plan`` a visitor enters that room from the floor plan, once its wall is seen. It ends once the
visitor may move, and, with ``until=kernels``, once nothing is left to compile.
"""

import json
import sys
import time

GIVEN_UP_S = 300.0


def main() -> int:
    """Open the museum with the command line's options."""
    # Brings in what the command brings in a moment later, and nothing else.
    from machines.commands import main as command
    from machines.museum.window.window import Window

    given = [one for one in sys.argv[1:] if not one.startswith(("by-plan=", "until="))]
    by_plan = next((one[8:] for one in sys.argv if one.startswith("by-plan=")), "")
    until_kernels = "until=kernels" in sys.argv
    seen: dict[str, float] = {}
    told: list[str] = []
    longest = 0.0
    last = 0.0
    frame = Window.frame

    def watched(window: Window) -> None:
        nonlocal longest, last
        frame(window)
        now = time.monotonic()
        if last and "room" in seen and now - last > longest:
            longest = now - last
            seen["longest_at"] = now
        last = now
        progress = window.museum.compile_progress()
        if progress is not None:
            line = f"{progress.done}/{progress.total} {progress.what}"
            if line not in told[-1:]:
                told.append(line)
        seen.setdefault("frame", now)
        if by_plan and not window.navigator.exhibit:
            if window.plan.sheet is not None:
                seen.setdefault("plan", now)
                window.enter(by_plan)
            return
        if window.stage is not None and window.stage.settled():
            seen.setdefault("room", now)
        if window.museum.view(window.navigator.exhibit) is not None and "on" not in seen:
            seen["on"] = now
            window.put_aside(all_of_them=True)
            window.play.begin(window.now_ms)
        if "on" in seen and _may_move(window):
            seen.setdefault("move", now)
        loader = getattr(window.museum, "kernels", None)
        if "move" in seen and loader is not None and loader.is_idle:
            seen.setdefault("kernels", now)
        done = "room" in seen and ("kernels" if until_kernels else "move") in seen
        if done or now - seen["frame"] > GIVEN_UP_S:
            window.finish()

    setattr(Window, "frame", watched)  # noqa: B010 - a method is put in the place of another
    status = command(["museum", *given])
    moments = {**seen, "ended": time.monotonic()}
    sys.stdout.write(json.dumps({**moments, "longest": longest, "told": told}) + "\n")
    return status


def _may_move(window: "Window") -> bool:  # type: ignore[name-defined] # noqa: F821
    """Whether the next step is the visitor's own choice, on what is drawn already."""
    stage = window.stage
    if window.context is None or stage is None or window.play.active or stage.glide is not None:
        return False
    step = stage.room.guide(window.context)
    if step is None or not step.yours:
        return False
    asked = {name.partition(".")[0] for name in step.controls}
    return all(placed.shown for placed in stage.standings if placed.place.name in asked)


if __name__ == "__main__":
    sys.exit(main())
