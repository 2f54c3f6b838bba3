"""Where a program's time goes: cycles and instructions by symbol, or by location."""

from collections import defaultdict
from collections.abc import Iterator

from machines.ibm704.debugger.kernel import Table
from machines.ibm704.debugger.lines import located
from machines.ibm704.debugger.symbols import FARTHEST, Symbols
from machines.ibm704.machine import Machine

HEAD = f"{'from':<6}{'to':<6}{'symbol':<11}{'cycles':>14}{'percent':>9}{'instructions':>14}"


def by_symbol(profile: Table, symbols: Symbols) -> Iterator[str]:
    """A line a region, the longest first; locations without a symbol go by 64 words.

    A region is a symbol's location and those behind it up to the next symbol.
    """
    regions: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for address in profile[0].nonzero()[0].tolist():
        name, _, offset = symbols.name(address).partition("+")
        first = address - int(offset or "0", 8) if name else address & -FARTHEST
        held = regions[first, name]
        held[0] += int(profile[1, address])
        held[1] += int(profile[0, address])
        held[2] = max(held[2], address)
    total = sum(held[0] for held in regions.values())
    yield HEAD
    for (first, name), held in sorted(regions.items(), key=lambda one: (-one[1][0], one[0])):
        cycles, count, last = held
        share = 100 * cycles / max(total, 1)
        yield f"{first:05o} {last:05o} {name:<11}{cycles:>14,}{share:>9.1f}{count:>14,}"
    yield f"{'all':<23}{total:>14,}{100.0:>9.1f}{int(profile[0].sum()):>14,}"


def by_location(
    profile: Table, machine: Machine, first: int, last: int, symbols: Symbols
) -> Iterator[str]:
    """A line for each location that was executed."""
    total = max(int(profile[1].sum()), 1)
    yield f"{'location':<39}{'cycles':>14}{'percent':>9}{'instructions':>14}"
    for address in range(first, last + 1):
        count, cycles = int(profile[0, address]), int(profile[1, address])
        if count:
            text = located(address, machine.read_storage(address), symbols)
            yield f"{text:<39}{cycles:>14,}{100 * cycles / total:>9.1f}{count:>14,}"
