"""``main.py panel test|record|replay``, and what a record holds."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)

from devices.link.frames import (
    VERSION,
    Ack,
    Delta,
    Fault,
    Hello,
    Keyframe,
    PanelHello,
    Ping,
    Sent,
    Switches,
    encode,
    pack,
    pack_switches,
)
from devices.refusal import RefusedError
from machines import commands
from machines.museum.panel.self_test import LEVELS, steps, walk
from machines.museum.panel.wire_record import (
    WireRecorder,
    meaning,
    read_frames,
    read_record,
    recording,
)
from machines.storage.registry import EXHIBITS, layout_of
from tests.machines.museum.panel.panel_rig import Rig, rig
from tests.machines.museum.panel.test_runs import meanwhile
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("data")


def panel(*arguments: object) -> int:
    return commands.main(["panel", *map(str, arguments)])


# -- test


def test_the_walk_lights_every_lamp_alone_then_all_at_each_level_then_none() -> None:
    for one in EXHIBITS:
        layout = layout_of(one.name)
        walked = list(walk(layout, 0.1))
        count = len(layout.lamps())
        assert len(walked) == steps(layout), one.name
        alone = np.array([levels for _, levels, _ in walked[:count]])
        assert (alone == 15 * np.eye(count)).all(), one.name
        assert [what for what, _, _ in walked[:2]] == [
            f"lamp {k}, {layout.lamps()[k].id}" for k in (0, 1)
        ]
        levels = [set(shown.tolist()) for _, shown, _ in walked[count:]]
        assert levels == [*({level} for level in range(LEVELS)), {0}], one.name


@pytest.mark.slow
def test_the_panel_s_lamps_are_walked_and_its_switches_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lit: set[str] = set()

    def operate(far: Rig) -> None:
        until(lambda: far.panel.accepted > 20)
        far.press("start")
        far.put("key.21")
        while far.panel.accepted < 150:
            lit.update(far.lit())

    with rig() as far, meanwhile(lambda: operate(far)) as wrong:
        assert panel("test", far.port, "--step", "0.02", "--switches", "0.2") == 0
        until(lambda: not far.lamps.any())
    assert wrong == []
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[:3] == [
        "switch 13, START: pressed",
        "switch 13, START: let go",
        "switch 47, KEY 21: down",
    ]
    assert lines[3].startswith("not touched: POWER ON, DC ON, ")
    assert "START" not in lines[3].split(", ")
    assert lines[-1] == "RESULT panel=ibm704 firmware=1.0 lamps=180 switches=62 touched=2"
    assert told.err.splitlines()[0] == f"panel: {far.port}: panel ibm704, firmware 1.0"
    assert len(lit) > 50


@pytest.mark.slow
def test_the_test_ends_when_every_switch_was_touched(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def operate(far: Rig) -> None:
        until(lambda: far.panel.accepted > 20)  # by then it has said how its switches stand
        for name in far.controls:
            far.put(name)

    with rig("pegasus") as far, meanwhile(lambda: operate(far)) as wrong:
        assert panel("test", far.port, "--step", "0.02", "--switches", "20") == 0
    assert wrong == []
    count = len(layout_of("pegasus").controls())
    assert f"switches={count} touched={count}" in capsys.readouterr().out.splitlines()[-1]


def test_what_can_t_be_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (("test", "/dev/nowhere", "--wait", "0.2"), "/dev/nowhere: no panel answered within 0.2 s"),
        (("test", "/dev/x", "--step", "never"), "--step: 'never'; expected seconds"),
        (("record", "/no/folder/x", "/dev/x"), "/no/folder"),
        (("replay", "/no/such/record"), "there is no such file"),
    ):
        assert panel(*arguments) == 2
        told = capsys.readouterr()
        assert said in told.err.splitlines()[-1]
        assert told.out == "", arguments


@pytest.mark.slow
def test_ctrl_c_in_the_walk_is_130(tmp_path: Path) -> None:
    with rig() as far:
        child = subprocess.Popen(
            [sys.executable, "main.py", "panel", "test", far.port, "--step", "5"],
            cwd=Path(__file__).resolve().parents[4],
            stderr=subprocess.PIPE,
        )
        until(lambda: far.lamps.any())
        os.kill(child.pid, 2)
        assert child.wait(20) == 130
        assert child.stderr is not None
        assert b"Traceback" not in child.stderr.read()
        child.stderr.close()


# -- record and replay


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A second of talk with a panel, recorded."""
    place = tmp_path / "talk.jsonl"
    with rig() as far:
        assert panel("record", place, far.port, "--for", "1") == 0
    return place


@pytest.mark.slow
def test_a_talk_is_recorded_and_printed_with_times(
    talk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = talk
    frames = read_record(place)
    assert len(frames) > 10
    capsys.readouterr()
    assert panel("replay", place) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(frames)
    assert lines[0].split() == [
        "0.0000", "host", "HELLO", "seq", "0,", "version", "1,", "layout", "e7a98c4e",
    ]  # fmt: skip
    assert any("ibm704 1.0, layout e7a98c4e, 180 lamps, 62 switches" in line for line in lines)


@pytest.mark.slow
def test_a_replay_says_to_a_panel_what_the_host_said(
    talk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = talk
    with rig() as other:
        assert panel("replay", place, other.port) == 0
        assert other.panel.accepted > 5
    lines = capsys.readouterr().out.splitlines()
    hosts = [frame for frame in read_record(place) if frame.sender == "host"]
    assert sum(" host " in line for line in lines) == len(hosts)
    assert sum(" panel  ACK " in line for line in lines) > 5
    assert panel("replay", place, tmp_path / "nothing") == 2
    assert f"{tmp_path / 'nothing'}: no such port" in capsys.readouterr().err


def test_every_frame_is_told_in_words() -> None:
    means: tuple[tuple[Sent, str], ...] = (
        (Hello(VERSION, b"abcd"), "HELLO seq 7, version 1, layout 61626364"),
        (Keyframe(pack(np.array([0, 15, 0, 1], np.uint8))), "KEYFRAME seq 7, 2 lit"),
        (Delta(6, ((3, 9), (12, 0))), "DELTA seq 7, on 6: 3=9 12=0"),
        (Delta(6, ()), "DELTA seq 7, on 6: nothing"),
        (Ping(), "PING seq 7"),
        (
            PanelHello(VERSION, b"abcd", 180, 62, 1, 2, "mine"),
            "HELLO seq 7, version 1, mine 1.2, layout 61626364, 180 lamps, 62 switches",
        ),
        (
            Switches(4, pack_switches(np.arange(9) % 4 == 0)),
            "SWITCHES seq 7, 4 edges, down: 0 4 8",
        ),
        (Switches(0, b"\0"), "SWITCHES seq 7, 0 edges, down: none"),
        (Ack(3), "ACK seq 7 of seq 3"),
        (Fault(5, 3), "FAULT seq 7, code 5, about seq 3"),
    )
    for message, told in means:
        assert meaning(encode(message, 7)) == told


def test_what_is_no_frame_is_told_as_such() -> None:
    for wire, told in (
        (b"\x05\x01\x02\x03\x04\x00", "no frame: wrong check sum"),
        (b"\x09\x01\x00", "no frame: can't be unstuffed"),
        (b"\x01" * 300 + b"\x00", "no frame: too long"),
        (b"\x01\x02", "no frame: not ended"),
    ):
        assert meaning(wire) == told


def test_a_recorder_takes_frames_in_any_pieces_both_ways_at_once() -> None:
    lines: list[str] = []
    recorder = WireRecorder(lines.append)
    ping, ack = b"\x00" + encode(Ping(), 1), encode(Ack(1), 2)
    for at, byte in enumerate(ping + ping):
        recorder("host", at, bytes((byte,)))
        recorder("panel", at, ack[at : at + 1])
    assert json.loads(lines[0]) == {"record": 1}
    frames = [frame for line in lines for frame in read_frames(line)]
    assert [(one.sender, one.wire) for one in frames] == [
        ("host", ping[1:]),
        ("panel", ack),
        ("host", ping[1:]),
    ]


def test_a_board_without_an_end_to_what_it_says_doesn_t_fill_the_memory() -> None:
    lines: list[str] = []
    recorder = WireRecorder(lines.append)
    for _ in range(50):
        recorder("panel", 0, b"\x55" * 1000)
    assert len(lines) == 1 + 50_000 // 4096


def test_what_is_no_record_is_refused_by_its_line(tmp_path: Path) -> None:
    place = tmp_path / "r.jsonl"
    for text, said in (
        (b"", "line 1: doesn't open a record"),
        (b"hello\n", "line 1: doesn't open a record"),
        (b'{"record": 9}\n', "line 1: is of record format 9; expected 1"),
        (b'{"record": 1}\n{"at_us": 1}\n', "line 2: is no frame"),
        (
            b'{"record": 1}\n{"at_us":1,"from":"host","hex":"zz","means":""}\n',
            "line 2: is no frame",
        ),
        (
            b'{"record": 1}\n{"at_us":1,"from":"me","hex":"00","means":""}\n',
            "line 2: is no frame",
        ),
        (b'{"record": 1}\n\xff\n', "line 2: is no frame"),
    ):
        place.write_bytes(text)
        with pytest.raises(RefusedError, match=said):
            read_record(place)


def test_a_record_whose_last_line_was_torn_is_read_up_to_it(tmp_path: Path) -> None:
    place = tmp_path / "r.jsonl"
    with recording(str(place)) as tap:
        assert tap is not None
        tap("host", 1, encode(Ping(), 1))
    place.write_bytes(place.read_bytes() + b'{"at_us":2,"fr')
    (frame,) = read_record(place)
    assert (frame.at_us, frame.means) == (1, "PING seq 1")
