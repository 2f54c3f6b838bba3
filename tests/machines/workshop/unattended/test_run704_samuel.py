"""Samuel's program in 704 code, from its deck, beside the engine: the issue's own commands."""

from pathlib import Path

import pytest

from devices.media.deck import read_cbn, read_text_deck
from machines import commands
from machines.ibm704 import registers as at
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.programs import SAMUEL

ASSETS = Path(__file__).resolve().parents[4] / "assets"
LIMIT_US = 100_000_000_000
ENDED = 0o77777
NAMES = [next(iter(SAMUEL)), *(pytest.param(one, marks=pytest.mark.slow) for one in [*SAMUEL][1:])]
CARDS = ("GAME   1 A TITLE", "MOVE   11-15 22-18 15X22", "END")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the user's own data folder."""
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))


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
