"""The Pegasus 2 as an exhibit: plays made and typed, the desk, the same whatever was cut up."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.exhibit import Event
from machines.kernels.generator import generator_state
from machines.pegasus.controls import PLAYERS, SEED, OddsStore, PlaySettings, odds_at_the_start
from machines.pegasus.exhibit import PegasusExhibit
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.printout import printed_page
from machines.pegasus.program import KEPT_PLAYS, MOST_BLOCKS, Pegasus, Trial, blocks
from machines.pegasus.tables import tables
from machines.pegasus.view import WORD_BITS, PegasusScene
from machines.storage.registry import layout_of

LAYOUT = layout_of("pegasus")
SECOND = 1_000_000


def made() -> PegasusExhibit:
    return PegasusExhibit(LAYOUT)


def act(one: PegasusExhibit, control: str, value: int | str = 1) -> None:
    one.operate(Event("pegasus", control, value, one.now_us))


def running(seconds: int = 0, quiet: bool = False) -> PegasusExhibit:
    one = made()
    if quiet:
        act(one, "desk.print", 0)
    act(one, "desk.run")
    one.advance(seconds * SECOND)
    return one


def scene(one: PegasusExhibit) -> PegasusScene:
    found = one.view().scene
    assert isinstance(found, PegasusScene)
    return found


def text(one: PegasusExhibit) -> str:
    return one.state.teleprinter.paper.text()


def page(games: np.ndarray) -> str:
    """The page that the print-out of these plays is."""
    tests = [games[at : at + 100].tolist() for at in range(0, len(games), 100)]
    return printed_page((f"A{number}", plays) for number, plays in enumerate(tests))


# What an exhibit is.


@pytest.mark.parametrize(
    ("control", "value", "words"),
    [
        ("desk.stop", 1, "desk stop: no such control; there are run, print, clear, nought"),
        ("desk.run", 2, "desk run: 2; expected 1"),
        ("desk.run", -1, "desk run: -1; expected 1"),
        ("desk.a", "up", "desk a: 'up'; expected 1"),
        ("console.start", 1, "console: no such thing here; there are desk, sheet, reader"),
        ("teleprinter.kick", 1, "no such control; there are start, stop"),
    ],
)
def test_an_act_that_cannot_be_is_refused_and_the_reason_says_so(
    control: str, value: int | str, words: str
) -> None:
    one = made()
    before = one.snapshot()
    with pytest.raises(RefusedError, match=words.replace("'", ".")):
        act(one, control, value)
    assert words in one.view().reason
    act(one, "desk.run", 0)
    assert one.snapshot() == before
    assert words not in one.view().reason


# Plays and their print-out.


def test_the_plays_are_those_of_the_program_with_the_same_settings() -> None:
    one = running(130)
    program = Pegasus(
        read_player("learn"), read_player("distinct"), Reinforcement(), generator_state(SEED)
    )
    games = program.play(one.state.plays)
    assert 95 <= len(games) <= 110
    assert (one.state.trial.latest(1000) == games).all()
    assert (one.state.store.program.chances == program.chances).all()
    assert scene(one).blocks == tuple(map(tuple, blocks(games).tolist()))


def test_the_print_out_is_the_papers_page_to_the_last_blank() -> None:
    one = running(400)
    act(one, "desk.run", 0)
    one.advance(20 * SECOND)
    games = one.state.trial.latest(1000)
    assert len(games) > 300
    expected = page(games)
    # The line under way has no end yet, nor the page.
    assert text(one) == expected.removesuffix("\n") + ("" if len(games) % 5 else "\n")
    assert text(one).startswith("7168 CLEAR STORE\n\n\nTEST A0\n\n")
    assert "  \n\n\nTEST A1\n\n" in text(one)


def test_printing_taken_up_again_names_the_test_once_more() -> None:
    one = running(30)
    act(one, "desk.print", 0)
    one.advance(10 * SECOND)
    act(one, "desk.print", 1)
    one.advance(10 * SECOND)
    rows = text(one).split("\n")
    assert rows.count("TEST A0") == 2
    again = len(rows) - 1 - rows[::-1].index("TEST A0")
    assert rows[again - 2 : again] == ["", ""]
    assert rows[again - 3].strip()


def test_a_stopped_teleprinter_is_waited_for_and_said() -> None:
    one = running(20)
    act(one, "teleprinter.stop")
    one.advance(20 * SECOND)
    plays, view = one.state.plays, one.view()
    assert not view.busy
    assert view.reason == "the teleprinter is stopped: press START on it"
    one.advance(100 * SECOND)
    assert one.state.plays == plays
    act(one, "teleprinter.start")
    assert one.view().busy
    one.advance(20 * SECOND)
    assert one.state.plays > plays + 10


# The desk.


def test_the_order_7168_makes_the_odds_as_at_the_start_and_begins_a_page() -> None:
    one = running(400)
    assert scene(one).opening[0][1] > 0.4
    act(one, "desk.run", 0)
    one.advance(5 * SECOND)
    act(one, "desk.clear")
    act(one, "desk.clear", 0)
    assert (one.state.store.program.chances == odds_at_the_start()).all()
    assert scene(one).blocks == ()
    assert scene(one).plays == 0
    one.advance(10 * SECOND)
    act(one, "desk.run")
    one.advance(30 * SECOND)
    later = one.state.trial.latest(1000)
    assert len(later) == scene(one).plays > 15
    second = text(one)[text(one).rindex("7168") :]
    assert page(later).startswith(second)
    assert "\n" * 7 + "7168" in text(one)


def test_clearing_twice_while_the_first_is_being_typed_is_refused() -> None:
    one = made()
    act(one, "desk.clear")
    with pytest.raises(RefusedError, match="still typing"):
        act(one, "desk.clear")
    one.advance(10 * SECOND)
    act(one, "desk.clear")


def test_the_knobs_go_round_their_places() -> None:
    one = made()
    for side, first in (("nought", "learn"), ("cross", "distinct")):
        seen = [first]
        for _ in PLAYERS:
            act(one, f"desk.{side}")
            act(one, f"desk.{side}", 0)
            seen.append(getattr(scene(one), side))
        assert set(seen) == set(PLAYERS)
        assert seen[-1] == first
        act(one, f"desk.{side}", -1)
        assert getattr(scene(one), side) == PLAYERS[PLAYERS.index(first) - 1]
    act(one, "desk.run")
    one.advance(10_000_000)
    act(one, "desk.origin")
    assert scene(one).changes[-1].words == "origin each play"
    act(one, "desk.a")
    assert scene(one).changes[-1].words.startswith("A = ")


def test_what_a_side_has_learned_stays_while_it_plays_otherwise() -> None:
    one = running(300, quiet=True)
    mine = tables().made % 2 == 0
    learned = one.state.store.learned()[mine]
    assert (learned != odds_at_the_start()[mine]).any()
    for _ in range(5):  # random, distinct, expert, standard, frozen
        act(one, "desk.nought")
        one.advance(20 * SECOND)
    assert scene(one).nought == "frozen"
    assert (one.state.store.program.chances[mine] == learned).all()
    act(one, "desk.nought")
    assert scene(one).nought == "learn"
    assert (one.state.store.program.chances[mine] == learned).all()
    one.advance(50 * SECOND)
    assert (one.state.store.program.chances[mine] != learned).any()
    words = [change.words for change in scene(one).changes]
    assert words == [f"Nought: {PLAYERS[k % 6]}" for k in range(1, 7)]


def test_a_b_and_d_go_by_steps_and_stop_where_the_odds_allow_no_more() -> None:
    one = made()
    act(one, "desk.a")
    act(one, "desk.b", -1)
    act(one, "desk.d", -1)
    held = scene(one).reinforcement
    assert (held.a, held.b, held.d) == (1.03, 1.9, 0.99)
    for control, value, words in (
        ("b", 1, "A and B: 1.03 and .* make M_1 too great"),
        ("a", -1, "A: 0.995 is out of range; expected a number from 1 to 10"),
        ("d", 1, "D: 1.01 is out of range; expected more than 0, at most 1"),
    ):
        with pytest.raises(RefusedError, match=words):
            for _ in range(2000):
                act(one, f"desk.{control}", value)
        before = scene(one).reinforcement
        with pytest.raises(RefusedError):
            act(one, f"desk.{control}", value)
        assert scene(one).reinforcement == before


def test_a_sliding_origin_has_its_last_multiplier_finite() -> None:
    one = running(50, quiet=True)
    assert scene(one).reinforcement.last_infinite
    act(one, "desk.origin")
    assert scene(one).reinforcement.origin is Origin.EACH_PLAY
    assert not scene(one).reinforcement.last_infinite
    one.advance(50 * SECOND)
    assert scene(one).average != 0
    act(one, "desk.origin")
    act(one, "desk.origin")
    assert scene(one).reinforcement == Reinforcement()
    assert scene(one).average == 0


def test_the_store_tells_random_play_from_what_was_learned() -> None:
    store = OddsStore.cleared(PlaySettings("random", "expert"), generator_state(1))
    assert (store.learned() == odds_at_the_start()).all()
    assert (store.program.chances != odds_at_the_start()).any()


# What is seen.


def test_the_scene_tells_the_last_play_and_the_commonest() -> None:
    one = running(700, quiet=True)
    seen = scene(one)
    games = one.state.trial.latest(100)
    values, counts = np.unique(games, return_counts=True)
    assert seen.often == counts.max() > 1
    assert seen.last and set(seen.last) <= set("012345678")
    assert seen.result == (int(games[-1]) >> 36) - 1
    assert sum(chance for _, chance in seen.opening) == pytest.approx(1.0)
    assert [square for square, _ in seen.opening] == [0, 1, 2]
    fractions, counted = seen.words
    assert all(0 <= word < 1 << WORD_BITS for word in (*fractions, *counted))
    assert fractions[0] / (1 << WORD_BITS - 1) == pytest.approx(seen.opening[0][1], abs=1e-9)
    assert counted == (700, int(games[-1]))
    assert int(values.size) > 1


def test_the_lamps_are_bits_of_the_state() -> None:
    one = running(333, quiet=True)
    lit = dict(zip((lamp.id for lamp in LAYOUT.lamps()), one.view().lit.tolist(), strict=True))
    number = sum(int(name[5:]) for name, on in lit.items() if on and name.startswith("play."))
    assert number == 333
    assert lit["state.RUN"] and not lit["state.PRINT"] and not lit["state.WAIT"]
    assert lit["learns.O"] and not lit["learns.X"]
    result = scene(one).result
    assert [lit["last.+"], lit["last.."], lit["last.-"]] == [result == k for k in (1, 0, -1)]


def test_wait_is_lit_while_the_computer_waits_for_the_teleprinter() -> None:
    one = running(620)
    on = dict(zip((lamp.id for lamp in LAYOUT.lamps()), one.view().on_us.tolist(), strict=True))
    assert on["state.WAIT"] / one.now_us == pytest.approx(1.2 / 6.2, abs=0.03)


def test_blocks_are_put_together_when_there_are_too_many() -> None:
    trial = Trial()
    games = Pegasus(
        read_player("distinct"), read_player("distinct"), Reinforcement(), generator_state(5)
    ).play(100 * (MOST_BLOCKS + 3))
    for at in range(0, len(games), 100):
        trial.add(games[at : at + 100])
    assert trial.block == 200
    assert len(trial.counted) == MOST_BLOCKS // 2 + 1
    whole = blocks(games, 200)
    assert trial.counted == [tuple(row) for row in whole.tolist()]
    assert trial.begun == tuple(blocks(games[-100:])[0].tolist())
    assert len(trial.kept) == KEPT_PLAYS
    assert (trial.latest(7) == games[-7:]).all()


def test_the_typed_plays_are_told_for_the_run_record_day_by_day() -> None:
    one = running(60)
    first = one.plays_since(0)
    assert [play.number for play in first] == list(range(1, one.state.plays + 1))
    assert all(play.day == one.day == 1 and play.sides == "learn distinct" for play in first)
    printed = text(one).split("TEST A0\n\n")[1].split()
    assert [play.squares for play in first][:10] == [word for word in printed if len(word) > 4][:10]
    assert one.plays_since(first[-3].number) == first[-2:]
    act(one, "desk.run", 0)
    act(one, "desk.print", 0)
    act(one, "desk.clear")
    act(one, "desk.cross")
    act(one, "desk.run")
    one.advance(30 * SECOND)
    assert one.plays_since(0) == ()  # only counted
    act(one, "desk.print")
    one.advance(30 * SECOND)
    later = one.plays_since(0)
    assert {(play.day, play.sides) for play in later} == {(2, "learn expert")}
    assert later[0].number == 31
    assert one.plays_since(first[-1].number, 1) == later
    assert one.undone == ()
    assert not any(play.undone for play in later)
    again = made()
    again.restore(one.snapshot())
    assert again.plays_since(0, 1) == first + later
    assert again.run_state() == one.run_state()
