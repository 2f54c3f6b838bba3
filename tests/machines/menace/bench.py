"""The matchbox table worked by a program: for the tests of the exhibit and its fuzz."""

from functools import cache

import numpy as np
import pytest

from devices.panel.layout import PanelLayout, read_layout
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event
from machines.menace.build import build
from machines.menace.exhibit import Menace
from machines.menace.scene import OPPONENTS, MenaceScene
from machines.menace.state import TableState
from machines.storage.program import ASSETS

LONG_US = 60_000_000
"""More than a play takes between two moves of a visitor."""


@cache
def layout() -> PanelLayout:
    path = ASSETS / "panels" / "menace.toml"
    return read_layout(path.read_bytes(), path.name)


def exhibit(seed: int = 1961, **settings: int) -> Menace:
    """A table in the morning; ``settings`` are acts at the table, as ``build=3``."""
    made = Menace(layout(), seed)
    for control, value in settings.items():
        act(made, f"table.{control}", value)
    return made


def act(menace: Menace, control: str, value: int | str = 1) -> None:
    menace.operate(Event(menace.name, control, value, menace.now_us))


def scene(menace: Menace) -> MenaceScene:
    found = menace.view().scene
    assert isinstance(found, MenaceScene)
    return found


def until(menace: Menace, *phases: str, most_us: int = LONG_US) -> MenaceScene:
    """On to one of these phases, from one due thing to the next."""
    end = menace.now_us + most_us
    while menace.table.state.play.phase not in phases:
        due = menace.table.due_us()
        assert due is not None, f"it waits in {menace.table.state.play.phase}"
        assert menace.now_us < end
        menace.advance(due)
    return scene(menace)


def play(menace: Menace, opponent: str = "visitor", choice: int = 0) -> MenaceScene:
    """A whole play; a visitor takes the free square number ``choice`` of those that there are."""
    act(menace, "table.opponent", OPPONENTS.index(opponent))
    act(menace, "table.new")
    while until(menace, "visitor", "over").phase == "visitor":
        free = scene(menace).board.moves
        act(menace, f"board.square.{free[choice % len(free)]}")
    return scene(menace)


def refused(menace: Menace, control: str, value: int | str = 1) -> str:
    """The refusal of an act that changes nothing but the reason."""
    before = digest(menace)
    menace.state.reason, reason = "", menace.state.reason
    with pytest.raises(RefusedError) as error:
        act(menace, control, value)
    assert menace.view().reason == str(error.value)
    menace.state.reason = reason
    assert digest(menace) == before
    return str(error.value)


def empty(menace: Menace, boxes: range) -> None:
    """Move all beads of some boxes to the cups, as no play does."""
    cabinet = menace.table.cabinet
    for box in boxes:
        cabinet.cups += cabinet.beads[box - 1]
        cabinet.beads[box - 1] = 0
    menace.state.table.epoch += 1
    menace.state.table.stamp += 1


def digest(menace: Menace) -> str:
    return snapshot.digest(menace.snapshot())


def check(menace: Menace) -> None:
    """What must hold at every moment, whatever was done."""
    table = menace.table
    state: TableState = menace.state.table
    for cabinet in [state.cabinet] if state.other is None else [state.cabinet, state.other]:
        cabinet.check()
        assert cabinet.ledger().balances
        assert len({bead.number for bead in cabinet.on_board}) == len(cabinet.on_board)
    shown = scene(menace)
    assert shown.ledger.balances
    assert (
        len(shown.results)
        == state.book.plays
        == table.score.wins + table.score.draws + int((shown.results == -1).sum())
    )
    assert shown.board.ply == len(shown.marks)
    assert (shown.lasts_us > 0) == (table.due_us() is not None)
    assert 0 <= shown.phase_us < max(shown.lasts_us, 1)
    held = np.array(shown.history[-1][1])
    if shown.phase in ("idle", "over", "declined"):
        assert not state.cabinet.on_board
        assert held.tolist() == shown.beads[shown.shown - 1].tolist()
    after = [number for number, _ in shown.history]
    assert after == sorted(after)
    numbers = [play.number for play in menace.plays_since(0)]
    assert numbers == list(range(1, state.book.number + 1))
    assert all(0 <= change.plays <= state.book.plays + 1 for change in shown.changes)
    assert build(shown.build).side == shown.side
