"""Rote learning's games: which boards are saved, and how its end games begin."""

from dataclasses import replace
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.run_record import RunMetadata
from machines.laboratory.samuel.files import (
    LEARNING,
    MACHINE,
    SERIES,
    VERSION,
    packed,
    study_of,
)
from machines.laboratory.samuel.studies import RoteStudy, two_kings_against_one
from machines.samuel.player import settings_at
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings
from machines.storage.run_store import new_run
from tests.naive.king_endings import placings

QUICK = replace(settings_at(2), alpha_beta=0)
OPENING = 3


def study(kind: str, seed: int = 1, settings: ProgramSettings = QUICK) -> RoteStudy:
    return RoteStudy.begin(seed, settings, (kind,), Polynomial.standard())


@pytest.mark.parametrize(("kind", "forced"), [("self", OPENING), ("frozen", OPENING)])
def test_every_board_of_a_game_is_saved_the_opponents_too(kind: str, forced: int) -> None:
    rote = study(kind)
    game = rote.play_game()
    assert rote.learning.memory.statistics.saved == len(game.moves) - forced > 20


def test_an_end_game_is_won_by_the_two_kings_or_drawn() -> None:
    rote = study("endings")
    games = [rote.play_game() for _ in range(40)]
    outcomes = [game.outcome for game in games]
    assert rote.learning.memory.statistics.saved == sum(len(game.moves) for game in games)
    assert outcomes.count(1) > 5
    assert outcomes.count(-1) < 4  # the lone king to move may jump one, and then the other
    for game in games:
        for_black = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[game.result]
        assert game.outcome == (for_black if game.black else -for_black)
    assert [game.black for game in games[:4]] == [True, False, True, False]


def test_endings_are_drawn_by_the_seed_either_side_having_two_kings_or_the_move() -> None:
    drawn = [two_kings_against_one(number, 7) for number in range(100)]
    known = set(placings())
    assert drawn == [two_kings_against_one(number, 7) for number in range(100)]
    assert drawn != [two_kings_against_one(number, 8) for number in range(100)]
    for number, position in enumerate(drawn):
        assert position.black.bit_count() == (2 if number % 2 == 0 else 1)
        assert (position if number % 2 == 0 else position.reversed()) in known
    assert {position.black_to_move for position in drawn[::2]} == {True, False}
    assert {position.black_to_move for position in drawn[1::2]} == {True, False}
    assert len(set(drawn)) > 95


def test_games_are_counted_by_kind_as_the_kinds_take_turns() -> None:
    kinds = ("endings", "self", "endings")
    rote = RoteStudy.begin(1, QUICK, kinds, Polynomial.standard())
    assert rote.games_by_kind() == rote.counts == {}
    for expected in ({"endings": 1}, {"endings": 1, "self": 1}, {"endings": 2, "self": 1}):
        rote.play_game()
        assert rote.games_by_kind() == rote.counts == expected
    assert replace(rote, games=7).games_by_kind() == {"endings": 5, "self": 2}


def test_a_record_that_counts_games_that_were_not_played_is_refused(tmp_path: Path) -> None:
    """The next opening would be drawn after all of them, however many."""
    rote = study("self")
    game = rote.play_game()
    about = RunMetadata(MACHINE, LEARNING, {SERIES: "rote", "ply": 2, "seed": 1}, "test")
    path = tmp_path / "rote.sqlite"
    with new_run(path, about) as run:
        run.keep(1, snapshot.pack(game, VERSION), packed(rote))
        assert study_of(run).games == 1
    rote.counts["self"] = 1 << 40
    path = tmp_path / "more.sqlite"
    with new_run(path, about) as run:
        run.keep(1, snapshot.pack(game, VERSION), packed(rote))
        with pytest.raises(RefusedError, match="another number of games of some kind"):
            study_of(run)
