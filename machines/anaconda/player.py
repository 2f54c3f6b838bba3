"""AnacondaPlayer: a network that plays, and what it sees on a board."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from machines.anaconda.evaluation import SUM, WIDE, evaluate, prepare_values
from machines.anaconda.games import choose_move
from machines.anaconda.network import FIRST, SECOND, THIRD, Network
from machines.anaconda.search import BOARDS, EVALUATIONS, STOP, Search, new_search_work
from machines.anaconda.search import MOST_PLIES as MOST_PLIES
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import make, unpack_move
from machines.games.two_sides import InterruptedChoice


@dataclass(frozen=True)
class Seen:
    """A board as the network sees it for one side, node by node, all -1 to 1."""

    value: float  # The output: 1 is as good as won for that side
    first: tuple[float, ...]  # The 91 windows, in the order of machines.anaconda.network.WINDOWS
    second: tuple[float, ...]  # 40
    third: tuple[float, ...]  # 10
    pieces: float  # The sum of the 32 inputs, which goes straight to the output; not bounded
    turned: bool  # Whether a window's squares are to be turned end for end (square s is 33 - s)


@dataclass(frozen=True)
class ChoiceTrace:
    """What the last choice came to."""

    move: Move
    value: float  # Of the line that it expects, for the side that chose: -1 to 1
    evaluations: int  # Boards that the network judged
    boards: int  # Boards that the look-ahead reached
    seen: Seen  # The board after the move, by itself


class AnacondaPlayer:
    """Chooses by a network's look-ahead; chance has no part in it."""

    def __init__(
        self,
        network: Network,
        plies: int = 4,
        name: str = "anaconda",
        search: Search | None = None,
    ) -> None:
        """``plies`` 1 to 12; ``search`` has all else."""
        if not 1 <= plies <= MOST_PLIES:
            raise ValueError(f"plies are 1 to {MOST_PLIES}, not {plies}")
        self.name = name
        self.network = network
        self.search = replace(search or Search(), plies=plies)
        self._net = prepare_values(network)
        self._rules = self.search.rules()
        self._desk = new_search_work()
        self._looked: ChoiceTrace | None = None

    def __getstate__(self) -> tuple[Network, str, Search]:
        """What another process needs: the rest is made there."""
        return self.network, self.name, self.search

    def __setstate__(self, state: tuple[Network, str, Search]) -> None:
        network, name, search = state
        self.__init__(network, search.plies, name, search)  # type: ignore[misc]

    @property
    def plies(self) -> int:
        """How far it looks ahead, before anything forced."""
        return self.search.plies

    def choose(self, position: Position, generator: np.random.Generator | None = None) -> Move:
        """Its move in a position where there is one."""
        return self.choose_recalling(position, (), generator)

    def choose_recalling(
        self,
        position: Position,
        left: Sequence[Position],
        generator: np.random.Generator | None = None,
    ) -> Move:
        """The same, by one who remembers the boards that he has left in this game."""
        desk = self._desk
        desk.counts[:STOP] = 0
        turned = self._turned(position.black_to_move)
        boards = left if self.search.repeats == "even" else ()
        past = np.array(
            [(board.reversed() if turned else board).words() for board in boards], dtype=np.int64
        ).reshape(-1, 4)
        packed = choose_move(
            self._net, desk, self._rules, past, len(past), int(turned), position.words()
        )
        if desk.counts[STOP]:
            raise InterruptedChoice
        value = float(desk.values[0])
        move = unpack_move(int(packed))
        self._looked = ChoiceTrace(
            move,
            math.tanh(value),
            int(desk.counts[EVALUATIONS]),
            int(desk.counts[BOARDS]),
            self.sees(make(position, move), position.black_to_move),
        )
        return move

    def interrupt(self) -> None:
        """Have the choice under way, and all later ones, end by InterruptedChoice."""
        self._desk.counts[STOP] = 1

    def looked(self) -> ChoiceTrace | None:
        """What the last choice came to; None before the first."""
        return self._looked

    def sees(self, position: Position, black: bool) -> Seen:
        """The network's view of a board for Black (Red) or White, whoever is to move on it."""
        own = replace(position, black_to_move=black)
        turned = self._turned(black)
        words = (own.reversed() if turned else own).words()
        desk = self._desk
        value = evaluate(self._net, *words, desk.sums[0], desk.hidden)
        nodes = desk.hidden
        second = nodes[WIDE : WIDE + SECOND]
        third = nodes[WIDE + SECOND : WIDE + SECOND + THIRD]
        return Seen(
            float(value),
            tuple(nodes[:FIRST].tolist()),
            tuple(second.tolist()),
            tuple(third.tolist()),
            float(desk.sums[0, SUM]),
            turned,
        )

    def _turned(self, black: bool) -> bool:
        return self.search.turned and not black
