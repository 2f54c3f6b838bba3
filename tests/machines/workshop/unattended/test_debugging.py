"""``main.py run704 --debug``: scripts, a terminal, trace, Ctrl-C, exit status."""

import io
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from devices.media.deck import Deck, read_deck, write_cbn
from machines import commands
from machines.ibm704.assembler import assemble, deck_of
from machines.workshop.unattended import debugging
from tests.machines.ibm704.debugger.bench import SUM

ROOT = Path(__file__).resolve().parents[4]
LOOP = """
       ORG 64
START  LXA COUNT,1
LOOP   TIX LOOP,1,1
       TRA START
COUNT  DEC 100
       END START
"""


LOADING = 2
"""Runs before the first command: to the loader's last instruction, and of that."""
REGISTERS = ("ACCUMULATOR", "MQ", "INSTRUCTION COUNTER", "INDEX", "SENSE", "LIGHTS", "TIME", "stop")
"""The lines with which every run ends."""


def program(text: str, listing: str | None = "test.lst") -> None:
    """``test.cbn`` here, and its listing."""
    assembly = assemble(text.strip("\n").splitlines(), "test.sap")
    assert not assembly.errors
    Path("test.cbn").write_bytes(write_cbn(deck_of(assembly)))
    if listing is not None:
        Path(listing).write_text("".join(f"{line}\n" for line in assembly.listing))


def debug(script: str, *options: str) -> int:
    """Run the commands, with blanks for new lines, from a script."""
    Path("script.txt").write_text(script)
    return commands.main(["run704", "test.cbn", "--debug", "--script", "script.txt", *options])


def test_a_script_is_done_line_by_line_each_shown_with_its_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program(SUM)
    assert debug("# the loop\nbreak LOOP\n\ngo\nquit\nsetp\n") == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:8] == [
        "9 symbols of test.lst",
        "the program is loaded; back goes back into its loader",
        "next 00100 START      LXA COUNT,1",
        "AC +100000000100 MQ 100000000100 A 00000 B 00000 C 00000",
        "704> break LOOP",
        "break 1: at 00102 LOOP",
        "704> go",
        "break 1: at 00102 LOOP",
    ]
    assert out[-1] == "RUNNING AT 00101", "the registers come last, as of every run"


def test_without_a_script_commands_are_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program(SUM)
    monkeypatch.setattr("sys.stdin", io.StringIO("until LOOP\n"))
    assert commands.main(["run704", "test.cbn", "--debug"]) == 0
    assert "next 00102 LOOP       ADD N" in capsys.readouterr().out


# -- where it begins -------------------------------------------------------------------------------


def test_it_begins_at_the_program_s_first_instruction_and_back_goes_into_the_loader(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program(SUM)
    assert debug("profile\nback\nback 1000000\ngo\n", "--storage", "4096") == 0
    out = capsys.readouterr().out
    begun, _, rest = out.partition("704> profile\n")
    assert "next 00100 START      LXA COUNT,1\n" in begun
    assert rest.splitlines()[1].split() == ["all", "0", "100.0", "0"]
    assert "704> back\nnext 07733            TRA START\n" in rest
    assert "704> back 1000000\nback by " in rest
    assert "program stop at 00114: HPR 00007" in rest


def test_a_program_that_begins_at_0_and_one_that_is_moved_begin_there_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program("       ORG 0\nSTART  TRA START\n       END START\n")
    assert debug("") == 0
    assert "\nnext 00000 START      TRA START\n" in capsys.readouterr().out
    moved = assemble(["       REL", "START  HPR 5", "       END START"], "test.sap")
    Path("test.cbn").write_bytes(write_cbn(deck_of(moved, place=0o1000)))
    assert debug("") == 0
    assert "is loaded; back goes back into its loader\nnext 01000 " in capsys.readouterr().out


def test_without_a_loader_of_ours_it_begins_before_load_s_words_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = ["       FUL", "       ORG 0", "       CPY 2", "       HPR 3"]
    text += ["       OCT 777777777777", "       END 0"]
    Path("test.cbn").write_bytes(write_cbn(deck_of(assemble(text, "test.sap"))))
    assert debug("registers\n") == 0
    out = capsys.readouterr().out
    assert "nothing is loaded yet: LOAD's two words come first; until ADDRESS runs to" in out
    assert "\n0 cycles, 0 instructions, " in out


def test_a_deck_that_does_not_load_is_told_where_it_begins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cards = deck_of(assemble(SUM.strip("\n").splitlines(), "test.sap")).cards
    Path("test.cbn").write_bytes(write_cbn(Deck("test.cbn", cards[:-1])))
    assert debug("registers\n") == 0
    begun = capsys.readouterr().out.partition("704> ")[0]
    assert "is loaded" not in begun
    assert "the cards ended without a transfer card; START reads on\nnext " in begun


def test_symbols_come_from_another_listing_or_not_at_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program(SUM, listing=None)
    assert debug("break LOOP\n") == 2
    told = capsys.readouterr()
    assert "script.txt, line 1: LOOP: is no symbol" in told.err
    assert told.out.startswith(
        "no symbols: there is no listing test.lst; --symbols FILE, or the command symbols FILE, "
        "takes one, as main.py assemble PROGRAM --listing FILE writes it\n"
    )
    Path("none.lst").write_text("NO SYMBOLS\n")
    assert debug("symbols\nsymbols none.lst\n", "--symbols", "none.lst") == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == out[-len(REGISTERS) - 1] == "no symbols: the listing none.lst has none"
    assert "there are no symbols: symbols FILE takes them from the program's listing" in out
    program(SUM, listing="other.txt")
    assert debug("break LOOP\n", "--symbols", "other.txt") == 0
    assert debug("symbols other.txt\nbreak LOOP\n", "--symbols", "other.txt") == 0
    capsys.readouterr()
    assert debug("quit\n", "--symbols", "test.cbn") == 2
    assert "test.cbn: has no table of symbols" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("go\nsetp\n", "run704: script.txt, line 2: setp: is no command; help lists them"),
        ("\n\nstep x\n", "run704: script.txt, line 3: step: x; expected a number from 1"),
        ("trace test.cbn\n", "expected another file"),
        ("trace no/such/folder\n", "run704: script.txt, line 1: no/such/folder: "),
        ("trace other.txt\n", "opened only if you name it, too: --trace other.txt"),
        ("symbols other.lst\n", "opened only if you name it, too: --symbols other.lst"),
    ],
)
def test_a_wrong_command_ends_a_script_with_status_2_and_names_the_line(
    capsys: pytest.CaptureFixture[str], script: str, why: str
) -> None:
    program(SUM)
    deck = Path("test.cbn").read_bytes()
    assert debug(script, "--trace", "no/such/folder") == 2
    assert why in capsys.readouterr().err
    assert Path("test.cbn").read_bytes() == deck


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--script", "x"), "--script: is for the debugger; expected --debug with it"),
        (("--symbols", "x"), "--symbols: is for the debugger; expected --debug with it"),
        (("--debug", "--log", "x"), "--log: can't be repeated"),
        (("--debug", "--panel", "auto"), "--panel: doesn't go with --debug"),
        (("--debug", "--script", "no.txt"), "no.txt: there is no such file"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], why: str
) -> None:
    program(SUM)
    assert commands.main(["run704", "test.cbn", *options]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert "704>" not in told.out
    assert not Path("x").exists()


PUNCH = "       ORG 64\nSTART  WPU\n       CPY WORD\n       IOD\n       HPR 1\nWORD   OCT 7\n"


def test_units_have_their_files_as_in_every_run() -> None:
    program(f"{PUNCH}       END START\n")
    assert debug("go\n", "--punch", "out.cbn", "--listing", "out.txt") == 0
    (card,) = read_deck(Path("out.cbn").read_bytes(), "out.cbn").cards
    assert sum(map(bool, card.columns)) == 3
    assert Path("out.txt").read_text() == ""


def test_lines_that_were_taken_back_are_printed_once_on_the_paper() -> None:
    echo = str(ROOT / "assets" / "programs" / "echo.cbn")
    Path("cards.txt").write_text("ONE CARD\n")
    Path("script.txt").write_text("break op HPR\ngo\nback 100\ngo\n")
    options = ["--cards", "cards.txt", "--listing", "out.txt", "--debug", "--script", "script.txt"]
    assert commands.main(["run704", echo, *options]) == 0
    assert Path("out.txt").read_text() == "ONE CARD\n"


# -- trace -----------------------------------------------------------------------------------------


def test_a_trace_has_a_line_for_each_instruction(capsys: pytest.CaptureFixture[str]) -> None:
    program(SUM)
    assert debug("trace t.txt\nstep 3\ntrace off\nstep 5\ntrace\n", "--trace", "t.txt") == 0
    lines = Path("t.txt").read_text().splitlines()
    assert [line.split()[1:4] for line in lines] == [
        ["00100", "START", "LXA"],
        ["00101", "START+1", "CLM"],
        ["00102", "LOOP", "ADD"],
    ]
    assert all("AC +" in line and " MQ " in line and " A 000" in line for line in lines)
    out = capsys.readouterr().out
    assert out.count("trace ended: 3 lines are in t.txt") == 1
    assert "trace: 3 lines are in t.txt" in out


def test_a_trace_of_a_run_misses_nothing_and_ends_at_the_most(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program(LOOP)
    assert debug("trace t.txt 5000\nstep 10000\ntransfers\n", "--trace", "t.txt") == 0
    lines = Path("t.txt").read_text().splitlines()
    assert len(lines) == 5000
    assert "trace ended: 5,000 lines are in t.txt, which is the most" in capsys.readouterr().out
    cycles = [int(line.split()[0]) for line in lines]
    assert {b - a for a, b in pairwise(cycles)} == {2}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_ends_the_trace_and_the_program_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program(SUM)
    assert debug("trace /dev/full\ngo\n", "--trace", "/dev/full") == 0
    out = capsys.readouterr().out
    assert "trace ended: /dev/full: can't be written: No space left on device" in out
    assert "program stop at 00114" in out


# -- Ctrl-C ----------------------------------------------------------------------------------------


def test_ctrl_c_stops_a_script_in_front_of_an_instruction_with_status_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program(LOOP)
    pressed = begun = 0

    class Caught(list[int]):
        def __bool__(self) -> bool:
            nonlocal pressed
            pressed += begun > LOADING
            return pressed > 5

    @contextmanager
    def interruptions() -> Iterator[list[int]]:
        nonlocal begun
        begun += 1
        yield Caught()

    monkeypatch.setattr(debugging, "interruptions", interruptions)
    assert debug("go\nquit\n") == 130
    out = capsys.readouterr().out
    assert "interrupted\nnext 0010" in out
    assert "704> quit" not in out


def test_ctrl_c_while_the_program_is_loaded_ends_a_script(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interruptions() -> Iterator[list[int]]:
        yield [2]

    program(LOOP)
    monkeypatch.setattr(debugging, "interruptions", interruptions)
    assert debug("go\n") == 130
    out = capsys.readouterr().out
    assert "interrupted\nnext " in out
    assert "704> go" not in out


TALK = """
       ORG 64
START  WPR
       CPY ROW
       CPY ROW
       WPR
       CPY ROW
       CPY ROW
       IOD
LOOP   TRA LOOP
ROW    OCT 777777777777
       END START
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
def test_at_a_terminal_ctrl_c_comes_back_to_the_prompt_and_what_is_wrong_is_told() -> None:
    import pty

    program(TALK)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "run704", "test.cbn", "--debug"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "TERM": "dumb"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(theirs)
    said = b""

    def hear(words: bytes) -> None:
        """Read on until these words come."""
        nonlocal said
        while words not in said:
            assert select.select([ours], [], [], 120)[0], f"{words!r} did not come: {said!r}"
            said += os.read(ours, 4096)
        said = said.partition(words)[2]

    try:
        hear(b"704> ")
        os.write(ours, b"setp\n")
        hear(b"setp: is no command; help lists them")
        hear(b"704> ")
        os.write(ours, b"go\n")
        hear(b"999999")  # the paper has moved on from the first line: the program runs
        process.send_signal(signal.SIGINT)
        hear(b"interrupted")
        hear(b"next 00107 LOOP")
        hear(b"704> ")
        process.send_signal(signal.SIGINT)
        os.write(ours, b"\n")  # readline may only see the signal with the next key
        hear(b"704> ")
        os.write(ours, b"quit\n")
        hear(b"RUNNING AT 00107")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
