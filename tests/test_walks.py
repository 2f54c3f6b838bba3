"""The walks that tests/walks.py prints are those that the code goes."""

import pytest

from tests import walks


def test_every_hop_of_the_walks_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert walks.main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("hop", "other", "fault"),
    [
        ("LinePrinter.print_line", "LinePrinter.print_lines", "has no print_lines"),
        ("CheckersProgram._act", "CheckersProgram._print", "doesn't name _print"),
        ("[waiting]", "[moves]", "doesn't name moves"),
    ],
)
def test_a_hop_that_is_gone_or_not_gone_from_the_one_above_it_is_named(
    hop: str, other: str, fault: str
) -> None:
    walk = next(iter(walks.WALKS.values()))
    assert any(fault in told for told in walks.faults(walk.replace(hop, other)))
