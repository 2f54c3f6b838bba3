"""What the window says, as a file for a scripted visitor: words that a person would read from it.

Written on request only (WindowConfig.record), whenever it has changed, as one JSON object:

    exhibit, close_up   where the visitor stands; empty: the floor plan, the whole room
    in_play             whether what belongs to a visitor's game is looked at
    settled             whether all is drawn
    step, caption       the guide's step by its name, and the sentence in the bar
    speed, reason       how fast time passes, and what stands below the sentence
    sheet, said         the card or placard over the room by its class, and the card's text
    men                 the squares of the room's board: each place, and the man's letter
    labels              what is lettered on controls, bar and plates: its place [x, y, w, h]

What glows is not in it: that can be seen in the picture.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from machines.museum.window.window_model import WindowModel

EVERY_MS = 60


class ScreenRecord:
    """The file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._last = ""
        self._looked_ms = -EVERY_MS

    def follow(self, window: WindowModel) -> None:
        """Write what the window says, if that has changed."""
        if 0 <= window.now_ms - self._looked_ms < EVERY_MS:
            return
        self._looked_ms = window.now_ms
        made = json.dumps(told(window), sort_keys=True)
        if made != self._last:
            self._last = made
            beside = self.path.with_suffix(".part")
            beside.write_text(made, encoding="utf-8")
            beside.replace(self.path)


def told(window: WindowModel) -> dict[str, object]:
    """What the window says now."""
    state, stage, step, sheet = (
        window.control_bar.state,
        window.stage,
        window.guidance.step,
        window.sheet() or window.modal(),
    )
    said = getattr(sheet, "said", "")
    heard = (*getattr(sheet, "headings", ()), said() if callable(said) else said)
    return {
        "exhibit": window.navigator.exhibit,
        "close_up": stage.close_up if stage is not None else "",
        "in_play": stage is not None and stage.in_play,
        "settled": window.settled(),
        "step": step.prompt if step is not None else "",
        "caption": (state.prompt or state.caption) if state is not None else "",
        "reason": state.reason if state is not None else "",
        "speed": window.museum.speed(),
        "sheet": type(sheet).__name__ if sheet is not None else "",
        "said": ". ".join(heard),
        "men": _men(window),
        "labels": _labels(window),
    }


def _men(window: WindowModel) -> dict[str, tuple[list[int], str]]:
    """The squares of the room's board, where they are and what stands there."""
    if window.stage is None or window.context is None:
        return {}
    men = window.stage.room.men(window.context)
    found = {hit.event: [*hit.rect] for hit in window.stage.targets() if hit.event in men}
    return {square: (rect, men[square]) for square, rect in found.items()}


def _labels(window: WindowModel) -> dict[str, list[int]]:
    """What is lettered, and where."""
    places = {}
    if window.stage is not None:
        places = {hit.touch.label: hit.rect for hit in window.stage.targets()}
    down = window.room_rect.bottom
    places |= {button.label: button.rect.move(0, down) for button in window.control_bar.buttons()}
    sheet = window.sheet() or window.modal()
    if sheet is not None:
        places |= {f"{name} (sheet)": rect for name, rect in sheet.rects().items()}
    return {label: [*rect] for label, rect in places.items()}
