"""How fast jobs of the 704 that are all input and output go with nobody looking.

Each goes as ``run704`` runs it.  Goal: 25 times less CPU time than when every copy was asked for in
Python, 50 to 90 microseconds a word; ``copies_ahead`` off asks for each still, in what is otherwise
today's program.  Off by default; ``pytest --benchmark-only -s tests/bench`` runs it.  Nothing here
fails for time.
"""

import time
from typing import Any

import pytest

from machines.ibm704 import registers as at
from tests.machines.ibm704.unit_jobs import JOBS, operator_of

SIZES = {
    "tape copy, records of 100 words": 500,
    "tape copy, records of 14 words": 2_500,
    "card to tape": 600,
    "card listing": 600,
    "tape to printer": 600,
    "tape to printer with echo": 600,
    "tape to punch": 600,
    "drum blocks": 25,
    "points": 32_000,
}
"""Records, cards, lines, blocks and points."""
AGAIN = 3
"""The least of so many times counts: other work on the computer only adds to it."""


def cpu_seconds(name: str, copies_ahead: bool) -> float:
    """What one job takes, from LOAD CARDS on."""
    job = JOBS[name](SIZES[name])
    took = []
    for _ in range(AGAIN if copies_ahead else 1):
        operator = operator_of(job)
        if not copies_ahead:
            operator.machine.copies_ahead = False
        began = time.process_time()
        assert operator.run(lambda: True) == ""
        took.append(time.process_time() - began)
        assert operator.machine.state.stop == at.STOPPED_HPR
    return min(took)


@pytest.mark.parametrize("name", JOBS)
def test_microseconds_a_word(benchmark: Any, name: str) -> None:
    JOBS[name](2)  # what is assembled first is kept
    words = JOBS[name](SIZES[name]).copies
    took = benchmark.pedantic(cpu_seconds, args=(name, True), rounds=1)
    asked = cpu_seconds(name, False)
    us = 1e6 * took / words
    benchmark.extra_info.update(words=words, cpu_s=took, cpu_us_a_word=us, asked_for_cpu_s=asked)
    print(f"\n{name}: {words:,} words, {took:.3f} s of CPU, {words / took:,.0f} words/s,", end=" ")
    print(f"{us:.2f} us a word; asked for one by one {1e6 * asked / words:.1f} us", end="")
    assert took > 0
