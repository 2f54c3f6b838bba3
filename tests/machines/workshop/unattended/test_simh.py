"""``run704 --simh``: scripts for SIMH's IBM 704, and the comparison with it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn, write_cbn
from devices.media.tape import Record, Tape
from devices.media.tape_files import open_tape, write_tape
from machines import commands
from machines.ibm704.debugger.observer import Row
from machines.workshop.unattended import simh_compare
from machines.workshop.unattended.simh import Stop
from machines.workshop.unattended.simh_script import Line

needs_simh = pytest.mark.skipif(
    shutil.which(simh_compare.PROGRAM) is None, reason="SIMH's i704 is not on the PATH"
)
SUMS = """\
; adds two words
set cpu 8k
load sums.oct
dep -m 101 ADD 201
dep ac 1000000000005
d xr[1] 77
br 102
go 100
ex ic,ac
cont
ex -m 100-102
ex 202
dep sw3 1
ex sw
nobr all
go 100
assert xr[1]=77
quit
ex 0
"""
OCT = "100 050000000200\n102 060100000202 042000000007\n200 1 400000000003\n"
ANSWERS = """\

Breakpoint, IC: 00102 (  060100000202   STO 00202)
IC:	00102
AC:	2000000000002

HALT instruction, IC: 00104 (  000000000000   HTR 00000)
100:	  050000000200   CLA 00200
101:	  040000000201   ADD 00201
102:	  060100000202   STO 00202
202:	 -000000000002
SW:	04

HALT instruction, IC: 00104 (  000000000000   HTR 00000)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(script: str, *options: str) -> int:
    Path("script.ini").write_text(script)
    return commands.main(["run704", "--simh", "script.ini", *options])


def test_a_script_is_answered_as_simh_does(capsys: pytest.CaptureFixture[str]) -> None:
    Path("sums.oct").write_text(OCT)
    assert run(SUMS) == 0
    assert capsys.readouterr().out == ANSWERS


def test_units_of_a_script_read_and_write_their_files(capsys: pytest.CaptureFixture[str]) -> None:
    """A card that loads itself copies a record of tape 2 to tape 10 and punches a blank card."""
    words = (
        *(0o053400400000, 0o070000400002, 0o177777400001, 0),
        *(0o076200000222, 0o070000000100, 0o076600000232, 0o070000000100),
        *(0o076600000333, 0o076600000341, 0o070000000100, 0o076600000333, 0o042000077777),
    )
    card = Card.of_row_words((*words, *[0] * (24 - len(words))))
    Path("boot.cbn").write_bytes(write_cbn(Deck("boot", (card,))))
    Path("in.p7b").write_bytes(
        write_tape(Tape("in", (Record(b"\x01\x02\x04\x08\x10\x20"),)), "in.p7b")
    )
    script = "at -ef cdr cbn boot.cbn\nat -nf cdp cbn out.cbn\nat -rf mt2 p7b in.p7b\n"
    assert run(f"{script}at -n mt0 out.m0\nat -n lp out.lst\nat dr new.drm\nbo cdr\n") == 0
    assert "HALT instruction, IC: 00015" in capsys.readouterr().out
    assert len(read_cbn(Path("out.cbn").read_bytes(), "out.cbn").cards) == 1
    written = open_tape(Path("out.m0").read_bytes(), "out.tap").tape.items[0]
    assert isinstance(written, Record)
    assert written.data == b"\x01\x02\x04\x08\x10\x20"
    assert Path("out.lst").read_text() == ""
    assert len(Path("new.drm").read_bytes()) == 8 * 8 * 2048
    assert run(f"{script}at -n mt0 out.m0\nat -n lp out.lst\nat dr new.drm\nbo cdr\n") == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frobnicate", "is no command here"),
        ("set cpu 16k", "a 704 has 4k, 8k or 32k"),
        ("at ptr tape.txt", "expected cdr, cdp, lp, mt0 to mt9 or dr"),
        ("at cdr", "expected a unit and a file"),
        ("at -f cdr ebcdic a.cbn", "ebcdic is no format here"),
        ("at cdr nothing.cbn", "nothing.cbn"),
        ("at lp /tmp/../outside.lst", "a script writes in its own folder"),
        ("at -n cdp script.ini", "is something else than what would be written"),
        ("at -n mt1 script.ini", "is something else than what would be written"),
        ("det mt3", "nothing is attached there"),
        ("load a.bin", "expected a file .oct or .sym"),
        ("boot mt4", "LOAD CARDS, TAPE and DRUM read cdr, mt1 and dr"),
        ("ex xr[3]", "XR[3] is no address"),
        ("ex 100000", "is no address of this storage"),
        ("dep 100", "expected an address or a register, and a value"),
        ("dep mq 1777777777777", "doesn't fit into the 36 bits of MQ"),
        ("dep 100 89", "is no octal number"),
        ("dep -m 100 XYZ 5", "is no operation"),
        ("break ac", "expected an address"),
        ("go ac", "expected an address"),
        ("nobreak ic", "expected an address"),
        ("step x", "expected a number of instructions"),
        ("assert ic=5", "IC is 00000"),
        ("assert ic", "expected REGISTER=VALUE"),
    ],
)
def test_a_wrong_line_is_named_and_refused(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert run(f"echo begins\n{line}\n") == 2
    told = capsys.readouterr().err
    assert "script.ini, line 2" in told
    assert said in told


def test_without_simh_a_comparison_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run("go 100\n", "--compare") == 2
    assert "there is no i704" in capsys.readouterr().err


def test_the_first_differing_instruction_is_named_with_what_is_known_of_simh() -> None:
    ufm = Row(0o101, 0o426000000201, 0, 17, 0o1000000000, 0o346000000000, (0, 0, 0), 0, 0o102)
    load = Row(0o100, 0o056000000200, 0, 2, 0, 0o201400000000, (0, 0, 0), 0, 0o101)
    before = [(0o100, 0, 0, 0, 0, 0), (0o101, 0, 0o201400000000, 0, 0, 0), (0o102, 0, 0, 0, 0, 0)]
    assert simh_compare.first_difference([load, ufm], before) == (
        "first after instruction 2, 00101 UFM 00201: AC 0001000000000 here, 0000000000000 in SIMH, "
        "MQ 346000000000 here, 000000000000 in SIMH "
        "(known: SIMH makes a zero of a product with a zero word)"
    )
    assert "instructions are alike" in simh_compare.first_difference([load], before)


@needs_simh
def test_both_agree_on_sums(capsys: pytest.CaptureFixture[str]) -> None:
    Path("sums.oct").write_text(OCT)
    assert run(SUMS, "--compare") == 0
    assert "SIMH agrees: 3 stops in " in capsys.readouterr().out


@needs_simh
def test_a_difference_from_simh_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    deposits = "d 100 056000000200\nd 101 426000000201\nd 102 042000000007\nd 200 201400000000\n"
    assert run(f"{deposits}go 100\n", "--compare") == 2
    assert "first after instruction 2, 00101 UFM 00201: AC 0001" in capsys.readouterr().err


def test_words_that_differ_are_counted_and_the_first_is_shown() -> None:
    registers = dict.fromkeys(simh_compare.COMPARED, 0)
    stop = Stop(Line("", "", "", "", ()), registers, np.zeros(8, dtype=np.int64))
    theirs = simh_compare.SimhStop({**registers, "MQ": 1}, {2: 1 << 35 | 5, 3: 1}, [])
    assert simh_compare.differences(stop, theirs) == [
        "MQ is 000000000000 here, 000000000001 in SIMH",
        "2 of 8 words differ, the first at 00002: 000000000000 here, -000000000005 in SIMH",
    ]
