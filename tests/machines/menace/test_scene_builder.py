"""What is seen of the matchbox table, its settings, and the shake that is seen."""

from collections import Counter

import numpy as np
import pytest

from machines.menace.beads import Cabinet, Rewards
from machines.menace.build import NAMES, build
from machines.menace.flow import LASTS
from machines.menace.odds import odds
from machines.menace.scene import OPPONENTS
from machines.menace.shake import dance, dealt
from machines.menace.tray import SHAKE_US, STROKES_US
from tests.machines.menace.bench import act, check, exhibit, play, refused, scene, until

MACHINES = ("random", "distinct", "perfect", "1961", "menace")


# -- settings --------------------------------------------------------------------------------------


def test_settings_that_make_no_sense_are_refused() -> None:
    menace = exhibit()
    assert "expected one of 0 visitor, 1 random" in refused(
        menace, "table.opponent", len(OPPONENTS)
    )
    assert "expected one of 0 304" in refused(menace, "table.build", -1)
    assert "-1000 to 1000" in refused(menace, "table.win", 1001)
    assert "expected 1 to 304" in refused(menace, "cabinet.box", 305)
    assert "expected 1 to 304" in refused(menace, "cabinet.box", 0)
    assert "there is box" in refused(menace, "cabinet.drawer", 1)
    act(menace, "table.opponent", OPPONENTS.index("1961"))
    assert "1961 plays Cross" in refused(menace, "table.build", NAMES.index("second"))
    act(menace, "table.opponent", 0)
    act(menace, "table.build", NAMES.index("second"))
    assert "1961 plays Cross" in refused(menace, "table.opponent", OPPONENTS.index("1961"))


def test_another_build_is_a_new_cabinet_before_the_days_first_play() -> None:
    menace = exhibit()
    for name in ("287L", "second", "287W", "304"):
        act(menace, "table.build", NAMES.index(name))
        shown = scene(menace)
        assert (shown.build, len(shown.beads)) == (name, len(build(name).faces))
        assert shown.ledger.balances
    act(menace, "table.new")
    assert "during a play" in refused(menace, "table.build", 1)
    act(menace, "table.undo")
    play(menace, "random")
    assert "begin a new day first" in refused(menace, "table.build", 1)
    act(menace, "table.day")
    act(menace, "table.build", 1)
    assert scene(menace).ledger.boxes.sum() == 1674


def test_other_rewards_are_for_later_plays_and_marked_on_the_chart() -> None:
    menace = exhibit()
    play(menace, "perfect")
    act(menace, "table.opponent", OPPONENTS.index("perfect"))
    act(menace, "table.new")
    until(menace, "rewarding")
    planned = scene(menace).gains
    act(menace, "table.draw", 5)
    act(menace, "table.loss", 7)
    shown = until(menace, "over")
    assert shown.gains == planned
    assert shown.changes == tuple(menace.table.cabinet.changes)
    assert [(one.plays, one.rewards) for one in shown.changes] == [(2, Rewards(3, 5, 7))]
    shown = play(menace, "perfect")
    assert {gain for _, _, gain in shown.gains} <= {5, 7}
    records = menace.plays_since(0)
    assert [one.rewards for one in records] == [(3, 1, -1), (3, 1, -1), (3, 5, 7)]


def test_a_box_can_lose_no_more_than_it_has() -> None:
    menace = exhibit(loss=-1000, draw=-1000, win=-1000)
    for _ in range(10):
        shown = play(menace, "perfect")
        assert all(shown.beads[box - 1, colour] == 0 for box, colour, _ in shown.gains)
        check(menace)
        if scene(menace).beads[0].sum() == 0:
            break
    for _ in range(menace.state.table.book.plays):
        act(menace, "table.undo")
        check(menace)
    assert np.array_equal(scene(menace).beads, Cabinet.new("304").beads)


# -- what is shown ---------------------------------------------------------------------------------


@pytest.mark.parametrize("box", [1, 7])
def test_a_boxs_history_is_what_it_held_after_each_play(box: int) -> None:
    menace = exhibit(2, opponent=OPPONENTS.index("distinct"))
    held = {0: tuple(int(n) for n in scene(menace).beads[box - 1])}
    for number in range(1, 60):
        if number == 20:
            act(menace, "cabinet.box", box)
        shown = play(menace, "distinct")
        now = tuple(int(n) for n in shown.beads[box - 1])
        if any(opened.number == box for opened in shown.opened):
            held[number] = now
    assert scene(menace).history == tuple(held.items())
    assert box != 1 or len(held) == 60


def test_the_chances_are_those_of_the_beads_with_the_drawn_ones_in_their_boxes() -> None:
    menace = exhibit(3)
    for _ in range(8):
        play(menace, "menace")
    act(menace, "table.new")
    until(menace, "opponent")
    boxes, other = menace.state.table.cabinet, menace.state.table.other
    assert other is not None
    plain, rival = Cabinet.new("304"), Cabinet.new("second")
    plain.beads[:], rival.beads[:] = boxes.beads, other.beads
    for cabinet, held in ((plain, boxes), (rival, other)):
        for bead in held.on_board:
            cabinet.beads[bead.number - 1, bead.colour] += 1
        cabinet.bought[:] = cabinet.beads.sum(axis=0)
        cabinet.cups[:] = 0
    found = dict(scene(menace).odds)
    assert set(found) == {"random", "distinct", "perfect", "1961", "menace"}
    for name, chances in found.items():
        expected = odds(plain, rival if name == "menace" else name, number=9)
        assert chances == expected
    before = scene(menace).odds
    until(menace, "over")
    assert scene(menace).odds != before


def test_the_rattle_grows_while_the_box_is_shaken_and_only_then() -> None:
    menace = exhibit()
    act(menace, "table.new")
    until(menace, "shaking")
    strokes = []
    for _ in range(SHAKE_US // STROKES_US):
        strokes.append(menace.view().tallies["strokes"])
        menace.advance(STROKES_US)
    assert strokes == list(range(SHAKE_US // STROKES_US))
    assert menace.view().tallies["strokes"] == SHAKE_US // STROKES_US
    until(menace, "visitor")
    assert menace.view().tallies["strokes"] == SHAKE_US // STROKES_US
    assert menace.view().tallies["beads_drawn"] == menace.view().tallies["boxes"] == 1


def test_every_phase_has_a_caption_and_every_wait_a_reason() -> None:
    menace = exhibit(4)
    seen: dict[str, str] = {}
    for name in ("visitor", *MACHINES):
        act(menace, "table.opponent", OPPONENTS.index(name))
        act(menace, "table.new")
        while scene(menace).phase != "over":
            view = menace.view()
            shown = scene(menace)
            assert view.busy == (not view.reason)
            assert len(view.caption) > 10
            seen[shown.phase] = view.caption
            if shown.phase == "visitor":
                act(menace, f"board.square.{shown.board.moves[0]}")
            else:
                menace.advance(menace.table.due_us() or 0)
        assert menace.view().reason == "begin a new play"
    assert set(seen) >= {*LASTS, "visitor"} - {"empty"}
    assert "Box" in seen["finding"]


# -- the shake -------------------------------------------------------------------------------------


def test_what_is_drawn_at_the_table_is_even_over_the_beads() -> None:
    """900 openings from 4 white, 4 lilac and 4 gold, each taken back before the next."""
    menace = exhibit(17)
    drawn: Counter[int] = Counter()
    for _ in range(900):
        act(menace, "table.new")
        drawn[scene(menace).opened[0].colour] += 1
        act(menace, "table.undo")
    chi2 = sum((drawn[colour] - 300) ** 2 / 300 for colour in (0, 1, 2))
    assert sum(drawn.values()) == 900
    assert chi2 < 13.8  # 2 degrees of freedom, 1 in 1000


def test_a_snapshot_holds_no_physics_and_looking_at_a_dance_changes_nothing() -> None:
    one, other = exhibit(9), exhibit(9)
    for menace in (one, other):
        act(menace, "table.new")
        until(menace, "shaking")
    box = scene(one).opened[0]
    dance(box.seed, sum(box.beads))
    dealt(box.seed, box.beads, box.colour)
    assert one.snapshot() == other.snapshot()
    assert b"shake" not in one.snapshot()
    assert len(one.snapshot()) < 60_000
