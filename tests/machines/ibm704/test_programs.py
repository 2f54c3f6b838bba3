"""The programs of assets/programs: their decks are what their sources say."""

import pytest

from devices.media.deck import read_cbn
from tests.machines.ibm704.programs import JOBS, NAMES, PROGRAMS, SAMUEL, assembled
from tests.make_programs import deck_named

FOUR_K = 4096 - 64


def test_there_is_a_source_and_a_deck_of_each() -> None:
    for suffix in (".sap", ".cbn"):
        assert {path.stem for path in PROGRAMS.glob(f"*{suffix}")} == {*NAMES, *SAMUEL}
        assert {f"jobs/{path.stem}" for path in PROGRAMS.glob(f"jobs/*{suffix}")} == set(JOBS)


@pytest.mark.parametrize("name", [*NAMES, *SAMUEL, *JOBS])
def test_the_deck_is_the_one_that_the_source_makes(name: str) -> None:
    path = PROGRAMS / f"{name}.cbn"
    punched = read_cbn(path.read_bytes(), path.name)
    assert punched.cards == deck_named(name).cards, "uv run python -m tests.make_programs"


@pytest.mark.parametrize("name", [*NAMES, *JOBS])
def test_each_fits_the_smallest_storage_below_the_loader(name: str) -> None:
    assembly = assembled(name)
    assert max(assembly.words) < FOUR_K
    assert assembly.start == 0o100


@pytest.mark.parametrize("name", [*NAMES, *SAMUEL, *JOBS])
def test_the_listing_is_what_a_visitor_can_read(name: str) -> None:
    path = PROGRAMS / f"{name}.sap"
    lines = path.read_text().splitlines()
    assert all(len(line) <= 72 for line in lines)
    assert lines[0].startswith(f"* {path.stem.upper()} - ")
    remarks = sum(line.startswith("*") or len(line) > 30 for line in lines)
    assert remarks > len(lines) / 4
