"""Runs that were kept stand in, pale and named, until today's has something to show."""

from devices.screen.parts.figures import blocks_chart
from machines.exhibit.exhibit import Event, Exhibit
from machines.games.draughts.scene import Learned, Sample
from machines.ibm704.earlier_series import EARLIER
from machines.ibm704.picture.wall_charts import chart_of
from machines.kernels.generator import generator_state
from machines.menace import text
from machines.morph.picture.learning_curves import sheet_chart
from machines.morph.scene import MorphScene
from machines.pegasus import earlier_runs
from machines.pegasus.controls import PLAYERS
from machines.pegasus.odds import Reinforcement
from machines.pegasus.picture.room import _blocks
from machines.pegasus.players import read_player
from machines.pegasus.program import Change, Pegasus, blocks
from machines.samuel.generalization.series import pool
from machines.storage import registry
from machines.storage.registry import make_exhibit, panel_layout
from tests.make_earlier_runs import PLAYS, SEED, pairs

BLOCK = (60.0, 10.0, 30.0)


def test_kept_blocks_stand_in_until_there_is_a_block_of_today() -> None:
    empty = blocks_chart((), earlier=(BLOCK,), earlier_name="1961")
    assert [(panel.name, panel.ghost, panel.blocks) for panel in empty.panels] == [
        ("1961", True, (BLOCK,))
    ]
    begun = blocks_chart((BLOCK,), earlier=(BLOCK, BLOCK))
    assert [(panel.ghost, len(panel.blocks)) for panel in begun.panels] == [(False, 1)]


def test_the_kept_runs_of_the_pegasus_are_what_its_command_prints() -> None:
    assert set(earlier_runs.EARLIER) == set(pairs())
    for (nought, cross), kept in earlier_runs.EARLIER.items():
        players = read_player(nought), read_player(cross)
        program = Pegasus(*players, Reinforcement(), generator_state(SEED))
        assert [tuple(row) for row in blocks(program.play(PLAYS)).tolist()] == list(kept)


def test_every_pair_with_a_learner_has_a_kept_run() -> None:
    for one in PLAYERS[:-1]:
        for sides in (("learn", one), (one, "learn")):
            panel = _blocks((), 100, sides, (), "").panels[0]
            assert panel.ghost
            assert len(panel.blocks) == PLAYS // 100


def test_the_pegasus_shows_no_kept_run_of_other_settings() -> None:
    changed = (Change(0, "A 1.030"),)
    assert not _blocks((), 100, ("learn", "distinct"), changed, "").panels[0].blocks


def test_the_matchboxes_blocks_begin_with_those_of_1961() -> None:
    kept = text.blocks_of(text.RESULTS)
    assert [sum(block) for block in kept] == [100, 100]
    assert sum(block[0] for block in kept) == text.PRINTED[:200].count("W")


def test_the_kept_series_has_whole_polynomials_to_its_last_game() -> None:
    assert EARLIER.samples[0].games == 0
    assert EARLIER.samples[-1].games == 28
    games = [sample.games for sample in EARLIER.samples]
    assert games == sorted(games)
    names = set(pool())
    for sample in EARLIER.samples:
        assert len(sample.terms) == 16
        assert {name for name, _ in sample.terms} <= names
    assert all(0 < at <= 28 for at, _ in EARLIER.flags)


def test_the_wall_chart_shows_the_kept_series_until_alpha_has_moved() -> None:
    begun = Sample(0.0, (("MOB", 4),))
    for learned in (Learned(), Learned("ALPHA", (begun,))):
        shown = chart_of(learned)
        assert shown.earlier
        assert "AN EARLIER RUN" in shown.title
    assert not chart_of(Learned("ALPHA", (begun, Sample(0.1, (("MOB", 8),))))).earlier


def _scene(one: Exhibit) -> MorphScene:
    seen = one.view().scene
    assert isinstance(seen, MorphScene)
    return seen


def test_a_morph_that_knows_nothing_has_the_kept_run_beside_it() -> None:
    spec = registry.find_exhibit("morph")
    one = make_exhibit(spec, panel_layout(spec))
    assert _scene(one).earlier is None
    before = _scene(one)
    one.operate(Event("morph", "workstation.empty", 1, one.now_us))
    seen = _scene(one)
    assert seen.earlier is not None
    assert seen.earlier.table == before.table
    assert seen.earlier.curves == before.curves
    chart = sheet_chart(seen)
    assert "AN EARLIER RUN" in chart.title
    assert all(series.ghost and series.points for series in chart.series)
    again = MorphScene(earlier=seen.earlier, curves=before.curves)
    assert not any(series.ghost for series in sheet_chart(again).series)
