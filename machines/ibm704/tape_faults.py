"""What is wrong with a record that TAPE CHECK came on for, as an operator would be told."""

from devices.media.tape import CHARACTERS_A_WORD, Item, Record, TapeMark
from devices.units import tape_travel as travel
from devices.units.tape_drive import TapeDrive


def record_fault(drive: TapeDrive, dial: int, binary: bool) -> str:
    """What is wrong with the record under the head, read in binary or BCD; empty if nothing is."""
    index = travel.next_item(drive.items, drive.at)
    record = drive.items[index] if index < len(drive.items) else None
    if not isinstance(record, Record):
        return ""
    where = f"tape unit {dial}, {_record_name(drive.items[:index])}"
    if not (record.damaged or drive.dust):
        if binary and record.parity == "even":
            return f"{where}: written in BCD, read in binary; RTD {dial} reads it"
        if not binary and record.parity == "odd":
            return f"{where}: written in binary, read in BCD; RTB {dial} reads it"
    if record.damaged or drive.dust or record.parity == "mixed":
        return (
            f"{where}: its parity is wrong; backspace and read it again, or mount another copy of "
            "the tape"
        )
    left = len(record.data) % CHARACTERS_A_WORD
    if left:
        return (
            f"{where}: {len(record.data)} characters are no whole words of {CHARACTERS_A_WORD}; "
            f"the last {left} are lost"
        )
    return ""


def _record_name(before: list[Item]) -> str:
    """``record 3``, or ``record 3 of file 2`` behind a tape mark."""
    marks = [at for at, item in enumerate(before) if isinstance(item, TapeMark)]
    since = before[marks[-1] :] if marks else before
    number = sum(isinstance(item, Record) for item in since) + 1
    return f"record {number} of file {len(marks) + 1}" if marks else f"record {number}"


def blank_tape(drive: TapeDrive) -> str:
    """What is said where the unit has run past the last record; empty if it hasn't."""
    end = drive.ends_mil[-1] if drive.ends_mil else 0
    if drive.ready or drive.busy or not drive.loaded or drive.head_mil <= end:
        return ""
    records = sum(isinstance(item, Record) for item in drive.items)
    if not records:
        return "the reel is blank: press RESET and UNLOAD, and mount another"
    ended = isinstance(drive.items[-1], TapeMark)
    cut = ", the last" if ended else " and no tape mark: the tape may have been cut"
    return f"blank tape after record {records}{cut}; LOAD REWIND, then START reads it again"
