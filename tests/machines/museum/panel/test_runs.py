"""A real panel beside a run without a window: ``play`` and ``run704``."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)

from machines import commands
from machines.exhibit.exhibit import Event
from machines.exhibit.session import Session, read_log
from machines.museum.panel.headless_panel import HeadlessPanel
from machines.museum.panel.options import PanelOptions
from machines.museum.panel.wire_record import read_record
from tests.machines.counter import Counter
from tests.machines.ibm704.bench import CHEAP
from tests.machines.museum.panel.panel_rig import rig
from tests.machines.workshop.unattended.test_run704 import program
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("data")

WAITS = """
       ORG 64
START  CLA WORD
LOOP   SWT 1
       TRA LOOP
       HPR 0
WORD   OCT 252525252525
       END START
"""
"""Waits with a word in the accumulator until sense switch 1 is put down."""
PATIENT = ("--max-seconds", "1000000")
"""A finger may be slow on a busy computer: some three minutes."""
DECK = (*CHEAP, "GAME   BLACK=MACHINE WHITE=MACHINE LIMIT=4 A SHORT ONE", "END")


@contextmanager
def meanwhile(work: Callable[[], None]) -> Iterator[list[BaseException]]:
    """Something done while a command runs; what went wrong in it."""
    wrong: list[BaseException] = []

    def do() -> None:
        try:
            work()
        except BaseException as error:
            wrong.append(error)

    thread = threading.Thread(target=do)
    thread.start()
    yield wrong
    thread.join()


@pytest.mark.slow
def test_a_704_program_reads_the_panel_s_sense_switch_and_shows_its_word_and_all_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, wire = tmp_path / "run.log", tmp_path / "wire.jsonl"
    with rig() as far:
        word = {f"accumulator.{k}" for k in range(1, 36) if (0o252525252525 >> (35 - k)) & 1}

        def accumulator() -> set[str]:
            return {one for one in far.lit() if one.startswith("accumulator.")}

        def operate() -> None:
            until(lambda: accumulator() == word)  # the loader's words have gone by then
            far.put("sense.1")

        with meanwhile(operate) as wrong:
            deck = program(tmp_path, WAITS)
            kept = ["--log", str(log), "--panel-record", str(wire)]
            status = commands.main(["run704", str(deck), "--panel", far.port, *kept, *PATIENT])
        assert wrong == []
        assert status == 0
        assert "PROGRAM STOP" in capsys.readouterr().out.splitlines()[-1]
        # It keeps showing how the run ended.
        assert "plate.PROGRAM STOP" in far.lit()
        assert accumulator() == word
    acts = [line for line in read_log(log.read_bytes(), "run.log").lines if isinstance(line, Event)]
    assert ("console.sense.1", 1) in [(act.control, act.value) for act in acts]
    frames = read_record(wire)
    assert {frame.sender for frame in frames} == {"host", "panel"}
    assert np.all(np.diff([frame.at_us for frame in frames]) >= 0)
    kinds = {frame.means.split()[0] for frame in frames}
    assert {"HELLO", "KEYFRAME", "ACK", "SWITCHES"} <= kinds


@pytest.mark.slow
def test_a_switch_that_stood_otherwise_when_the_panel_was_found_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with rig() as far:
        far.put("sense.3")

        def operate() -> None:
            until(lambda: "SENSE 3" in told())
            far.put("sense.1")

        def told() -> str:
            text.append(capsys.readouterr().err)
            return "".join(text)

        text: list[str] = []
        with meanwhile(operate) as wrong:
            deck = program(tmp_path, WAITS)
            assert commands.main(["run704", str(deck), "--panel", far.port, *PATIENT]) == 0
        assert wrong == []
        assert told().count("SENSE 3: panel down, machine up") == 1


def played(tmp_path: Path, *arguments: str) -> int:
    deck = tmp_path / "short.txt"
    deck.write_text("".join(f"{card}\n" for card in DECK))
    return commands.main(["play", "--deck", str(deck), *arguments])


@pytest.mark.slow
def test_a_deck_plays_the_same_with_a_panel_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(tmp_path) == 0
    listing = capsys.readouterr().out
    with rig() as far:
        assert played(tmp_path, "--panel", far.port) == 0
        assert capsys.readouterr().out == listing
        assert "power.POWER" in far.lit() or far.panel.accepted == 0


@pytest.mark.slow
def test_a_run_that_ends_as_its_panel_is_found_leaves_it_as_the_machine_stands() -> None:
    with rig() as far:
        lamps = far.layout.lamps()
        lit = np.arange(len(lamps)) % 3 == 0
        machine = Counter(far.layout)
        machine.lit = lambda: lit  # type: ignore[method-assign]
        machine.state.on_us[:] = 600  # most were lit in its last slice
        machine.state.now_us = 1_000
        session = Session({"ibm704": machine}, lambda line: None)
        beside = HeadlessPanel(PanelOptions(far.port), "ibm704", session)
        beside.start()
        until(lambda: far.panel.accepted)
        beside.stop()
        assert far.lamps.tolist() == (15 * lit).tolist()


@pytest.mark.slow
def test_a_port_that_isn_t_there_is_told_and_the_deck_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(tmp_path, "--panel", str(tmp_path / "nothing")) == 0
    told = capsys.readouterr()
    assert "SHORT ONE" in told.out
    (line,) = told.err.splitlines()
    assert line.startswith(f"panel: {tmp_path / 'nothing'}: no such port")


def test_a_panel_that_can_t_be_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(tmp_path, "--panel", "menace=/dev/x") == 2
    told = capsys.readouterr()
    assert "only ibm704 has a panel here" in told.err
    assert told.out == ""
