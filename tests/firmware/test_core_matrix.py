"""The firmware's debouncing, look by look, against a slow twin that counts each switch apart."""

import random

from tests.firmware.core import Core, Matrix

LOOKS = 4
"""Looks in a row that must differ: three times 1.667 ms lie between."""


class SlowMatrix:
    """A switch is moved when it was found elsewhere so many times in a row."""

    def __init__(self, switches: int) -> None:
        self.down = [False] * switches
        self.differed = [0] * switches
        self.edges = 0

    def look(self, contacts: list[bool]) -> None:
        for switch, closed in enumerate(contacts):
            self.differed[switch] = self.differed[switch] + 1 if closed != self.down[switch] else 0
            if self.differed[switch] == LOOKS:
                self.down[switch] = closed
                self.differed[switch] = 0
                self.edges += 1

    @property
    def bitmap(self) -> bytes:
        bits = [*self.down, *[False] * (-len(self.down) % 8)]
        return bytes(
            sum(bit << 7 - k for k, bit in enumerate(bits[row : row + 8]))
            for row in range(0, len(bits), 8)
        )


def look_at(matrix: Matrix, contacts: list[bool]) -> None:
    """Columns that no switch stands at read closed: they must not be told."""
    padded = [*contacts, *[True] * (-len(contacts) % 8)]
    for row in range(matrix.core.rows):
        eight = padded[8 * row : 8 * row + 8]
        matrix.look(row, sum(bit << 7 - k for k, bit in enumerate(eight)))


def test_any_bouncing_of_all_switches_comes_to_what_the_slow_twin_says(core: Core) -> None:
    dice = random.Random(62)
    matrix, slow = Matrix(core), SlowMatrix(core.switches)
    contacts = [False] * core.switches
    for look in range(400):
        restless = 0.4 if look % 40 < 20 else 0.02
        contacts = [closed ^ (dice.random() < restless) for closed in contacts]
        look_at(matrix, contacts)
        slow.look(contacts)
        assert matrix.down == slow.bitmap
        assert matrix.edges == slow.edges & 0xFFFF
    assert slow.edges > 1000


def test_a_bounce_is_one_edge_and_a_knock_none(core: Core) -> None:
    matrix = Matrix(core)
    for closed in (1, 0, 1, 1, 1, 0, 1, 1, 1):
        matrix.look(0, 0x80 * closed)
        assert matrix.edges == 0
    matrix.look(0, 0x80)
    assert (matrix.edges, matrix.down[0]) == (1, 0x80)
    for closed in (0, 0, 0, 1):
        matrix.look(0, 0x80 * closed)
    assert (matrix.edges, matrix.down[0]) == (1, 0x80)


def test_switches_that_are_down_when_it_is_switched_on_are_no_edges(core: Core) -> None:
    matrix = Matrix(core)
    for row in range(core.rows):
        matrix.begin(row, 0xFF)
    assert matrix.edges == 0
    assert sum(byte.bit_count() for byte in matrix.down) == core.switches
    for row in range(core.rows):
        for _ in range(LOOKS):
            matrix.look(row, 0xFF)
    assert matrix.edges == 0


def test_the_count_of_edges_goes_round(core: Core) -> None:
    matrix = Matrix(core)
    for edge in range(1, 8200):
        for _ in range(LOOKS):
            matrix.look(0, 0xFF if edge % 2 else 0x00)
    assert matrix.edges == 8 * 8199 & 0xFFFF
