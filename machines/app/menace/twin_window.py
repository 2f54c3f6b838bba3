"""``main.py menace twin --window``: the twin is touched, on a touch screen or with a mouse.

What a touch means stands here; how it looks is machines/menace/picture/twin_page.py.
"""

from collections.abc import Callable, Mapping
from functools import partial

from devices.refusal import RefusedError
from devices.screen.languages import languages, read_language
from devices.screen.small_window import SmallWindow
from devices.screen.window_surface import WindowConfig
from devices.screen.words import shown, use
from machines.app.menace.twin_keeper import TwinKeeper
from machines.menace.build import EVERY_BOX, build
from machines.menace.picture import twin_words
from machines.menace.picture.twin_page import TwinPage
from machines.menace.picture.twin_scene import Notice, TwinScene
from machines.menace.picture.words import WORDS

TITLE = "MENACE"
MOST_DIGITS = 3
MOST_COUNTED = 99_999


def run_window(keeper: TwinKeeper, size: tuple[int, int], language: str, fullscreen: bool) -> None:
    """Follow the operator's touches until the window is closed.

    Raises RefusedError if there is no screen or language.
    """
    use(read_language(language))
    desk = TwinDesk(keeper)
    config = WindowConfig(size=size, fullscreen=fullscreen)
    with SmallWindow(TwinPage(desk.scene), desk, config, TITLE) as window:
        window.run()


class TwinDesk:
    """Does what is touched; what is seen is its ``scene``."""

    def __init__(self, keeper: TwinKeeper) -> None:
        self.keeper = keeper
        self.scene = TwinScene(keeper.twin)
        self.done = False

    def press(self, name: str) -> None:
        """A touch, by its name (machines.menace.picture.twin_layout); a refusal is shown."""
        scene = self.scene
        scene.hint, scene.refused = None, False
        scene.sure = scene.sure and name == "end"
        word, *rest = name.split()
        try:
            self._press(word, rest)
        except RefusedError as refusal:
            scene.refused = True
            scene.hint = partial(WORDS.said, str(refusal))
        scene.twin = self.keeper.twin

    def key(self, name: str) -> None:
        """The keyboard's short ways: digits, U for undo, RETURN to go on."""
        scene = self.scene
        if name.isdecimal() and name.isascii() and scene.sheet == "number":
            self.press(f"digit {name}")
        elif name in tuple("012345678") and scene.sheet == "play":
            self.press(f"{'mark' if scene.twin.asks == 'mark' else 'bead'} {name}")
        elif name in ("u", "U"):
            self.press("undo")
        elif name == "backspace" and scene.sheet == "number":
            self.press("erase")
        elif name in ("return", "enter"):
            goes_on = {"told": "next", "number": "open", "count": "done"}
            if scene.sheet in goes_on:
                self.press(goes_on[scene.sheet])

    def _press(self, word: str, rest: list[str]) -> None:
        """Raises RefusedError, nothing changed."""
        if word in ("mark", "bead", "empty", "reload", "stop"):
            self._act(" ".join([word, *rest]))
        elif word in ("less", "more"):
            self._step(int(rest[0]), -1 if word == "less" else 1)
        elif word in ("digit", "erase"):
            entry = self.scene.entry + rest[0] if rest else self.scene.entry[:-1]
            self.scene.entry = entry.lstrip("0")[:MOST_DIGITS]
        elif word == "near":
            self._open(int(rest[0]))
        elif word == "start":
            self.keeper.choose(EVERY_BOX[rest[0]])
        else:
            plain: Mapping[str, Callable[[], None]] = {
                "undo": self._undo,
                "count": self._count,
                "open": self._open_entered,
                "other": partial(self._show_number, ""),
                "take": self._take,
                "done": self._go_back,
                "next": self._go_back,
                "language": self._speak_next,
                "end": self._end,
            }
            plain[word]()

    # -- the play ----------------------------------------------------------------------------------

    def _act(self, act: str) -> None:
        scene, before = self.scene, self.keeper.twin
        drawn = tuple(before.cabinet.on_board)
        self.keeper.do(act)
        twin = self.keeper.twin
        if act == "stop":
            self._tell(Notice("stopped", drawn=drawn) if drawn else None)
        elif twin.ended is not None:
            self._tell(Notice("ended", twin.ended))
        elif act.startswith("bead"):
            scene.hint = partial(twin_words.went, twin, twin.cabinet.on_board[-1])

    def _undo(self) -> None:
        undone = self.keeper.undo()
        twin = self.keeper.twin
        self.scene.hint = partial(twin_words.undone, undone.act, twin)
        if undone.ended is not None:
            # The bead that brought the end is back in its box with the others.
            own = twin.laid.number if twin.laid and undone.act.startswith("bead") else 0
            self.scene.hint = None
            self._tell(Notice("unended", undone.ended, own=own))
        elif undone.drawn:
            self._tell(Notice("unstopped", drawn=undone.drawn))
        else:
            self._tell(None)

    def _tell(self, notice: Notice | None) -> None:
        """Have the operator move beads before the play goes on; None: there are none to move."""
        self.scene.notice = notice
        self.scene.sheet = "play" if notice is None else "told"

    def _go_back(self) -> None:
        """To the play, or to what is still to be done with its beads."""
        is_told = self.scene.sheet == "told"
        self._tell(None if is_told else self.scene.notice)

    # -- counting ----------------------------------------------------------------------------------

    def _count(self) -> None:
        if self.scene.sheet in ("number", "count"):
            self._go_back()
        else:
            self._show_number("")

    def _show_number(self, entry: str) -> None:
        self.scene.sheet, self.scene.entry = "number", entry

    def _open_entered(self) -> None:
        number = int(self.scene.entry or "0")
        self.scene.entry = ""
        self._open(number)

    def _open(self, number: int) -> None:
        """Count a box, beginning with what it must hold."""
        twin = self.keeper.twin
        twin.check_box(number)
        held = twin.cabinet.beads[number - 1]
        self.scene.number, self.scene.sheet = number, "count"
        colours = build(twin.cabinet.build).colours(number)
        self.scene.counted = {colour: int(held[colour]) for colour in colours}

    def _step(self, colour: int, by: int) -> None:
        counted = self.scene.counted[colour] + by
        self.scene.counted[colour] = min(max(counted, 0), MOST_COUNTED)

    def _take(self) -> None:
        """Take for true what was counted, where it differs."""
        scene = self.scene
        for colour in self.keeper.twin.differences(scene.number, scene.counted):
            self.keeper.do(f"count {scene.number} {colour} {scene.counted[colour]}")
        scene.hint = partial(WORDS, "twin_taken", n=scene.number)

    # -- the window --------------------------------------------------------------------------------

    def _speak_next(self) -> None:
        there = languages()
        use(read_language(there[(there.index(shown().code) + 1) % len(there)]))

    def _end(self) -> None:
        """Ends at the second touch: one that slips is no end before an audience."""
        self.done, self.scene.sure = self.scene.sure, True
