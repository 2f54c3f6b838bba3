"""Files of cards and tapes with faults, through whole commands: read, or refused with a reason, and
never a crash; what was read without a word is all there."""

import random
from pathlib import Path

import pytest

from devices.media.deck import open_deck
from devices.media.tape_files import open_tape, write_p7b
from machines.commands import main

ASSETS = Path(__file__).parents[3] / "assets"
ECHO = str(ASSETS / "programs/echo.cbn")
TRIES = 1000
FAULTS = (
    *(b"\t", b"\xff", b"\0", b"\x1a", b"\r", b"~", b"\n", b"\x8f", b"\x80", b"\xe4"),
    *(b"\xef\xbb\xbf", "π".encode(), b"x" * 90, b"\xff" * 4, bytes(54), b"\2\0\0\x60HI\2\0\0\x60"),
)
OF_DECKS = (
    *("deck list F", "deck punch F O.cbn", "tape punch F O.tap", "print deck F --out O.svg"),
    *("assemble F", "assemble --disassemble F", "play --deck F", "run704 F --max-seconds 2"),
    "run704 ECHO --cards F --max-seconds 20",
)
OF_TAPES = (
    *("tape list F", "tape copy --whole F O.tap", "run704 F --max-seconds 2"),
    "run704 ECHO --tape 1=F --max-seconds 20",
)


def originals() -> dict[str, bytes]:
    """A file of each kind, by its suffix."""
    echo, games = (ASSETS / path for path in ("programs/echo.cbn", "tapes/samuel-games.tap"))
    cards = open_deck(echo.read_bytes(), echo.name).deck.cards
    raw = "".join("~raw" + "".join(f"{c:04o}" for c in card.columns) + "\n" for card in cards)
    tape = open_tape(games.read_bytes(), games.name).tape
    return {
        "txt": (ASSETS / "decks/learned.txt").read_bytes(),
        "sap": (ASSETS / "programs/echo.sap").read_bytes(),
        "deck": raw.encode(),
        "cbn": echo.read_bytes(),
        "tap": games.read_bytes(),
        "p7b": write_p7b(tape),
    }


def spoiled(data: bytes, by: random.Random) -> bytes:
    """The same with a few faults."""
    made = bytearray(data)
    for _ in range(by.choice((1, 1, 2, 4))):
        at, length = by.randrange(len(made) + 1), by.choice((1, 2, 7, 80, 160))
        match by.randrange(6):
            case 0:
                made[at:at] = by.choice(FAULTS)
            case 1:
                made[at : at + 1] = bytes(byte ^ 1 << by.randrange(8) for byte in made[at : at + 1])
            case 2:
                del made[at : at + length]
            case 3:
                del made[at:]
            case 4:
                made += by.choice(FAULTS) + by.randbytes(by.randrange(60))
            case _:
                made[at:at] = made[at : at + length]
    return bytes(made)


def plain(data: bytes) -> list[bytes]:
    """The lines of a text as cards have them."""
    return [line.rstrip().upper() for line in data.splitlines()]


def is_whole(data: bytes, copy: bytes, kind: str) -> bool:
    """Whether a copy has all that a file had."""
    if kind in ("txt", "sap", "deck"):
        return plain(data) == plain(copy)
    return data.removesuffix(b"\xff" * 4) == copy.removesuffix(b"\xff" * 4)


def try_files(tries: range, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = originals()
    for number in tries:
        by = random.Random(number)
        kind = by.choice([*files])
        data = spoiled(files[kind], by)
        path, out = folder / f"f.{by.choice((kind, kind, 'txt', 'cbn', 'tap'))}", folder / "o"
        path.write_bytes(data)
        command = by.choice(OF_TAPES if kind in ("tap", "p7b") else OF_DECKS)
        named = {"F": str(path), "1=F": f"1={path}", "ECHO": ECHO}
        words = [named.get(word, word.replace("O.", f"{out}.")) for word in command.split()]
        status = main(words)
        told = capsys.readouterr().err
        assert status in (0, 2), (number, command, told)
        assert status == 0 or told, (number, command)
        same = path.with_name(f"copy{path.suffix}")
        act = ["tape", "copy"] if path.suffix in (".tap", ".p7b") else ["deck", "convert"]
        status = main([*act, str(path), str(same), "--strict"])
        assert status in (0, 2), number
        told = capsys.readouterr().err
        if status == 0:
            assert is_whole(data, same.read_bytes(), path.suffix[1:]), (number, path.name, told)


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))


def test_spoiled_files_are_read_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try_files(range(25), tmp_path, capsys)


@pytest.mark.slow
def test_a_thousand_spoiled_files_are_read_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try_files(range(25, TRIES), tmp_path, capsys)
