"""What the window asks of whoever looks after the museum: hours, volume, languages, texts.

:class:`Caretaker` is that of a museum that is always open and loud; machines/museum/curator has the
one that follows a curator's settings.  No method blocks.
"""

from devices.screen.languages import languages, read_language
from devices.screen.ui_text import UiText
from machines.museum.window.staff_report import StaffReport


class Caretaker:
    """Always open, at full volume, in all languages; every machine may be reset."""

    quiet = False
    """Whether the staff wants no sound and no demonstration until that is ended."""

    code = ""
    """The digits that the staff page asks for; empty: it asks for none."""

    def is_open(self) -> bool:
        """Whether the museum is open now; asked each frame."""
        return True

    def volume(self) -> float:
        """How loud, 0 to 1."""
        return 1.0

    def may_reset(self, exhibit: str) -> bool:
        """Whether visitors may reset that exhibit."""
        return True

    def languages(self) -> tuple[str, ...]:
        """Those that the language button steps through."""
        return languages()

    def read_words(self, code: str) -> UiText:
        """The words of a language.  Raises RefusedError for one that isn't there."""
        return read_language(code)

    def words_changed(self) -> bool:
        """Whether they are others since this was last asked."""
        return False

    def frame(self, took_s: float, moving: bool) -> None:
        """A frame is drawn; ``moving``: the loop doesn't rest before the next."""

    def game_ended(self, exhibit: str, ending: str) -> None:
        """A visitor has played a game to its end: ``won``, ``drawn``, ``lost`` or empty."""

    def report(self) -> StaffReport | None:
        """What the staff page tells; None: there is no such page."""
        return None

    def keep_quiet(self, quiet: bool) -> None:
        """No sound and no demonstration from now on, until that is ended."""
        self.quiet = quiet

    def export(self) -> str:
        """Write the statistics as a table; the file's name.  Raises RefusedError."""
        return ""

    def restart(self) -> None:
        """Start the museum again as soon as its window is closed."""

    def closes(self) -> None:
        """The museum closes for now: its machines are to rest."""

    def opens(self) -> None:
        """It opens again."""
