"""``main.py run704``: how a run of a 704 program ends, and what it leaves behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from devices.media.deck import Deck, read_cbn, read_deck, read_text_deck, write_cbn
from devices.media.tape import Record, Tape, TapeMark
from devices.media.tape_files import open_tape, write_tape
from machines import commands
from machines.ibm704 import registers as at
from machines.ibm704.assembler import assemble, deck_of
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.programs import SAMUEL

ROOT = Path(__file__).resolve().parents[4]
STOPS = """
       ORG 64
START  CLA ONE
       ADD ONE
       HPR 12345
ONE    DEC 1
       END START
"""


def program(folder: Path, text: str) -> Path:
    """A deck of this program."""
    assembly = assemble(text.strip("\n").splitlines(), "test.sap")
    assert not assembly.errors
    path = folder / "test.cbn"
    path.write_bytes(write_cbn(deck_of(assembly)))
    return path


def run(*arguments: object) -> int:
    return commands.main(["run704", *map(str, arguments)])


def test_a_program_stop_ends_with_status_0_the_registers_and_the_stop_as_the_last_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(program(tmp_path, STOPS)) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "PROGRAM STOP AT 00102 HPR 30071"
    assert "ACCUMULATOR +  Q 0  P 0  000000000002" in out
    assert any(line.startswith("LIGHTS PROGRAM STOP") for line in out)


@pytest.mark.parametrize(
    ("body", "last", "why"),
    [
        (" CLA ONE\n DVH ZERO", "DIVIDE CHECK AT 00101 DVH 00104", "divide check at 00101"),
        (" IOD\n CPY ZERO", "READ WRITE CHECK AT 00101 CPY 00104", "read-write check at 00101"),
        (" OCT 077700000005\n NOP", "NO SUCH OPERATION AT 00100 077700000005", "no such operation"),
    ],
)
def test_any_other_stop_ends_with_status_2_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, last: str, why: str
) -> None:
    first, second = (f"      {line}" for line in body.split("\n"))
    text = f"       ORG 64\nSTART {first[6:]}\n{second}\n       HPR 1\nONE    DEC 1\n"
    text += "ZERO   DEC 0\n       END START\n"
    assert run(program(tmp_path, text)) == 2
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == last
    assert why in told.err


def test_an_endless_loop_ends_at_the_most_seconds_with_status_2_and_the_registers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = program(tmp_path, "       ORG 64\nLOOP   TRA LOOP\n       END LOOP\n")
    assert run(deck, "--max-seconds", "90") == 2
    told = capsys.readouterr()
    assert "no program stop within 90 s of the 704's time" in told.err
    assert "ACCUMULATOR" in told.out
    assert told.out.splitlines()[-1] == "RUNNING AT 00100"


def test_a_tape_that_is_not_mounted_ends_with_status_2_and_names_the_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = program(tmp_path, "       ORG 64\nSTART  RTB 3\n       CPY 200\n       END START\n")
    assert run(deck) == 2
    assert "3" in capsys.readouterr().err


def test_what_a_program_writes_on_a_tape_is_in_its_file_afterwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "       ORG 64\nSTART  WTB 2\n       CPY WORD\n       CPY WORD\n       IOD\n"
    text += "       WEF 146\n       REW 146\n       HPR 1\nWORD   OCT 123456701234\n"
    text += "       END START\n"
    deck = program(tmp_path, text)
    reel = tmp_path / "new.tap"
    assert run(deck, "--tape", f"2={reel}") == 0, capsys.readouterr()
    items = open_tape(reel.read_bytes(), "new.tap").tape.items
    word = bytes([0o12, 0o34, 0o56, 0o70, 0o12, 0o34])
    assert items == (Record.of_characters(word * 2, binary=True), TapeMark())


def test_cards_that_a_program_leaves_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data.txt"
    data.write_text("ONE\n" * 900)
    deck = program(tmp_path, "       ORG 64\nSTART  HPR 1\n       END START\n")
    assert run(deck, "--cards", data) == 0
    assert "900 cards not read, from data.txt, card 1 on" in capsys.readouterr().err


def test_a_reel_of_any_length_is_mounted_if_long_reels_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reel, log = tmp_path / "long.tap", tmp_path / "run.log"
    record = Record.of_characters(bytes(600_000), True)
    reel.write_bytes(write_tape(Tape("long.tap", (record,) * 12), "long.tap"))
    deck = program(tmp_path, "       ORG 64\nSTART  HPR 1\n       END START\n")
    words = (deck, "--tape", f"10={reel}")
    assert run(*words) == 2
    told = capsys.readouterr().err
    assert "3000 feet of records; a reel holds 2400; --reel long takes it" in told
    assert run(*words, "--reel", "long", "--log", log) == 0
    assert commands.main(["replay", str(log)]) == 0


def test_a_tape_that_a_program_only_reads_keeps_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    word = bytes([1, 2, 3, 4, 5, 6])
    reel = tmp_path / "a.tap"
    reel.write_bytes(write_tape(Tape("a.tap", (Record.of_characters(word, True),)), "a.tap"))
    before = reel.stat().st_mtime_ns
    text = "       ORG 64\nSTART  RTB 10\n       CPY 200\n       CLA 200\n       HPR 1\n"
    assert run(program(tmp_path, text + "       END START\n"), "--tape", f"10={reel}") == 0
    assert "010203040506" in capsys.readouterr().out
    assert reel.stat().st_mtime_ns == before


def test_a_deck_behind_the_program_is_read_to_its_end_of_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
       ORG 64
START  LXD ZERO,1
CARD   RCD
       CPY 200
       TRA ONE
       TRA DONE
       HPR 7
ONE    TXI CARD,1,1
DONE   PXD 0,1
       HPR 2
ZERO   PZE
       END START
"""
    data = tmp_path / "data.txt"
    data.write_text("ONE\nTWO\nTHREE\n")
    assert run(program(tmp_path, text), "--cards", data) == 0
    told = capsys.readouterr().out
    assert "INDEX A 00003" in told
    assert told.splitlines()[-1].endswith("HPR 00002")


@pytest.mark.slow
def test_many_more_cards_than_the_hopper_holds_are_put_in_as_it_empties(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
       ORG 64
START  RCD
       CPY 200
       TRA START
       HPR 2
       END START
"""
    data = tmp_path / "data.txt"
    data.write_text("CARD\n" * 2100)
    assert run(program(tmp_path, text), "--cards", data) == 0, capsys.readouterr()
    assert capsys.readouterr().out.splitlines()[-1].endswith("HPR 00002")


def test_punched_cards_go_to_their_file(tmp_path: Path) -> None:
    copies = "\n".join("       CPY WORD" for _ in range(24))
    text = f"       ORG 64\nSTART  WPU\n{copies}\n       IOD\n       HPR 1\n"
    text += "WORD   OCT 400000000001\n       END START\n"
    punched = tmp_path / "out.cbn"
    assert run(program(tmp_path, text), "--punch", punched) == 0
    (card,) = read_cbn(punched.read_bytes(), "out.cbn").cards
    assert [n for n, column in enumerate(card.columns, 1) if column] == [1, 36, 37, 72]
    assert card.columns[0] == 0xFFF


# -- what is refused -------------------------------------------------------------------------------


def test_a_deck_that_is_not_binary_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    path.write_text("GAME\nEND\n")
    assert run(path) == 2
    assert "card 1: is punched with characters; expected a program" in capsys.readouterr().err


def test_a_card_with_a_wrong_check_sum_stops_the_loader_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = program(tmp_path, STOPS)
    deck = read_deck(path.read_bytes(), "test.cbn")
    *before, card, transfer = deck.cards
    words = list(card.row_words())
    words[2] ^= 1
    cards = (*before, type(card).of_row_words(tuple(words)), transfer)
    path.write_bytes(write_cbn(Deck("test.cbn", cards)))
    assert run(path) == 2
    told = capsys.readouterr()
    assert "check sum" in told.err
    assert f"card {len(before) + 1}" in told.err
    assert told.out.splitlines()[-1].startswith("PROGRAM STOP AT 777")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--storage", "5000"), "--storage: 5000; expected 4096, 8192 or 32768 words"),
        (("--max-seconds", "soon"), "--max-seconds: 'soon'; expected seconds"),
        (("--sense", "7"), "--sense: '7'; expected switches 1 to 6"),
        (("--keys", "8"), "--keys: '8'; expected one to twelve octal digits"),
        (("--tape", "11=x.tap"), "--tape: '11=x.tap'; expected a unit and a file"),
        (("--crt", "x.gif"), "expected .png"),
        (("--cards", "no.txt"), "no.txt: there is no such file"),
    ],
)
def test_an_option_that_can_not_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], why: str
) -> None:
    assert run(program(tmp_path, STOPS), *options) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert told.out == ""


@pytest.mark.parametrize("words", ["4096", "8192", "32768"])
def test_a_log_replays_whatever_the_size_of_storage(
    tmp_path: Path, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = program(tmp_path, STOPS)
    assert run(deck, "--storage", words, "--log", tmp_path / "x.log") == 0
    capsys.readouterr()
    assert commands.main(["replay", str(tmp_path / "x.log")]) == 0
    assert "1 of 1 states agree" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_ends_it_with_130_and_the_registers(tmp_path: Path) -> None:
    deck = program(tmp_path, "       ORG 64\nLOOP   TRA LOOP\n       END LOOP\n")
    log = tmp_path / "log"
    options = ("--max-seconds", "9999999", "--log", str(log))
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "run704", str(deck), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"MATCHBOX704_DATA": str(tmp_path / "data")},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while b"load_cards" not in (log.read_bytes() if log.exists() else b""):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert out.decode().splitlines()[-1] == "RUNNING AT 00100"


# -- Samuel's program in 704 code ------------------------------------------------------------------


ASSETS = Path(__file__).resolve().parents[4] / "assets"
LIMIT_US = 100_000_000_000
ENDED = 0o77777
NAMES = [next(iter(SAMUEL)), *(pytest.param(one, marks=pytest.mark.slow) for one in [*SAMUEL][1:])]
CARDS = ("GAME   1 A TITLE", "MOVE   11-15 22-18 15X22", "END")


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_run704_prints_the_listing_that_play_prints(
    name: str, whole: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, cards = ASSETS / "programs" / f"{name}.cbn", ASSETS / "decks" / "opening-g04.txt"
    if not whole:
        cards = tmp_path / "few.txt"
        cards.write_text("\n".join(CARDS))
    storage = f"--storage={SAMUEL[name]}"
    assert commands.main(["run704", str(program), "--cards", str(cards), storage]) == 0
    run = capsys.readouterr().out
    assert commands.main(["play", "--deck", str(cards)]) == 0
    listing, _, registers = run.partition("ACCUMULATOR")
    assert listing == capsys.readouterr().out
    assert registers.splitlines()[-1].endswith(f"HPR {SAMUEL[name] - 1:05o}")


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMUEL)
def test_load_cards_takes_the_program_and_the_control_cards_behind_it(name: str) -> None:
    path = ASSETS / "programs" / f"{name}.cbn"
    program = read_cbn(path.read_bytes(), path.name)
    control = read_text_deck("\n".join(CARDS), "control.txt")
    one = ProgramOperator(lambda line: None, SAMUEL[name], LIMIT_US)
    one.load([program, control], {})
    assert one.run(lambda: True) == ""
    assert int(one.machine.words[at.SR]) & 0o77777 == ENDED
    one.let_units_rest()
    assert "1. 11-15 22-18 2. 15X22 *" in one.printed()
