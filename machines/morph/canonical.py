"""One order of nodes for a graph, whatever order they were given in.

Nodes are told apart by what they are and by what they are joined to, round after round; where that
leaves some alike, each of them is tried first and the least description wins.  Nodes that can be
exchanged without any change are tried once: without that eight bare squares would be tried 40,320
times.
"""

from collections.abc import Mapping, Sequence

Marks = Sequence[tuple[int, int]]
Kinds = Mapping[tuple[int, int], int]
Description = tuple[tuple[int, ...], ...]


def canonical_order(marks: Marks, kinds: Kinds) -> tuple[int, ...]:
    """The nodes' numbers in canonical order.

    ``marks`` are what a node is (two numbers), ``kinds`` the edges: (source, target) to kind.
    """
    _, order = _least(marks, kinds, _refined([_rank(marks)[mark] for mark in marks], kinds))
    return order


def _rank(marks: Marks) -> dict[tuple[int, int], int]:
    return {mark: number for number, mark in enumerate(sorted(set(marks)))}


def _refined(colours: Sequence[int], kinds: Kinds) -> tuple[int, ...]:
    """Colours told apart as far as their neighbours' colours tell them apart."""
    count = len(set(colours))
    while True:
        seen = [
            (
                colour,
                tuple(sorted((k, colours[t]) for (s, t), k in kinds.items() if s == node)),
                tuple(sorted((k, colours[s]) for (s, t), k in kinds.items() if t == node)),
            )
            for node, colour in enumerate(colours)
        ]
        ranks = {each: number for number, each in enumerate(sorted(set(seen)))}
        colours = tuple(ranks[each] for each in seen)
        if len(ranks) == count:
            return colours
        count = len(ranks)


def _least(
    marks: Marks, kinds: Kinds, colours: tuple[int, ...]
) -> tuple[Description, tuple[int, ...]]:
    """The least description of any order that the colours leave open, and that order."""
    alike = next((c for c in sorted(colours) if colours.count(c) > 1), None)
    if alike is None:
        order = tuple(sorted(range(len(colours)), key=colours.__getitem__))
        at = {old: new for new, old in enumerate(order)}
        edges = sorted((at[s], at[t], k) for (s, t), k in kinds.items())
        return tuple(marks[old] for old in order) + tuple(edges), order
    best: tuple[Description, tuple[int, ...]] | None = None
    tried: list[int] = []
    for node in (n for n, colour in enumerate(colours) if colour == alike):
        if any(_exchangeable(node, other, kinds) for other in tried):
            continue
        tried.append(node)
        first = [2 * colour + (colour != alike or n != node) for n, colour in enumerate(colours)]
        found = _least(marks, kinds, _refined(first, kinds))
        best = found if best is None else min(best, found)
    assert best is not None
    return best


def _exchangeable(first: int, second: int, kinds: Kinds) -> bool:
    """Whether the graph is the same with two nodes exchanged."""
    swap = {first: second, second: first}
    return all(
        kinds.get((swap.get(s, s), swap.get(t, t))) == kind for (s, t), kind in kinds.items()
    )
