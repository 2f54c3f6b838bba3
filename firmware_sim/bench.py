"""The bench on which a simulated panel lies: its lamps in a terminal, its controls typed by name.

A terminal looks so (drawn at most 20 times a second; typed lines stand below)::

    /dev/pts/5
    storage      ·  ··█ ··· ...
    ...
    down: lever key.21
    > start
"""

import os
import shutil
import threading
from collections.abc import Iterable, Iterator
from typing import TextIO

import numpy as np
import numpy.typing as npt

from devices.panel.layout import LampRow, PanelLayout
from firmware_sim.faults import EVENT_KINDS
from firmware_sim.line import PtyLine

DRAWN_S = 0.05
LAST_DRAWN_S = 1.0
"""So long a terminal that takes nothing is waited for at the end."""
PRESSED_S = 0.15
"""For so long a button is held that is only named."""

SAVE, RESTORE, CLEAR_LINE, CLEAR_BELOW, CLEAR_ALL = "\x1b7", "\x1b8", "\x1b[K", "\x1b[J", "\x1b[2J"

PROMPT = "> "

GLYPHS = "·░▒▓█"
PLAIN = ".:+*#"
"""For a terminal that has only ASCII."""
GLYPH_OF_LEVEL = (0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4)


def place(line: int) -> str:
    """The cursor at the beginning of a line, 1 at the top."""
    return f"\x1b[{line};1H"


def typed(fd: int) -> Iterator[str]:
    """The lines that come from a file descriptor, until its end.

    Read past Python's own buffer: a thread that waited in that would hold it locked at exit.
    """
    begun = b""
    while True:
        try:
            data = os.read(fd, 4_096)
        except OSError:  # a terminal that isn't ours to read
            data = b""
        *whole, begun = (begun + data).split(b"\n")
        if not data and begun:
            whole.append(begun)
        yield from (line.decode(errors="replace") for line in whole)
        if not data:
            return


class Bench:
    """``line``'s panel, shown on ``out`` and operated in words; news goes to ``err``.

    ``quiet``: neither lamps nor news.
    """

    def __init__(
        self, line: PtyLine, layout: PanelLayout, out: TextIO, err: TextIO, quiet: bool = False
    ) -> None:
        self.line, self.layout = line, layout
        self.controls = {control.id: k for k, control in enumerate(layout.controls())}
        self.buttons = {control.id for control in layout.controls() if control.kind == "button"}
        self._out, self._err, self._quiet = out, err, quiet
        self._draws = out.isatty() and not quiet
        self._glyphs = GLYPHS if "utf" in (out.encoding or "").lower() else PLAIN
        self._drawn: list[str] = []
        self._size = (0, 0)
        self._news = ""
        self._writing = threading.Lock()
        self._ended = threading.Event()
        line.told = self.tell

    @property
    def path(self) -> str:
        """Where the panel is: the link, if there is one."""
        return str(self.line.link or self.line.path)

    def open(self) -> None:
        """The first line that is printed, at once."""
        with self._writing:
            if self._draws:
                self._out.write(CLEAR_ALL + place(1))
            self._out.write(f"{self.path}\n")
            self._out.flush()

    def run(self) -> None:
        """Turn the line until it ends."""
        if not self._draws:
            self.line.run()
            return
        drawer = threading.Thread(target=self._keep_drawing, daemon=True)
        drawer.start()
        self.line.run()
        self._ended.set()
        drawer.join(LAST_DRAWN_S)
        self._prompt("")

    def tell(self, kind: str) -> None:
        """What has happened to the board, in words; where it is now, if that is new."""
        words = {
            "reset": "the board was reset",
            "unplug": "the cable is pulled",
            "plug": "the cable is in again",
            "stuck": "the board reads nothing for a while",
            "flood": "the board says too much for a while",
        }[kind]
        if kind == "plug" and self.line.link is None:
            words += f": {self.line.path}"
            if not self._draws:
                with self._writing:
                    self._out.write(f"{self.line.path}\n")
                    self._out.flush()
        self._say(words)

    # -- what is typed ----------------------------------------------------------------------------

    def listen(self, lines: Iterable[str]) -> None:
        """Do what is typed, a line each, until there is no more."""
        for text in lines:
            refused = self.do(text.split())
            if refused:
                self._say(refused)
            self._prompt()

    def do(self, words: list[str]) -> str:
        """``start``, ``key.21 1``, ``fault reset``: why not, in words, or nothing."""
        match words:
            case []:
                return ""
            case ["fault", kind]:
                if kind not in EVENT_KINDS:
                    return f"{kind!r} is no fault; expected {', '.join(EVENT_KINDS)}"
                self.line.happen(kind)
            case [name] if name in self.controls:
                self._work(name)
            case [name, "0" | "1" as value] if name in self.controls:
                (self.line.press if value == "1" else self.line.release)(self.controls[name])
            case [name] | [name, "0" | "1"]:
                return f"{name!r} is no control; expected one such as {', '.join(self._examples())}"
            case _:
                return f"{' '.join(words)!r}; expected CONTROL, CONTROL 1, CONTROL 0 or fault KIND"
        return ""

    def _work(self, name: str) -> None:
        """A button is pressed and let go, anything else turned over."""
        switch = self.controls[name]
        if name in self.buttons:
            self.line.press(switch)
            timer = threading.Timer(PRESSED_S, self.line.release, (switch,))
            timer.daemon = True
            timer.start()
        elif self.line.panel.contacts.finger[switch]:
            self.line.release(switch)
        else:
            self.line.press(switch)

    def _examples(self) -> list[str]:
        names = list(self.controls)
        return names[:: max(1, len(names) // 4)]

    # -- the terminal -----------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        if self._draws:
            self._news = text
        elif not self._quiet:
            self._err.write(f"firmware: {text}\n")
            self._err.flush()

    def _keep_drawing(self) -> None:
        while not self._ended.wait(DRAWN_S):
            self.draw()

    def draw(self) -> None:
        """The lines that have changed; all of them on a terminal of another size."""
        width, height = size = shutil.get_terminal_size()
        if size != self._size:
            self._size, self._drawn = size, []
            self._prompt(CLEAR_ALL + PROMPT)
        shown = [self.path, *self._rows(width), self._news]
        lines = [text[:width] for text in shown[: height - 1]]
        with self._writing:
            changed = [
                f"{place(k + 1)}{text}{CLEAR_LINE}"
                for k, text in enumerate(lines)
                if k >= len(self._drawn) or self._drawn[k] != text
            ]
            if changed:
                self._out.write(SAVE + "".join(changed) + RESTORE)
                self._out.flush()
            self._drawn = lines

    def _rows(self, width: int) -> list[str]:
        panel = self.line.panel
        lamps = panel.lamps[: len(self.layout.lamps())]
        down = panel.contacts.finger[: len(self.controls)]
        return rows(self.layout, lamps, down, width, self._glyphs)

    def _prompt(self, text: str = PROMPT) -> None:
        """Where is typed, below the lamps."""
        if not self._draws:
            return
        width, height = shutil.get_terminal_size()
        line = min(len(self._rows(width)) + 3, height)
        with self._writing:
            self._out.write(f"{place(line)}{CLEAR_BELOW}{text}")
            self._out.flush()


# Lamps as rows of a terminal: each row of the layout a line, each lamp a character.  Lamps stand in
# their columns, as on the panel, where the row has whole ones; what is too long is wrapped.


def rows(
    layout: PanelLayout,
    levels: npt.NDArray[np.uint8],
    down: npt.NDArray[np.bool_],
    width: int = 80,
    glyphs: str = GLYPHS,
) -> list[str]:
    """The lines, none longer than ``width``; ``levels`` uint8[lamps] of 0 to 15, ``down``
    bool[controls].  Always as many lines for the same layout and width."""
    margin = max((len(row.id) for row in layout.lamp_rows), default=0) + 2
    lines, first = [], 0
    for row in layout.lamp_rows:
        lit = levels[first : first + len(row.labels)]
        first += len(row.labels)
        shown = "".join(glyphs[GLYPH_OF_LEVEL[level]] for level in lit)
        room = max(1, width - margin)
        text = _in_columns(row, shown, room)
        for at in range(0, max(1, len(text)), room):
            head = row.id if at == 0 else ""
            lines.append(f"{head:<{margin}}{text[at : at + room]}".rstrip()[:width])
    ids = [control.id for control, is_down in zip(layout.controls(), down, strict=True) if is_down]
    lines.append(_cut(f"down: {' '.join(ids) or '-'}", width))
    return lines


def _in_columns(row: LampRow, shown: str, room: int) -> str:
    """Two characters a column where there is room for it, else one; else simply in a row."""
    whole = all(column == int(column) for column in row.columns)
    if not whole or len(set(row.columns)) < len(row.columns):
        return shown
    for wide in (2, 1):
        places = [int(column) * wide for column in row.columns]
        if places and min(places) >= 0 and max(places) < room:
            line = [" "] * (max(places) + 1)
            for place, glyph in zip(places, shown, strict=True):
                line[place] = glyph
            return "".join(line)
    return shown


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."
