"""What is told of a game that Morph has learned from."""

import pytest

from machines.morph import growth
from machines.morph.growth import summary

OLD = {"queen_down": 0.1234, "knight_up": 0.7111, "rook_up": 0.5}


class Lesson:
    """Counts of one game."""

    updates, added, deleted = 40, 3, 1


@pytest.mark.parametrize(
    ("now", "named"),
    [
        ({"queen_down": 0.1232, "knight_up": 0.7112, "rook_up": 0.5}, ""),
        ({"queen_down": 0.1232, "knight_up": 0.7119, "rook_up": 0.5}, "knight_up"),
        ({"queen_down": 0.2, "knight_up": 0.7119}, "queen_down"),
    ],
)
def test_a_weight_is_named_only_where_its_told_figure_moves(
    monkeypatch: pytest.MonkeyPatch, now: dict[str, float], named: str
) -> None:
    monkeypatch.setattr(growth, "single_weights", lambda learner: now)
    taught = summary(1.0, Lesson(), OLD, None)  # type: ignore[arg-type]
    assert taught.pattern == named
    if named:
        assert f"{taught.before:.3f}" != f"{taught.after:.3f}"
