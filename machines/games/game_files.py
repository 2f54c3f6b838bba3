"""Files of games as people bring them, PDN and PGN: text, tags, moves, comments and results.

The two notations are siblings: tags in brackets, numbered moves, ``{comments}`` and ``;`` to a
line's end, ``(variations)``, ``$1``, ``%`` lines, a result.  What differs is a :class:`Grammar`.
The reader takes what a person would understand and says what it mended; a game that can't be
followed is refused by itself, and the others are read.  (PDN 3.0, the reading grammar; PGN 1994.)

A game begins with a tag after moves, with a tag that the head had before a blank line, and with
moves after a result.  A comment that isn't closed ends where the next game's tags begin.
"""

import bisect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from devices.media.file_kinds import decode_text
from devices.names import shown
from devices.refusal import RefusedError

G = TypeVar("G")
P = TypeVar("P")
M = TypeVar("M")

MOST_TRIED = 10_000
"""Moves tried at most beyond those that a game has, where some are ambiguous."""

# -- What is mended, in the words that say so ------------------------------------------------------

BAD_TAG = "tags with bad quotes or brackets"
BARE_NUMBER = "move numbers without a dot"
BRACKETS = "words in [brackets] read as comments"
CONTRADICTED = "results that the last position contradicts"
NESTED = "comments within comments"
NO_RESULT = "Result tags that say no result"
OTHER_ENCODING = "text that isn't UTF-8, read as {}"
SETTLED = "moves that can be read in two ways, settled by those after them"
STRAY = "brackets that close nothing"
STRAY_RESULT = "results that end no game"
UNCLOSED = "comments that aren't closed before their game ends"
UNLIKE_TAG = "results unlike the Result tag, which is taken"
WORDS = "words between the moves, passed over"


@dataclass(frozen=True)
class Grammar:
    """What a notation's moves and results look like: regular expressions without groups."""

    move: str
    result: str
    example: str
    """Of a move, for refusals."""

    def tokens(self) -> re.Pattern[str]:
        """Of everything but comments in braces, which nest."""
        return re.compile(
            rf"""(?P<space>\s+)
            | (?P<escape>(?m:^)%[^\n]*)
            | (?P<brace>[{{}}])
            | ;(?P<remark>[^\n]*)
            | \[\s*(?P<tag>\w+)\s+"(?P<value>(?:\\.|[^"\\\n])*)"\s*\]
            | \[[ \t]*(?P<odd>[A-Za-z]\w*)[ \t]*(?P<rest>["'“”„«‘’`=:][^\n\]]*\]?)
            | (?P<command>\[%[^\]]{{0,99}}\])
            | \[(?P<bracket>[^\]\n]{{0,999}})\]
            | (?P<mark>\([ ]*[!?]+[ ]*\)|[!?‼⁇⁈⁉]+|\$[0-9]*|\+/?[-=]|[-=]/?\+|[±∓]|=(?=\s))
            | (?P<forced>(?<=\w)\*(?=\s*(?:{self.move}|[02-9][0-9]*\.|1[0-9]+\.)))
            | (?P<result>(?:{self.result})(?![-\w/:]))
            | (?P<number>[0-9]{{1,4}}[ \t]*(?:\.[ \t]*)+|\.{{2,}}|…)
            | (?P<move>(?:{self.move})(?!\w{{1,3}}\b|\w*[0-9_]))
            | (?P<variation>[()])
            | (?P<bare>[0-9]{{1,4}}(?=[\s)]))
            | (?P<word>(?:[^\W\d_]{{2,}}|[aI])(?:['’-][^\W\d_]+)*(?=[\s.,:!?;"'{{}}()\[\]]|\Z))
            | (?P<point>[.,:"'])
            | (?P<junk>[^\s{{}}()\[\];]+|.)""",
            re.VERBOSE,
        )


@dataclass
class Draft:
    """A game as it is written, before anything is played."""

    where: str
    """File and number of the game."""
    tags: list[tuple[str, str, int]] = field(default_factory=list)
    """Names, values and lines."""
    moves: list[tuple[str, int]] = field(default_factory=list)
    """As written, with their lines."""
    comments: list[tuple[int, str]] = field(default_factory=list)
    """Each with the number of moves that stand before it."""
    result: str = ""
    """As it stands behind the moves."""
    mends: list[tuple[str, int]] = field(default_factory=list)
    """Kinds and lines."""
    refusal: RefusedError | None = None
    line: int = 1
    """The last one read."""
    is_parted: bool = False
    """Whether a blank line or a comment stands behind its tags."""

    def has_begun(self) -> bool:
        """Whether there is anything of a game in it."""
        return bool(self.tags or self.moves or self.result or self.refusal)

    def tag(self, name: str) -> str:
        """The first value of a tag, whatever the case of its name; or the empty text."""
        return next((value for key, value, _ in self.tags if key.lower() == name.lower()), "")

    def place(self, line: int, ply: int | None = None, first: str = "", second: str = "") -> str:
        """A line of it, and a move by its number and who makes it."""
        if ply is None:
            return f"{self.where}, line {line}"
        return f"{self.where}, move {ply // 2 + 1} ({(first, second)[ply % 2]}), line {line}"

    def take_tag(self, name: str, value: str, line: int) -> None:
        """Keep a tag; names and values are made safe."""
        self.tags.append((name, shown(value), line))
        self.is_parted = False

    def settle_result(self, meanings: Mapping[str, str], by_board: str) -> str:
        """The result: what the last position says counts most, then the tag, then the end.

        ``meanings``: how each is written in the end; ``by_board``: empty where it says nothing.
        """
        line = next((line for name, _, line in self.tags if name.lower() == "result"), self.line)
        given = re.sub(r"\s|\.$", "", self.tag("Result")).lower()
        tag, end = meanings.get(given, "*"), meanings.get(re.sub(r"\s", "", self.result), "*")
        if given not in meanings and given not in ("", "?", "-"):
            self.mends.append((NO_RESULT, line))
        if "*" not in (tag, end) and tag != end:
            self.mends.append((UNLIKE_TAG, line))
        result = tag if tag != "*" else end
        if result != "*" and by_board not in ("", result):
            self.mends.append((CONTRADICTED, line))
            return by_board
        return result

    def refuse(self, what: str, line: int) -> None:
        """Only the first reason counts."""
        self.refusal = self.refusal or RefusedError(self.place(line), what)


@dataclass(frozen=True)
class Collection(Generic[G]):
    """The games of a file in their order, what was mended, and why others are left out."""

    games: tuple[G, ...]
    left_out: tuple[RefusedError, ...] = ()
    """Each with file, game, line and mostly the move."""
    mended: tuple[str, ...] = ()
    """A line for each kind: how often, and where first."""

    @property
    def found(self) -> int:
        """The games in the file, followed or not."""
        return len(self.games) + len(self.left_out)

    def left_out_lines(self) -> Iterator[str]:
        """How many games are left out of how many, then each with its line and reason."""
        if self.left_out:
            yield f"{len(self.left_out)} of {self.found} games can't be followed:"
        for refusal in self.left_out:
            yield f"  {refusal}"


def decode(data: bytes) -> tuple[str, str]:
    """A file's text, and what it was read as if it isn't UTF-8 (else the empty text)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), "UTF-16"
    if len(data) > 3 and data[:4].count(0) == 2:  # half of them are zeros: without a mark
        name = "utf-16-le" if data[1] == 0 else "utf-16-be"
        return data.decode(name, "replace"), "UTF-16"
    text, is_utf8 = decode_text(data.removeprefix(b"\xef\xbb\xbf"))
    return text, "" if is_utf8 else "Windows-1252"


def read_games(
    source: str | bytes, name: str, grammar: Grammar, build: Callable[[Draft], G]
) -> Collection[G]:
    """The games of a file called ``name``; refuses nothing.

    ``build`` plays a draft: it may add to its mends, and raises RefusedError, the draft's own if
    there is no better reason.
    """
    text, encoding = (source, "") if isinstance(source, str) else decode(source)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\0", "").replace("\x1a", " ")  # the latter ended files of CP/M
    games: list[G] = []
    left_out: list[RefusedError] = []
    counts: dict[str, tuple[int, str]] = {}
    if encoding:
        counts[OTHER_ENCODING.format(encoding)] = (1, name)
    for draft in _Reader(text, name, grammar).drafts():
        try:
            games.append(build(draft))
        except RefusedError as refusal:
            left_out.append(refusal)
            continue
        for kind, line in draft.mends:
            count, first = counts.get(kind, (0, draft.place(line)))
            counts[kind] = count + 1, first
    mended = tuple(
        f"{first}: {kind}" + (f" ({count} times; first here)" if count > 1 else "")
        for kind, (count, first) in counts.items()
    )
    return Collection(tuple(games), tuple(left_out), mended)


_HEAD = re.compile(r'^[ \t]*\[[ \t]*\w+[ \t]+"[^"\n]*"[ \t]*\][ \t]*$', re.MULTILINE)
"""A line of a game's tags."""


class _Reader:
    """Goes through a file's text once, from token to token."""

    def __init__(self, text: str, name: str, grammar: Grammar) -> None:
        self._text, self._name, self._grammar = text, name, grammar
        self._line, self._number, self._at = 1, 1, 0
        self._depth, self._opened = 0, 1  # variations, and the line of the outermost
        self._heads = [*(match.start() for match in _HEAD.finditer(text)), len(text)]
        self._draft = self._new_draft()
        self._finished: Draft | None = None  # ended by a result; another may follow

    def _new_draft(self) -> Draft:
        return Draft(f"{self._name}, game {self._number}")

    def drafts(self) -> Iterator[Draft]:
        """Each game of the file."""
        tokens = self._grammar.tokens()
        while self._at < len(self._text):
            match = tokens.match(self._text, self._at)
            assert match  # the last way takes any character
            self._draft.line = self._line
            if match["brace"]:
                text = self._take_brace(match)
            else:
                text = match.group()
                is_tag = self._is_tag(match)
                if is_tag and (self._depth or self._begins_game(match)):
                    self._close_variation()
                    yield from self._end_game()
                if self._finished and (is_tag or match["move"]) and not self._draft.has_begun():
                    yield self._finished
                    self._finished = None
                if is_tag:
                    self._take_tag(match)
                elif self._depth or match["variation"]:
                    self._count_variation(match["variation"])
                elif match["result"]:
                    yield from self._take_result(match)
                else:
                    self._take(match)
            self._line += text.count("\n")
            self._at += len(text)
        self._close_variation()
        yield from self._end_file()

    def _is_tag(self, match: re.Match[str]) -> bool:
        """A tag; behind moves a bad one only at a line's start, and in a variation any."""
        if not match["tag"] and not match["odd"]:
            return False
        begin = self._text.rfind("\n", 0, self._at) + 1
        inside = self._depth or (match["odd"] and self._draft.moves)
        return not inside or not self._text[begin : self._at].strip()

    def _begins_game(self, match: re.Match[str]) -> bool:
        draft = self._draft
        if draft.moves or draft.result or draft.refusal:
            return True
        name = (match["tag"] or match["odd"]).lower()
        return draft.is_parted and name in (key.lower() for key, _, _ in draft.tags)

    def _close_variation(self) -> None:
        if self._depth:
            self._draft.refuse("the variation that opens here isn't closed", self._opened)
        self._depth = 0

    def _end_game(self) -> Iterator[Draft]:
        if self._finished:
            yield self._finished
            self._finished = None
        if self._draft.has_begun():
            yield self._draft
            self._number += 1
            self._draft = self._new_draft()

    def _end_file(self) -> Iterator[Draft]:
        late = self._draft
        if self._finished:
            if not late.has_begun():
                played = len(self._finished.moves)
                self._finished.comments += [(played, text) for _, text in late.comments]
                self._finished.mends += late.mends
            yield self._finished
        if late.has_begun():
            yield late

    def _count_variation(self, bracket: str | None) -> None:
        if bracket == "(":
            self._opened = self._line if not self._depth else self._opened
            self._depth += 1
        elif bracket and self._depth:
            self._depth -= 1
        elif bracket:
            self._mend(STRAY)

    def _mend(self, kind: str) -> None:
        self._draft.mends.append((kind, self._line))

    def _take_tag(self, match: re.Match[str]) -> None:
        if match["tag"]:
            self._draft.take_tag(match["tag"], re.sub(r"\\(.)", r"\1", match["value"]), self._line)
            return
        value = match["rest"].strip().removesuffix("]").strip(" \t=:")
        if re.search(rf"\s(?:{self._grammar.move})\s", value):
            self._draft.refuse(self._unreadable("["), self._line)
        self._mend(BAD_TAG)
        self._draft.take_tag(match["odd"], value.strip("\"'“”„«»‘’`"), self._line)

    def _take_result(self, match: re.Match[str]) -> Iterator[Draft]:
        if not self._draft.has_begun() and self._finished:
            if self._finished.result == "*":
                self._finished.result = match["result"]
            else:
                self._finished.mends.append((STRAY_RESULT, self._line))
            return
        self._draft.result = match["result"]
        if self._finished:
            yield self._finished
        self._finished = self._draft
        self._number += 1
        self._draft = self._new_draft()

    def _take(self, match: re.Match[str]) -> None:
        """What stands between the tags and the result."""
        draft = self._draft
        if match["move"]:
            draft.moves.append((match["move"], self._line))
        elif match["remark"] is not None or match["command"] or match["bracket"]:
            if match["bracket"]:
                self._mend(BRACKETS)
            self._comment(match["remark"] or match["command"] or match["bracket"] or "")
        elif match["space"]:
            draft.is_parted |= match["space"].count("\n") > 1
        elif match["bare"]:
            self._mend(BARE_NUMBER)
        elif match["word"]:
            self._mend(WORDS)
        elif (match["junk"] or match["odd"]) and not draft.refusal:
            draft.refuse(self._unreadable(match["junk"] or "["), self._line)

    def _comment(self, text: str) -> None:
        words = shown(" ".join(text.replace("}", ")").split()))
        self._draft.comments.append((len(self._draft.moves), words))
        self._draft.is_parted = True

    def _unreadable(self, word: str) -> str:
        if word == "[":
            rest = self._text[self._at :].split("\n", 1)[0]
            return f'{rest[:60]!r} is no tag: one is [Name "value"]'
        return (
            f"{word[:40]!r} is neither a move ({self._grammar.example}), a number (1.),"
            " a comment in braces, nor a result (1-0, 0-1, 1/2-1/2, *)"
        )

    def _take_brace(self, match: re.Match[str]) -> str:
        """A comment from its opening brace, or a brace that closes nothing; its text."""
        if match["brace"] == "}":
            self._mend(STRAY)
            return "}"
        end, kind = self._end_of_comment()
        text = self._text[self._at : end]
        if kind is None:
            self._draft.refuse("the comment that opens here isn't closed by }", self._line)
        elif not self._depth:
            if kind:
                self._mend(kind)
            self._comment(text[1:].removesuffix("}"))
        return text

    def _end_of_comment(self) -> tuple[int, str | None]:
        """Where the comment ends that begins here, and what is mended by that.

        One that isn't closed ends with its game; None: there are moves in it then, which may be
        the game's.  Of braces in it those that close it follow.
        """
        text, at = self._text, self._at
        close = text.find("}", at)
        inner = text.count("{", at + 1, close if close >= 0 else len(text))
        if close >= 0 and not inner:
            return close + 1, ""
        last = self._heads[bisect.bisect(self._heads, at)]
        if not 0 <= close < last:
            has_moves = re.search(self._grammar.move, text[at:last])
            return last, None if has_moves else UNCLOSED
        end, kind = close + 1, ""
        for _ in range(inner):
            close = text.find("}", end, last)
            if close < 0 or text.count("{", end, close):
                break
            end, kind = close + 1, NESTED
        return end, kind


# -- How such files are written --------------------------------------------------------------------

LINE_LENGTH = 79


def tag_line(name: str, value: str) -> str:
    """A tag, on a line of its own."""
    text = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def filled(words: Iterable[str]) -> Iterator[str]:
    """The words set in lines; one with a blank in it isn't parted."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_LENGTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line


# -- Moves that can be read in several ways --------------------------------------------------------


def follow(
    start: P,
    written: int,
    fitting: Callable[[P, int], Sequence[tuple[M, int]]],
    make: Callable[[P, M], P],
    explain: Callable[[P, int, int], None],
) -> tuple[tuple[M, ...], P, bool]:
    """The legal moves of so many written ones, the last position, and whether any was settled.

    ``fitting(position, number)``: the moves that the written one can be, each with how many
    written ones it takes; of several, those are settled that lead to the end.
    ``explain(position, number, ply)`` raises RefusedError for one that none fits, or that isn't
    settled.
    """
    waiting: list[tuple[list[M], P, int]] = [([], start, 0)]
    ends: dict[P, list[M]] = {}
    stuck = parted = (start, -1, 0)
    left = written + MOST_TRIED
    while waiting and left > 0:
        moves, position, number = waiting.pop()
        while number < written and left > 0:
            left -= 1
            options = fitting(position, number)
            if not options:
                stuck = max(stuck, (position, number, len(moves)), key=lambda at: at[1])
                break
            if len(options) > 1 and parted[1] < 0:
                parted = position, number, len(moves)
            for move, used in options[1:]:
                waiting.append(([*moves, move], make(position, move), number + used))
            move, used = options[0]
            moves.append(move)
            position, number = make(position, move), number + used
        else:
            ends.setdefault(position, moves)
    if len(ends) != 1 or left <= 0 < parted[1] + 1:
        explain(*(stuck if not ends and left > 0 else parted))
    ((last, moves),) = ends.items()
    return tuple(moves), last, parted[1] >= 0
