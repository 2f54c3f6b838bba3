"""The programs of assets/programs: their decks are what their sources say."""

import pytest

from tests.machines.ibm704.programs import (
    JOBS,
    NAMES,
    PROGRAMS,
    SAMUEL,
    assembled,
    program_deck,
)
from tests.make_programs import deck_named

FOUR_K = 4096 - 64
ALL = (*NAMES, *SAMUEL, *JOBS)


def test_there_is_a_source_and_a_deck_of_each() -> None:
    for suffix in (".sap", ".cbn"):
        assert {path.stem for path in PROGRAMS.glob(f"*{suffix}")} == {*NAMES, *SAMUEL}
        assert {f"jobs/{path.stem}" for path in PROGRAMS.glob(f"jobs/*{suffix}")} == set(JOBS)


@pytest.mark.slow
def test_the_deck_is_the_one_that_the_source_makes() -> None:
    for name in ALL:
        made = deck_named(name).cards
        assert program_deck(name).cards == made, f"{name}: uv run python -m tests.make_programs"


def test_each_fits_the_smallest_storage_below_the_loader() -> None:
    for name in (*NAMES, *JOBS):
        assembly = assembled(name)
        assert max(assembly.words) < FOUR_K, name
        assert assembly.start == 0o100, name


def test_the_listing_is_what_a_visitor_can_read() -> None:
    for name in ALL:
        path = PROGRAMS / f"{name}.sap"
        lines = path.read_text().splitlines()
        assert all(len(line) <= 72 for line in lines), name
        assert lines[0].startswith(f"* {path.stem.upper()} - ")
        remarks = sum(line.startswith("*") or len(line) > 30 for line in lines)
        assert remarks > len(lines) / 4, name
