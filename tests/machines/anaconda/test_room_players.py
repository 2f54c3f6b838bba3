"""Who sits at Anaconda's board: the player that ships with its run's curve, Samuel's program."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda.exhibit import PLIES, AnacondaExhibit
from machines.anaconda.network import new_network
from machines.anaconda.room_players import history_bytes, load_shipped_players, samuel, seats_for
from machines.anaconda.state import History
from machines.exhibit.exhibit import Event
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves
from tests.machines.anaconda.picture.test_room import LAYOUT

NETWORK = new_network(np.random.default_rng(3))


def test_what_ships_is_read_back_and_what_is_cut_is_named() -> None:
    history = History((1.0, 2.0), (0.5, 0.6), (0.05, 0.06), 1, (3, -2), (True, False))
    network, curves = NETWORK.to_bytes(), history_bytes(history)
    seats = load_shipped_players(network, curves)
    assert seats.history == history
    assert {plies: one.plies for plies, one in seats.anaconda.items()} == {n: n for n in PLIES}
    assert all(one.network == NETWORK for one in seats.anaconda.values())
    with pytest.raises(RefusedError, match=r"anaconda\.history"):
        load_shipped_players(network, curves[:-3])
    with pytest.raises(RefusedError, match=r"anaconda\.network"):
        load_shipped_players(network[:99], curves)


def test_samuels_program_sits_down_at_every_depth() -> None:
    start = Position.start()
    for plies in PLIES:
        move = samuel(plies).choose(start, np.random.default_rng(0))
        assert move in legal_moves(start)


def test_anaconda_meets_the_checkers_program_in_the_room() -> None:
    one = AnacondaExhibit(LAYOUT, seats_for(NETWORK, History()))
    one.operate(Event("anaconda", "pc.samuel", 1, 0))
    one.advance(20_000_000)
    assert len(one.state.moves) > 10
    first = samuel(4).choose(Position.start(), np.random.default_rng(0))
    assert one.state.moves[0] == first
