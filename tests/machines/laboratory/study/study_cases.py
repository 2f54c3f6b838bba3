"""The studies that keep runs, each short enough for a test, and what is refused of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from machines.exhibit import snapshot
from machines.menace import study as menace
from machines.pegasus import study as pegasus
from machines.samuel.generalization.series import pool
from machines.storage.run_store import read_run

TERMS = ",".join(pool()[:16])


def kept_blocks(path: Path, machine: str) -> list[object]:
    """Every block as it is kept, and the state after the last."""
    with read_run(path, machine) as run:
        return [*(block.data for block in run.blocks()), run.state()]


def kept_games(path: Path, machine: str) -> list[object]:
    """What every block holds: values that are the same need not be the same bytes."""
    with read_run(path, machine) as run:
        return [snapshot.unpack(block.data, object, 1) for block in run.blocks()]


def kept_plays(path: Path, machine: str) -> list[object]:
    """All plays, however they are cut into blocks, and the state after the last."""
    *blocks, state = kept_blocks(path, machine)
    return [b"".join(block for block in blocks if isinstance(block, bytes)), state]


@dataclass(frozen=True)
class StudyCase:
    """A study."""

    command: str
    machine: str
    begin: str
    """What begins a run, but for its length and its file."""
    again: str = ""
    """What else goes on with it."""
    out: str = "--out"
    count: str = "--games"
    parts: tuple[int, ...] = (1, 3, 4)
    """How long a run is each time that it is broken off, and at last."""
    many: int = 5000
    """More than are played before it is killed."""
    kept: Callable[[Path, str], list[object]] = kept_blocks
    block: int = 1
    """How many are kept together."""
    fast: bool = False
    """Whether a run of any length is played again in no time, and tells the same each time."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Why nothing is begun with these options."""
    differs: Mapping[str, str] = field(default_factory=dict)
    """Why a run isn't gone on with by these; the run is whole.sqlite."""
    damaged: Mapping[str, str] = field(default_factory=dict)
    """Why a run in which this was done isn't gone on with."""


FOREIGN = "UPDATE about SET value = 'sweeper' WHERE key = 'machine'"
OTHER = "UPDATE about SET value = 'other' WHERE key = 'study'"
STATE = "UPDATE checkpoints SET state = x'00'"

ANACONDA = StudyCase(
    "learn anaconda",
    "anaconda",
    "--ply 1 --extra 4 --moves 15 --seed 5 --jobs 1",
    again="--jobs 1",
    count="--generations",
    refused={
        "--ply 13": "--ply: 13 is out of range; expected 1 to 12",
        "--extra x": "--extra: 'x' is no whole number",
        "--rate 0.5": "--rate: is for --strategy mirrored; expected that with it",
        "--strategy mirrored --rate 11": "rate is 11.0; expected up to 10",
        "--slips 1.5": "--slips: 1.5; expected a share up to 1",
        "--learning 0.2": "learning is 0.2; expected 0 to 0.1",
        "--learning -1": "--learning: '-1'; expected a number above 0",
        "--sigma 1,5": "--sigma: '1,5'; expected a number above 0",
        "--most-sigma 0": "--most-sigma: '0'; expected a number above 0",
        "--generations 0": "--generations: 0 is out of range",
        "--player x.bin": "x.bin: ends with '.bin'; expected .network",
        "--plot x.jpg": "expected .png",
        "--jobs 0": "--jobs: 0 is out of range",
        "--jobs 2 --scheduler tcp://127.0.0.1:1": "expected either --jobs or",
    },
    differs={
        "--seed 6": "--seed: is 6; the run in whole.sqlite has 5",
        "--ply 4": "--ply: is 4; the run in whole.sqlite has 1",
        "--repeats even": "--repeats: is even; the run in whole.sqlite has search",
        "--generations 3": "--generations: are 3; there are 4 already",
        "--out y.sqlite": "--resume: has its runs already",
    },
    damaged={
        STATE: "x.sqlite",
        "DELETE FROM blocks WHERE number = 4": "has 3 generations; its state is that after 4",
        OTHER: "is of other; expected evolution",
        FOREIGN: "expected one of anaconda",
        "UPDATE about SET value = replace(value, '\"moves\": 15', '\"moves\": 100')": (
            "has a state from other settings than its own"
        ),
    },
)

MORPH = StudyCase(
    "learn morph",
    "morph",
    "--set most_plies=24 --seed 5",
    parts=(1, 6, 9),  # with the seventh game, patterns are added
    refused={
        "--opponent fritz": "--opponent: 'fritz'; expected house, house:2, random",
        "--opponent house:0": "--opponent house: 0 is out of range",
        "--opponent gnuchess:99": "expected plies 1 to 30",
        "--opponent uci:no-such-engine": "can't be started: No such file",
        "--games 0": "--games: 0 is out of range",
        "--seeds 101": "--seeds: 101 is out of range",
        "--set colour=red": "--set: 'colour' is no choice; expected one of",
        "--set every=3": "'every' is one of aps.every, aps.deletion.every",
        "--set forward": "--set: 'forward'; expected NAME=VALUE",
        "--set forward=1": "forward is '1'; expected yes or no",
        "--set coefficient=1.5": "coefficient: is 1.5; expected 0 to 1",
        "--set fold=sum": "expected one of least",
        "--database x.bin": "x.bin: ends with '.bin'; expected .database",
        "--plot x.jpg": "expected .png",
    },
    differs={
        "--seed 6": "--seed: is 6; the run in whole.sqlite has 5",
        "--opponent random": "--opponent: is random; the run in whole.sqlite has house",
        "--morph basic": "aps.fold is mean; the run in whole.sqlite has least",
        "--set aps.every=3": "aps.every is 3; the run in whole.sqlite has 7",
        "--games 8": "--games: are 8; there are 9 already",
        "--out y.sqlite": "--resume: has its runs already",
    },
    damaged={
        STATE: "x.sqlite",
        "UPDATE checkpoints SET plays = 8": "has a database of 9 games; expected that after 8",
        OTHER: "is of other; expected learning",
        FOREIGN: "expected one of morph",
        "UPDATE about SET value = '{}' WHERE key = 'settings'": "of another version",
    },
)

SAMUEL = StudyCase(
    "learn samuel",
    "samuel",
    f"--series second --terms {TERMS} --ply 1 --jobs 1 --seed 3 --without de",
    again="--jobs 1",
    out="--out",
    parts=(2, 4),
    kept=kept_games,
    refused={
        "--games 0": "--games: 0 is out of range",
        "--seeds 0": "--seeds: 0 is out of range",
        "--ply 21": "--ply: 21 is out of range; expected 1 to 20",
        "--without x": "has no change x; expected of a b c d e",
        "--series first --without a": "--without: is nothing of --series first",
        "--series rote --moment": "--moment: is nothing of --series rote",
        "--polynomial pieces": "--polynomial: is nothing of --series second",
        "--no-adoption 8-3": "--no-adoption: '8-3'; expected the first and the last game",
        "--series first --no-adoption 1-3": "--no-adoption: is nothing of --series first",
        "--terms MOB,SPEED": "terms: there is no SPEED",
        "--tape a.tap": "--tape: is nothing of --series second",
        "--series rote --tape a.txt": "a.txt: ends with '.txt'; expected .tap",
        "--series rote --tape a.tap --seeds 2": "--tape: is for one run",
        "--series rote --games-of self,chess": "--games-of: has 'chess'; expected of",
        "--series rote --games-of book": "--book: names the games of",
        "--series rote --punch a.txt": "--punch: is nothing of --series rote",
        "--punch a.png": "a.png: ends with '.png'; expected .txt or .deck or .cbn",
        "--print-every 0": "--print-every: 0 is out of range",
        "--series both --way c": "--abridge: names the tape of --way c",
        "--return-to 1": "--return-to: is for a run that there is",
        "--way a": "--way: is nothing of --series second",
        "--seed ''": "--seed: '' is no whole number",
        "--seeds ''": "--seeds: '' is no whole number",
        "--resume no.sqlite": "no.sqlite: there is no such file",
    },
    differs={
        "--return-to 9 --games 9": "has 4 games; expected one with 9 or more",
        "--return-to 1": "--return-to: is to be played on from; expected --games",
        "--return-to 1 --games 4": "--games: are 4; there are 4 already",
        "--seed 4": "--seed: is 4; the run in whole.sqlite has 3",
        "--ply 2": "--ply: is 2; the run in whole.sqlite has 1",
        "--series first": "--series: is first; the run in whole.sqlite has second",
        "--without a": "--without: is a; the run in whole.sqlite has de",
        "--power-rule text": "--power-rule: is text; the run in whole.sqlite has table",
        "--games 1": "--games: are 1; there are 4 already",
        "--seeds 2": "--resume: has its runs already; expected no --out or --seeds",
        "--tape a.tap": "--tape: is for one run of rote learning",
    },
    damaged={
        STATE: "x.sqlite",
        "DELETE FROM blocks WHERE number = 4": "has 3 games; its state is that after 4",
        OTHER: "is of other; expected learning",
        FOREIGN: "expected one of samuel",
    },
)

MENACE = StudyCase(
    "menace tournament",
    "menace",
    "--opponent random",
    out="--out",
    parts=(10, 25, 40),
    many=1_000_000_000,
    kept=kept_plays,
    block=menace.BLOCK,
    fast=True,
    refused={
        "--opponent best": "opponent: is 'best'; expected one of random, distinct, perfect,",
        "--opponent standard:2": "standard: 2 is out of range; expected 0 to 1",
        "--opponent frozen": "opponent: is 'frozen'; expected a file, such as frozen:a.sq",
        "--opponent frozen:none.sqlite": "none.sqlite: there is no such file",
        "--opponent 1961 --build second": "opponent: 1961 plays Cross; expected another",
        "--games 0": "--games: 0 is out of range; expected 1 to 2000000000",
        "--games -5": "--games: -5 is out of range",
        "--games many": "--games: 'many' is no whole number",
        "--seed x": "--seed: 'x' is no whole number; expected 0 to 9223372036854775807",
        "--seed -1": "--seed: -1 is out of range",
        "--first 0": "--first: 0 is out of range",
        "--rewards 3,1": "--rewards: '3,1'; expected whole numbers such as 3,1,-1",
        "--rewards 3,1,-1001": "reward for a loss: is -1001; expected -1000 to 1000 beads",
        "--replicates 4,3,2": "--replicates: '4,3,2'; expected whole numbers such as 4,3,",
        "--replicates 4,3,2,0": "replicates: can't be 4,3,2,0; expected four numbers, 1 to",
        "--build 300": "build: is '300'; expected one of 304, 287L, 287W, second",
        "--plot a.gif": "a.gif: ends with '.gif'; expected .png",
        "--csv a.txt": "a.txt: ends with '.txt'; expected .csv",
        "--ghost 1961": "--ghost: is drawn behind a plot; expected --plot FILE.png too",
        "--ghost 1962 --plot a.png": "--ghost: '1962' is no tournament; expected 1961",
        "--out a.csv --csv a.csv": "--csv: is a.csv as is --out; expected another file",
        "--resume none.sqlite": "none.sqlite: there is no such file",
        "--resume ''": "this is a folder; a file was expected",
        "--out ''": "this is a folder; a file was expected",
        "--opponent ''": "opponent: is ''; expected one of",
        "--build ''": "build: is ''; expected one of",
    },
    differs={
        "--build 287L": "--build: is 287L; the run in whole.sqlite has 304",
        "--opponent perfect": "--opponent: is perfect; the run in whole.sqlite has random",
        "--seed 2": "--seed: is 2; the run in whole.sqlite has 1961",
        "--first 2": "--first: is 2; the run in whole.sqlite has 1",
        "--replicates 8,4,2,1": "--replicates: is 8,4,2,1; the run in whole.sqlite has 4,3,2,1",
        "--games 20": "--games: are 20; there are 40 already",
        "--rewards 1,2,x": "--rewards: '1,2,x'; expected",
    },
    damaged={
        "UPDATE results SET value = '1e999'": "says that inf games are wanted; expected 40 to",
        "UPDATE results SET value = '39'": "says that 39 games are wanted; expected 40 to",
        "UPDATE results SET value = '{'": "has damaged results",
        "UPDATE blocks SET data = x'00'": "the block of play 1 is damaged",
        OTHER: "is the record of a other; expected tournament",
        FOREIGN: "is a run of sweeper; expected one of menace",
    },
)

PEGASUS = StudyCase(
    "pegasus run",
    "pegasus",
    "--cross learn --seed 3",
    out="--out",
    count="--plays",
    parts=(700, 900, 2000),
    many=10_000_000,
    kept=kept_plays,
    block=pegasus.BLOCK,
    fast=True,
    refused={
        "--a 12": "A: 12 is out of range; expected a number from 1 to 10",
        "--b 0.9": "B: 0.9 is out of range; expected a number from 1 to 4",
        "--a 1.35 --b 2.5": "make M_1 too great",
        "--origin each --d 1.5": "D: 1.5 is out of range",
        "--origin each --d nan": "D: nan is out of range",
        "--d 0.5": "--d: is of a sliding origin; expected --origin each or hundreds",
        "--plays 0": "--plays: 0 is out of range; expected 1 to",
        "--runs 0": "--runs: 0 is out of range",
        "--seed -1": "--seed: -1 is out of range",
        "--nought nobody": "--nought: no 'nobody'; expected one of learn,",
        "--cross standard:2": "2 is out of range; expected 0 to 1",
        "--cross frozen:": "names no file",
        "--cross frozen:nothing.sqlite": "there is no such file",
        "--runs 3 --print": "--runs: is for a mean",
        "--plot chart.jpg": "ends with '.jpg'; expected .png",
        "--csv table.txt": "ends with '.txt'; expected .csv",
        "--csv a.csv --out a.csv": "--csv: is a.csv as is --out; expected another",
        "--runs 100000 --plays 100000": "--runs: 100000 of 100000 plays are too many",
        "--resume ''": "this is a folder; a file was expected",
        "--out ''": "this is a folder; a file was expected",
        "--csv ''": "ends with ''; expected .csv",
        "--plot ''": "ends with ''; expected .png",
        "--resume nothing.sqlite": "there is no such file",
        "--resume x.sqlite --out y.sqlite": "--resume: has its runs already; expected no --out",
    },
    differs={
        "--seed 4": "--seed: is 4; the run in whole.sqlite has 3",
        "--finite": "--finite: is asked for; the run in whole.sqlite goes without",
        "--plays 1999": "--plays: are 1999; there are 2000 already",
    },
    damaged={
        "UPDATE blocks SET data = x'00'": "damaged",
        "UPDATE blocks SET plays = 'many'": "damaged",
        OTHER: "is the record of a other; expected a run",
        FOREIGN: "expected one of pegasus",
    },
)

CASES = (ANACONDA, MORPH, SAMUEL, MENACE, PEGASUS)
