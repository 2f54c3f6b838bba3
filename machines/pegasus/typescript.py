"""What the program has its teleprinter type, play by play; put together it is Fig. 5's page.

Everything typed while printing stays on is machines.pegasus.printout.printed_page of the tests.  A
store cleared on paper that is typed on begins a page further down; printing that is taken up again
in the middle of a test names the test once more.
"""

from dataclasses import dataclass

from devices.media.roll import FEED, RETURN
from machines.pegasus.printout import CLEARED, PLAYS_A_LINE, printed_play

END = RETURN + FEED
"""Of a line."""
PLAYS_A_TEST = 100
ROWS_BETWEEN_PAGES = 6
LONGEST_PLAY = len("76543210 +  ") + len(END)
"""Characters."""


def test_name(plays: int) -> str:
    """The test that a play belongs to when there are so many before it: ``"A0"``, ``"A1"``..."""
    return f"A{plays // PLAYS_A_TEST}"


@dataclass
class Typescript:
    """How far the typing is; each method gives the characters for the teleprinter."""

    cleared: bool = True
    """The order that cleared the store is still to be typed."""
    heading: bool = True
    """The test's name is still to be typed."""
    apart: int = 0
    """Blank lines before what is typed next begins."""
    on_line: int = 0
    """Plays on the line."""

    def order(self) -> str:
        """The store was cleared: the head of a page."""
        text = f"{self.leave()}{END * self.apart}{CLEARED}{END * 3}"
        self.cleared, self.heading, self.apart = False, True, 0
        return text

    def play(self, record: int, plays: int) -> str:
        """A play, before which there were ``plays`` since the store was cleared, with what heads
        it and with the end of its line if it is the last there."""
        text = self.order() if self.cleared else ""
        if self.heading or plays % PLAYS_A_TEST == 0:
            text += f"{self.leave()}{END * min(self.apart, 2)}TEST {test_name(plays)}{END * 2}"
            self.heading = False
        self.on_line += 1
        self.apart = ROWS_BETWEEN_PAGES
        last = self.on_line == PLAYS_A_LINE or (plays + 1) % PLAYS_A_TEST == 0
        return text + printed_play(record) + (self.leave() if last else "")

    def leave(self) -> str:
        """The end of the line, if there is anything on it."""
        ended = END if self.on_line else ""
        self.on_line = 0
        return ended

    def pause(self) -> str:
        """Printing is switched off: what is typed next names its test."""
        self.heading = True
        return self.leave()
