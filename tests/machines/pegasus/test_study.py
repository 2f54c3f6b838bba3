"""Runs of the Pegasus program by the block, and one cell of the sweep."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.run_record import Block, RunMetadata
from machines.pegasus import study as pegasus
from machines.pegasus.odds import Origin
from machines.pegasus.printout import FIGURES, figure_of, record_of
from machines.pegasus.program import blocks
from machines.pegasus.study import (
    Cell,
    as_json,
    from_json,
    measure,
    opposition,
    plays_to_standard,
)
from machines.pegasus.tables import tables
from tests.machines.pegasus.runs import PRINTED


class Notebook:
    """A run record that keeps nothing on a disk."""

    where = "notebook"

    def __init__(self, about: RunMetadata) -> None:
        self.about = about
        self.kept: list[Block] = []
        self.newest = b""
        self.plays = 0

    def keep(self, plays: int, data: bytes, state: bytes) -> None:
        self.kept.append(Block(self.plays + 1, plays, data))
        self.plays += plays
        self.newest = state

    def blocks(self) -> list[Block]:
        return self.kept

    def state(self) -> bytes:
        return self.newest


BOTH = pegasus.StudyConfig("learn", "learn", seed=5)


def test_the_same_plays_are_made_however_they_are_cut_into_blocks() -> None:
    whole = pegasus.Study.begin(BOTH).program.play(950)
    for block in (1000, 100, 77):
        book = Notebook(BOTH.about())
        list(pegasus.play_on(pegasus.Study.begin(BOTH), book, 950, block))  # type: ignore[arg-type]
        assert (pegasus.plays_of(book) == whole).all()  # type: ignore[arg-type]


def test_a_run_is_gone_on_with_from_its_record() -> None:
    settings = pegasus.StudyConfig("learn", "random", 1.1, 1.5, "hundreds", 0.8, False, seed=9)
    whole = pegasus.Study.begin(settings).program.play(1234)
    book = Notebook(settings.about())
    list(pegasus.play_on(pegasus.Study.begin(settings), book, 567))  # type: ignore[arg-type]
    study = pegasus.Study.of_run(book)  # type: ignore[arg-type]
    assert study.settings == settings
    list(pegasus.play_on(study, book, 1234, 100))  # type: ignore[arg-type]
    assert (pegasus.plays_of(book) == whole).all()  # type: ignore[arg-type]


def test_a_record_whose_odds_are_not_those_of_its_plays_is_refused() -> None:
    book = Notebook(BOTH.about())
    list(pegasus.play_on(pegasus.Study.begin(BOTH), book, 300))  # type: ignore[arg-type]
    book.plays = 400
    with pytest.raises(RefusedError, match="400 plays; its odds are those after 300"):
        pegasus.Study.of_run(book)  # type: ignore[arg-type]
    book.about = RunMetadata("pegasus", "sweep")
    with pytest.raises(RefusedError, match="record of a sweep; expected a run"):
        pegasus.Study.of_run(book)  # type: ignore[arg-type]


def test_odds_that_were_changed_by_hand_are_refused() -> None:
    book = Notebook(BOTH.about())
    study = pegasus.Study.begin(BOTH)
    study.program.chances[3, 0] += 0.5
    book.keep(0, b"", study.state())
    with pytest.raises(RefusedError, match=r"chances: of position 3 add up to 1.5; expected 1"):
        pegasus.Study.of_run(book)  # type: ignore[arg-type]


def test_settings_out_of_range_are_refused_by_name() -> None:
    for settings, what in (
        (pegasus.StudyConfig(a=11.0), "A: 11 is out of range"),
        (pegasus.StudyConfig(b=0.5), "B: 0.5 is out of range"),
        (pegasus.StudyConfig(origin="each", d=0.0, last_infinite=False), "D: 0 is out of range"),
        (pegasus.StudyConfig(origin="never"), "expected one of fixed, each, hundreds"),
        (pegasus.StudyConfig(nought="nobody"), "nobody"),
    ):
        with pytest.raises(RefusedError, match=what):
            pegasus.Study.begin(settings)


def test_a_frozen_side_plays_by_the_odds_it_is_given() -> None:
    taught = pegasus.Study.begin(pegasus.StudyConfig(seed=3))
    taught.program.play(1000)
    odds = taught.program.learned(0)
    again = pegasus.Study.begin(pegasus.StudyConfig("frozen:x", "distinct", seed=4), (odds, None))
    assert (again.program.learned(0) == odds).all()
    results = blocks(again.program.play(1000), 1000)[0]
    assert results[0] > 900
    assert (again.program.learned(0) == odds).all()


# -- the play that emerges -----------------------------------------------------------------------


def test_the_commonest_play_is_found_with_how_often_it_was_made() -> None:
    games = np.array([record_of(one) for one in ("01732684", "017283", "01732684")])
    assert pegasus.commonest(games).squares == "01732684"
    assert pegasus.commonest(games).times == 2


def test_when_both_learn_a_standard_play_emerges_and_often_the_printed_one() -> None:
    """Fig. 9, first run: ``01732684`` begins to emerge between plays 200 and 300."""
    printed = 0
    for seed in range(20):
        games = pegasus.Study.begin(pegasus.StudyConfig("learn", "learn", seed=seed)).program.play(
            1000
        )
        number = pegasus.find_emergence(games)
        assert number is not None and 1 <= number <= 6
        printed += pegasus.commonest(games[-100:]).squares == "01732684"
    assert printed >= 4
    assert (
        pegasus.find_emergence(
            pegasus.Study.begin(pegasus.StudyConfig("distinct", "distinct")).program.play(2000)
        )
        is None
    )


def test_blocks_are_put_together_so_that_few_are_left() -> None:
    games = pegasus.Study.begin(pegasus.StudyConfig("distinct", "distinct")).program.play(4_100)
    for plays, size in ((1000, 100), (4000, 100), (4100, 200)):
        rows, each = pegasus.put_together(games[:plays])
        assert each == size
        assert (rows.sum(axis=1) == size).all()
    rows, size = pegasus.put_together(np.resize(games, 3_000_000))
    assert (len(rows), size) == (30, 100_000)


def test_the_printed_runs_are_those_of_the_acceptance_test() -> None:
    assert len(FIGURES) == 3
    for (nought, cross), runs in PRINTED.items():
        figure = figure_of(nought, cross)
        assert figure is not None
        assert [" ".join(f"{w}/{b}" for w, b in run) for run in figure.runs] == list(runs)
    assert sum(len(run) for figure in FIGURES for run in figure.runs) == 52
    assert figure_of("expert", "learn") is None


# -- a cell of the sweep -------------------------------------------------------------------------


def naive_standard(results: list[int]) -> float:
    for play in range(100, len(results) + 1):
        if results[play - 100 : play].count(-1) <= 5:
            return play
    return float("inf")


def test_the_standard_is_five_lost_of_a_hundred_in_a_row() -> None:
    generator = np.random.default_rng(1)
    for length in (50, 100, 101, 400, 2000):
        odds = np.linspace(0.5, 0.02, length)
        results = np.where(generator.random(length) < odds, -1, 1)
        assert plays_to_standard(results) == naive_standard(results.tolist())


def test_a_cell_is_the_same_whenever_it_is_measured_and_another_is_not() -> None:
    cell = Cell(1.025, 2.0)
    first = measure(cell, 12, 600, 7)
    assert measure(cell, 12, 600, 7) == first == from_json(as_json(first))
    assert measure(cell, 12, 600, 8) != first
    assert measure(Cell(1.025, 2.0, against="expert"), 12, 600, 7) != first


def test_a_cell_counts_what_its_runs_did() -> None:
    found = measure(Cell(1.025, 2.0), 30, 1200, 7)
    assert len(found.hundreds) == 11
    assert all(sum(row) == pytest.approx(100) for row in found.hundreds)
    # Fig. 7 by the mean of 400 runs of the measured model: 69 at first, 95 to 96 at the end.
    assert found.hundreds[0][0] == pytest.approx(69, abs=5)
    assert found.hundreds[-1][0] == pytest.approx(96, abs=3)
    assert found.plays_to_standard is not None and 120 < found.plays_to_standard < 350
    assert 0 <= found.infallible <= 1 and found.perfect <= found.infallible
    assert found.losing <= found.risk


def test_a_standard_that_is_not_reached_is_none() -> None:
    found = measure(Cell(1.0, 1.0, "each", 0.9), 8, 300, 7)
    assert (found.plays_to_standard, found.reached, found.infallible) == (None, 0.0, 0.0)


def test_stereotyped_play_is_one_of_the_experts_and_always_the_same() -> None:
    chances, best = opposition("stereotyped").chances(), opposition("expert").chances()
    rows = np.flatnonzero(tables().choices)
    assert (chances[rows].max(axis=1) == 1).all()
    assert (best[chances == 1] > 0).all()


def test_cross_can_be_the_learner() -> None:
    found = measure(Cell(1.025, 2.0, learner="cross"), 20, 1000, 7)
    assert found.hundreds[0][0] == pytest.approx(53, abs=5)  # Fig. 8, mean of 400 runs
    assert found.hundreds[-1][0] == pytest.approx(10, abs=5)


def test_a_cell_out_of_range_is_refused() -> None:
    for bad, what in (
        (lambda: Cell(1.0, 2.0, against="nobody"), "opposition: no 'nobody'"),
        (lambda: Cell(1.0, 2.0, learner="both"), "learner"),
        (lambda: Cell(1.35, 2.5).reinforcement(), "make M_1 too great"),
    ):
        with pytest.raises(RefusedError, match=what):
            bad()
    assert Cell(1.1, 2.0, "hundreds", 0.8).reinforcement().origin is Origin.HUNDREDS
