"""The sentence that says why: all of it is seen, on every size of screen."""

import pytest

from devices.screen.lettering import Engraving
from devices.screen.parts.desktop_program import fit
from machines.morph.picture.fold import SENTENCE, SMALL, WIDE, halves

LONG = (
    "It found nothing that it likes; least bad: your bishop aims at a square by your king "
    "through another man."
)


@pytest.mark.parametrize("scale", [0.4, 0.6, 0.9, 1.5, 3.0])
def test_a_long_sentence_fits_in_two_lines(scale: float) -> None:
    room = WIDE - 16.0
    for line in halves(LONG):
        size = fit(line, SMALL, room, SENTENCE, scale)
        assert Engraving().width(line, size * scale, 0.06, SENTENCE) <= room * scale
        assert size > 8.0
    assert " ".join(halves(LONG)) == LONG


def test_a_single_word_stays_whole() -> None:
    assert halves("Queen") == ["Queen", ""]
