"""A real panel at an exhibit, over a pseudo-terminal with the simulated panel at its end."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from devices.panel.lamps import four_bits
from devices.panel.layout import Control, PanelLayout
from devices.refusal import RefusedError
from machines.exhibit.exhibit import Event
from machines.museum.panel import adapter as panel_link
from machines.museum.panel.adapter import (
    Kept,
    PanelAdapter,
    act_of,
    meaning_of,
    named,
    position,
    stands,
)
from machines.museum.panel.options import PanelOptions, check_panels, one_panel, read_panel
from machines.storage.registry import EXHIBITS, find_exhibit, layout_of, make_exhibit, make_room
from tests.machines.menace import bench
from tests.machines.museum.panel.panel_rig import rig
from tests.waiting import until

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)


def layouts() -> dict[str, PanelLayout]:
    return {one.name: layout_of(one.name) for one in EXHIBITS}


class Heard:
    """What a panel's link has told."""

    def __init__(self) -> None:
        self.moves: list[tuple[str, str, bool]] = []
        self.lines: list[str] = []

    def moved(self, exhibit: str, control: Control, down: bool) -> None:
        self.moves.append((exhibit, control.id, down))


@contextmanager
def linked(
    port: str, any_of_ours: bool = False, how: Kept = "thread"
) -> Iterator[tuple[PanelAdapter, Heard]]:
    """A link by a thread, which begins sooner than a process."""
    heard = Heard()
    others = layouts() if any_of_ours else None
    mine = layout_of("ibm704"), heard.moved, heard.lines.append
    link = PanelAdapter(port, "ibm704", *mine, others=others, how=how)
    link.start()
    try:
        yield link, heard
    finally:
        link.stop()


def ready(link: PanelAdapter) -> bool:
    """It is found, and how its switches stand is known."""
    return link.connected and len(link.down) == len(link.controls)


def test_the_panel_is_found_and_told_of_by_its_port() -> None:
    with rig() as far, linked(far.port) as (link, heard):
        until(lambda: ready(link))
        assert heard.lines == [f"{far.port}: panel ibm704, firmware 1.0"]
        assert link.says({}) == heard.lines[0]


def test_it_shows_the_very_bytes_in_four_bits() -> None:
    brightness = (np.arange(180) * 37 % 256).astype(np.uint8)
    with rig() as far, linked(far.port) as (link, _):
        link.show(brightness)
        until(lambda: (far.lamps == (brightness.astype(int) + 8) // 17).all())
        assert (four_bits(brightness) == far.lamps).all()


@pytest.mark.slow
def test_lamps_of_a_room_that_has_none_yet_change_nothing() -> None:
    with rig() as far, linked(far.port) as (link, _):
        link.show(np.full(180, 255, np.uint8))
        until(lambda: (far.lamps == 15).all())
        link.show(np.zeros(0, np.uint8))
        accepted = far.panel.accepted
        until(lambda: far.panel.accepted > accepted)
        assert (far.lamps == 15).all()


def test_every_move_of_a_switch_is_told_once() -> None:
    with rig() as far, linked(far.port) as (link, heard):
        until(lambda: ready(link))
        far.put("key.21")
        until(lambda: heard.moves)
        far.press("start")
        until(lambda: len(heard.moves) >= 3)
    assert heard.moves == [
        ("ibm704", "key.21", True),
        ("ibm704", "start", True),
        ("ibm704", "start", False),
    ]


def test_a_contact_that_chatters_is_muted_by_name_and_what_it_held_is_let_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with rig() as far, linked(far.port) as (link, heard):
        until(lambda: ready(link))
        for turn in range(30):
            at = far.controls["start"]
            far.put("start", turn % 2 == 0)
            until(lambda: far.panel.contacts.debounced[at] == (turn % 2 == 0))  # noqa: B023 - now
        until(link.muted)
        assert link.says({}) == "a contact chatters, muted until it rests: START"
        assert 0 < len(heard.moves) < 20
        assert heard.moves[-1] == ("ibm704", "start", False)
        far.put("key.21")
        until(lambda: heard.moves[-1] == ("ibm704", "key.21", True))
    assert "panel ibm704: START chatters" in caplog.text


def test_how_the_switches_stand_at_first_is_no_act() -> None:
    with rig() as far:
        far.put("key.21")
        far.put("start")
        until(lambda: far.panel.contacts.debounced.sum() == 2)
        with linked(far.port) as (link, heard):
            until(lambda: ready(link))
            assert link.down[far.controls["key.21"]]
            far.put("start", False)
            far.put("key.22")
            until(lambda: heard.moves)
            assert heard.moves == [("ibm704", "key.22", True)]
            far.put("start")
            until(lambda: len(heard.moves) > 1)
            assert heard.moves[1] == ("ibm704", "start", True)


def test_switches_that_stand_otherwise_are_told_until_they_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(panel_link, "FOUND_S", 0.0)
    monkeypatch.setattr(panel_link, "DIFFERS_S", 0.0)
    with rig() as far, linked(far.port) as (link, _):
        until(lambda: ready(link))
        stand = {"console.key.21": 1, "console.lever": 0}
        assert link.says(stand) == "KEY 21: panel up, machine down"
        assert link.says({**stand, "console.lever": 1}) == (
            "LEVER: panel down, machine up; KEY 21: panel up, machine down"
        )
        keys = {f"console.key.{k}": 1 for k in range(1, 36)}
        assert link.says(keys).endswith("KEY 3: panel up, machine down; 32 more")
        assert link.says(None) == ""
        far.put("key.21")
        until(lambda: link.down[far.controls["key.21"]])
        assert link.says(stand) == ""


def test_a_switch_on_its_way_is_not_told_as_standing_otherwise() -> None:
    with rig() as far, linked(far.port) as (link, _):
        until(lambda: ready(link))
        assert "KEY" not in link.says({"console.key.21": 1})
        until(lambda: "KEY 21" in link.says({"console.key.21": 1}))


def test_another_exhibit_s_panel_is_served_as_that_where_none_was_named() -> None:
    with rig("menace") as far, linked(far.port, any_of_ours=True) as (link, heard):
        until(lambda: link.exhibit == "menace" and ready(link))
        far.put("drawer.17")
        until(lambda: heard.moves)
        assert heard.moves == [("menace", "drawer.17", True)]
        assert heard.lines == [f"{far.port}: panel menace, firmware 1.0"]
        link.show(np.full(304, 255, np.uint8))
        until(lambda: (far.lamps == 15).all())


def test_another_exhibit_s_panel_is_refused_where_one_was_named() -> None:
    with rig("menace") as far, linked(far.port) as (link, heard):
        until(lambda: heard.lines)
        (line,) = heard.lines
        assert line.startswith(f"{far.port}: is panel menace with 304 lamps and 317 switches")
        assert "expected ibm704 with 180 lamps and 62 switches" in line
        assert link.says({}) == line


@pytest.mark.slow
def test_a_link_s_process_that_is_killed_is_told_and_begun_again() -> None:
    with rig() as far, linked(far.port, how="process") as (link, heard):
        link.show(np.full(180, 255, np.uint8))
        until(lambda: ready(link) and (far.lamps == 15).all())
        (process,) = multiprocessing.active_children()
        link.down.clear()  # then it is ready when the new one has heard how they stand
        process.kill()
        until(lambda: len(heard.lines) > 1)
        assert not link.connected
        assert heard.lines[1] == (
            f"{far.port}: the process that spoke with it has ended; trying again"
        )
        assert link.says({}) == heard.lines[1]
        far.lamps[:] = 0
        until(lambda: ready(link) and (far.lamps == 15).all())
        far.put("key.21")
        until(lambda: heard.moves)
        assert heard.moves == [("ibm704", "key.21", True)]
    assert heard.lines[2:] == [f"{far.port}: panel ibm704, firmware 1.0"]


def test_a_link_s_process_is_gone_when_it_is_stopped_even_at_once(tmp_path: Path) -> None:
    with linked(str(tmp_path / "port"), how="process"):
        pass
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_a_link_s_process_doesn_t_outlive_a_killed_run(tmp_path: Path) -> None:
    begin = (
        "import sys, time; from tests.machines.museum.panel.test_panel import linked\n"
        "if __name__ == '__main__':\n"
        f"    with linked({str(tmp_path / 'port')!r}, how='process') as (link, heard):\n"
        "        link.process.ready(30)\n"
        "        import multiprocessing\n"
        "        print(multiprocessing.active_children()[0].pid, flush=True); time.sleep(60)\n"
    )
    script = tmp_path / "begin.py"
    script.write_text(begin)
    root = Path(__file__).resolve().parents[4]
    with subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        child = int(run.stdout.readline())
        run.kill()

    def gone() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{child}/stat")
        return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z"

    until(gone)


def test_darken_leaves_no_lamp_lit() -> None:
    with rig() as far, linked(far.port) as (link, _):
        link.show(np.full(180, 255, np.uint8))
        until(lambda: (far.lamps == 15).all())
        link.darken()
        until(lambda: not far.lamps.any())


# -- what is asked for


def test_a_panel_is_a_port_or_an_exhibit_and_a_port() -> None:
    for text, asked in (
        ("/dev/ttyUSB0", PanelOptions("/dev/ttyUSB0")),
        ("auto", PanelOptions("auto")),
        ("menace=/dev/ttyUSB0", PanelOptions("/dev/ttyUSB0", "menace")),
        ("socket://host:1?a=b", PanelOptions("socket://host:1?a=b")),
        ("/dev/serial/by-id/usb=1", PanelOptions("/dev/serial/by-id/usb=1")),
        ("menace=loop://", PanelOptions("loop://", "menace")),
    ):
        assert read_panel(text) == asked


def test_what_can_t_be_asked_for_is_refused() -> None:
    refused: tuple[tuple[list[str], str | None, str], ...] = (
        (["foo=/dev/x"], None, "no such exhibit 'foo'; there are ibm704, menace, pegasus, mor"),
        (["menace="], None, "names no port; expected PORT or EXHIBIT=PORT"),
        (["/dev/x", "menace=/dev/x"], None, "/dev/x is named twice"),
        ([], "r.jsonl", "keeps the talk with one panel; name one"),
        (["/dev/x"], "/no/such/folder/r.jsonl", "/no/such/folder"),
    )
    for texts, record, said in refused:
        with pytest.raises(RefusedError, match=said):
            check_panels(texts, record)


def test_a_run_has_only_its_own_exhibit_s_panel() -> None:
    assert one_panel(["ibm704=/dev/x"], None, "ibm704") == PanelOptions("/dev/x", "ibm704")
    for texts in (["menace=/dev/x"], ["/dev/x", "/dev/y"]):
        with pytest.raises(RefusedError, match="only ibm704 has a panel here"):
            one_panel(texts, None, "ibm704")


# -- what a control means --------------------------------------------------------------------------


def control(exhibit: str, name: str) -> Control:
    return next(one for one in layout_of(exhibit).controls() if one.id == name)


def touched_events(exhibit: str, place: str) -> set[str]:
    """What the room's part sends for its controls."""
    room = make_room(find_exhibit(exhibit), layout_of(exhibit))
    found = next(one for one in room.places if one.name == place)
    return {found.event(touch.control) for touch in found.make().touches()}


def test_every_control_of_the_704_s_panel_is_the_screen_s_by_its_event() -> None:
    controls = layout_of("ibm704").controls()
    assert {meaning_of("ibm704", one).event for one in controls} == touched_events(
        "ibm704", "console"
    )


def test_the_pegasus_desk_s_keys_are_the_screen_s_and_its_knobs_turn_on_by_one() -> None:
    assert act_of("pegasus", control("pegasus", "run"), True) == ("desk.run", 1)
    assert act_of("pegasus", control("pegasus", "run"), False) == ("desk.run", 0)
    assert act_of("pegasus", control("pegasus", "nought"), True) == ("desk.nought", 1)
    assert act_of("pegasus", control("pegasus", "nought"), False) is None


def test_a_drawer_that_is_drawn_out_shows_its_box_as_a_touch_of_it_does() -> None:
    drawer = control("menace", "drawer.200")
    assert act_of("menace", drawer, True) == ("cabinet.box", 200)
    assert act_of("menace", drawer, False) is None


def test_a_bead_from_a_cup_is_the_visitor_s_mark_on_its_colour_s_square() -> None:
    menace = bench.exhibit()
    for name in ("new", "run"):
        act = act_of("menace", control("menace", name), True)
        assert act is not None
        if name == "new":
            bench.act(menace, *act)
    shown = bench.until(menace, "visitor")
    free = shown.board.moves[-1]
    act = act_of("menace", control("menace", f"bead.{free}"), True)
    assert act is not None
    bench.act(menace, *act)
    assert bench.scene(menace).marks[-1] == free


def test_no_control_of_a_shipped_panel_is_unknown_to_its_exhibit() -> None:
    for spec in EXHIBITS:
        made = make_exhibit(spec)
        units = tuple(f"{name}." for name in made.units)
        for one in layout_of(spec.name).controls():
            act = act_of(spec.name, one, True)
            assert act is not None, one
            assert not act[0].startswith(units), one
            try:
                made.operate(Event(spec.name, *act, 0))
            except RefusedError as refusal:
                assert "no such" not in str(refusal)


def test_only_what_latches_in_two_places_can_stand_otherwise() -> None:
    table: tuple[tuple[str, str, dict[str, int], bool | None], ...] = (
        ("ibm704", "key.21", {"console.key.21": 1}, True),
        ("ibm704", "key.21", {"console.key.21": 0}, False),
        ("ibm704", "start", {"console.start": 1}, None),
        ("ibm704", "key.21", {}, None),
        ("pegasus", "run", {"desk.run": 1}, True),
        ("pegasus", "nought", {"desk.nought": 3}, None),
        ("menace", "run", {"table.run": 1}, True),
        ("menace", "drawer.1", {"cabinet.box": 1}, None),
    )
    for exhibit, name, controls, machine in table:
        told = stands(exhibit, control(exhibit, name), controls)
        assert told is machine, (exhibit, name, controls)


def test_a_lever_that_is_on_is_up_and_a_key_that_is_on_is_down() -> None:
    assert position(control("ibm704", "lever"), True) == "up"
    assert position(control("ibm704", "key.S"), True) == "down"
    assert named(control("ibm704", "load_cards")) == "LOAD CARDS"
