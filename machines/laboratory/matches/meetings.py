"""The meetings of the tournament table, game by game, as the games that ship were played.

assets/players/README.md has the commands: these are the same players, plies and rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from machines.games.draughts.board import Move, Position
from machines.games.draughts.player import RecallingPlayer
from machines.laboratory.matches.players import make_player
from machines.laboratory.matches.referee import GamePair, draw_openings, play_pair
from machines.storage.program import ASSETS

WHERE = "the tournament table"
BEGINNING = "meet_beginning"
CHAMPION = "meet_1002"
PLIES, BEGINNING_PLIES = 4, 2
BOXES_PLAYS, BOXES_AT_ONCE = 1_000, 2
"""Plays until the boxes are filled anew, and of them at a time."""
OPENINGS = 100
"""Drawn at a time, each once."""

Rest = Callable[[], None]
"""Called before each move: whoever plays in the background waits there."""


@dataclass(frozen=True)
class RestingPlayer:
    """A player who rests before each move."""

    player: RecallingPlayer
    rest: Rest

    @property
    def name(self) -> str:
        """The player's own."""
        return self.player.name

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """Its move."""
        return self.choose_recalling(position, (), generator)

    def choose_recalling(
        self, position: Position, left: Sequence[Position], generator: np.random.Generator
    ) -> Move:
        """Its move, after a rest."""
        self.rest()
        return self.player.choose_recalling(position, left, generator)


def _boxes(name: str, rest: Rest, seed: int) -> Iterator[tuple[int, ...]]:
    """MENACE, who learns as it plays."""
    from machines.menace.study import Study, StudyConfig

    opponent = name.removeprefix("meet_")
    while True:
        study = Study.begin(StudyConfig(opponent, seed=seed, reload=True))
        while study.tally.games < BOXES_PLAYS:
            rest()
            yield tuple(int(result) for result in study.play(BOXES_AT_ONCE).results)
        seed += 1


def _networks(name: str, rest: Rest, seed: int) -> Iterator[tuple[int, ...]]:
    """A generation of Anaconda against Samuel's program, or the champion against the first."""
    folder = ASSETS / "players"

    def seat(player: str, plies: int) -> RestingPlayer:
        return RestingPlayer(cast(RecallingPlayer, make_player(player, plies, WHERE)), rest)

    def network(generation: str) -> str:
        return f"anaconda:{folder / f'anaconda-{generation}.network'}"

    if name == BEGINNING:
        first, second = seat("anaconda", BEGINNING_PLIES), seat(network("0"), BEGINNING_PLIES)
    else:
        champion = name == CHAMPION
        first = seat("anaconda" if champion else network(name.removeprefix("meet_")), PLIES)
        second = seat("samuel", PLIES)
    while True:
        for number, opening in enumerate(draw_openings(OPENINGS, seed)):
            rest()
            yield play_pair(GamePair(number, opening, first, second, seed, 0)).outcomes
        seed += 1


WAYS: Mapping[str, Callable[[str, Rest, int], Iterator[tuple[int, ...]]]] = {
    "menace": _boxes,
    "anaconda": _networks,
}
"""By exhibit: what plays a meeting on and on, and yields each time what a few games of it have
brought the first (1, 0, -1)."""


def play_meeting(exhibit: str, name: str, rest: Rest, seed: int) -> Iterator[tuple[int, ...]]:
    """The games of a row of the table.  Raises KeyError where nobody meets; RefusedError where a
    player's file can't be read."""
    return WAYS[exhibit](name, rest, seed)
