"""``main.py run704`` with decks and tapes that are wrong: told, with the documented status."""

import random
from pathlib import Path

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, write_cbn
from devices.media.file_kinds import MEANT
from devices.media.tape import Record, Tape, TapeMark, write_tap
from devices.media.tape_files import card_record, write_p7b
from machines import commands
from machines.ibm704.assembler import assemble, deck_of

BCD = card_record(Card.of_text("TEN"))
READS = ("       ORG 64", "START  RTB 3", "       IOD", "       HPR 1", "       END START")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the user's own data folder."""
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: object) -> int:
    return commands.main(["run704", *map(str, arguments)])


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


def test_a_tape_that_just_ends_is_told_where(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.p7b").write_bytes(write_p7b(Tape("t", (BCD,)))[:40])
    program = [*READS[:2], "       RTB 3", *READS[2:]]
    put("twice.cbn", *deck_of(assemble(program, "twice.sap")).cards)
    assert run("twice.cbn", "--tape", "3=t.p7b") == 2
    told = capsys.readouterr().err
    assert "t.p7b, record 1: the file ends after 40 characters of it" in told
    assert "tape unit 3: blank tape after record 1 and no tape mark" in told


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
