"""The tournament table's meetings are played as those that ship, by players who rest."""

from itertools import islice

import pytest

from machines.laboratory.matches.meetings import WAYS, play_meeting
from machines.museum.meetings import SHIPPED, read_shipped
from machines.storage.program import ASSETS


def first_results(row: tuple[str, str], seed: int, most: int) -> tuple[list[tuple[int, ...]], int]:
    """What the first few games bring, and how often somebody rested."""
    rests = 0

    def rest() -> None:
        nonlocal rests
        rests += 1

    return list(islice(play_meeting(*row, rest, seed), most)), rests


@pytest.mark.slow
def test_every_row_of_the_table_is_played_with_rests() -> None:
    for row in read_shipped((ASSETS / SHIPPED).read_bytes()):
        assert row[0] in WAYS
        played, rests = first_results(row, 1, 1)
        assert len(played[0]) == 2, row
        assert set(played[0]) <= {1, 0, -1}, row
        # Before each move of two games.
        assert rests >= (60 if row[0] == "anaconda" else 1), row


def test_the_seed_fixes_the_games_and_another_seed_has_others() -> None:
    row = ("menace", "meet_pegasus")
    assert first_results(row, 7, 60) == first_results(row, 7, 60)
    assert first_results(row, 7, 60) != first_results(row, 8, 60)


def test_the_boxes_learn_and_are_filled_anew_after_a_thousand_plays() -> None:
    played, _ = first_results(("menace", "meet_morph"), 3, 1_000)
    points = [sum(sum(one) for one in played[k : k + 50]) for k in (0, 450, 500, 950)]
    assert points[1] > points[0] + 40
    assert points[2] < points[1] - 40  # new boxes
    assert points[3] > points[2] + 40
