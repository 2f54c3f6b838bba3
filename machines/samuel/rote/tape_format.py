"""The memory tape: a heading, the records of the memory ascending by key, a tape mark.

All is binary (odd parity), in words of six characters; every record ends with a check word, the sum
of the words before it modulo 2**36.

=========  ====================================================================================
record     words
=========  ====================================================================================
heading    ``MEMORY`` in BCD; the form of what follows (1); merges so far; the unit of the
           scores; then the rules in BCD, filled up with blanks; check
others     key; number of boards; the boards; check.  A board: Black's pieces, White's pieces,
           where the key says kings the kings (:mod:`machines.samuel.rote.standard`), then score,
           age and ply in one word (see the end of this file)
=========  ====================================================================================

The *rules* are the polynomial (its text, how its terms are taken, the weight of piece advantage)
and the settings without which a score means something else: scores of other rules aren't compared.
Gaps are passed over; what follows the tape mark is not looked at.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.media.charset import bcd_word, char_of_bcd, is_odd, with_parity
from devices.media.file_kinds import place
from devices.media.tape import CHARACTERS_A_WORD, Gap, Item, Record, Tape, TapeMark
from devices.refusal import RefusedError
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote import lookup
from machines.samuel.rote.keys import LARGEST_KEY, has_kings
from machines.samuel.rote.records import (
    AGE_BITS,
    FAULTS,
    MOST_PLY,
    PLY_BITS,
    MemoryRecord,
    board_words,
    directory_of,
    first_fault,
)
from machines.samuel.scores import SCORE_UNIT, WIN
from machines.samuel.settings import ProgramSettings

Words = npt.NDArray[np.int64]

KIND = "MEMORY"
FORM = 1
WORD = (1 << 36) - 1
HEADING_WORDS = 5
"""The heading's words beside the rules."""
RECORD_WORDS = 3
"""A record's words beside the boards."""

_PLACES = np.arange(30, -1, -6, dtype=np.int64)
_WITH_PARITY = np.array([with_parity(code, odd=True) for code in range(64)], dtype=np.uint8)
_ODD = np.array([is_odd(character) for character in range(128)])


@dataclass(frozen=True)
class Heading:
    """The first record of a memory tape."""

    rules: str  # Polynomial and settings (:func:`rules_of`)
    unit: int
    merges: int = 0

    @classmethod
    def of(cls, polynomial: Polynomial, settings: ProgramSettings) -> "Heading":
        """The heading of an empty memory for that polynomial."""
        return cls(rules_of(polynomial, settings), unit_for(polynomial, settings))

    def after_merge(self) -> "Heading":
        """The heading of the tape that a merge makes of this one's."""
        return Heading(self.rules, self.unit, self.merges + 1)


@dataclass(frozen=True)
class MemoryTape:
    """What a memory tape holds."""

    heading: Heading
    records: tuple[MemoryRecord, ...] = ()
    """Ascending by key."""
    places: tuple[int, ...] | None = None
    """Which of the tape's items each record is; None: they follow the heading without gaps."""

    @property
    def boards(self) -> int:
        """Boards in all."""
        return sum(len(record.rows) for record in self.records)

    @property
    def words(self) -> int:
        """Words for the boards."""
        return sum(record.words for record in self.records)

    def directory(self) -> lookup.Rows:
        """The directory of the tape, no record held."""
        directory = directory_of(self.records)
        if self.places is not None:
            directory[:, lookup.PLACE] = self.places
        return directory


def rules_of(polynomial: Polynomial, settings: ProgramSettings) -> str:
    """What scores depend on: ``PIECE 64, DENY +8, ..., TOGETHER, GIVE 0, NULLS 1, PENDING 160``.

    The break points say how well a score is founded, not what it means: they may move.
    """
    weights = [str(weight) for weight in polynomial.weights if weight.coefficient]
    terms = [f"PIECE {polynomial.advantage_weight}", *weights]
    manner = polynomial.manner.name.replace("_", " ")
    return (
        f"{', '.join(terms)}, {manner}, GIVE {settings.give_away}, NULLS {settings.null_replies}, "
        f"PENDING {settings.pending}"
    )


# -- writing ---------------------------------------------------------------------------------------


def heading_record(heading: Heading) -> Record:
    """The heading as it stands on tape."""
    rules = _words_of_text(heading.rules)
    return _record(np.array([*_words_of_text(KIND), FORM, heading.merges, heading.unit, *rules]))


def memory_record(record: MemoryRecord, unit: int) -> Record:
    """A record of the memory as it stands on tape."""
    columns = (
        [lookup.BLACK, lookup.WHITE, lookup.KINGS]
        if has_kings(record.key)
        else [lookup.BLACK, lookup.WHITE]
    )
    boards = np.column_stack((record.rows[:, columns], score_words(record.rows, unit)))
    return _record(np.array([record.key, len(boards), *boards.ravel()], dtype=np.int64))


def items_of(heading: Heading, records: Iterable[MemoryRecord]) -> Iterator[Item]:
    """The items of a memory tape, one after the other."""
    yield heading_record(heading)
    for record in records:
        yield memory_record(record, heading.unit)
    yield TapeMark()


def write_memory(memory: MemoryTape, name: str) -> Tape:
    """The memory on a reel."""
    return Tape(name, tuple(items_of(memory.heading, memory.records)))


def _record(words: Words) -> Record:
    words = np.append(words, int(words.sum()) & WORD)
    characters = words[:, None] >> _PLACES & 0o77
    return Record(_WITH_PARITY[characters.ravel()].tobytes())


def _words_of_text(text: str) -> list[int]:
    """Six characters a word, as the 704 stores BCD; the last word filled up with blanks."""
    filled = text.ljust(-(-len(text) // CHARACTERS_A_WORD) * CHARACTERS_A_WORD)
    starts = range(0, len(filled), CHARACTERS_A_WORD)
    return [bcd_word(filled[start : start + CHARACTERS_A_WORD]) for start in starts]


# -- reading ---------------------------------------------------------------------------------------


def read_memory(tape: Tape, rules: str) -> MemoryTape:
    """The memory that a reel holds, if it is of these ``rules``.

    Raises RefusedError naming the record for a tape that is no memory tape, is of other rules, was
    cut short, has a parity error or a record that can't be right.
    """
    heading: Heading | None = None
    records: list[MemoryRecord] = []
    places: list[int] = []
    for number, item in enumerate(tape.items):
        where = record_name(tape.name, len(records) + (heading is not None))
        if isinstance(item, Gap):
            continue
        if isinstance(item, TapeMark):
            if heading is None:
                raise RefusedError(where, f"a tape mark; expected the heading of a {_A_MEMORY}")
            return MemoryTape(heading, tuple(records), tuple(places))
        if heading is None:
            heading = read_heading(item, rules, where)
        else:
            after = records[-1].key if records else -1
            records.append(read_record(item, heading.unit, after, where))
            places.append(number)
    where = record_name(tape.name, len(records) + (heading is not None))
    if heading is None:
        raise RefusedError(where, f"the tape is blank; expected the heading of a {_A_MEMORY}")
    raise RefusedError(
        where, "the tape ends here; expected another record or a tape mark: it was cut short"
    )


_A_MEMORY = "memory tape of the checkers program"


def record_name(name: str, records: int) -> str:
    """Where a refusal points, when that many records have been read."""
    return place(name, f"record {records + 1}")


def read_heading(record: Record, rules: str | None, where: str) -> Heading:
    """The heading.  Raises RefusedError if it isn't one, or is of other rules (None: any)."""
    words = _words_of(record, where)
    (kind,) = _words_of_text(KIND)
    if len(words) < HEADING_WORDS or words[0] != kind:
        raise RefusedError(where, f"the first word is not {KIND}; expected a {_A_MEMORY}")
    _check_sum(words, where)
    if words[1] != FORM:
        raise RefusedError(where, f"is written in form {words[1]}; expected form {FORM}")
    found = _text_of_words(words[HEADING_WORDS - 1 : -1], where)
    if rules is not None and found != rules:
        raise RefusedError(where, f"the scores are of {found}; expected those of {rules}")
    unit = int(words[3])
    if not SCORE_UNIT <= unit <= LARGEST_UNIT or unit & unit - 1:
        raise RefusedError(
            where, f"the unit of scores is {unit}; expected a power of two from {SCORE_UNIT}"
        )
    return Heading(found, unit, int(words[2]))


def read_record(record: Record, unit: int, after: int, where: str) -> MemoryRecord:
    """A record of the memory, which must come after the key ``after``.

    Raises RefusedError, naming the board if it is one that is wrong.
    """
    words = _words_of(record, where)
    if len(words) < RECORD_WORDS:
        raise RefusedError(
            where, f"{len(words)} words; a record of the memory has at least {RECORD_WORDS}"
        )
    _check_sum(words, where)
    key, count = int(words[0]), int(words[1])
    if not after < key <= LARGEST_KEY:
        raise RefusedError(
            where,
            f"key {key:06o} (octal); expected one above {max(after, 0):06o}, at most "
            f"{LARGEST_KEY:06o}: the records ascend by their keys",
        )
    width = board_words(key)
    if count < 1 or len(words) != RECORD_WORDS + count * width:
        raise RefusedError(
            where,
            f"{len(words)} words for {count} boards of {width} words; expected at least one board "
            f"and {RECORD_WORDS} words more",
        )
    boards = words[2:-1].reshape(count, width)
    rows = lookup.no_rows(count)
    rows[:, : width - 1] = boards[:, :-1]
    read_score_words(boards[:, -1], rows, unit)
    row, fault = first_fault(rows, key)
    if row >= 0:
        raise RefusedError(place(where, f"board {row + 1} of {count}"), FAULTS[fault])
    return MemoryRecord(key, rows)


def _words_of(record: Record, where: str) -> Words:
    """The words of a binary record.  Raises RefusedError if it can't be read rightly."""
    characters = np.frombuffer(record.data, dtype=np.uint8)
    if record.damaged:
        raise RefusedError(where, "the record is marked as read in error; expected a good record")
    wrong = np.flatnonzero(~_ODD[characters])
    if len(wrong):
        raise RefusedError(
            place(where, f"character {wrong[0] + 1}"),
            "parity error: even parity; a memory tape is binary, of odd parity",
        )
    if len(characters) % CHARACTERS_A_WORD:
        raise RefusedError(
            where,
            f"{len(characters)} characters; expected whole words of {CHARACTERS_A_WORD} characters",
        )
    sixes = characters.reshape(-1, CHARACTERS_A_WORD).astype(np.int64) & 0o77
    words: Words = (sixes << _PLACES).sum(axis=1)
    return words


def _check_sum(words: Words, where: str) -> None:
    expected = int(words[:-1].sum()) & WORD
    if words[-1] != expected:
        raise RefusedError(
            where,
            f"damaged: the check word is {words[-1]:012o} (octal); {expected:012o} was expected",
        )


def _text_of_words(words: Words, where: str) -> str:
    codes = (words[:, None] >> _PLACES & 0o77).ravel()
    chars = [char_of_bcd(int(code)) for code in codes]
    if None in chars:
        raise RefusedError(where, "the rules have a character with no graphic; expected BCD")
    return "".join(char for char in chars if char is not None).rstrip()


# -- the word of a board's score, age and effective ply --------------------------------------------
# Beside two or three words of the board there is one word more, so that a board takes 3 or 4, and
# on the average near the paper's 3.8.  Its 36 bits, as the 704 numbers them::
#
#     S      the score's sign, 1 for minus
#     1-17   the score: of the board from which it was backed up, in units of the tape
#     18-23  effective ply, 0 to 63
#     24-35  age
#
# Backing up takes 1 off a score's magnitude for every ply; so the magnitude and the ply together
# are that of the board at the end of the line, which is 64 times its polynomial (32 times with
# DIAV). The tape's unit is the least power of two, 64 or more, by which the largest score that
# polynomial and settings allow fits.  Where it divides every coefficient times 64 nothing is lost
# (128 for the rote polynomial, whose coefficients are multiples of 16); otherwise the score is
# rounded.  The 1024 largest codes are games won or lost in n plies, 0 to 1023, exactly.

CODE_BITS = 17
LARGEST_CODE = (1 << CODE_BITS) - 1
PLIES_TO_WIN = 1024
"""How many of the largest codes are won games: 0 to 1023 plies away."""
LARGEST_UNIT = 1 << 24

MOST_ADVANTAGE = 36 * (128 - 36)
"""The piece advantage of twelve kings against nothing."""
MOST_COUNTED = 64
"""No term comes to more: a rating counts 32 squares at most, a term is a difference of two."""


def unit_for(polynomial: Polynomial, settings: ProgramSettings) -> int:
    """The tape's unit for scores of that polynomial."""
    largest = polynomial.advantage_weight * (MOST_ADVANTAGE + settings.pending)
    largest += sum(abs(weight.coefficient) for weight in polynomial.weights) * MOST_COUNTED
    unit = SCORE_UNIT
    while SCORE_UNIT * largest > (LARGEST_CODE - PLIES_TO_WIN) * unit:
        unit *= 2
    return unit


def score_words(rows: lookup.Rows, unit: int) -> Words:
    """The last word of each board, int64[n]."""
    score, ply = rows[:, lookup.SCORE_KEPT], rows[:, lookup.EFFECTIVE_PLY]
    size = np.abs(score)
    code = np.where(size > 0, (size + ply + unit // 2) // unit, 0)
    code = np.where(size > WIN - PLIES_TO_WIN, LARGEST_CODE - (WIN - size), code)
    minus = ((score < 0) & (code > 0)).astype(np.int64)  # No minus zero
    words: Words = (
        minus << CODE_BITS + PLY_BITS + AGE_BITS
        | code << PLY_BITS + AGE_BITS
        | ply << AGE_BITS
        | rows[:, lookup.AGE]
    )
    return words


def rounded_score(score: int, ply: int, unit: int) -> int:
    """A score as it comes back from a tape of that unit, and so as memory keeps it."""
    rows = lookup.no_rows(1)
    rows[0, lookup.SCORE_KEPT], rows[0, lookup.EFFECTIVE_PLY] = score, min(ply, MOST_PLY)
    read_score_words(score_words(rows, unit), rows, unit)
    return int(rows[0, lookup.SCORE_KEPT])


def read_score_words(words: Words, rows: lookup.Rows, unit: int) -> None:
    """Put the score, age and effective ply of each word into its row."""
    code = words >> PLY_BITS + AGE_BITS & LARGEST_CODE
    ply = words >> AGE_BITS & MOST_PLY
    won = code > LARGEST_CODE - PLIES_TO_WIN
    size = np.where(won, WIN - (LARGEST_CODE - code), np.maximum(code * unit - ply, 0))
    rows[:, lookup.SCORE_KEPT] = np.where(words >> CODE_BITS + PLY_BITS + AGE_BITS, -size, size)
    rows[:, lookup.AGE] = words & (1 << AGE_BITS) - 1
    rows[:, lookup.EFFECTIVE_PLY] = ply
