"""``main.py menace tournament``: what is played, kept, gone on with, listed and drawn."""

import csv
from pathlib import Path

import numpy as np
import pytest

from devices.media.tape import Record, Tape, TapeMark
from devices.media.tape_files import write_tape
from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.tape_file import TapeFile, records_of
from machines.kernels.generator import generator_state
from machines.laboratory.menace.tournament import frozen_of, make_opponent
from machines.menace.beads import Cabinet
from machines.menace.beads_tape import file_of_beads
from machines.menace.odds import odds
from machines.menace.opponents import variant_of_game
from machines.menace.sides import Player
from machines.menace.study import Study, StudyConfig
from machines.menace.tournament import tournament
from machines.pegasus import study as pegasus
from machines.pegasus.odds_tape import Learned, file_of_odds
from machines.pegasus.play_quality import outlook
from machines.storage.run_store import new_run, read_run
from tests.machines.commanded import result_of
from tests.machines.laboratory.menace.menace_command import menace
from tests.machines.storage.full_disk import full_disk
from tests.naive import menace as naive

Capture = pytest.CaptureFixture[str]


# -- tournament ----------------------------------------------------------------------------------

PLAYED = {
    "perfect --no-reload": "wins=0 draws=3 losses=15 score=-12 games=18 resigned=0 declined=1",
    "perfect": "wins=0 draws=188 losses=32 score=156 games=220 resigned=0 declined=1",
    "1961": "wins=0 draws=185 losses=35 score=150 games=220 resigned=0 declined=1",
    "expert": "wins=0 draws=177 losses=43 score=134 games=220 resigned=0 declined=2",
    "random": "wins=161 draws=29 losses=30 score=482 games=220 resigned=0 declined=0",
    "menace": "wins=163 draws=29 losses=28 score=490 games=220 resigned=69 declined=0",
    "standard:0.5": "wins=96 draws=66 losses=58 score=296 games=220 resigned=0 declined=0",
    "random --build 287L": "wins=148 draws=26 losses=46 score=424 games=220 resigned=0 declined=0",
    "random --build second": "wins=85 draws=33 losses=102 score=186 games=220 resigned=1 "
    "declined=0",
}
"""By seed 1961; that of ``random`` and the shape of all are checked against the twin below."""


def test_a_tournament_by_its_seed_is_always_the_same(capsys: Capture) -> None:
    for opponent in PLAYED:
        out, err = menace(capsys, f"tournament --games 220 --seed 1961 --opponent {opponent}")
        assert out == f"RESULT {PLAYED[opponent]} seed=1961\n", opponent
        assert err.startswith("menace: the games are kept in "), opponent
        assert ("declined to play after 18 games" in err) == ("games=18" in out), opponent
        assert ("the machine declined" in err) == ("declined=0" not in out), opponent


def games_of(path: Path) -> list[dict[str, str]]:
    """The rows of a table of games."""
    with path.open() as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("over", ["random", "distinct"])
def test_a_tournament_is_the_twins(over: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    out, _ = menace(capsys, f"tournament --games 60 --seed 7 --opponent {over} --csv {path}")
    boxes = naive.boxes_of("O")
    chance = naive.Chance([int(part) for part in generator_state(7)])
    plays = [
        naive.one_play(boxes, chance, over="squares" if over == "random" else "distinct")
        for _ in range(60)
    ]
    assert [row["squares"] for row in games_of(path)] == [play[0] for play in plays]
    ends = [play[1] for play in plays]
    found = result_of(out)
    assert int(found["wins"]) == ends.count("W")
    assert int(found["draws"]) == ends.count("D")
    assert int(found["losses"]) == ends.count("L") + ends.count("R")
    assert int(found["resigned"]) == ends.count("R")
    assert int(found["score"]) == 3 * ends.count("W") + ends.count("D") - int(found["losses"])


def test_the_table_of_games_is_what_was_played(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    out, _ = menace(capsys, f"tournament --games 150 --opponent 1961 --first 50 --csv {path}")
    rows = games_of(path)
    assert [int(row["game"]) for row in rows] == list(range(50, 200))
    score = 0
    for row in rows:
        score += {"won": 3, "drawn": 1, "lost": -1}[row["outcome"]]
        assert int(row["score"]) == score
        assert row["opponent"] == f"1961 V{variant_of_game(int(row['game']))}"
        board = Board()
        for square in map(int, row["squares"]):
            board = board.play(square)
        assert row["end"] == ("line" if board.winner else "board full")
        assert row["outcome"] == {"O": "won", "": "drawn", "X": "lost"}[board.winner]
    found = result_of(out)
    assert int(found["score"]) == score
    assert int(found["losses"]) == sum(row["outcome"] == "lost" for row in rows)


def test_resignations_and_foregone_plays_are_named(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    line = f"tournament --games 200 --opponent random --build 287L --rewards=-1,-1,-1 --csv {path}"
    out, _ = menace(capsys, f"{line} --replicates 60,2,1,1")
    rows = games_of(path)
    found = result_of(out)
    assert sum(row["end"] == "resigned" for row in rows) == int(found["resigned"]) > 0
    assert {row["outcome"] for row in rows if row["end"] == "resigned"} == {"lost"}
    assert {row["outcome"] for row in rows if row["end"] == "foregone"} == {"lost"}


def test_the_plot_is_a_picture_and_rewards_that_changed_are_on_it(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    monkeypatch.setattr(
        "machines.laboratory.menace.tournament.save_chart", lambda state, path: drawn.append(state)
    )
    run = tmp_path / "a.sqlite"
    menace(capsys, f"tournament --games 30 --opponent random --out {run}")
    menace(
        capsys,
        f"tournament --games 50 --resume {run} --rewards 1,0,-1 --plot {tmp_path / 'a.png'} "
        "--ghost 1961",
    )
    (chart,) = drawn
    lines = {line.name: line.points for line in chart.series}
    assert len(lines["now"]) == 51
    assert lines["1961"][-1] == (220.0, 150.0)
    assert [(note.at, note.words) for note in chart.uprights] == [(30.0, "1 0 -1")]
    assert len(chart.callouts) == 9


@pytest.mark.usefixtures("small_charts")
def test_a_plot_is_drawn(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "fig4.png"
    menace(capsys, f"tournament --games 20 --opponent random --plot {path}")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_tournament_against_learned_beads_leaves_them_as_they_are(
    capsys: Capture, tmp_path: Path
) -> None:
    second, run = tmp_path / "second.sqlite", tmp_path / "a.sqlite"
    menace(capsys, f"tournament --games 3000 --build second --opponent random --out {second}")
    before = second.read_bytes()
    menace(capsys, f"tournament --games 300 --opponent frozen:{second} --out {run}")
    assert second.read_bytes() == before
    with read_run(run, "menace") as record, read_run(second, "menace") as other:
        opponent = Study.of_run(record).opponent
        assert not isinstance(opponent, Cabinet | str)
        assert (opponent.beads == Study.of_run(other).cabinet.beads).all()


# -- kept and gone on with -----------------------------------------------------------------------


def test_a_first_box_that_is_empty_can_be_reloaded_later(capsys: Capture, tmp_path: Path) -> None:
    path, whole_path = tmp_path / "a.sqlite", tmp_path / "whole.sqlite"
    menace(capsys, f"tournament --opponent perfect --no-reload --games 220 --out {path}")
    same, err = menace(capsys, f"tournament --resume {path}")
    assert "declined to play after 18 games" in err
    assert result_of(same)["declined"] == "1"
    out, _ = menace(capsys, f"tournament --resume {path} --reload --games 220")
    assert result_of(out)["games"] == "220"
    whole, _ = menace(capsys, f"tournament --opponent perfect --out {whole_path}")
    assert out == whole


def test_on_a_full_disk_a_tournament_keeps_what_it_could(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    menace(capsys, f"tournament --games 100 --opponent random --out {path}")
    with full_disk(150_000):
        _, err = menace(capsys, f"tournament --games 400000 --resume {path}", status=2)
    kept, why = err.splitlines()
    assert kept == f"menace: the games are kept; menace tournament --resume {path} goes on"
    assert why.startswith(f"menace: {path}: can't be written: ")
    with read_run(path, "menace") as run:
        assert Study.of_run(run).tally.games == run.plays == 100


# -- frozen files ----------------------------------------------------------------------------------


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
