"""Whether a week's museum grew: its last third beside the middle one, once all rooms were seen."""

from collections.abc import Callable, Sequence

from tests.week.visitors import Sample

LEAST_S = 1_200.0
"""A shorter week has no third after which all rooms have been seen."""
MORE = 1.15
"""The most that a peak may be above that of the third before."""
MOST_MEMORY = 2 << 30
MOST_FOLDER = 2 << 30
"""Of the data folder: the quota unless settings say otherwise."""
KINDS: dict[str, tuple[Callable[[Sample], float], float]] = {
    "memory": (lambda one: one.memory, MOST_MEMORY),
    "threads": (lambda one: one.threads, 40),
    "descriptors": (lambda one: one.descriptors, 100),
    "folder": (lambda one: one.folder, MOST_FOLDER),
}
"""What is read, and what it may never exceed; the folder may grow up to its quota."""


def not_flat(samples: Sequence[tuple[float, Sample]]) -> list[str]:
    """What has grown, in words, by readings at seconds since the week began; nothing for a week too
    short to tell."""
    end = samples[-1][0] if samples else 0.0
    if end < LEAST_S:
        return []
    middle = [one for at, one in samples if end / 3 <= at < 2 * end / 3]
    last = [one for at, one in samples if at >= 2 * end / 3]
    told = []
    for name, (of, most) in KINDS.items():
        before, after = (max(map(of, part)) for part in (middle, last))
        grew = name != "folder" and after > MORE * before
        if grew or after > most:
            told.append(f"{name}: {before:,.0f}, then {after:,.0f}; at most {most:,.0f}")
    return told
