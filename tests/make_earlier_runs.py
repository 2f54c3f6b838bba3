"""Makes the runs that charts show until today's begins: ``python -m tests.make_earlier_runs``.

It writes machines/ibm704/earlier_series.py (the shipped deck learn-second.txt, played out) and
machines/pegasus/earlier_runs.py (``main.py pegasus run --seed 1963`` for each pair of players).
A room may read no file, so they are Python constants.
"""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from devices.media.deck import deck_value, read_deck
from machines.games.draughts.scene import Learned
from machines.kernels.generator import generator_state
from machines.pegasus.controls import PLAYERS
from machines.pegasus.odds import Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.program import Pegasus, blocks
from tests.machines.ibm704.bench import Bench

ROOT = Path(__file__).resolve().parents[1]
DECK = "learn-second.txt"
SEED, PLAYS = 1963, 1_000
SERIES_HEAD = f'''\
"""A series of Alpha against Beta that was kept: the wall chart shows it until today's begins.

Written by ``python -m tests.make_earlier_runs``: the shipped deck {DECK}, played to its
end.
After so many games: the terms, the leading one first, each with sign and power of two (``0``: its
coefficient is nothing); then after how many games a flag was put up.  Constants, no state: digests
and kept sessions know nothing of them.
"""

from machines.games.draughts.scene import Flag, Learned, Sample

'''
SERIES_FOOT = '''\


def _samples(text: str) -> tuple[Sample, ...]:
    samples: list[Sample] = []
    for token in text.split():
        if token[0].isdigit():
            samples.append(Sample(float(token), ()))
            continue
        name, _, power = token.partition("=")
        sign = -1 if power[0] == "-" else 1
        coefficient = 0 if power == "0" else sign * 2 ** abs(int(power))
        last = samples[-1]
        samples[-1] = Sample(last.games, (*last.terms, (name, coefficient)))
    return tuple(samples)


EARLIER = Learned(samples=_samples(SAMPLES), flags=FLAGS)
"""As the chart has it; without a title."""
'''
RUNS_HEAD = '''\
"""Runs of the Pegasus program that were kept: the chart shows them until today's has a block.

Written by ``python -m tests.make_earlier_runs``: for each pair of players what
``main.py pegasus run --nought WHO --cross WHO --seed 1963`` prints, by blocks of a hundred plays:
Nought's wins, draws and Cross's wins.  Constants, no state: digests and kept sessions know nothing
of them.
"""

Block = tuple[int, int, int]


def _blocks(text: str) -> tuple[Block, ...]:
    rows = (tuple(map(int, block.split("/"))) for block in text.split())
    return tuple((won, drawn, lost) for won, drawn, lost in rows)


EARLIER: dict[tuple[str, str], tuple[Block, ...]] = {
'''


def main() -> None:
    (ROOT / "machines/ibm704/earlier_series.py").write_text(series_module())
    (ROOT / "machines/pegasus/earlier_runs.py").write_text(runs_module())


def played() -> Learned:
    """What hangs on the wall when the deck has ended."""
    bench = Bench()
    deck = read_deck((ROOT / "assets/decks" / DECK).read_bytes(), DECK)
    bench.act("reader.hopper", deck_value(deck))
    bench.press("reader.start", "console.load_cards")
    bench.wait()
    bench.press("console.start")
    while not bench.reason.startswith("the deck has ended"):
        bench.machine.advance(60_000_000)
    return bench.machine.program.state.learning.seen


def series_module() -> str:
    """The series as a module: a sample each half game, or what comes next to it."""
    seen = played()
    wanted, kept = 0.0, []
    for sample in seen.samples:
        if sample.games >= wanted or sample is seen.samples[-1]:
            kept.append(sample)
            wanted = max(wanted, sample.games // 0.5 * 0.5) + 0.5
    words = []
    for sample in kept:
        words.append(f"{sample.games:g}")
        words += [f"{name}={power(value)}" for name, value in sample.terms]
    flags = "".join(f'    ({games:g}, "{flag}"),\n' for games, flag in seen.flags)
    text = textwrap.fill(" ".join(words), 98, break_on_hyphens=False)
    marks = f"FLAGS: tuple[tuple[float, Flag], ...] = (\n{flags})\n"
    return f'{SERIES_HEAD}SAMPLES = """\n{text}\n"""\n{marks}{SERIES_FOOT}'


def power(coefficient: int) -> str:
    """Sign and power of two, ``0`` for none."""
    sign = "-" if coefficient < 0 else "+"
    return f"{sign}{abs(coefficient).bit_length() - 1}" if coefficient else "0"


def pairs() -> Iterator[tuple[str, str]]:
    """Who sits on either side: at least one learns."""
    others = [one for one in PLAYERS if one != "frozen"]
    yield from (("learn", one) for one in others)
    yield from ((one, "learn") for one in others if one != "learn")


def runs_module() -> str:
    """The runs as a module."""
    rows = []
    for nought, cross in pairs():
        program = Pegasus(
            read_player(nought), read_player(cross), Reinforcement(), generator_state(SEED)
        )
        found = blocks(program.play(PLAYS))
        text = " ".join("/".join(str(number) for number in row) for row in found.tolist())
        rows.append(f'    ("{nought}", "{cross}"): _blocks(\n        "{text}"\n    ),\n')
    return f'{RUNS_HEAD}{"".join(rows)}}}\n"""By who sat on either side."""\n'


if __name__ == "__main__":
    main()
