"""Killed at any block, a study with any kind of opponent comes to what it comes to without a break.

What a kill leaves is what is on the disk: while a run goes through, its folder is copied after
whatever is written, and each copy is gone on with.
"""

import functools
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from machines.commands import main
from machines.laboratory.samuel import studies, table_learning
from machines.laboratory.study.runner import SECONDS
from machines.menace import study as menace
from machines.pegasus import study as pegasus
from machines.storage import files
from machines.storage.run_file import RunFile
from machines.storage.run_store import machine_of, read_run
from tests.machines.laboratory.study.study_cases import TERMS

TESTS = Path(__file__).resolve().parents[3]
BOOK = TESTS / "golden" / "draughts-games.pdn"
ENGINE = shlex.join(
    (sys.executable, str(TESTS / "machines/laboratory/external/faulty_uci.py"), "crash", "999")
)
UCI = shlex.quote(f"uci:{ENGINE}")


class Case(NamedTuple):
    """A study."""

    begin: str
    """The words that begin it."""
    resume: str = ""
    """What goes on with it, if not the same words."""
    before: tuple[str, ...] = ()
    """Commands that make what it needs."""


def menace_v(who: str, *before: str, more: str = "") -> Case:
    """A tournament of five blocks."""
    words = f"menace tournament --games 50 --opponent {who} {more} --out r.sqlite"
    return Case(words, "menace tournament --resume r.sqlite", before)


def pegasus_of(players: str, *before: str) -> Case:
    """A run of five blocks."""
    return Case(f"pegasus run --plays 50 {players} --out r.sqlite",
                "pegasus run --resume r.sqlite", before)  # fmt: skip


def samuel(series: str, games: int, more: str = "", tape: str = "", *before: str) -> Case:
    """A series, with a tape or without."""
    quick = f"learn samuel --ply 1 --jobs 1 --games {games} --series {series} {more}"
    return Case(f"{quick} {tape} --out r.sqlite",
                f"learn samuel --jobs 1 {tape} --resume r.sqlite", before)  # fmt: skip


def morph(opponent: str, games: int = 8, more: str = "") -> Case:
    """Games; after the seventh patterns are added."""
    words = f"learn morph --set most_plies=24 --games {games} {more} --opponent {opponent}"
    again = f"--opponent {opponent}" if opponent == UCI else ""
    return Case(f"{words} --out r.sqlite", f"learn morph --resume r.sqlite {again}")


def anaconda(more: str) -> Case:
    """Three generations."""
    words = "learn anaconda --ply 1 --extra 2 --moves 8 --generations 3 --jobs 1"
    return Case(f"{words} {more} --out r.sqlite", "learn anaconda --jobs 1 --resume r.sqlite")


BOXES = "menace tournament --games 20 --build second --out second.sqlite"
ODDS = "pegasus run --plays 20 --cross learn --out odds.sqlite"
TAPE = "--tape m.tap"
BOTH = f"--terms {TERMS} --way"
ROTE = "learn samuel --series rote --ply 1 --jobs 1 --games 1 --tape m.tap"
TABLES = f"learn samuel --program 1967 --book {BOOK} --folds 0 --boards after --passes 1"

SHORT = {
    "menace random": menace_v("random"),
    "menace menace": menace_v("menace"),
    "menace 1961": menace_v("1961", more="--no-reload"),
    "pegasus learn": pegasus_of("--cross learn --origin each"),
    "pegasus sweep": Case(
        "pegasus sweep --a 1.05,1.1 --b 2 --d fixed --runs 2 --plays 200 --jobs 1 --out r.sqlite"
    ),
    "samuel rote": samuel("rote", 3, "--games-of endings,self", TAPE),
    "morph random": morph("random", 3),
}
"""What the quick command goes through."""
WHOLE = {
    **{
        f"menace {who}": menace_v(who)
        for who in ("distinct", "perfect", "expert", "pegasus", "morph", "standard:0.5")
    },
    "menace frozen": menace_v("frozen:second.sqlite", BOXES),
    "menace frozen odds": menace_v("frozen:odds.sqlite", ODDS),
    **{
        f"pegasus {who}": pegasus_of(f"--cross {who} --finite")
        for who in ("random", "distinct", "expert", "standard:0.5")
    },
    "pegasus frozen": pegasus_of("--cross frozen:odds.sqlite --origin hundreds", ODDS),
    "pegasus second": pegasus_of("--cross learn --nought random"),
    "samuel first": samuel("first", 4),
    "samuel second": samuel("second", 4, f"--terms {TERMS}"),
    "samuel rote kinds": samuel(
        "rote", 6, f"--games-of self,frozen,book,endings --book {BOOK}", TAPE
    ),
    "samuel rote known tape": samuel("rote", 4, "--games-of endings", TAPE, ROTE),
    "samuel rote no tape": samuel("rote", 4, "--games-of endings"),
    "samuel both a": samuel("both", 4, f"{BOTH} a", TAPE),
    "samuel both b": samuel("both", 5, f"{BOTH} b", TAPE),
    "samuel both c": samuel("both", 3, f"{BOTH} c --abridge m.tap", "", ROTE),
    "samuel 1967": Case(f"{TABLES} --out r.tables", f"{TABLES} --resume r.tables"),
    "morph random, patterns": morph("random"),
    "morph house": morph("house"),
    "morph engine": morph(UCI, 3),
    "morph house:2": morph("house:2", 4, "--morph basic"),
    "morph ablations": Case(
        "morph ablations --games 3 --seeds 1 --set most_plies=24 --jobs 1 --opponent random --out ."
    ),
    "anaconda survivors": anaconda(""),
    "anaconda mirrored": anaconda("--strategy mirrored --slips 0.1 --endings 0.5 --openings"),
    "anaconda learning": anaconda("--learning 0.001 --white-sees signs --unfinished share"),
}


def contents(folder: Path) -> dict[str, Any]:
    """What is in each file, but for what took time."""
    found: dict[str, Any] = {}
    for path in folder.iterdir():
        if path.suffix == ".sqlite":
            with read_run(path, machine_of(path)) as run:
                results = {name: one for name, one in run.results().items() if name != SECONDS}
                found[path.name] = [*run.blocks()], run.state(), results
        elif path.is_file():
            found[path.name] = path.read_bytes()
    return found


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten plays; and Alpha is soon stable."""
    for study in (menace, pegasus):
        monkeypatch.setattr(study, "play_on", functools.partial(study.play_on, block=10))
    monkeypatch.setattr(table_learning, "OFTEN", 3)
    monkeypatch.setattr(studies, "stable", lambda records: len(records) >= 2)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    "case",
    [
        *(pytest.param(case, id=name) for name, case in SHORT.items()),
        *(pytest.param(case, id=name, marks=pytest.mark.slow) for name, case in WHOLE.items()),
    ],
)
def test_killed_at_any_block_it_comes_to_the_same(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    whole, kills = tmp_path / "whole", tmp_path / "kills"
    whole.mkdir()
    monkeypatch.chdir(whole)
    for words in case.before:
        assert main(shlex.split(words)) == 0

    def copied(write: Callable[..., Any]) -> Callable[..., Any]:
        def write_and_copy(*args: Any, **kwargs: Any) -> Any:
            answer = write(*args, **kwargs)
            if [*whole.glob("r.*"), *whole.glob("morph-*")]:  # else there is nothing to go on with
                number, locks = len([*kills.glob("*")]), shutil.ignore_patterns("*.lock")
                shutil.copytree(whole, kills / str(number), ignore=locks)
            return answer

        return write_and_copy

    with monkeypatch.context() as patch:
        for place, name in ((RunFile, "keep"), (RunFile, "keep_results"), (files, "sync_folder")):
            patch.setattr(place, name, copied(getattr(place, name)))
        assert main(shlex.split(case.begin)) == 0
    expected = contents(whole)
    for kill in kills.iterdir():
        monkeypatch.chdir(kill)
        assert main(shlex.split(case.resume or case.begin)) == 0, kill.name
        assert contents(kill) == expected, kill.name
    assert len([*kills.iterdir()]) >= 3
