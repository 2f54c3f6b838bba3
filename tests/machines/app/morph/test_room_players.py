"""Who sits at Morph's board: the files that ship, a run's curves."""

from pathlib import Path

import pytest

from devices.panel.layout import read_layout
from devices.refusal import RefusedError
from machines.app.morph.databases import SHIPPED
from machines.app.morph.room_players import HISTORY, history_bytes, shipped_exhibit, shipped_seats
from machines.app.program import ASSETS
from machines.morph.growth import Growth
from machines.morph.learner import Learner

LAYOUT = read_layout((ASSETS / "panels" / "morph.toml").read_bytes(), "morph.toml")


def test_the_shipped_morph_stands_with_the_curves_of_its_run() -> None:
    one = shipped_exhibit(LAYOUT)
    assert one.learner.games == one.state.growth.games > 1_000
    assert len(one.learner) > 2_000


def test_what_ships_is_read_back_and_what_is_missing_or_cut_is_named(tmp_path: Path) -> None:
    database = tmp_path / SHIPPED.name
    curves = database.with_suffix(HISTORY)
    database.write_bytes(Learner().to_bytes())
    with pytest.raises(RefusedError, match=r"morph\.history"):
        shipped_seats(database)
    growth = Growth()
    growth.add(9, 0.2, 60, 0.1, 0.5)
    curves.write_bytes(history_bytes(growth))
    seats = shipped_seats(database)
    assert seats.growth.games == seats.growth.drawn == 1
    assert len(seats.read(seats.trained)) == 0
    curves.write_bytes(history_bytes(growth)[:-3])
    with pytest.raises(RefusedError, match=r"morph\.history"):
        shipped_seats(database)
    curves.write_bytes(history_bytes(growth))
    database.write_bytes(Learner().to_bytes()[:-3])
    seats = shipped_seats(database)
    with pytest.raises(RefusedError, match=r"morph\.database"):
        seats.read(seats.trained)
