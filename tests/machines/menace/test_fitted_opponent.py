"""The opponent fitted to Fig. 4: the printed variants, beads that are there, its results."""

import numpy as np
import pytest

from machines.games.noughts.symmetry import TURNED
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.fitted_opponent import PLAYS, fitted_player, tournament_of_1961
from machines.menace.opponents import CHANGES, VARIANTS


@pytest.mark.slow
def test_a_tournament_has_220_plays_and_no_bead_is_lost() -> None:
    cabinet = Cabinet.new("304")
    played = tournament_of_1961(cabinet, generator_state(1))
    assert len(played.records) == PLAYS == played.wins + played.draws + played.losses
    assert cabinet.ledger().balances
    again = tournament_of_1961(Cabinet.new("304"), generator_state(1))
    assert (again.records == played.records).all()


def test_a_corner_is_answered_with_the_variant_that_is_due() -> None:
    played = tournament_of_1961(Cabinet.new("304"), generator_state(2))
    corners = 0
    for game in range(PLAYS):
        moves = [int(digit) for digit in played.moves(game)]
        if moves[0] not in (1, 3, 5, 7):
            continue
        corners += 1
        variant = next(v for first, v in reversed(CHANGES) if first <= game + 1)
        turns = [turn for turn in range(len(TURNED)) if TURNED[turn][1] == moves[0]]
        assert moves[1] in {TURNED[turn][VARIANTS[variant]] for turn in turns}
    assert corners > 20


@pytest.mark.slow
def test_it_loses_more_where_it_dares_more() -> None:
    careful, daring = (
        np.mean(
            [
                tournament_of_1961(Cabinet.new("304"), generator_state(seed), *chances).wins
                for seed in range(20)
            ]
        )
        for chances in ((1.0, 1.0), (1.0, 0.2))
    )
    assert daring > careful + 20
    assert fitted_player(0, 1.0) is fitted_player(0, 1.0)


@pytest.mark.parametrize("variant", range(5))
def test_each_variant_leaves_every_other_reply_as_it_is(variant: int) -> None:
    differ = (fitted_player(variant, 1.0).beads != fitted_player((variant + 1) % 5, 1.0).beads).any(
        axis=1
    )
    assert differ.sum() == 1  # the box whose board is a corner alone
