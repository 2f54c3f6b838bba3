"""Time in any slices, and copies of the state in the middle of everything, give the same."""

from collections.abc import Callable
from functools import cache

import pytest

from devices.media.card import Card
from devices.media.tape import Record, Tape, TapeMark
from machines.exhibit import snapshot
from tests.machines.ibm704.channel_bench import CYCLE_US, Rig, State

Step = tuple[str, int, int, int]
"""Mnemonic, address, word, and how long the program computes afterwards."""

CARD = Card.of_text("TIME MAY COME IN ANY SLICES 0123456789 +-*/")
ROWS = CARD.row_words()
LOOP = 50


def copies(words: list[int] | tuple[int, ...], us: int = LOOP) -> list[Step]:
    return [("CPY", 0, word, us) for word in words]


def select(mnemonic: str, address: int, us: int = 0) -> list[Step]:
    return [(mnemonic, address, 0, us)]


def fresh() -> Rig:
    rig = Rig()
    rig.deck(CARD, CARD)
    rig.state.reader.operate("end_of_file", 1)
    record = Record.of_characters(bytes(range(1, 31)), binary=True)
    rig.mount(Tape("one.tap", (record, record, TapeMark())))
    rig.mount(Tape("two.tap", ()), dial=2)
    return rig


SCENES: dict[str, list[Step]] = {
    "cards": select("RDS", 0o321) + copies([0] * 25) + select("RDS", 0o321) + copies([0] * 3),
    "end of file": select("RDS", 0o321) + select("RDS", 0o321) + select("RDS", 0o321) + copies([0]),
    "a card copied too late": select("RDS", 0o321) + copies([0], us=5_000) + copies([0, 0]),
    "punch": select("WRS", 0o341) + copies(ROWS) + select("WRS", 0o341) + copies(ROWS[:2]),
    "lines": [
        *select("WRS", 0o361),
        *select("PSE", 0o364),
        *copies(ROWS),
        *select("PSE", 0o363),
        *select("WRS", 0o361),
        *copies(ROWS[:5]),
        *select("WRS", 0o333),
    ],
    "echo": select("RDS", 0o361) + copies([5] * 46) + select("WRS", 0o361),
    "reading tape": select("RDS", 0o221) + copies([0] * 6) + select("RDS", 0o201) + copies([0] * 2),
    "file mark": select("RDS", 0o221) * 3 + copies([0]),
    "writing tape": [
        *select("WRS", 0o222),
        *copies([1, 2, 3]),
        *copies([4], us=600),
        *copies([5]),
        *select("WEF", 0o222),
        *select("BST", 0o222),
        *select("REW", 0o222),
        *select("WRS", 0o222),
        *select("WRS", 0o333),
    ],
    "drums": [
        *select("WRS", 0o302),
        ("LDA", 0, 0o3776, 30),
        *copies([1, 2, 3], us=60),
        *copies([4], us=200),
        *copies([5]),
        *select("RDS", 0o302, us=70_000),
        *copies([0]),
    ],
    "tube": select("WRS", 0o030) + copies([1, 2, 3], us=0) + select("PSE", 0o030),
}
SCENE = pytest.mark.parametrize("name", SCENES)


Between = Callable[[Rig], Rig]
"""What happens to a rig in the middle of things."""


def play(
    name: str, slice_us: int = 10**9, between: Between | None = None
) -> tuple[list[str], bytes]:
    """What came of each step and when, and the state at the end, all at rest."""
    rig = fresh()
    rig.slice_us = slice_us
    told = []
    for mnemonic, address, word, us in SCENES[name]:
        if between is not None:
            rig = between(rig)
        rig.meet(mnemonic, address, word)
        outcome = rig.wait(1_000)
        if between is not None:
            rig = between(rig)
        outcome = outcome or rig.wait()
        told.append(f"{rig.state.now_us} {outcome} {rig.channel.selected}")
        rig.run(us + 2 * CYCLE_US)
    rig.slice_us = 10**9
    rig.run(700_000)
    return told, rig.packed()


@cache
def straight(name: str) -> tuple[list[str], bytes]:
    """What comes of a scene at one go."""
    return play(name)


@pytest.mark.slow
@SCENE
def test_slices_do_not_matter(name: str) -> None:
    assert play(name, 97) == play(name, 7_919) == straight(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["drums", "tube"])
def test_slices_of_one_microsecond_do_not_matter(name: str) -> None:
    assert play(name, 1) == straight(name)


@pytest.mark.slow
@SCENE
def test_slices_of_twelve_microseconds_do_not_matter(name: str) -> None:
    assert play(name, 12) == straight(name)


@pytest.mark.slow
@SCENE
def test_a_copy_goes_on_the_same_from_anywhere_and_leaves_what_was_copied_from(name: str) -> None:
    aside: list[tuple[Rig, bytes]] = []

    def copied(rig: Rig) -> Rig:
        aside.append((rig, rig.packed()))
        return rig.copy()

    assert play(name, between=copied) == straight(name)
    assert len(aside) == 2 * len(SCENES[name])
    assert all(rig.packed() == packed for rig, packed in aside)


@pytest.mark.slow
@SCENE
def test_a_snapshot_goes_on_the_same_from_anywhere(name: str) -> None:
    def restored(rig: Rig) -> Rig:
        return Rig(snapshot.unpack(rig.packed(), State, 1))

    assert play(name, between=restored) == straight(name)
