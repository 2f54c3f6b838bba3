"""The control panel of a line printer, with its carriage tape, as a deck of settings.

A computer tells the printer by impulses at ten sense exits where a line is to stand; what an
impulse does is wired on the panel.  Rows to skip to are punched in the twelve channels of the
carriage tape, which is as long as a form.  The deck has one setting a card (control_card.py says
which columns are which)::

    FORM   66                 rows of a form
    CHAN   2 1,34             the carriage tape's channel 2 is punched in rows 1 and 34 of the form
    EXIT   9 RIGHT SUPPRESS   what exit 9 does
    WHEELS RIGHT 1-48 TO 73   of a RIGHT line columns 1 to 48 go to the wheels from 73 on

An exit does one or more of :data:`SETTINGS`.  What no card says: a form of 66 rows, channel 1
punched in row 1 and no other, exits that are wired to nothing, and of the wheels what
:data:`STANDARD_BOARD` has.

Source: docs/sources/ibm704.md ("SPR").  Ours: this form of it; an impulse for a channel in which
nothing is punched goes to channel 1, where the paper would run on until somebody stops it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from devices.annotations import Within, check_within
from devices.media.control_card import (
    Token,
    at_column,
    expect_no_more,
    expect_text,
    is_remark,
    split_card,
)
from devices.media.deck import Deck
from devices.media.file_kinds import Unchanging
from devices.media.paper import FORM_ROWS, LONGEST_FORM, SHORTEST_FORM, WIDTH
from devices.refusal import RefusedError

EXITS = 10
CHANNELS = 12
COLUMNS = 72
"""Of the line that a computer sends in two words a row."""
MOST_ROWS = 3
"""That an exit moves the paper by."""
CODES = (1, 2, 4, 8)
SETTINGS = (
    "SKIP n: before the line the paper goes to the next row punched in channel n",
    "SKIP CODE: to the channel whose number the exits with a CODE add up to; they do nothing else",
    "CODE n: counts n (1, 2, 4 or 8) for an exit with SKIP CODE; without one this says nothing",
    "BEFORE n: n rows (1 to 3) more before the line",
    "AFTER n: n rows (1 to 3) more after it",
    "SUPPRESS: the line is printed where the paper stands, over what is there",
    "ENTRY: impulses the sense entry, which the computer can ask for",
    "RIGHT: the columns go to the wheels of WHEELS RIGHT",
)
CARDS = ("FORM", "CHAN", "EXIT", "WHEELS")
_EXPECTED = "SKIP, CODE, BEFORE, AFTER, SUPPRESS, ENTRY or RIGHT"


@dataclass(frozen=True)
class Exit(Unchanging):
    """What an impulse at one sense exit does (``SETTINGS``); by default nothing."""

    skip: Annotated[int, Within(0, CHANNELS)] = 0
    """The channel; 0: none."""
    skip_code: bool = False
    code: Annotated[int, Within(0, CODES[-1])] = 0
    before: Annotated[int, Within(0, MOST_ROWS)] = 0
    after: Annotated[int, Within(0, MOST_ROWS)] = 0
    suppress: bool = False
    entry: bool = False
    right: bool = False


Wheels = tuple[tuple[int, int, int], ...]
"""First column, last column, wheel of the first; all from 1."""


@dataclass(frozen=True)
class PrinterBoard(Unchanging):
    """A wired panel and its carriage tape."""

    exits: tuple[Exit, ...] = (Exit(),) * EXITS
    """Of sense exits 1 to 10."""
    channels: tuple[tuple[int, ...], ...] = ((1,), *((),) * (CHANNELS - 1))
    """The rows of a form, from 1, in which channels 1 to 12 are punched; channel 1 has one."""
    form_rows: Annotated[int, Within(SHORTEST_FORM, LONGEST_FORM)] = FORM_ROWS
    left: Wheels = ((1, COLUMNS, 1),)
    """Where the columns of a line go ..."""
    right: Wheels = ((1, WIDTH - COLUMNS, COLUMNS + 1),)
    """... and of one with RIGHT."""

    def check_state(self) -> None:
        """Raises ValueError for a board that can't be."""
        if len(self.exits) != EXITS or len(self.channels) != CHANNELS or not self.channels[0]:
            raise ValueError(
                f"a board has {EXITS} exits and {CHANNELS} channels, the first punched"
            )
        for rows in self.channels:
            check_within(1, self.form_rows, rows=rows)
        for first, last, wheel in (*self.left, *self.right):
            check_within(1, COLUMNS, first=first, last=last)
            check_within(1, WIDTH, wheel=wheel, end=wheel + last - first)

    def combined(self, exits: int) -> Exit:
        """What impulses at several exits (bit n: exit n) do to one line."""
        wired = [self.exits[n - 1] for n in range(1, EXITS + 1) if exits >> n & 1]
        code = 0
        if any(hub.skip_code for hub in wired):
            code = sum(hub.code for hub in wired)
            wired = [hub for hub in wired if not hub.code]
        skips = [hub.skip for hub in wired if hub.skip]
        if 1 <= code <= CHANNELS:
            skips.append(code)
        return Exit(
            skip=min(skips, default=0),
            before=max((hub.before for hub in wired), default=0),
            after=max((hub.after for hub in wired), default=0),
            suppress=any(hub.suppress for hub in wired),
            entry=any(hub.entry for hub in wired),
            right=any(hub.right for hub in wired),
        )

    def stops(self, channel: int) -> tuple[int, ...]:
        """The rows of a form, from 0, at which a skip to a channel can end."""
        return tuple(row - 1 for row in self.channels[channel - 1] or self.channels[0])

    def on_wheels(self, text: str, right: bool) -> str:
        """What the wheels print of 72 columns."""
        wheels = [" "] * WIDTH
        for first, last, wheel in self.right if right else self.left:
            part = text[first - 1 : last]
            wheels[wheel - 1 : wheel - 1 + len(part)] = part
        return "".join(wheels)


STANDARD_BOARD = PrinterBoard(
    exits=(
        Exit(skip=1),
        Exit(skip=2),
        Exit(after=1),
        Exit(before=1),
        Exit(suppress=True),
        Exit(after=2),
        Exit(entry=True),
        Exit(),
        Exit(right=True, suppress=True),
        Exit(right=True),
    ),
    channels=((1,), (1, FORM_ROWS // 2 + 1), *((),) * (CHANNELS - 2)),
)
"""1 next form, 2 next half form, 3 a row more after the line, 4 a row more before it, 5 not a new
row, 6 two rows more after it, 7 the sense entry, 9 columns 1-48 on wheels 73-120 of the same row,
10 the same on a new row.  Nothing is wired to 8."""


# -- the deck ------------------------------------------------------------------------------------


def read_board(deck: Deck) -> PrinterBoard:
    """The board that a deck describes.

    Raises RefusedError naming card and column, what is wrong there and what is right.
    """
    reading = _Reading(deck.name)
    for index, card in enumerate(deck.cards):
        where = deck.where(index)
        text = card.text(where)
        if not is_remark(text):
            reading.take(*split_card(text, CARDS, where), where)
    return reading.board()


@dataclass
class _Number:
    """A number of a card and where it stands there."""

    value: int
    where: str


@dataclass
class _Reading:
    """What the cards so far have said."""

    name: str
    form: _Number | None = None
    channels: dict[int, list[_Number]] = field(default_factory=dict)
    exits: dict[int, Exit] = field(default_factory=dict)
    skips: list[_Number] = field(default_factory=list)
    wheels: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)

    def take(self, word: str, tokens: list[Token], where: str) -> None:
        """One more card."""
        match word:
            case "FORM":
                expect_text(tokens, word, _between("rows", SHORTEST_FORM, LONGEST_FORM), where)
                if self.form is not None:
                    raise RefusedError(at_column(where, 1), "is a second FORM card; expected one")
                self.form = _number(tokens[0], "rows", SHORTEST_FORM, LONGEST_FORM, where)
                expect_no_more(tokens[1:], where)
            case "CHAN":
                self._take_channel(tokens, where)
            case "EXIT":
                self._take_exit(tokens, where)
            case "WHEELS":
                self._take_wheels(tokens, where)

    def _take_channel(self, tokens: list[Token], where: str) -> None:
        expect_text(tokens, "CHAN", _between("a channel", 1, CHANNELS), where)
        channel = _number(tokens[0], "channel", 1, CHANNELS, where)
        if channel.value in self.channels:
            raise RefusedError(
                channel.where, f"channel {channel.value} has a card already; expected one a channel"
            )
        expect_text(
            tokens[1:], tokens[0].text, "rows of the form, such as 1,34", where, _end(tokens)
        )
        expect_no_more(tokens[2:], where)
        self.channels[channel.value] = [
            _number(part, "row", 1, LONGEST_FORM, where) for part in _parts(tokens[1])
        ]

    def _take_exit(self, tokens: list[Token], where: str) -> None:
        expect_text(tokens, "EXIT", _between("an exit", 1, EXITS), where)
        number = _number(tokens[0], "exit", 1, EXITS, where)
        if number.value in self.exits:
            raise RefusedError(
                number.where, f"exit {number.value} has a card already; expected one an exit"
            )
        expect_text(tokens[1:], tokens[0].text, _EXPECTED, where, _end(tokens))
        wired, rest = Exit(), tokens[1:]
        while rest:
            wired, rest = self._set(wired, rest, where)
        self.exits[number.value] = wired

    def _set(self, wired: Exit, tokens: list[Token], where: str) -> tuple[Exit, list[Token]]:
        """The exit with its next setting, and what follows that."""
        setting, rest = tokens[0], tokens[1:]
        name = setting.text.lower()
        if name in ("suppress", "entry", "right"):
            return _once(wired, setting, where, **{name: True}), rest
        if name not in ("skip", "code", "before", "after"):
            raise RefusedError(
                at_column(where, setting.column),
                f"an exit can't do {setting.text}; expected {_EXPECTED}",
            )
        if name == "skip" and rest and rest[0].text == "CODE":
            return _once(wired, setting, where, skip_code=True), rest[1:]
        most = {"skip": CHANNELS, "code": CODES[-1]}.get(name, MOST_ROWS)
        what = {"skip": "a channel", "code": "1, 2, 4 or 8"}.get(name, "rows")
        expected = what if name == "code" else _between(what, 1, most)
        expect_text(rest, setting.text, expected, where, _end([setting]))
        number = _number(rest[0], name, 1, most, where)
        if name == "code" and number.value not in CODES:
            raise RefusedError(number.where, f"{number.value} is no code; expected 1, 2, 4 or 8")
        if name == "skip":
            self.skips.append(number)
        return _once(wired, setting, where, **{name: number.value}), rest[1:]

    def _take_wheels(self, tokens: list[Token], where: str) -> None:
        expect_text(tokens, "WHEELS", "LEFT or RIGHT", where)
        side, *rest = tokens
        if side.text not in ("LEFT", "RIGHT"):
            raise RefusedError(
                at_column(where, side.column), f"{side.text}; expected LEFT or RIGHT"
            )
        expect_text(rest, side.text, "columns, such as 1-72", where, _end([side]))
        ends = re.fullmatch(r"(\d{1,3})-(\d{1,3})", rest[0].text)
        first, last = map(int, ends.groups()) if ends else (0, 0)
        if not 1 <= first <= last <= COLUMNS:
            raise RefusedError(
                at_column(where, rest[0].column),
                f"{rest[0].text} are no columns; expected the first and the last of 1 to "
                f"{COLUMNS}, such as 1-{COLUMNS}",
            )
        if len(rest) < 2 or rest[1].text != "TO":
            column = rest[1].column if len(rest) > 1 else _end(rest)
            raise RefusedError(at_column(where, column), "expected TO and the first column's wheel")
        expect_text(rest[2:], "TO", _between("a wheel", 1, WIDTH), where, _end(rest))
        wheel = _number(rest[2], "wheel", 1, WIDTH - (last - first), where)
        expect_no_more(rest[3:], where)
        for other, end, start in self.wheels.setdefault(side.text, []):
            if wheel.value <= start + end - other and start <= wheel.value + last - first:
                raise RefusedError(
                    wheel.where,
                    f"wheels {max(start, wheel.value)} and on have columns of another card; "
                    "expected one column a wheel",
                )
        self.wheels[side.text].append((first, last, wheel.value))

    def board(self) -> PrinterBoard:
        """The whole board.  Raises RefusedError where cards don't fit together."""
        if not self.exits:
            raise RefusedError(self.name, "has no EXIT card; expected at least one")
        rows = FORM_ROWS if self.form is None else self.form.value
        for row in (row for punched in self.channels.values() for row in punched):
            if row.value > rows:
                raise RefusedError(
                    row.where, f"the form has no row {row.value}; expected 1 to {rows}"
                )
        channels = {n: tuple(row.value for row in punched) for n, punched in self.channels.items()}
        channels.setdefault(1, (1,))
        for skip in self.skips:
            if skip.value not in channels:
                raise RefusedError(
                    skip.where,
                    f"channel {skip.value} is punched nowhere; expected a card CHAN {skip.value} "
                    "with its rows",
                )
        return PrinterBoard(
            exits=tuple(self.exits.get(n, Exit()) for n in range(1, EXITS + 1)),
            channels=tuple(channels.get(n, ()) for n in range(1, CHANNELS + 1)),
            form_rows=rows,
            left=tuple(self.wheels.get("LEFT", STANDARD_BOARD.left)),
            right=tuple(self.wheels.get("RIGHT", STANDARD_BOARD.right)),
        )


def _between(what: str, least: int, most: int) -> str:
    return f"{what} from {least} to {most}"


def _end(tokens: Sequence[Token]) -> int:
    """The column where the word that is missing behind these would begin."""
    return tokens[-1].column + len(tokens[-1].text) + 1


def _parts(token: Token) -> list[Token]:
    """What stands between commas."""
    parts, column = [], token.column
    for text in token.text.split(","):
        parts.append(Token(text, column))
        column += len(text) + 1
    return parts


def _number(token: Token, what: str, least: int, most: int, where: str) -> _Number:
    """A whole number.  Raises RefusedError naming the column for anything else."""
    place = at_column(where, token.column)
    if not re.fullmatch(r"\d{1,4}", token.text) or not least <= int(token.text) <= most:
        raise RefusedError(
            place, f"{what} {token.text or 'left out'}; expected a number from {least} to {most}"
        )
    return _Number(int(token.text), place)


def _once(wired: Exit, setting: Token, where: str, **values: int | bool) -> Exit:
    """The exit with one more setting.  Raises RefusedError if it has it already."""
    if any(getattr(wired, name) for name in values) or (
        (wired.skip or wired.skip_code) and setting.text == "SKIP"
    ):
        raise RefusedError(
            at_column(where, setting.column), f"{setting.text} stands twice; expected it once"
        )
    return replace(wired, **values)  # type: ignore[arg-type]
