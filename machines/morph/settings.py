"""Morph's choices: what the paper says, and under a name each thing that it leaves open.

Gould and Levinson (UCSC-CRL-92-10), chapter 3 and section 5.  What every APS system has to choose
(folding, temporal differences, annealing, deletion) stands in :mod:`machines.morph.aps.settings`.
"""

from dataclasses import dataclass, field

from machines.morph.aps.settings import Settings as APSSettings

PERIOD = 7
"""Section 5: "weights are updated after every game but patterns are added only every 7 games"."""
MOST_PLIES = 300
"""A game is drawn after so many; the paper names stalemate, repetition and the 50-move rule."""
LEAST_NODES, MOST_NODES = 2, 6
"""The random size n of section 3.3; the paper doesn't give its bounds."""
CHAINS = ("sides", "plies")


@dataclass(frozen=True)
class Settings:
    """How Morph learns; a run is repeatable from these, a seed and an opponent."""

    aps: APSSettings = field(default_factory=APSSettings)
    both_sides: bool = True
    """Whether the positions that the opponent reached are learned from too.  The paper doesn't
    say; Table 5.1's w(+X) + w(-X) = 1 says so (spec, E7)."""
    chain: str = "sides"
    """Which position comes after which in temporal differences: each side's own, one after the
    other (``sides``), or every ply, turned about (``plies``)."""
    graph_patterns: bool = True
    """Without them Morph knows material alone."""
    additions: int = 16
    """Graph patterns that each addition tries to put in, shared among the ways that are on."""
    forward: bool = True
    """Fig. 5.1(a): most recently moved first."""
    reverse: bool = True
    """Fig. 5.1(b): next to move first."""
    generalization: bool = True
    specialization: bool = True
    reverse_engineering: bool = True
    mutation: float = 0.0
    """Chance per node; described in section 3.3 and never switched on in Morph."""
    crossover: bool = False
    """Likewise."""
    least_nodes: int = LEAST_NODES
    most_nodes: int = MOST_NODES
    similar: float = 0.05
    """Two weights are similar that differ by no more: the pair is generalized."""
    material_dominance: bool = True
    """Whether "up a pawn" holds too where it is up two (else only where exactly that is so)."""
    most_plies: int = MOST_PLIES
