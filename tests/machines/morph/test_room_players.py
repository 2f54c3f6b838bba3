"""Who sits at Morph's board: the Morph that ships, with the curves of its run."""

import pytest

from devices.refusal import RefusedError
from machines import registry
from machines.app.exhibits import make_exhibit
from machines.morph.exhibit import MorphExhibit
from machines.morph.growth import Growth
from machines.morph.learner import Learner
from machines.morph.room_players import history_bytes, shipped_seats


def test_the_shipped_morph_stands_with_the_curves_of_its_run() -> None:
    one = make_exhibit(registry.find_exhibit("morph"))
    assert isinstance(one, MorphExhibit)
    assert one.learner.games == one.state.growth.games > 1_000
    assert len(one.learner) > 2_000


def test_what_ships_is_read_back_and_what_is_cut_is_named() -> None:
    growth = Growth()
    growth.add(9, 0.2, 60, 0.1, 0.5)
    database, history = Learner().to_bytes(), history_bytes(growth)
    seats = shipped_seats(database, history)
    assert seats.growth.games == seats.growth.drawn == 1
    assert len(seats.read(seats.trained)) == 0
    with pytest.raises(RefusedError, match=r"morph\.history"):
        shipped_seats(database, history[:-3])
    seats = shipped_seats(database[:-3], history)
    with pytest.raises(RefusedError, match=r"morph\.database"):
        seats.read(seats.trained)
