"""Who sits at Morph's board: the Morph that ships, with the curves of its run."""

import pytest

from devices.refusal import RefusedError
from machines.morph.exhibit import MorphExhibit, history_bytes, read_database, read_history
from machines.morph.growth import Growth
from machines.morph.learner import Learner
from machines.storage import registry
from machines.storage.registry import make_exhibit


@pytest.mark.slow
def test_the_shipped_morph_stands_with_the_curves_of_its_run() -> None:
    one = make_exhibit(registry.find_exhibit("morph"))
    assert isinstance(one, MorphExhibit)
    assert one.learner.games == one.state.growth.games > 1_000
    assert len(one.learner) > 2_000


def test_what_ships_is_read_back_and_what_is_cut_is_named() -> None:
    growth = Growth()
    growth.add(9, 0.2, 60, 0.1, 0.5)
    database, history = Learner().to_bytes(), history_bytes(growth)
    read = read_history(history)
    assert read.games == read.drawn == 1
    assert len(read_database(database)) == 0
    with pytest.raises(RefusedError, match=r"morph\.history"):
        read_history(history[:-3])
    with pytest.raises(RefusedError, match=r"morph\.database"):
        read_database(database[:-3])
