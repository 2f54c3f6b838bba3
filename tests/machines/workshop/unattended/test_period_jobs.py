"""``run704 --bring`` and ``--job``, with a system of one card that stands in for a period one."""

from dataclasses import replace
from pathlib import Path

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn, write_cbn
from devices.media.tape import Record, Tape
from devices.media.tape_files import write_tape
from machines import commands
from machines.ibm704.assembler import assemble
from machines.workshop.unattended import period_jobs

SYSTEM = """\
       ORG 0
       LXA 0,4                LOADS ITSELF
       CPY 2,4
       TXI 1,4,-1
COUNT      14
       RTD 3                  A CARD OF THE SOURCE
       LXA COUNT,1
       CPY LAST,1
       TIX *-1,1,1
       WTD 2                  IS LISTED
       LXA COUNT,1
       CPY LAST,1
       TIX *-1,1,1
       IOD
       WPU                    AND PUNCHED
       LXA COUNT,1
       CPY LAST,1
       TIX *-1,1,1
       IOD
       RCD                    THE NEXT JOB
       CPY 0
       CPY 1
       TRA 0
LAST   EQU 78
       END
"""


def system_card() -> Card:
    words = assemble(SYSTEM.splitlines(), "system.sap").words
    return Card.of_row_words(tuple(words.get(place, 0) for place in range(24)))


def run(*arguments: object) -> int:
    return commands.main(["run704", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With the system's files in a folder of theirs, and a source."""
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    own = replace(period_jobs.SYSTEMS["uasap"], brought=(("own.tap", "own.cbn"),))
    monkeypatch.setitem(period_jobs.SYSTEMS, "uasap", own)
    theirs = tmp_path / "theirs/deep"
    theirs.mkdir(parents=True)
    (theirs / "OWN.TAP").write_bytes(write_tape(Tape("own", (Record(bytes(6)),)), "own.tap"))
    (theirs / "own.cbn").write_bytes(write_cbn(Deck("own", (system_card(),))))
    (tmp_path / "list.txt").write_text("0FIRST LINE\n")
    return tmp_path


def test_a_system_is_brought_once_and_its_job_leaves_deck_and_listing_beside_the_source(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--bring", folder / "theirs") == 0
    told = capsys.readouterr().out
    assert "uasap: SHARE's UA SAP from own.tap and own.cbn, tried" in told
    assert "fortran: not found; expected f2_4k.tap" in told
    assert run("--job", "uasap", folder / "list.txt") == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "1 cards punched"
    assert out[-1].startswith("JOB DONE: SHARE's UA SAP, ")
    assert (folder / "list.lst").read_text() == "\nFIRST LINE\n"
    assert len(read_cbn((folder / "list.cbn").read_bytes(), "list.cbn").cards) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--job", "uasap", "list.txt"], "the museum ships none; 'main.py run704 --bring FOLDER'"),
        (["--job", "uasap"], "expected a source"),
        (["--job", "lisp", "list.txt"], "'lisp'; expected uasap or fortran"),
        (["--job", "uasap", "list.txt", "--tape", "1=a.tap"], "doesn't go with --job uasap"),
        (["--bring", "nowhere"], "is no folder"),
        (["--bring", "."], "no system's files are there"),
    ],
)
def test_what_a_job_lacks_is_said(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(folder)
    (folder / "theirs/deep/own.cbn").unlink()
    assert run(*arguments) == 2
    assert said in capsys.readouterr().err


def test_a_system_that_does_not_work_is_not_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    halts = Card.of_row_words((0o042000000005, *[0] * 23))
    (folder / "theirs/deep/own.cbn").write_bytes(write_cbn(Deck("own", (halts,))))
    assert run("--bring", folder / "theirs") == 2
    assert "its trial ends with it stopped before its end" in capsys.readouterr().err
    assert not (folder / "data/jobs").exists()


def test_the_end_of_all_jobs_is_no_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program loads the next from the reader, whose cards are at their end: so UASAP ends."""
    loads_itself = (0o053400400000, 0o070000400002, 0o177777400001, 0)
    spoils_0 = (0o050000000012, 0o060100000000)  # CLA 12, STO 0
    next_job = (0o076200000321, 0o070000000000, 0o070000000001, 0o002000000000)
    no_operation = 0o077700000005
    bodies = {"as loaded": next_job, "spoilt": (*spoils_0, *next_job, no_operation)}
    for name, body in bodies.items():
        words = (*loads_itself, *body)
        card = Card.of_row_words((*words, *[0] * (24 - len(words))))
        (tmp_path / "jobs.cbn").write_bytes(write_cbn(Deck("jobs", (card,))))
        assert run(tmp_path / "jobs.cbn") == 0, name
        assert capsys.readouterr().out.splitlines()[-1] == "ALL JOBS DONE", name
