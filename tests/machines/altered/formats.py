"""What people bring along, altered, for the commands that read it: decks, tapes, games, tables."""

import json
import random
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from machines.laboratory.menace.twin import write_twin
from machines.laboratory.morph.databases import as_json
from machines.menace.beads import Rewards
from machines.menace.twin import replay
from machines.morph.learner import Learner
from machines.museum.panel.wire_record import WireRecorder
from tests.machines.altered.trees import TRAPS, altered, altered_bytes

ROOT = Path(__file__).resolve().parents[3]
GOLDEN, ASSETS = ROOT / "tests" / "golden", ROOT / "assets"
WORDS = ("", "0", "-1", "99999999999999999999", "1e999", "NaN", "\0", "\x1b[2J", "é", "A" * 300)

CHESS = """\
[Event "a game {not a comment"]
[White "A \\"quoted\\" name"]
[Result "1-0"]

1. e4 {[%clk 0:10:01.7]} 1... e5 $6 2. Nf3 (2. Bc4 Bc5 {x} (2... Nf6)) Nc6 3. Bb5 a6
4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O ; so far
1-0

[SetUp "1"]
[FEN "8/k2P4/8/8/8/8/8/4K3 w - - 0 1"]

1. d8=Q Kb7 2. Qd7+ *
"""
Alter = Callable[[bytes, random.Random], bytes]


def altered_text(data: bytes, dice: random.Random) -> bytes:
    """Lines lost, doubled or cut, words put in the place of others, bytes that are no text."""
    lines = data.split(b"\n")
    for _ in range(dice.choice((1, 1, 2, 5))):
        at, what = dice.randrange(len(lines)), dice.randrange(8)
        words = lines[at].split(b" ")
        if what == 0 and len(lines) > 1:
            del lines[at]
        elif what == 1:
            lines.insert(dice.randrange(len(lines) + 1), lines[at])
        elif what == 2:
            lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]
        elif what == 3:
            lines[at] = altered_bytes(lines[at], dice)
        elif what == 4:
            lines[at] *= dice.choice((2, 50))
        else:
            words[dice.randrange(len(words))] = dice.choice((*TRAPS, *WORDS)).encode()
            lines[at] = b" ".join(words)
    return dice.choice((b"\n", b"\n", b"\n", b"\r\n", b"")).join(lines)


def altered_json(data: bytes, dice: random.Random) -> bytes:
    """A branch or a leaf altered; what can't be JSON stands there as text."""
    return json.dumps(altered(json.loads(data), dice), default=repr).encode()


@dataclass(frozen=True)
class Format:
    """A file as it is right, how it is altered, and the commands that read it: FILE in them is its
    name, OUT another's."""

    suffix: str
    right: Callable[[], bytes]
    alter: Alter
    commands: tuple[str, ...]


def _shipped(name: str) -> Callable[[], bytes]:
    return (ASSETS / name).read_bytes


def _golden(name: str) -> Callable[[], bytes]:
    return (GOLDEN / name).read_bytes


def _twin() -> bytes:
    cabinet = "304", (4, 3, 2, 1), Rewards(3, 1, -1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "twin.json"
        write_twin(replay(["bead 0", "mark 3"], *cabinet, "twin"), path)
        return path.read_bytes()


def _patterns() -> bytes:
    records = Learner.from_bytes((ASSETS / "players/morph.database").read_bytes()).records()
    return as_json(100, records[:12])


def _wire() -> bytes:
    lines: list[str] = []
    tap = WireRecorder(lines.append)
    for at_us in range(5):
        tap("host", at_us, b"\x01\x02\x00")
        tap("panel", at_us, b"\x07\x00")
    return "".join(f"{line}\n" for line in lines).encode()


FORMATS: Mapping[str, Format] = {
    "deck": Format(
        ".txt", _shipped("decks/opening-g04.txt"), altered_text,
        ("deck list FILE", "play --deck FILE", "print deck --out OUT.svg FILE"),
    ),
    "cards": Format(
        ".cbn", _shipped("programs/echo.cbn"), altered_bytes,
        ("deck list FILE", "run704 FILE --max-seconds 1", "deck convert FILE OUT.txt"),
    ),
    "noughts": Format(
        ".txt", _shipped("decks/noughts/menace-round.txt"), altered_text,
        ("menace play --deck FILE",),
    ),
    "odds": Format(
        ".txt", _shipped("decks/noughts/pegasus-learns.txt"), altered_text,
        ("pegasus --deck FILE",),
    ),
    "symbolic": Format(
        ".sap", _shipped("programs/lamps.sap"), altered_text,
        ("assemble FILE --out OUT.cbn --listing OUT.lst",),
    ),
    "tape": Format(
        ".tap", _golden("simh-i7094-book.tap"), altered_bytes,
        ("tape list FILE", "tape copy --whole FILE OUT.p7b"),
    ),
    "bcd tape": Format(
        ".p7b", _golden("simh-i7094-book.p7b"), altered_bytes,
        ("tape list FILE", "tape copy FILE OUT.tap"),
    ),
    "board": Format(
        ".txt", _shipped("boards/share.txt"), altered_text,
        ("run704 assets/programs/echo.cbn --board FILE --max-seconds 1",),
    ),
    "script": Format(
        ".txt", lambda: b"step 3\nback 2\nbreak 30\nexamine 0\ngo\n",
        altered_text,
        ("run704 assets/programs/echo.cbn --max-seconds 1 --debug --script FILE",),
    ),
    "games": Format(
        ".pdn", _golden("draughts-games.pdn"), altered_text,
        ("book --games FILE --ply 1 --jobs 1",),
    ),
    "chess": Format(
        ".pgn", lambda: CHESS.encode(), altered_text, ("morph book FILE --csv OUT.csv",),
    ),
    "network": Format(
        ".network", _shipped("players/anaconda.network"), altered_bytes,
        ("match anaconda:FILE random --games 2 --ply 1 --limit 10 --jobs 1",),
    ),
    "settings": Format(
        ".toml", _shipped("museum.toml"), altered_text, ("settings --settings FILE",),
    ),
    "layout": Format(
        ".toml", _shipped("panels/menace.toml"), altered_text, ("print panel --out OUT FILE",),
    ),
    "twin": Format(".json", _twin, altered_json, ("menace twin --file FILE",)),
    "drum": Format(
        ".drum", lambda: b"* DRUM ADDRESS WORDS\n1 00000 070000000002 042000077777\n", altered_text,
        ("run704 assets/programs/echo.cbn --drum FILE --max-seconds 1",),
    ),
    "patterns": Format(
        ".json", _patterns, altered_json,
        ("morph patterns FILE --top 3", "morph table FILE", "engine morph --database FILE"),
    ),
    "wire": Format(".jsonl", _wire, altered_text, ("panel replay FILE",)),
}  # fmt: skip
