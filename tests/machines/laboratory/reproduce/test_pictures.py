"""The pictures of tables: the paper's line is pale, ours differ in ink, mark and dash."""

from machines.laboratory.reproduce.artefacts import Line, numbered, picture


def test_the_papers_line_is_pale_and_ours_differ() -> None:
    lines = [Line("printed", numbered([1.0, 2.0]), paper=True)]
    lines += [Line(f"ours {k}", numbered([float(k)] * 2)) for k in range(4)]
    made = picture("A TABLE", "", "weight", *lines, names=("first", "second"))
    printed, *ours = made.series
    assert printed.ghost and printed.points == ((1.0, 1.0), (2.0, 2.0))
    assert len({(one.ink, one.mark, one.dash) for one in ours}) == 4
    assert made.x_ticks == ((1.0, "first"), (2.0, "second"))
    assert made.x_range == (0.5, 2.5)


def test_a_long_line_has_no_marks() -> None:
    made = picture("A RUN", "game", "points", Line("ours", numbered(range(100), first=0)))
    assert made.series[0].mark == "none"
    assert made.series[0].points[0] == (0.0, 0.0)
    assert made.x_range is None and made.x_ticks is None
