"""The snippets of README.md and docs: found, and run as a reader would run them.

A snippet is a fenced block marked ``sh`` (each line a command) or ``python``.  The snippets of a
page run in the page's order, in one temporary folder, so that a later one may read what an earlier
one wrote.  HTML comments directly above a block say how the test runs it:

``<!-- test: --games 2000 -> --games 20 -->``
    The test runs the block with the right text in the place of the left; may stand there several
    times.
``<!-- input: 4 q -->``
    These words, a line each, are the commands' standard input.
``<!-- status: 2 -->``
    The commands end with this status, not with 0.
``<!-- output: of the block above -->``
    Above a ``text`` block: each of its lines was printed by the last block that ran.
``<!-- not run: needs a real serial port -->``
    The block isn't run; the reason is one of :data:`REASONS`.
``<!-- file: sum.sap -->``
    Above a ``text`` block: the reader saves it under this name, and the test does.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

REASONS = (
    "installs software",
    "needs a real serial port",
    "needs a chess engine",
    "needs the compiler of the panel's chip",
    "changes the checkout",
    "runs the whole test suite",
    "changes the user's services",
    "starts a Wayland compositor",
    "takes hours",
    "is a line of a shell's start file",
    "has another program start main.py",
    "needs files that the museum does not ship",
    "needs SIMH",
)
"""Why a block may be left out."""

FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
COMMENT = re.compile(r"^\s*<!-- (test|input|status|output|not run|file): (.*?) -->\s*$")

MAIN = ("uv", "run", "main.py")
EXTRA = ("uv", "run", "--extra", "print")
"""What a reader types for an extra that the developers' group has as well."""
PYTHON = ("uv", "run", "python")
TESTS = (
    "__init__.py",
    "golden/draughts-games.pdn",
    "machines/laboratory/external/example_engine.py",
    "machines/laboratory/external/example_hub.py",
    "naive/__init__.py",
    "naive/draughts.py",
)
"""What pages name in the folder of tests."""
FIRST_GAME = "first-game.pdn"
"""The first game of that file, which a page's test may take in its place."""
UNTIL_INTERRUPTED = ("museum", "demo", "firmware")
"""Commands that end when they are told to."""
OPENING_S = 120.0
"""So long at most such a command may take to begin, on a busy computer."""


@dataclass(frozen=True)
class Snippet:
    """A fenced block with what the comments above it say."""

    page: str
    line: int  # Of its first line within the fence, from 1
    language: str
    text: str
    substitutions: tuple[tuple[str, str], ...] = ()
    input: str = ""
    status: int = 0
    is_output: bool = False
    not_run: str | None = None
    file: str | None = None

    def as_run(self) -> str:
        """The text after the substitutions.  Raises ValueError for one that finds nothing."""
        text = self.text
        for old, new in self.substitutions:
            if old not in text:
                raise ValueError(f"{self.page}:{self.line}: there is no {old!r} to be replaced")
            text = text.replace(old, new)
        return text


def pages() -> list[Path]:
    """README.md and every page of docs but the requirement lists that the code cites."""
    docs = ROOT / "docs"
    inside = [one for one in sorted(docs.rglob("*.md")) if docs / "sources" not in one.parents]
    return [ROOT / "README.md", *inside]


def snippets(text: str, page: str) -> Iterator[Snippet]:
    """Every fenced block of a page.  Raises ValueError for a fence that isn't closed."""
    lines = text.split("\n")
    said: list[tuple[str, str]] = []
    at = 0
    while at < len(lines):
        comment, fence = COMMENT.match(lines[at]), FENCE.match(lines[at])
        if fence:
            first, indent = at + 1, len(fence[1])
            try:
                at = next(n for n in range(first, len(lines)) if lines[n].strip() == "```")
            except StopIteration:
                raise ValueError(f"{page}:{first}: this fence isn't closed") from None
            body = "\n".join(line[indent:] for line in lines[first:at]) + "\n"
            yield _snippet(page, first + 1, fence[2], body, said)
            said = []
        elif comment:
            said.append((comment[1], comment[2]))
        elif lines[at].strip():
            said = []
        at += 1


def _snippet(
    page: str, line: int, language: str, text: str, said: list[tuple[str, str]]
) -> Snippet:
    last = dict(said)
    pairs = [words.partition(" -> ") for kind, words in said if kind == "test"]
    return Snippet(
        page,
        line,
        language,
        text,
        tuple((old, new) for old, _, new in pairs),
        "".join(f"{word}\n" for word in last.get("input", "").split()),
        int(last.get("status", 0)),
        "output" in last,
        last.get("not run"),
        last.get("file"),
    )


def commands(snippet: Snippet) -> Iterator[tuple[int, list[str]]]:
    """Each command of a shell block: the page's line, and the words without comments."""
    text, first, joined = snippet.as_run(), None, ""
    for number, line in enumerate(text.splitlines(), snippet.line):
        first = number if first is None else first
        if line.endswith("\\"):
            joined += line[:-1] + " "
            continue
        words = shlex.split(joined + line, comments=True)
        if tuple(words[: len(EXTRA)]) == EXTRA:
            words = ["uv", "run", *words[len(EXTRA) :]]
        if words:
            yield first, words
        first, joined = None, ""


def prepare(folder: Path) -> None:
    """Lay what the commands of a page read into its folder: copies, which they may write on."""
    for name in ("decks", "panels", "players", "programs", "tapes"):
        shutil.copytree(ROOT / "assets" / name, folder / "assets" / name)
    for name in TESTS:
        copy = folder / "tests" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, copy)
    games = (ROOT / "tests/golden/draughts-games.pdn").read_text(encoding="utf-8").split("[Event")
    (folder / "tests/golden" / FIRST_GAME).write_text(f"[Event{games[1]}", encoding="utf-8")


def environment() -> dict[str, str]:
    """For processes of their own: they find the checkout's modules wherever they are started."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def is_main(words: list[str]) -> bool:
    """Whether it is a command of main.py."""
    return tuple(words[:3]) == MAIN


def runs_behind(words: list[str]) -> bool:
    """Whether it is a command of main.py that the commands after it run beside."""
    return is_main(words) and words[-1] == "&"


def runs_until_interrupted(words: list[str]) -> bool:
    """Whether it is a command of main.py that goes on until it is told to end."""
    rest = words[3:]
    name = rest[0] if rest and not rest[0].startswith("-") else "museum"
    return is_main(words) and name in UNTIL_INTERRUPTED and "--help" not in rest


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it printed on both streams."""

    status: int
    text: str


def run_other(words: list[str], folder: Path, given: str) -> Ended:
    """Run a command that isn't one of main.py."""
    if tuple(words[:3]) == PYTHON:
        words = [sys.executable, *words[3:]]
    done = subprocess.run(
        words, cwd=folder, env=environment(), input=given, capture_output=True, text=True
    )
    return Ended(done.returncode, done.stdout + done.stderr)


def start_behind(words: list[str], folder: Path) -> "subprocess.Popen[str]":
    """Start a command that ends in ``&``; it has begun when it has printed a line."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *words[3:-1]],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def run_until_interrupted(words: list[str], folder: Path) -> Ended:
    """Start the command, press Ctrl-C when it has begun; status 0 if it ended as it should.

    It has begun when it has printed a line or begun a session's log in its data folder, a new one.
    """
    data = folder.with_name("data-of-a-window")
    out = folder / "began.txt"
    with out.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *words[3:]],
            cwd=folder,
            env={**environment(), "MATCHBOX704_DATA": str(data)},
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        try:
            last = time.monotonic() + OPENING_S
            while process.poll() is None and time.monotonic() < last and not out.stat().st_size:
                if any(data.glob("sessions/**/*.log")):
                    break
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            process.wait()
        finally:
            process.kill()
    shutil.rmtree(data, ignore_errors=True)
    interrupted = process.returncode == 128 + signal.SIGINT
    return Ended(0 if interrupted else process.returncode or 1, out.read_text())
