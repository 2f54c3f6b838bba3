"""The museum's caretaker: the file is followed while the museum is open, and the machines rest."""

import logging
import os
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from devices.screen.ui_text import read_language
from machines.commands._museum_window import RECORD, find_language, open_rooms, panel_ports
from machines.museum.controller import StartupOptions
from machines.museum.curator.caretaker import MuseumCaretaker
from machines.museum.curator.settings import MuseumSettings, read_settings
from machines.museum.curator.settings_file import NAME
from tests.machines.museum.curator.test_settings import GOOD, mutations
from tests.machines.museum.visit import Visit

ROOT = Path(__file__).resolve().parents[4]
MONDAY, TUESDAY = datetime(2026, 11, 23, 12), datetime(2026, 11, 24, 12)


class Clock:
    """Local time and a clock, both the test's."""

    def __init__(self, today: datetime) -> None:
        self.today, self.seconds = today, 0.0


def caretaker(folder: Path, clock: Clock) -> MuseumCaretaker:
    return MuseumCaretaker(folder, None, lambda: clock.today, lambda: clock.seconds)


def test_it_keeps_the_hours(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(GOOD)
    clock = Clock(MONDAY)
    one = caretaker(tmp_path, clock)
    assert not one.is_open()
    clock.today, clock.seconds = TUESDAY, 2.0
    assert one.is_open()


def test_hours_volume_and_texts_are_taken_within_a_minute(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(GOOD)
    clock = Clock(TUESDAY)
    one = caretaker(tmp_path, clock)
    assert one.is_open() and one.volume() == 0.4 and not one.words_changed()
    changed = GOOD.replace(b"10:00-18:00", b"13:00-18:00").replace(b"= 40", b"= 7")
    changed = changed.replace(b"7040", b"1959").replace(b"nebenan", b"im anderen Raum")
    (tmp_path / NAME).write_bytes(b"visitors.may_reset = []\n" + changed)
    assert one.may_reset("menace") and one.code == "7040"
    clock.seconds = 59.0
    assert one.is_open()
    clock.seconds = 61.0
    assert not one.is_open() and one.volume() == 0.07
    assert not one.may_reset("menace") and one.code == "1959"
    assert one.words_changed() and not one.words_changed()
    placard = one.read_words("de").placard("menace")
    assert placard is not None and placard.text == "Unsere Schachteln stehen im anderen Raum."


def test_a_mistake_that_comes_while_it_is_open_changes_nothing_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / NAME).write_bytes(GOOD)
    clock = Clock(TUESDAY)
    one = caretaker(tmp_path, clock)
    (tmp_path / NAME).write_bytes(GOOD.replace(b"= 40", b"= 4000"))
    with caplog.at_level(logging.ERROR):
        for minute in range(1, 4):
            clock.seconds = 61.0 * minute
            assert one.is_open() and one.volume() == 0.4
    assert len(caplog.records) == 1
    assert capsys.readouterr().err.count("line 10: sound.volume: 4000") == 1
    assert one.used.problems


def test_own_texts_stand_in_their_language_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(GOOD)
    one = caretaker(tmp_path, Clock(TUESDAY))
    own, before = one.read_words("de").placard("menace"), read_language("de").placard("menace")
    assert own is not None and before is not None
    assert own.text == "Unsere Schachteln stehen nebenan." and own.title == before.title
    assert one.read_words("en").placard("menace") == read_language("en").placard("menace")


def test_the_rooms_are_those_of_the_file_in_its_order() -> None:
    told = read_settings(GOOD, NAME)
    assert [one.name for one in open_rooms(told, None)] == ["menace", "ibm704"]
    assert [one.name for one in open_rooms(told, "morph")] == ["menace", "ibm704", "morph"]
    assert [one.name for one in open_rooms(told, "plan")] == ["menace", "ibm704"]


def test_panels_of_rooms_that_are_not_open_are_left_out() -> None:
    text = (
        b'[rooms]\nopen = ["menace"]\n[panels]\nports = ["ibm704=/dev/a", "menace=/dev/b", "auto"]'
    )
    told = read_settings(text, NAME)
    assert panel_ports(told, open_rooms(told, None)) == ["menace=/dev/b", "auto"]
    assert panel_ports(MuseumSettings(), open_rooms(MuseumSettings(), None)) == []


def test_the_command_line_goes_before_the_file() -> None:
    assert find_language("fr", "de", ("de", "en")) == "fr"
    assert find_language(None, "fr", ("de", "en")) == "de"
    assert find_language(None, "en", ("de", "en")) == "en"


@pytest.mark.slow
def test_while_the_museum_is_closed_no_time_passes_and_no_demonstration_begins(
    tmp_path: Path,
) -> None:
    one = Visit(tmp_path, StartupOptions(demo="idle"))
    one.act("console.start")
    one.until(lambda view: view.now_us > 0)
    one.house.rest(True)
    time.sleep(0.15)
    view = one.house.view("counter")
    assert view is not None
    stood = view.now_us
    one.house.idle()
    time.sleep(0.15)
    view = one.house.view("counter")
    assert view is not None and view.now_us == stood and one.house.leads() is None
    one.house.rest(False)
    one.until(lambda view: view.now_us > stood)
    assert one.house.close()


def cpu_to_open(folder: Path, *arguments: str) -> float:
    """CPU seconds of a museum that is closed as soon as its window says something.

    Not the seconds that pass, which depend on what else the computer does.
    """
    said = folder / "said"
    said.unlink(missing_ok=True)
    began, before = time.monotonic(), os.times()
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with subprocess.Popen(
        [sys.executable, "main.py", "museum", "--data", str(folder), "--fresh", *arguments],
        cwd=ROOT,
        env={**env, RECORD: str(said)},
        stderr=subprocess.PIPE,
    ) as museum:
        while not said.exists() or not said.stat().st_size:
            assert museum.poll() is None and time.monotonic() - began < 60
            time.sleep(0.02)
        museum.send_signal(signal.SIGINT)
        assert museum.wait(60) == 130
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


@pytest.mark.soak
@pytest.mark.timeout(5400)
@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such signal")
def test_the_museum_opens_with_any_mutated_file_within_the_usual_time(tmp_path: Path) -> None:
    usual = max(cpu_to_open(tmp_path) for _ in range(3))
    took = []
    for k, data in enumerate(mutations(500)[:: int(os.environ.get("MATCHBOX704_EACH", "25"))]):
        (tmp_path / NAME).write_bytes(data)
        took.append(cpu_to_open(tmp_path))
        assert took[-1] < 2 * usual + 1, (k, data)
    mean, slowest = sum(took) / len(took), max(took)
    print(f"usual {usual:.1f} s; {len(took)} files: mean {mean:.1f} s, at most {slowest:.1f} s")
