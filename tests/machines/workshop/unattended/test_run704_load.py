"""``main.py run704 --load cards|tape|drum``: what is loaded from where."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, write_cbn
from devices.media.file_kinds import MEANT
from devices.media.tape import Record, Tape, TapeMark, write_tap
from devices.media.tape_files import card_record, open_tape, write_p7b
from machines import commands
from machines.ibm704.assembler import assemble, deck_of
from machines.ibm704.drums import read_drums
from machines.ibm704.records import characters_of

STOPS = ["       ORG 64", "START  CLA ONE", "       HPR 12345", "ONE    DEC 1", "       END START"]
ON_TAPE = (0o070000000002, 0o070000000003, 0o050000000000, 0o042000030071)
"""CPY 2, CPY 3; then at 2 CLA 0, at 3 HPR 30071."""
ON_DRUM = "1 0 070000000002 070000000003 050000000000 042000030071\n"


def run(*arguments: object) -> int:
    return commands.main(["run704", *map(str, arguments)])


def binary(words: tuple[int, ...]) -> Record:
    characters = b"".join(characters_of(word, binary=True) for word in words)
    return Record.of_characters(characters, binary=True)


def tape(*items: Record | TapeMark) -> Tape:
    return Tape("boot", (*items, TapeMark()))


LAST = "PROGRAM STOP AT 00003 HPR 30071"


@pytest.mark.parametrize("name", ["boot.tap", "boot.tp", "boot.p7b", "boot.bin", "boot"])
@pytest.mark.parametrize("write", [write_tap, write_p7b])
def test_a_file_that_is_a_tape_loads_by_load_tape(
    name: str, write: Callable[[Tape], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_bytes(write(tape(binary(ON_TAPE))))
    assert run(name) == 0
    assert capsys.readouterr().out.splitlines()[-1] == LAST


def test_load_tape_reads_what_lies_on_unit_1(capsys: pytest.CaptureFixture[str]) -> None:
    Path("boot.tap").write_bytes(write_tap(tape(binary(ON_TAPE))))
    assert run("--load", "tape", "--tape", "1=boot.tap") == 0
    assert capsys.readouterr().out.splitlines()[-1] == LAST


def test_a_tape_that_a_program_writes_keeps_the_kind_of_file_it_was(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = ["       ORG 64", "START  WTB 2", "       CPY ONE", "       IOD", "       HPR 1"]
    deck = deck_of(assemble([*text, "ONE    DEC 1", "       END START"], "w.sap"))
    Path("w.cbn").write_bytes(write_cbn(deck))
    Path("out.tap").write_bytes(write_p7b(tape(binary((5,)))))
    assert run("w.cbn", "--tape", "2=out.tap") == 0
    found = open_tape(Path("out.tap").read_bytes(), "out.tap")
    assert found.kind == "p7b"
    assert found.tape.items == (binary((1,)),)
    assert "read as that" in capsys.readouterr().err


def test_load_drum_reads_drum_1_and_leaves_its_file_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("x.drum").write_text(ON_DRUM)
    assert run("--load", "drum", "--drum", "x.drum") == 0
    assert capsys.readouterr().out.splitlines()[-1] == LAST
    assert Path("x.drum").read_text() == ON_DRUM


def test_what_a_program_writes_on_a_drum_is_in_the_file_and_a_log_of_it_replays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = ["       ORG 64", "START  WDR 2", "       LDA AT", "       CPY WORD", "       IOD"]
    text += ["       HPR 1", "WORD   OCT 123456701234", "AT     OCT 100", "       END START"]
    Path("w.cbn").write_bytes(write_cbn(deck_of(assemble(text, "w.sap"))))
    Path("x.drum").write_text("8 5 17\n")
    assert run("w.cbn", "--drum", "x.drum", "--log", "x.log") == 0
    drums = read_drums(Path("x.drum").read_bytes(), "x.drum")
    assert (drums[1, 0o100], drums[7, 5]) == (0o123456701234, 0o17)
    assert np.count_nonzero(drums) == 2
    assert json.loads(Path("x.log").read_text().split("\n")[0].rpartition(" ")[0])["line"] == "open"
    assert commands.main(["replay", "x.log"]) == 0, capsys.readouterr()


def test_a_drums_file_that_is_not_there_is_made_by_a_program_that_writes_on_a_drum() -> None:
    text = ["       ORG 64", "START  WDR 1", "       LDA AT", "       CPY WORD", "       IOD"]
    text += ["       HPR 1", "WORD   OCT 7", "AT     OCT 3", "       END START"]
    Path("w.cbn").write_bytes(write_cbn(deck_of(assemble(text, "w.sap"))))
    assert run("w.cbn", "--drum", "new.drum") == 0
    drums = read_drums(Path("new.drum").read_bytes(), "new.drum")
    assert drums[0, 3] == 7
    assert np.count_nonzero(drums) == 1


def test_a_program_that_leaves_the_drums_alone_leaves_their_file_alone() -> None:
    Path("s.cbn").write_bytes(write_cbn(deck_of(assemble(STOPS, "s.sap"))))
    assert run("s.cbn", "--drum", "new.drum") == 0
    assert not Path("new.drum").exists()
    Path("old.drum").write_text("* BY HAND\n2 7 1\n2 7 0\n")
    before = Path("old.drum").stat()
    assert run("s.cbn", "--drum", "old.drum") == 0
    after = Path("old.drum").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "DECK: no program is named"),
        (("--load", "tape"), "--load tape: no tape is on unit 1"),
        (("--load", "drum"), "--load drum: drum 1 has no words at addresses 0 and 1"),
        (("--load", "drum", "--drum", "new.drum"), "new.drum: there is no such file"),
        (("s.cbn", "--load", "drum"), "s.cbn: with --load drum the program comes from --drum"),
        (("t.txt", "--load", "tape"), "t.txt: is no tape"),
        (("boot.tap", "--tape", "1=boot.tap"), "boot.tap: LOAD TAPE reads unit 1"),
        (("boot.tap", "--load", "cards"), "boot.tap: holds a SIMH tape (.tap); a deck"),
        (("cut.tap",), "cut.tap, record 1, byte 0: the file ends after"),
        (("s.cbn", "--drum", "s.cbn"), "--drum"),
    ],
)
def test_a_program_that_is_not_there_is_refused(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    image = write_tap(tape(binary(ON_TAPE)))
    Path("boot.tap").write_bytes(image)
    Path("cut.tap").write_bytes(image[:10])
    Path("s.cbn").write_bytes(write_cbn(deck_of(assemble(STOPS, "s.sap"))))
    Path("t.txt").write_text("GAME\nEND\n")
    assert run(*words) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert told.out == ""
    assert not Path("new.drum").exists()


def test_a_book_tape_has_no_program(capsys: pytest.CaptureFixture[str]) -> None:
    Path("book.tap").write_bytes(write_tap(tape(card_record(Card.of_text("GAME   1")))))
    assert run("book.tap", "--max-seconds", "60") == 2
    assert "tape unit 1, record 1: written in BCD, read in binary" in capsys.readouterr().err


def test_a_deck_named_as_a_tape_is_refused_and_stays_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deck = write_cbn(deck_of(assemble(STOPS, "s.sap")))
    for name in ("s.cbn", "z.cbn"):
        Path(name).write_bytes(deck)
    assert run("s.cbn", "--tape", "1=z.cbn") == 2
    assert "z.cbn: holds cards in column binary (.cbn); a tape was expected" in (
        capsys.readouterr().err
    )
    assert Path("z.cbn").read_bytes() == deck


def test_words_beyond_storage_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    far = ["       ORG 5000", "START  HPR 5", "       END START"]
    Path("far.cbn").write_bytes(write_cbn(deck_of(assemble(far, "far.sap"))))
    assert run("far.cbn", "--storage", "4096") == 2
    assert "its words are for 11610 to 11610, and storage has 4,096" in capsys.readouterr().err
    assert run("far.cbn", "--storage", "8192") == 0


# -- media that are wrong --------------------------------------------------------------------------


BCD = card_record(Card.of_text("TEN"))
READS = ("       ORG 64", "START  RTB 3", "       IOD", "       HPR 1", "       END START")


def cards() -> tuple[Card, ...]:
    return deck_of(assemble(READS, "reads.sap")).cards


def put(name: str, *deck: Card) -> str:
    Path(name).write_bytes(write_cbn(Deck(name, deck)))
    return name


def test_a_deck_that_can_not_load_ends_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, *others = cards()
    assert run(put("blank.cbn", Card((0,) * 80), first, second, *others)) == 2
    assert "blank.cbn, card 1: nothing is punched in its 9 row" in capsys.readouterr().err
    assert run(put("order.cbn", second, first, *others)) == 2
    told = capsys.readouterr()
    assert "order.cbn, card 2: is the loader's card 1" in told.err
    assert told.out.splitlines()[-1]  # registers and stop are there all the same


def test_another_program_behind_the_first_is_said_and_changes_no_status(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stops = deck_of(assemble(("       ORG 64", "A      HPR 1", "       END A"), "a.sap")).cards
    assert run(put("two.cbn", *stops, *cards())) == 0
    told = capsys.readouterr()
    assert told.err == (
        "two.cbn: the cards from card 5 on are another program's deck; the first program reads "
        "them only if it asks for cards: load it alone\n"
    )
    assert told.out.endswith("PROGRAM STOP AT 00100 HPR 00001\n")
    loops = deck_of(assemble(("       ORG 64", "A      TRA A", "       END A"), "a.sap")).cards
    assert run(put("two.cbn", *loops, *cards()), "--max-seconds", "3") == 2
    assert "time; two.cbn: the cards from card 5 on are another" in capsys.readouterr().err


def test_a_record_in_the_wrong_mode_is_said_and_changes_no_status(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("t.tap").write_bytes(write_tap(Tape("t", (BCD, TapeMark()))))
    assert run(put("reads.cbn", *cards()), "--tape", "3=t.tap") == 0
    told = capsys.readouterr()
    assert told.err == (
        "TAPE CHECK is on: tape unit 3, record 1: written in BCD, read in binary; RTD 3 reads it\n"
    )
    assert "TAPE CHECK" in told.out


def test_a_cut_tape_is_refused_with_what_keeps_its_whole_records(
    capsys: pytest.CaptureFixture[str],
) -> None:
    image = write_tap(Tape("t", (BCD, TapeMark(), BCD, BCD, TapeMark())))
    Path("t.tap").write_bytes(image[: -8 - 48])
    assert run(put("reads.cbn", *cards()), "--tape", "3=t.tap") == 2
    told = capsys.readouterr().err
    assert "t.tap, record 3 (record 2 of file 2), byte 188: the file ends after 40 of" in told
    assert "records 1 to 2 are whole; '" in told
    assert "tape copy --whole t.tap NEW.tap' keeps those" in told
    assert commands.main(["tape", "copy", "--whole", "t.tap", "new.tap"]) == 0
    assert run("reads.cbn", "--tape", "3=new.tap") == 0


def any_file(dice: random.Random) -> bytes:
    """Something that may be a deck or a tape, or was one."""
    records = [
        Record(bytes(dice.randrange(128) for _ in range(dice.randrange(1, 60)))) for _ in range(3)
    ]
    made = dice.choice(
        [
            dice.randbytes(dice.randrange(500)),
            write_tap(Tape("t", (*records, TapeMark()))),
            write_p7b(Tape("t", (*records, TapeMark()))),
            write_cbn(Deck("d", tuple(dice.sample(cards(), 4)))),
        ]
    )
    return made[: dice.randrange(len(made) + 1)] if dice.random() < 0.5 else made


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 30), marks=pytest.mark.slow)])
def test_any_file_is_refused_or_runs(seeds: range, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in seeds:
        dice = random.Random(seed)
        name = f"x{dice.choice([*MEANT, ''])}"
        Path(name).write_bytes(any_file(dice))
        put("d.cbn", *cards())
        for place in (
            (name,),
            ("--load", "drum", "--drum", name),
            ("d.cbn", "--tape", f"3={name}"),
        ):
            assert run(*place, "--max-seconds", "5") in (0, 2), (seed, place)
            assert "Traceback" not in capsys.readouterr().err, (seed, place)
