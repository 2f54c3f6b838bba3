"""``frozen:FILE``: beads and odds out of runs and tapes, of either machine, against the boxes."""

from pathlib import Path

import numpy as np
import pytest

from devices.media.tape import Record, Tape, TapeMark
from devices.media.tape_files import write_tape
from devices.refusal import RefusedError
from machines.games.noughts.tape_file import TapeFile, records_of
from machines.kernels.generator import generator_state
from machines.laboratory.menace.tournament import frozen_of, make_opponent
from machines.menace.beads import Cabinet
from machines.menace.beads_tape import file_of_beads
from machines.menace.odds import odds
from machines.menace.sides import Player
from machines.menace.study import Study, StudyConfig
from machines.menace.tournament import tournament
from machines.pegasus import study as pegasus
from machines.pegasus.odds_tape import Learned, file_of_odds
from machines.pegasus.play_quality import outlook
from machines.storage.run_store import new_run


def learned(build: str, games: int = 400) -> Cabinet:
    cabinet = Cabinet.new(build)
    seats: tuple[Player, Player] = (cabinet, "random")
    tournament(games, *(seats if cabinet.side == "O" else seats[::-1]), generator_state(2))
    return cabinet


def tape(folder: Path, *files: TapeFile) -> Path:
    items: list[Record | TapeMark] = []
    for file in files:
        items += [*records_of(file), TapeMark()]
    path = folder / "a.tap"
    path.write_bytes(write_tape(Tape(path.name, tuple(items)), path.name))
    return path


@pytest.mark.parametrize("build", ["304", "287L", "second"])
def test_beads_out_of_a_run_are_the_runs(tmp_path: Path, build: str) -> None:
    settings = StudyConfig("random", build=build)
    study = Study.begin(settings)
    study.play(300)
    new_run(tmp_path / "a.sqlite", settings.about(), Study.begin(settings).state()).close()
    path = tmp_path / "b.sqlite"
    with new_run(path, settings.about(), study.state()) as run:
        run.keep(300, bytes(1500), study.state())
    frozen = frozen_of(path, study.cabinet.side)
    assert frozen.build == build
    assert (frozen.beads == study.cabinet.beads).all()
    assert (frozen_of(tmp_path / "a.sqlite", study.cabinet.side).beads != frozen.beads).any()


def test_the_last_beads_on_a_tape_play(tmp_path: Path) -> None:
    odds_of_nought = Learned(pegasus.Study.begin(pegasus.StudyConfig()).program.chances, 0)
    old, new = learned("304", 10), learned("304", 400)
    path = tape(
        tmp_path,
        file_of_beads(old, "OLD"),
        file_of_beads(new, "NEW"),
        file_of_odds(odds_of_nought, "ODDS"),
    )
    assert (frozen_of(path, "O").beads == new.beads).all()
    second = learned("second")
    path = tape(tmp_path, file_of_beads(second, "SECOND"))
    assert (frozen_of(path, "X").beads == second.beads).all()
    with pytest.raises(RefusedError, match=r"has no beads that play O; expected some that do"):
        frozen_of(path, "O")


@pytest.mark.slow
@pytest.mark.parametrize("side", ["O", "X"])
@pytest.mark.parametrize("source", ["run", "tape"])
def test_odds_of_the_pegasus_program_play_as_they_stand(
    tmp_path: Path, side: str, source: str
) -> None:
    settings = pegasus.StudyConfig(nought="learn", cross="learn", seed=5)
    study = pegasus.Study.begin(settings)
    study.program.play(700)
    if source == "run":
        path = tmp_path / "p.sqlite"
        with new_run(path, settings.about(), study.state()) as run:
            run.keep(700, bytes(3500), study.state())
    else:
        path = tape(tmp_path, file_of_odds(Learned(study.program.chances, 700), "P"))
    frozen = frozen_of(path, side)
    # both sides by the odds: the program's own exact outlook
    other = frozen_of(path, "X" if side == "O" else "O")
    sides = (frozen, other) if side == "O" else (other, frozen)
    found = odds(*sides)
    assert (found.win, found.draw, found.loss) == pytest.approx(
        np.array(outlook(study.program.chances)), abs=1e-6
    )


def test_a_tournament_can_be_held_against_odds(tmp_path: Path) -> None:
    study = pegasus.Study.begin(pegasus.StudyConfig(nought="distinct", cross="learn"))
    study.program.play(2000)
    path = tape(tmp_path, file_of_odds(Learned(study.program.chances, 2000), "P"))
    opponent = make_opponent(f"frozen:{path}", "O")
    assert opponent is not None
    played = tournament(500, Cabinet.new(), opponent, generator_state(1), learning=False)
    weak = tournament(500, Cabinet.new(), "distinct", generator_state(1), learning=False)
    assert played.score < weak.score


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("frozen", "expected a file, such as frozen:a.sqlite"),
        ("frozen:", "expected a file, such as frozen:a.sqlite"),
        ("frozen:none.sqlite", "none.sqlite: there is no such file"),
        ("frozen:none.tap", "none.tap: there is no such file"),
    ],
)
def test_what_is_no_file_is_refused(name: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        make_opponent(name, "O")


def test_a_tape_with_neither_is_refused(tmp_path: Path) -> None:
    path = tape(tmp_path, TapeFile("SAMUELS BOOK", "X", {}, ("1",)))
    with pytest.raises(RefusedError, match="holds no file of PEGASUS ODDS"):
        frozen_of(path, "X")


def test_who_is_no_file_is_nobody() -> None:
    assert make_opponent("random", "O") is None
