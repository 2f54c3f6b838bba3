"""What passes the head of a 727 while its tape runs: characters in time, for a computer that copies
word by word.

Reading is begun by ``drive.read_record``, writing by ``drive.begin_record``; each word is then
handed over with ``drive.write_word`` before it is wanted.  Times are microseconds from now,
negative since.
"""

from devices.media.tape import (
    CHARACTER_MIL,
    CHARACTERS_A_WORD,
    RECORD_GAP_MIL,
    Gap,
    Record,
    TapeMark,
)
from devices.units import tape_travel as travel
from devices.units.tape_drive import TapeDrive

WORD_US = travel.passes_us(CHARACTERS_A_WORD * CHARACTER_MIL) - travel.passes_us(0)
"""From one word to the next: 30 mil are whole microseconds, so the words of a record are that far
apart exactly."""


def under_head(drive: TapeDrive) -> Record | TapeMark | None:
    """What a read is passing; None when nothing is read or the tape ahead is blank."""
    if drive.motion is None or drive.motion.kind != "read":
        return None
    for index in range(drive.at, len(drive.items)):
        item = drive.items[index]
        if not isinstance(item, Gap):
            return item
    return None


def passed_in_us(drive: TapeDrive, characters: int) -> int | None:
    """Until so many characters of what is under the head have passed; None when nothing is."""
    item, motion = under_head(drive), drive.motion
    if item is None or motion is None:
        return None
    held = len(item.data) if isinstance(item, Record) else 1
    begins = motion.to_mil - (held + 1) * CHARACTER_MIL - motion.from_mil
    return travel.passes_us(begins + characters * CHARACTER_MIL) - drive.elapsed_us


def reads_badly(drive: TapeDrive) -> bool:
    """Whether what is under the head has wrong parity for this read, is damaged, or lies in
    dust."""
    item, motion = under_head(drive), drive.motion
    if not isinstance(item, Record) or motion is None:
        return False
    return item.damaged or drive.dust or item.parity != ("odd" if motion.binary else "even")


def next_word_in_us(drive: TapeDrive) -> int | None:
    """Until the open record takes its next word; negative when that moment has passed, and with it
    the record; None when no record is open."""
    if drive.motion is None or not drive.motion.open:
        return None
    so_far = RECORD_GAP_MIL + len(drive.characters) * CHARACTER_MIL
    return travel.passes_us(so_far) - drive.elapsed_us


def words_of_room(drive: TapeDrive) -> int:
    """How many words more the open record can have before the tape runs out."""
    if drive.motion is None or not drive.motion.open:
        return 0
    held = (drive.run_out_mil - drive.motion.from_mil - RECORD_GAP_MIL) // CHARACTER_MIL - 1
    return (held - len(drive.characters)) // CHARACTERS_A_WORD


def ends_past_spot(drive: TapeDrive) -> bool:
    """Whether what is being written will end beyond the end-of-tape spot."""
    motion = drive.motion
    return motion is not None and motion.kind == "write" and motion.to_mil > drive.end_of_tape_mil
