"""The text of a box's card keeps above what the bead says."""

from machines.menace.picture import tray

WIDE = 232.0
"""About as wide as the card's lines may run."""


def test_how_the_board_was_turned_takes_two_lines_at_most() -> None:
    said = "Kreis am Zug; das Blatt liegt eine Vierteldrehung gegen den Uhrzeigersinn gedreht"
    high, lines = tray._two_lines(said, 13.0, WIDE)
    assert len(lines) == 2
    assert 7.0 < high < 13.0
    assert " ".join(lines) == said


def test_a_short_text_keeps_its_size() -> None:
    assert tray._two_lines("Nought to move", 13.0, WIDE) == (13.0, ["Nought to move"])
