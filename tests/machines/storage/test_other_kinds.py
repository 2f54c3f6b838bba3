"""Whatever option names it, a file of another kind is never written over nor added to."""

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from machines.commands import main, make_parser
from machines.laboratory.reproduce.report import ARTEFACTS, RUN_FOLDER, Report
from tests.machines.commanded import refused, said

DECK = "assets/decks/opening-g04.txt"
BOOK = "tests/golden/draughts-games.pdn"
PICTURE, WORDS = b"\x89PNG\r\n\x1a\n and so on", b"somebody's own\n"
FREE = {"t.tables": b"M704 and so on", "notes.md": WORDS, "picture.txt": PICTURE}
"""For what may be called anything: none of these is it."""
TRIED: dict[str, dict[str, bytes]] = {
    f"play --deck {DECK} --events": {**FREE, "list.txt": WORDS},
    f"play --deck {DECK} --listing": {**FREE, "events.txt": b'{"event": "begin"}\n'},
    f"play --deck {DECK} --log": {**FREE, "list.log": WORDS},
    f"play --deck {DECK} --panel x --panel-record": {**FREE, "x.jsonl": b'{"event": "begin"}\n'},
    "panel record": FREE,
    "match pieces random --pdn": FREE,
    "match pieces random --csv": {"a.csv": PICTURE},
    "match pieces random --plies 1,2 --plot": {"a.png": WORDS},
    f"deck convert {DECK}": FREE,
    f"deck punch {DECK}": FREE,
    f"tape punch {DECK}": {"a.tap": PICTURE},
    "tape copy assets/tapes/memory-1.tap": {"a.p7b": PICTURE},
    "assemble assets/programs/echo.sap --out": {"a.cbn": PICTURE},
    "assemble assets/programs/echo.sap --listing": FREE,
    "run704 assets/programs/echo.cbn --punch": FREE,
    "run704 assets/programs/echo.cbn --crt": {"a.png": WORDS},
    f"print deck {DECK} --out": {"a.pdf": WORDS, "a.svg": WORDS},
    "print menace --out": {"a.pdf": WORDS},
    "menace twin --out": {"a.json": PICTURE},
    "strength anaconda --csv": {"a.csv": PICTURE},
    "morph patterns --json": {"package.json": b'{"name": "x"}'},
    "learn morph --database": {"a.database": WORDS},
    "learn anaconda --player": {"a.network": WORDS},
    "learn samuel --punch": {"a.txt": PICTURE},
    f"learn samuel --program 1967 --book {BOOK} --out": {"a.tables": WORDS},
    "learn samuel --series rote --tape": {"a.tap": PICTURE},
}
"""By command line: files by name that are none of what it puts there."""
FOLDERS = {
    "print panel morph --out": "morph-plate.svg",
    "print worksheets --out": "answers.pdf",
    "morph patterns --top 1 --png": "1-pattern-*.png",
    "show --headless --exhibit plan --snapshot": "floor-plan.png",
}
"""Into folders: one of the files that it puts there."""
READ = {
    "--deck", "--board", "--cards", "--script", "--symbols", "--settings", "--book",
    "--abridge", "--polynomial", "--scheduler", "--library", "--certificates", "--data", "--resume",
    "--tape", "--blank", "--drum", "--run", "--bring", "--simh",
}  # fmt: skip
"""Options that name what is read, the last of them before it is written anew."""
APART = {
    "--out": "a new run's file, or tried here",
    "--souvenirs": "what is there stays",
    "--link": "a symbolic link",
    "--trace": "a debugger's, tried here",
}


def options() -> Iterator[tuple[str, str]]:
    """Every option that takes a file or a folder, and its command."""
    commands = {"": make_parser()}
    while commands:
        name, parser = commands.popitem()
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                commands |= {f"{name} {act}".strip(): one for act, one in action.choices.items()}
            elif re.search("FILE|FOLDER|DIR|DECK|RUN|PATH", str(action.metavar)):
                yield name, (action.option_strings or [str(action.metavar)])[-1]


def test_every_option_that_names_an_output_is_tried() -> None:
    tried = {word for line in (*TRIED, *FOLDERS) for word in line.split() if word[:2] == "--"}
    left = (
        {option for _, option in options() if option.startswith("--")} - tried - READ - set(APART)
    )
    assert left == set()


@pytest.mark.parametrize("line", TRIED)
def test_a_file_of_another_kind_stays(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "print" in line.split()[0]:
        pytest.importorskip("reportlab", reason="the extra print is not installed")
    for name, data in TRIED[line].items():
        path = tmp_path / name
        path.write_bytes(data)
        words = [*line.split(), str(path), *(["x"] if line == "panel record" else [])]
        assert main(["--data", str(tmp_path / "data"), *words]) == 2
        told = capsys.readouterr().err
        assert name in told and ("is something else than" in told or "is no " in told)
        assert path.read_bytes() == data


@pytest.mark.parametrize("line", TRIED)
def test_where_no_file_can_be_nothing_is_begun(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "print" in line.split()[0]:
        pytest.importorskip("reportlab", reason="the extra print is not installed")
    ending = Path(next(iter(TRIED[line]))).suffix
    folder, loop, file = (tmp_path / f"{name}{ending}" for name in ("folder", "loop", "file"))
    folder.mkdir()
    if os.name == "posix":
        loop.symlink_to(loop)
    else:
        loop.mkdir()
    file.touch()
    for place in ("", folder, loop, file / f"a{ending}", tmp_path / "no" / f"a{ending}",
                  tmp_path / f"{'x' * 300}{ending}"):  # fmt: skip
        words = [*line.split(), str(place), *(["x"] if line == "panel record" else [])]
        told = refused(capsys, "--data", str(tmp_path / "data"), *words)
        assert str(place or ".") in told or "suffix" in told or "name in" in told
    assert {one.name for one in tmp_path.iterdir()} == {folder.name, loop.name, file.name}


@pytest.mark.parametrize(
    "line", [pytest.param(one, marks=pytest.mark.slow) if "show" in one else one for one in FOLDERS]
)
def test_so_it_does_in_a_folder(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    pytest.importorskip("ezdxf", reason="the extra print is not installed")
    folder = tmp_path / "out"
    for _ in range(2):  # its own files it writes again
        assert main([*line.split(), str(folder)]) == 0
    (path,) = folder.glob(FOLDERS[line])
    for one in folder.iterdir():
        one.unlink()
    path.write_bytes(WORDS)
    assert main([*line.split(), str(folder)]) == 2
    assert f"{path.name}: is there, and is something else" in capsys.readouterr().err
    assert path.read_bytes() == WORDS


def test_a_debuggers_trace_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, script = tmp_path / "echo.cbn", tmp_path / "script.txt"
    assert main(["assemble", "assets/programs/echo.sap", "-o", str(deck)]) == 0
    for name, data in FREE.items():
        path = tmp_path / name
        path.write_bytes(data)
        script.write_text(f"trace {path}\n")
        words = ["--debug", "--script", str(script), "--trace", str(path)]
        assert main(["run704", str(deck), *words]) == 2
        assert "is something else" in capsys.readouterr().err
        assert path.read_bytes() == data


def test_what_is_of_the_kind_is_written_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--listing", "list.txt", "--log", "a.log", "--events", "a.jsonl"]
    for _ in range(2):
        said(capsys, "play", "--deck", DECK, *words)
        assert main(["deck", "convert", DECK, "a.cbn"]) == 0
        assert main(["tape", "punch", DECK, "a.tap"]) == 0
        assert main(["pegasus", "run", "--plays", "100", "--plot", "a.png", "--csv", "a.csv"]) == 0
        capsys.readouterr()
    events = Path("a.jsonl").read_text().splitlines()
    assert sum('"event": "begin"' in line for line in events) == 2
    Path("empty.md").touch()
    said(capsys, "play", "--deck", DECK, "--listing", "empty.md")
    said(capsys, "play", "--deck", DECK, "--listing", os.devnull)


@pytest.mark.parametrize(
    "line",
    [
        f"play --deck {DECK} --panel x --panel-record a.txt --listing a.txt",
        "museum --panel x --panel-record a.txt --events ./a.txt",
        "match pieces random --pdn a.pdn --events a.pdn",
        "morph patterns a.json --json a.json",
    ],
)
def test_two_things_are_not_put_into_one_file(
    line: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "expected another file" in refused(capsys, *line.split())
    assert list(tmp_path.iterdir()) == []


def test_a_reports_force_leaves_somebodys_runs(tmp_path: Path) -> None:
    (tmp_path / RUN_FOLDER).mkdir()
    (tmp_path / RUN_FOLDER / "mine").touch()
    (tmp_path / "thesis.tex").touch()
    Report.open(tmp_path, [one.key for one in ARTEFACTS], quick=True, force=True)
    assert (tmp_path / RUN_FOLDER / "mine").exists()
