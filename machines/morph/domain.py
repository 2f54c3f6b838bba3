"""Chess as a domain of the APS framework: what Morph is told of its states and patterns.

A state is a position, seen by who has just moved into it.  One ply, no opening book, no values of
men, and nothing said of development, centre or king's safety (Gould and Levinson 1992, section 3).
"""

from collections.abc import Mapping, Sequence
from functools import partial

from machines.games.chess.board import Position
from machines.games.chess.game import FIFTY_MOVES
from machines.games.chess.kernels import mate_is_impossible
from machines.games.chess.moves import in_check, legal_moves, make
from machines.morph import generalization
from machines.morph.aps.domain import Chance, Rule, Search
from machines.morph.generalization import maximum_common_subgraph
from machines.morph.matching import holds_in
from machines.morph.order import more_general
from machines.morph.patterns import GraphPattern, Pattern
from machines.morph.settings import LearnerConfig
from machines.morph.subgraphs import by_ordering, loosen


def path_of(search: Search[Position]) -> tuple[Position, ...]:
    """The positions of a game from the start position on; ``search.states[at]`` is ``[at + 1]``."""
    return (Position.start(), *search.states)


class Chess:
    """The operations of machines.morph.aps.domain.Domain on positions and Morph's patterns."""

    def __init__(self, settings: LearnerConfig | None = None) -> None:
        self.settings = settings or LearnerConfig()

    @property
    def rules(self) -> Mapping[str, Rule[Position, Pattern]]:
        """The node orderings that are switched on."""
        on = {"forward": self.settings.forward, "reverse": self.settings.reverse}
        return {name: partial(self._ordering, name == "forward") for name in on if on[name]}

    def _ordering(
        self, forward: bool, search: Search[Position], at: int, chance: Chance
    ) -> Pattern | None:
        sizes = self.settings.least_nodes, self.settings.most_nodes + 1
        size = int(chance.integers(*sizes))
        made = by_ordering(path_of(search), at + 1, forward, size, chance)
        return made and loosen(made, self.settings.places, chance)

    def initial(self) -> Position:
        """The start position."""
        return Position.start()

    def successors(self, state: Position) -> Sequence[Position]:
        """What the legal moves lead to, in their order."""
        return [make(state, move) for move in legal_moves(state)]

    def reinforcement(self, state: Position) -> float | None:
        """1 for a mate given, 0.5 for a draw; repetition is no matter of one position."""
        if not legal_moves(state):
            return 1.0 if in_check(state) else 0.5
        drawn = mate_is_impossible(state.words()) or state.clock >= FIFTY_MOVES
        return 0.5 if drawn else None

    def satisfies(self, state: Position, pattern: Pattern) -> bool:
        """Whether the pattern holds for who has just moved."""
        return holds_in(pattern, state, self.settings.material_dominance)

    def more_general(self, pattern: Pattern, other: Pattern) -> bool:
        """By subgraph, or by the differences of material."""
        return more_general(pattern, other, self.settings.material_dominance)

    def size(self, pattern: Pattern) -> int:
        """Its nodes; of material the kinds in which the sides differ."""
        if isinstance(pattern, GraphPattern):
            return len(pattern.nodes)
        return sum(difference != 0 for difference in pattern.differences)

    def generalize(self, pattern: Pattern, other: Pattern, chance: Chance) -> Pattern | None:
        """Their maximum common subgraph."""
        if not isinstance(pattern, GraphPattern) or not isinstance(other, GraphPattern):
            return None
        return maximum_common_subgraph(pattern, other)

    def specialize(
        self, pattern: Pattern, state: Position | None, chance: Chance
    ) -> Pattern | None:
        """With one node and one edge more."""
        if not isinstance(pattern, GraphPattern):
            return None
        return generalization.specialized(pattern, state, chance)

    def precondition(
        self, pattern: Pattern, search: Search[Position], at: int, chance: Chance
    ) -> Pattern | None:
        """What came before it."""
        if not isinstance(pattern, GraphPattern):
            return None
        return generalization.precondition(pattern, path_of(search), at + 1)

    def mutate(self, pattern: Pattern, rate: float, chance: Chance) -> Pattern:
        """Each man of a graph pattern with a chance of ``rate``."""
        return (
            generalization.mutate(pattern, rate, chance)
            if isinstance(pattern, GraphPattern)
            else pattern
        )

    def cross(self, pattern: Pattern, other: Pattern, chance: Chance) -> Pattern | None:
        """Half of each, of two graph patterns."""
        if not isinstance(pattern, GraphPattern) or not isinstance(other, GraphPattern):
            return None
        return generalization.crossover(pattern, other, chance)
