"""How far round its middle a control is what a touch finds."""

from unittest.mock import patch

from devices.screen.placed_part import Hit
from devices.screen.stage import FINGER_PX, Stage


def reach(stage: Stage, hit: Hit, asked: tuple[str, ...] = ()) -> tuple[int, int]:
    """Width and height of what finds a control, through its middle, in pixels."""
    x, y = hit.rect.center
    ways = []
    targets = stage.targets()
    with patch.object(stage, "targets", lambda: targets):  # nothing moves meanwhile
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            far = 0
            while far < FINGER_PX:
                found = stage.hit(x + dx * (far + 1), y + dy * (far + 1), asked)
                if found is None or found.event != hit.event:
                    break
                far += 1
            ways.append(far)
    return ways[0] + ways[1] + 1, ways[2] + ways[3] + 1
