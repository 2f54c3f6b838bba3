"""Morph's choices: what the paper says, and under a name each thing that it leaves open.

Gould and Levinson (UCSC-CRL-92-10), chapter 3 and section 5.  What every APS system has to choose
(folding, temporal differences, annealing, additions, deletion) stands in
:mod:`machines.morph.aps.domain`.
"""

from dataclasses import dataclass, field, replace

from devices.refusal import RefusedError
from machines.exhibit.snapshot import LATER
from machines.morph.aps.domain import Additions, Deletion
from machines.morph.aps.domain import ApsConfig as APSSettings
from machines.morph.patterns import MOST_NODES

MOST_PLIES = 300
"""A game is drawn after so many; the paper names stalemate, repetition and the 50-move rule."""
HOLDING = "holding"
"""Of :attr:`LearnerConfig.material_updates`."""
PLACES = ("exact", "lot", "free")
"""A node of a king or a pawn is held to its exact square, as in the graph of a position; each by
lot to that, to its file, to its rank, or to nothing (section 3.1: patterns "may label any node with
an exact or partial square designation"); or to nothing."""

APS = APSSettings(
    chain="plies",
    coefficient=0.95,
    temperature=2.0,
    additions=Additions(context=20, generalized=1, specialized=1, reverse=0),
    deletion=Deletion(largest=8000),
)
"""What learned best against GNU Chess at one ply.

Chained ply by ply what is w for one side is 1 - w for the other, so that what says nothing comes to
0.5; with each side's own chain it drifts to 0.6, and ninety such patterns drown what counts.  More
of the other ways of adding, less exact places, or a database kept small captured less.

Reverse engineering is off unless it is asked for (``--set additions.reverse=1``).  After 2,000
games of seed 1 the points captured a game were 12.2 with specialization added to the node
orderings, 11.3 with generalization, 10.8 with neither, 10.2 with reverse engineering, 8.9 with all
three."""


@dataclass(frozen=True)
class LearnerConfig:
    """How Morph learns; a run is repeatable from these, a seed and an opponent."""

    aps: APSSettings = APS
    forward: bool = True
    """Fig. 5.1(a): the search context rule "most recently moved first"."""
    reverse: bool = True
    """Fig. 5.1(b): "next to move first"."""
    material: bool = True
    """Whether material patterns are added: each difference that a position of the game had."""
    material_dominance: bool = True
    """Whether "up a pawn" holds too where it is up two (else only where exactly that is so)."""
    material_updates: str | None = field(default=None, metadata=LATER)
    """Which material patterns a position moves: None, those that match (section 2.3: none more
    specific holds); :data:`HOLDING`, all that hold by dominance, and "even" only where not each
    side is up something.  This fits Table 5.1: its 19 rows have 11,020 updates after 106 games, of
    them 2,485 of "even".  By the first ours have 1,451; by the second 10,500 on average, of them
    2,600 of "even", which would have 3,550 if it held everywhere and 850 if only at even
    material."""
    least_nodes: int = 2
    most_nodes: int = 6
    """The random size n of section 3.3, from and to; the paper doesn't give its bounds."""
    places: str = "exact"
    """How node orderings hold kings and pawns to their squares; see :data:`PLACES`."""
    most_plies: int = MOST_PLIES

    def __post_init__(self) -> None:
        if not 1 <= self.least_nodes <= self.most_nodes <= MOST_NODES:
            raise RefusedError(
                "nodes",
                f"are from {self.least_nodes} to {self.most_nodes}; expected 1 to {MOST_NODES}",
            )
        if self.places not in PLACES:
            raise RefusedError("places", f"is {self.places!r}; expected one of {', '.join(PLACES)}")
        if self.material_updates not in (None, HOLDING):
            raise RefusedError(
                "material_updates", f"is {self.material_updates!r}; expected {HOLDING}"
            )
        if self.material_updates and not self.material_dominance:
            raise RefusedError("material_updates", f"{HOLDING} needs material_dominance=yes")
        if self.most_plies < 2:
            raise RefusedError("plies", f"at most {self.most_plies}; expected 2 or more")


VERSIONS = ("basic", "reverse", "evaluation", "annealing")
"""The four versions of Figs 5.1 and 5.2, each the one before and one thing more."""


def version(name: str, settings: LearnerConfig | None = None) -> LearnerConfig:
    """The settings of one of :data:`VERSIONS`, all else as in ``settings``.

    Fig. 5.1(a) ``basic``: forward node ordering, the plain mean in the place of the older
    evaluation function (which isn't printed), a constant rate of learning; 5.1(b) ``reverse`` adds
    reverse node ordering, 5.2(a) ``evaluation`` the function of Fig. 3.2, 5.2(b) ``annealing``.
    """
    if name not in VERSIONS:
        raise RefusedError(name, f"is no version of Morph; expected {', '.join(VERSIONS)}")
    full = settings or LearnerConfig()
    step = VERSIONS.index(name)
    aps = replace(
        full.aps,
        fold=full.aps.fold if step >= 2 else "mean",
        rates=full.aps.rates if step >= 3 else "constant",
    )
    return replace(full, aps=aps, reverse=full.reverse and step >= 1)
