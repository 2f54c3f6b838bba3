"""Lines of text on tape: one a record, in BCD, filled up with blanks to whole words.

What the matchboxes and the Pegasus program have learned stands on tape as such lines, so that a
tape can be listed and read by eye.  A line holds the 704's graphics (devices.media.charset).
"""

from devices.media.card import place
from devices.media.card_images import punches_of_character
from devices.media.charset import GRAPHICS, bcd, rows_named, tape_of_bcd
from devices.media.tape import CHARACTERS_A_WORD, Record
from devices.refusal import RefusedError


def text_record(line: str) -> Record:
    """The line as a record of even parity; raises RefusedError for a character with no code."""
    words = max(1, -(-len(line) // CHARACTERS_A_WORD))
    padded = line.ljust(words * CHARACTERS_A_WORD)
    return Record.of_characters(bytes(tape_of_bcd(bcd(char)) for char in padded))


def record_text(record: Record, where: str = "") -> str:
    """The line in a record, without the blanks at its end.

    Raises RefusedError naming the character that can't be read or has no graphic.
    """
    if record.damaged:
        raise RefusedError(where, "the record is marked as read in error")
    chars = []
    for index, character in enumerate(record.data):
        column = place(where, f"character {index + 1}")
        punches = punches_of_character(character, column)
        if punches not in GRAPHICS:
            raise RefusedError(column, f"is {rows_named(punches)}, which no wheel prints")
        chars.append(GRAPHICS[punches])
    return "".join(chars).rstrip(" ")
