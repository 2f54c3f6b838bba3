"""``main.py show``: the rooms as picture files, the same on any computer."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines import commands
from machines.commands import show
from machines.commands.show import Pressed, read_press
from machines.museum.window.window import Window
from machines.storage import registry
from tests.machines.commands.test_commands import PLAN


@pytest.fixture
def counters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A museum with nothing but a counter in it."""
    monkeypatch.setattr(registry, "EXHIBITS", PLAN)
    yield


def pictures(folder: Path) -> dict[str, str]:
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.usefixtures("counters")
def test_show_draws_the_same_pictures_each_time(tmp_path: Path) -> None:
    line = "show --headless --frames 12 --every 8 --size 800x480 --press console.start"
    for name in ("one", "two"):
        assert commands.main([*line.split(), "--snapshot", str(tmp_path / name)]) == 0
    one, two = pictures(tmp_path / "one"), pictures(tmp_path / "two")
    assert one == two
    assert sorted(one) == [
        "counter-00000.png",
        "counter-00008.png",
        "counter-00011.png",
        "floor-plan.png",
    ]
    assert len(set(one.values())) > 1  # its lamps change


@pytest.mark.slow
def test_show_draws_every_exhibit_or_the_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tuple(replace(PLAN[0], name=name) for name in ("left", "right"))
    monkeypatch.setattr(registry, "EXHIBITS", plan)
    monkeypatch.setattr(show, "_settle", lambda window: None)  # only names are looked at
    monkeypatch.setattr(Window, "snapshot", lambda window, path: Path(path).touch())
    line = ["show", "--headless", "--size", "800x480", "--snapshot"]
    assert commands.main([*line, str(tmp_path / "all")]) == 0
    names = ["floor-plan.png", "left-00000.png", "right-00000.png"]
    assert sorted(pictures(tmp_path / "all")) == names
    assert commands.main([*line, str(tmp_path / "one"), "--exhibit", "right"]) == 0
    assert sorted(pictures(tmp_path / "one")) == ["floor-plan.png", "right-00000.png"]
    assert commands.main([*line, str(tmp_path / "plan"), "--exhibit", "plan"]) == 0
    assert sorted(pictures(tmp_path / "plan")) == ["floor-plan.png", "plan-00000.png"]


@pytest.mark.slow
@pytest.mark.usefixtures("counters")
def test_show_tells_what_was_refused(capsys: pytest.CaptureFixture[str]) -> None:
    acts = ["--press", "console.start=1", "--press", "console.start=1"]
    assert commands.main(["show", "--headless", "--size", "800x480", *acts]) == 0
    assert capsys.readouterr().err == "refused: START: it counts already\n"


def test_an_act_is_pressed_and_let_go_or_set() -> None:
    assert read_press("console.start@9") == (
        Pressed(9, "console.start", 1),
        Pressed(10, "console.start", 0),
    )
    assert read_press("console.key.35=1") == (Pressed(0, "console.key.35", 1),)


def test_another_act_is_refused() -> None:
    for text in ("start", "console.start@x", "console.key.1=up", "", "@3"):
        with pytest.raises(RefusedError, match="is no act; expected CONTROL"):
            read_press(text)


def test_show_refuses_what_makes_no_picture() -> None:
    parser = commands.make_parser()
    for line in ("--frames 0", "--every 0", "--exhibit attic", "--size big"):
        with pytest.raises(RefusedError):
            show.run(parser.parse_args(["show", "--headless", *line.split()]))
