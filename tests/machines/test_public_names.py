"""What a machine exports: every name is there, imported late, and does what it says."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from devices.media.deck import read_deck, read_text_deck
from devices.refusal import RefusedError
from machines.games.noughts import Board
from machines.ibm704 import Ibm704Computer, assemble, deck_of
from machines.menace import Matchboxes
from machines.workshop.unattended.ibm704 import ProgramOperator

PACKAGES = (
    "games.draughts", "games.chess", "games.noughts", "samuel", "menace", "pegasus", "anaconda",
    "morph",
)  # fmt: skip
PROGRAMS = Path(__file__).resolve().parents[2] / "assets" / "programs"


@pytest.mark.parametrize("package", (*PACKAGES, "ibm704"))
def test_every_public_name_is_there(package: str) -> None:
    module = import_module(f"machines.{package}")
    assert module.__doc__ and sorted(module.__all__) == module.__all__ == dir(module)
    for name in module.__all__:
        assert getattr(module, name).__name__ == name or name.isupper()
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = module.nothing


def test_the_packages_import_no_kernel_before_a_name_is_asked_for() -> None:
    names = ", ".join(f"machines.{package}" for package in (*PACKAGES, "ibm704"))
    script = f"import sys, {names}; print('numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_matchboxes_choose_learn_and_keep_their_ledger() -> None:
    menace = Matchboxes(seed=7)
    square = menace.choose(Board())
    assert square in Board().moves
    before = menace.cabinet.beads.copy()
    settled = menace.learn("won")
    number, colour, gain = settled.gains[0]
    assert gain == menace.cabinet.rewards.win
    # The bead that was drawn lay on the board.
    assert menace.cabinet.beads[number - 1, colour] == before[number - 1, colour] + 1 + gain
    assert menace.cabinet.ledger().balances


def test_training_is_the_tournament_that_it_says() -> None:
    menace = Matchboxes(seed=1)
    played = menace.train(500, "random")
    assert played.wins + played.draws + played.losses == 500
    assert menace.cabinet.plays == 500
    assert played.wins > 250
    crosses = Matchboxes(seed=1, build="second")
    assert crosses.train(100, "random").side == "X"
    with pytest.raises(RefusedError, match="expected one of"):
        menace.train(10, "nobody")


def test_a_704_program_runs_without_its_console() -> None:
    cards = ["       ORG 64", "START  CLA A", "       ADD A", "       HTR START", "A      DEC 21"]
    computer = Ibm704Computer(4_096)
    run = computer.run(deck_of(assemble([*cards, "       END START"], "double")))
    assert (run.reason, run.printed) == ("", "")
    assert run.machine.registers().accumulator == 42
    assert run.cycles > 0
    with pytest.raises(RefusedError, match="expected some of 1 to 6"):
        computer.run(deck_of(assemble([*cards, "       END START"], "double")), switches=(7,))


def test_what_is_printed_is_what_run704_prints() -> None:
    echo = read_deck((PROGRAMS / "echo.cbn").read_bytes(), "echo.cbn")
    data = read_text_deck("FIRST CARD\nAND 2ND\n", "data.txt")
    operator = ProgramOperator(lambda data: None, 32_768, 60_000_000)
    operator.load([echo, data], {})
    assert operator.run(lambda: True) == Ibm704Computer().run(echo, data).reason
    printed = Ibm704Computer().run(echo, data).printed
    assert "FIRST CARD" in printed
    assert printed == operator.printed()
