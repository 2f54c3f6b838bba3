"""Teleprinter paper: one plain roll without end, typed on character by character.

The type head stands at a column of the row under it.  A carriage return brings it to the first
column, a line feed brings the next row; a return without a feed lets it type over what is there.
Rows are as they were typed: blanks at the end stay, and a row that was typed over holds each
passage of the head, parted by a carriage return (``"TEST A2\\rTEST A9"``).

What has come off the machine hangs over its back: the last :data:`KEPT` rows at least are kept.
"""

from dataclasses import dataclass, field

RETURN = "\r"
FEED = "\n"
CHARACTERS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/,.()=:'?"
"""That the type head carries."""
WIDTH = 72
"""Columns: 7.2 inches at ten an inch, on paper of 8.5."""
KEPT = 2_000
"""Rows: 28 feet at six an inch, three and a half hours of typing."""


@dataclass
class Roll:
    """The paper in a teleprinter; ``rows`` only ever grows, until it is another list."""

    rows: list[str] = field(default_factory=list)
    """The rows above the one under the head, from the top."""
    gone: int = 0
    """Rows above those, no longer kept."""
    typing: str = ""
    """What stands on the row under the head."""
    column: int = 0
    """Where the head stands."""

    def type(self, char: str) -> None:
        """Type one character, return the head or feed a line.

        Raises ValueError for a character that the head hasn't or one beyond the margin: those are
        the typing program's errors.
        """
        if char == RETURN:
            self.column = 0
        elif char == FEED:
            self._feed()
        else:
            check_character(char, self.column)
            if not self.column and self.typing:
                self.typing += RETURN
            self.typing += char
            self.column += 1

    def _feed(self) -> None:
        self.rows.append(self.typing)
        self.typing = " " * self.column
        if len(self.rows) >= 2 * KEPT:
            self.gone += len(self.rows) - KEPT
            self.rows = self.rows[-KEPT:]

    def tear(self) -> "Roll":
        """The rows above the head, torn off; the one under it is the first of what stays."""
        torn = Roll(self.rows, self.gone)
        self.rows, self.gone = [], 0
        return torn

    def text(self) -> str:
        """All that is typed, a row a line; the row under the head without an end of line."""
        return "".join(f"{row}\n" for row in self.rows) + self.typing


def check_character(char: str, column: int) -> None:
    """Raises ValueError unless the head can type ``char`` at that column."""
    if char not in CHARACTERS:
        raise ValueError(f"the type head hasn't {char!r}")
    if column >= WIDTH:
        raise ValueError(f"{char!r} is beyond the margin: a row has {WIDTH} columns")
