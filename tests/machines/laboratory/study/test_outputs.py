"""Tables that are written: what a spreadsheet would obey is a text there."""

from machines.laboratory.study.outputs import csv_bytes


def test_no_cell_is_a_formula() -> None:
    cells = ("=cmd|' /C calc'!A0", "+1+1", "-x", "@SUM(A1)", "-3.5", "+2", -3, None, "A-B")
    (row,) = csv_bytes(tuple("abcdefghi"), [cells]).decode().splitlines()[1:]
    assert row == "'=cmd|' /C calc'!A0,'+1+1,'-x,'@SUM(A1),-3.5,+2,-3,,A-B"
