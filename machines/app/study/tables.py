"""Tables on standard output: ruled and coloured on a terminal, else plain columns."""

import sys
from collections.abc import Sequence

Row = Sequence[str]


def print_table(headings: Row, rows: Sequence[Row], title: str = "") -> None:
    """Print rows of cells; those that are numbers stand to the right."""
    right = [
        all(_is_number(row[column]) for row in rows if row[column])
        for column in range(len(headings))
    ]
    if sys.stdout.isatty():
        _ruled(headings, rows, title, right)
    else:
        sys.stdout.write(plain_table(headings, rows, title))


def plain_table(headings: Row, rows: Sequence[Row], title: str = "") -> str:
    """The same in plain columns, two blanks between them."""
    right = [
        all(_is_number(row[column]) for row in rows if row[column])
        for column in range(len(headings))
    ]
    widths = [max(len(row[c]) for row in (headings, *rows)) for c in range(len(headings))]
    lines = [title] if title else []
    for row in (headings, *rows):
        cells = (
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _is_number(cell: str) -> bool:
    return cell.replace(",", "").replace(".", "").replace("%", "").strip().lstrip("+-").isdigit()


def _ruled(headings: Row, rows: Sequence[Row], title: str, right: Sequence[bool]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left")
    for heading, to_right in zip(headings, right, strict=True):
        table.add_column(heading, justify="right" if to_right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
