"""The PC of 2000 with its checkers program, and the states that they pass through."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from devices.screen.parts.office_pc import KeyboardPart, TowerPart
from devices.screen.parts.sprites import SpritePart
from devices.screen.room import DrawContext
from machines.anaconda.picture.checkers_program import CheckersProgramPart
from machines.anaconda.state import AnacondaScene, History, NetworkActivations
from machines.games.draughts.board import Move, Position, bit
from machines.storage.registry import layout_of
from tests.machines.room_moment import moment_with, with_scene

LAYOUT = layout_of("anaconda")
OPENING = (1,) * 12 + (0,) * 8 + (-1,) * 12


def position(squares: Sequence[int], black_to_move: bool = True) -> Position:
    """A board with these pieces: 1 or 2 a red man or king, -1 or -2 a white one."""

    def those(*kinds: int) -> int:
        return sum(bit(number) for number, piece in enumerate(squares, 1) if piece in kinds)

    return Position(those(1, 2), those(-1, -2), those(2, -2), black_to_move)


def shown(squares: Sequence[int] = (0,) * 32, **parts: Any) -> DrawContext:
    """The program with these pieces on its board."""
    return moment_with(AnacondaScene(position(squares), **parts))


OFF = replace(moment_with(AnacondaScene(position((0,) * 32)), (0, 0, 0)), awake=False)
"""Before the PC is switched on."""


def network(seed: int) -> NetworkActivations:
    """A network with some value at every node."""
    generator = np.random.default_rng(seed)

    def values(count: int) -> tuple[float, ...]:
        return tuple(float(value) for value in np.tanh(generator.normal(0.0, 0.9, count)))

    board = tuple(float(value) for value in generator.choice((-2, -1, 0, 1, 2), 32))
    return NetworkActivations(board, values(91), values(40), values(10), sum(board), values(1)[0])


def run(generations: int) -> History:
    """A population and curves after so many generations."""
    points = tuple(12 - (k * 7 + generations) % 23 for k in range(30))
    numbers = range(generations)
    return History(
        tuple(8.0 + k % 5 for k in numbers),
        tuple(0.3 + 0.4 * k / generations for k in numbers),
        tuple(0.05 * 1.01**k for k in numbers),
        0,
        tuple(sorted(points, reverse=True)),
        tuple(k % 3 > 0 for k in range(30)),
    )


def moved(squares: tuple[int, ...], source: int, target: int, *gone: int) -> tuple[int, ...]:
    """A board after a move."""
    after = list(squares)
    after[target - 1], after[source - 1] = after[source - 1], 0
    for square in gone:
        after[square - 1] = 0
    return tuple(after)


def program_walk() -> list[tuple[Any, int]]:
    """A piece is chosen and slides, the network lights up, a jump; buttons; the board is turned."""
    first = shown(OPENING, movable=(9, 10, 11, 12))
    chosen = replace(shown(OPENING, entered=(11,), targets=(15, 16)), held=frozenset({"pc.new"}))
    second = moved(OPENING, 11, 15)
    third = moved(second, 22, 18)
    jumped = list(moved(third, 15, 22, 18))
    jumped[0], jumped[31] = -2, 2
    walk: list[tuple[Any, int]] = [(OFF, 0), (shown(), 2), (first, 5), (chosen, 10)]
    now = 100
    for squares, last in ((second, (11, 15)), (third, (22, 18)), (tuple(jumped), (15, 22))):
        state = shown(
            squares, last=Move(last), trying=Move((23, 19)), flipped=len(walk) % 2 > 0,
            sight=network(now), result=f"MOVE {now}",
        )  # fmt: skip
        walk += [(state, now + step) for step in (0, 60, 150, 210, 300)]
        now += 400
    last_state = walk[-1][0]
    turned = with_scene(last_state, sight=replace(network(1), turned=True))
    thinks = with_scene(last_state, boards=1204, value=0.25)
    thinks = replace(thinks, view=replace(thinks.view, caption="IT THINKS"))
    walk += [
        (replace(last_state, pointed="pc.window.17"), now),
        (replace(last_state, held=frozenset({"pc.window.90"}), pointed="pc.window.3"), now + 10),
        (replace(turned, pointed="pc.window.3"), now + 20),
        (with_scene(last_state, history=run(900)), now + 30),
        (with_scene(last_state, plies=8, samuel=True), now + 40),
        (replace(thinks, brightness=OFF.brightness), now + 50),
    ]
    return walk


def tower_walk() -> list[tuple[Any, int]]:
    """Its lamps come on and flicker."""
    lamps = ((0, 0), (255, 0), (255, 90), (255, 255), (255, 20), (120, 0))
    return [(moment_with(None, one), 10 * k) for k, one in enumerate(lamps)]


Make = Callable[[], SpritePart]
SHOWN_OF_PC: tuple[tuple[str, Make, Callable[[], list[tuple[Any, int]]]], ...] = (
    ("checkers program", partial(CheckersProgramPart, LAYOUT), program_walk),
    ("tower", TowerPart, tower_walk),
    ("keyboard", KeyboardPart, lambda: [(None, 0), (None, 10)]),
)
