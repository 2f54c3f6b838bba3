"""Decks at the Pegasus 2: what is played, typed, refused, corrected, saved and loaded."""

import re

import numpy as np
import pytest

from devices.media.deck import deck_value, read_text_deck
from devices.media.roll import WIDTH
from devices.media.tape import Tape, TapeMark, tape_value
from machines.exhibit.exhibit import Event
from machines.games.noughts.board import Board
from machines.games.noughts.deck_player import CORRECT, Phase
from machines.games.noughts.tape_file import records_of
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.beads_tape import file_of_beads
from machines.pegasus.controls import SEED
from machines.pegasus.deck_player import odds_lines
from machines.pegasus.exhibit import PegasusExhibit
from machines.pegasus.odds import Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.printout import SIGNS, printed_lines, result_of
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import result
from machines.storage.registry import layout_of

LAYOUT = layout_of("pegasus")
GAME = "GAME   1 A VISITOR NOUGHT=LEARN CROSS=OPERATOR"
SECOND = 1_000_000


class Floor:
    """The exhibit with cards to be put into it."""

    def __init__(self) -> None:
        self.one = PegasusExhibit(LAYOUT)

    def act(self, control: str, value: int | str = 1) -> None:
        self.one.operate(Event("pegasus", control, value, self.one.now_us))

    def put(self, *cards: str) -> None:
        text = "".join(f"{card}\n" for card in cards)
        self.act("reader.hopper", deck_value(read_text_deck(text, "deck.txt")))
        self.act("reader.start")

    def run(self, most_s: int = 3_000) -> list[str]:
        """Until it waits for somebody; the rows typed."""
        for _ in range(most_s):
            if not self.one.view().busy:
                return self.rows()
            self.one.advance(SECOND)
        raise AssertionError(f"still at work: {self.one.state.deck}")

    def put_and_run(self, *cards: str) -> list[str]:
        self.put(*cards)
        return self.run()

    def rows(self) -> list[str]:
        return self.one.state.teleprinter.paper.text().split("\n")

    def mount(self, tape: Tape, ring: bool = True) -> None:
        self.act("tape1.file_protect", 0 if ring else 1)
        self.act("tape1.mount", tape_value(tape))
        self.act("tape1.load_rewind")
        self.one.advance(5 * SECOND)
        self.act("tape1.start")

    def reel(self) -> Tape:
        tape = self.one.state.tape1.tape()
        assert tape is not None
        return tape

    @property
    def board(self) -> Board:
        return self.one.state.deck.board

    def refusal(self) -> str:
        feed = self.one.state.deck.feed
        assert feed.phase is Phase.REFUSED
        assert self.one.view().reason == f"{feed.why}; {CORRECT}"
        return feed.why

    def odds(self) -> np.ndarray:
        return self.one.state.store.learned()


# -- plays by cards --------------------------------------------------------------------------------


def test_plays_are_typed_as_the_print_out_has_them() -> None:
    floor = Floor()
    rows = floor.put_and_run("GAME   CROSS=DISTINCT NOUGHT=DISTINCT", "PLAYS  23", "END")
    program = Pegasus(
        read_player("distinct"), read_player("distinct"), Reinforcement(), generator_state(SEED)
    )
    lines = printed_lines([int(game) for game in program.play(23)])
    at = rows.index("TEST A0") + 2
    assert rows[at : at + 5] == lines
    assert floor.one.state.plays == 23
    assert floor.one.view().controls["desk.run"] == 0


def test_plays_are_learned_from_as_without_cards() -> None:
    floor, other = Floor(), Floor()
    floor.act("desk.print", 0)
    floor.put_and_run("GAME   NOUGHT=LEARN CROSS=LEARN", "PLAYS  250", "END")
    program = Pegasus(
        read_player("learn"), read_player("learn"), Reinforcement(), generator_state(SEED)
    )
    program.play(250)
    assert np.array_equal(floor.odds(), program.chances)
    assert floor.one.state.trial.plays == 250
    assert not np.array_equal(floor.odds(), other.odds())


@pytest.mark.parametrize(
    ("card", "player"),
    [("EXPERT", "expert"), ("STANDARD/.75", "standard:.75"), ("FROZEN", "frozen")],
)
def test_a_card_seats_a_player(card: str, player: str) -> None:
    floor = Floor()
    floor.put_and_run(f"GAME   CROSS={card} NOUGHT=RANDOM", "PLAYS  3", "END")
    settings_now = floor.one.state.store.settings
    assert (settings_now.nought, settings_now.cross) == ("random", player)


def test_a_side_left_out_stays_as_the_desk_has_it() -> None:
    floor = Floor()
    floor.act("desk.nought", -1)
    rows = floor.put_and_run("GAME   CROSS=EXPERT", "END")
    assert "NOUGHT FROZEN  CROSS EXPERT" in rows


def test_a_visitor_plays_by_cards_and_the_program_learns() -> None:
    floor = Floor()
    before = floor.odds()
    floor.put_and_run(GAME)
    assert len(floor.one.state.deck.squares) == 1
    while floor.one.state.deck.playing:
        floor.put_and_run(f"MOVE   {floor.board.moves[-1]}")
    floor.put_and_run("END")
    (record,) = floor.one.state.trial.latest(1).tolist()
    board = floor.board
    assert result(board) == result_of(record)
    line = f"{floor.one.state.deck.squares:<8} {SIGNS[result_of(record)]}"
    assert line in floor.rows()
    assert floor.one.state.plays == 1
    assert floor.one.plays_since(0)[-1].sides == "learn operator"
    assert result_of(record) != 0
    learned = np.flatnonzero((floor.odds() != before).any(axis=1))
    assert learned.size == (len(floor.one.state.deck.squares) + 1) // 2  # Nought's moves


def test_operators_may_play_both_sides_and_nothing_is_learned() -> None:
    floor = Floor()
    before = floor.odds()
    game = "GAME   NOUGHT=OPERATOR CROSS=OPERATOR"
    rows = floor.put_and_run(game, "MOVE   2 4 7 0 1 8", game, "MOVE   1 4 7 0 8", "END")
    assert "247018   -" in rows
    assert "14708    +" in rows
    assert np.array_equal(floor.odds(), before)
    assert floor.one.state.plays == 2


def test_beads_types_the_odds() -> None:
    floor = Floor()
    rows = floor.put_and_run("BEADS", "BEADS  1 0")
    at = rows.index("ODDS  ... ... ...  NOUGHT TO MOVE")
    assert rows[at + 1].split() == ["SQUARE", "0", "1", "2"]
    assert rows[at + 2].split() == ["CHANCE", "0.3333", "0.3333", "0.3333"]
    assert rows[at + 3] == "ODDS  O.. .X. ...  NOUGHT TO MOVE"
    assert len(rows[at + 4].split()) == 5


def test_odds_stand_on_the_board_as_it_lies() -> None:
    for squares in ("1", "3", "57", "20", "7314"):
        board = Board()
        for square in squares:
            board = board.play(int(square))
        lines = odds_lines(board, Floor().one.state)
        named = [int(square) for square in lines[1].split()[1:]]
        assert set(named) <= set(board.moves)
        assert sum(map(float, lines[2].split()[1:])) == pytest.approx(1, abs=2e-3)
        assert all(len(line) <= WIDTH for line in lines)


def test_end_types_the_totals() -> None:
    rows = Floor().put_and_run("GAME   NOUGHT=EXPERT CROSS=EXPERT", "PLAYS  3", "END")
    assert "3 PLAYS   + 0   - 0   . 3" in rows


# -- refusals --------------------------------------------------------------------------------------


def test_a_wrong_card_stops_the_reader_and_changes_nothing() -> None:
    for cards, words in (
        (["MOVE   5"], "card 1, column 8: no game is open; expected a GAME card"),
        (["GAME   CROSS=MENACE"], "card 1, column 14: MENACE; expected OPERATOR, LEARN, RANDOM"),
        (["GAME   CROSS=1961"], "card 1, column 14: 1961; expected OPERATOR, LEARN"),
        (["GAME   CROSS=STANDARD/2"], "card 1, column 14: STANDARD/2; expected a standard"),
        ([GAME, "PLAYS  3"], "card 2, column 8: game 1 is played by OPERATOR; expected MOVE"),
        (["GAME", "MOVE   3"], "card 2, column 8: neither side of game 1 is played by OPERATOR"),
        ([GAME, "MOVE   9"], "card 2, column 8: 9 is no square; expected squares 0 to 8"),
        ([GAME, "MOVE   2/ 5"], "card 2, column 8: game 2 is not open; expected game 1"),
        ([GAME, "SAVE"], "card 2, column 1: a play is on; expected SAVE when it is over"),
        (["SAVE   2"], "card 1, column 8: no tape unit's dial stands at 2; expected one of tape1"),
        (["BEADS  1 1"], "card 1, column 10: is on square 1, which O has taken"),
        (["BEADS  1 9"], "card 1, column 10: there is no square 9; expected 0 to 8"),
        (["BEADS  1 8 2 0 3"], "card 1, column 16: ends the play, where there are no odds"),
        (["BEADS  1 8 2 0 3 4"], "card 1, column 18: comes after the end of the play"),
        (["END", "PLAYS  5"], "card 2, column 1: comes after END (deck.txt, card 1)"),
    ):
        floor = Floor()
        before = floor.odds()
        rows = floor.put_and_run(*cards)
        assert words in floor.refusal(), cards
        assert np.array_equal(floor.odds(), before), cards
        assert any(row.startswith(" CARD REFUSED, DECK.TXT, CARD") for row in rows), cards
        assert not floor.one.state.reader.ready, cards


def test_a_square_taken_is_refused_and_the_card_can_be_corrected() -> None:
    floor = Floor()
    floor.put_and_run(GAME)
    free = floor.board.moves
    floor.put_and_run(f"MOVE   {free[0]} {free[0]}")
    assert f"column 10: is on square {free[0]}, which X has taken" in floor.refusal()
    squares = floor.one.state.deck.squares
    assert floor.rows()[-1] == squares  # the line is taken up again
    after = floor.board.moves[0]
    floor.act("reader.correct", f"MOVE   {free[0]} {after}")
    floor.act("reader.start")
    floor.run()
    assert floor.one.state.deck.squares.startswith(f"{squares}{after}")


def test_a_move_after_the_end_is_refused() -> None:
    floor = Floor()
    floor.put_and_run(GAME)
    while floor.one.state.deck.playing:
        floor.put_and_run(f"MOVE   {floor.board.moves[0]}")
    floor.put_and_run("MOVE   4")
    assert re.search(
        r"column 8: comes after the end: game 1 is over \((NOUGHT|CROSS|DRAWN)", floor.refusal()
    )


def test_a_play_that_is_left_is_not_learned_from() -> None:
    floor = Floor()
    before = floor.odds()
    rows = floor.put_and_run(GAME, "END")
    assert any(row.endswith("  NOT FINISHED") for row in rows)
    assert np.array_equal(floor.odds(), before)
    assert floor.one.state.plays == 0


def test_what_the_operator_must_do_is_said() -> None:
    floor = Floor()
    floor.act("teleprinter.stop")
    floor.put_and_run("* A REMARK")
    assert floor.one.view().reason == "the teleprinter is stopped: press START on it"
    floor.act("teleprinter.start")
    floor.run()
    assert floor.one.view().reason.startswith("the hopper is empty and no END card has come")
    floor.put("GAME", "PLAYS  9", "END")
    floor.one.advance(3 * SECOND)
    floor.act("desk.run", 0)
    floor.run()
    assert floor.one.view().reason.startswith("press RUN at the desk")
    floor.act("desk.run", 1)
    floor.run()
    assert floor.one.state.plays == 9
    assert floor.one.state.deck.feed.ended


# -- tape ------------------------------------------------------------------------------------------


def test_what_is_saved_can_be_loaded() -> None:
    floor = Floor()
    floor.mount(Tape("blank.tap", ()))
    rows = floor.put_and_run("GAME   CROSS=LEARN", "PLAYS  60", "SAVE   1 FRIDAY", "END")
    assert "ODDS SAVED AS FRIDAY  TAPE1, BLANK.TAP" in rows
    other = Floor()
    other.mount(floor.reel(), ring=False)
    rows = other.put_and_run("LOAD   1 FRIDAY", "GAME   NOUGHT=FROZEN CROSS=FROZEN", "END")
    assert "ODDS LOADED AS FRIDAY  TAPE1, BLANK.TAP" in rows
    assert np.array_equal(floor.odds(), other.odds())


def test_beads_are_no_odds() -> None:
    floor = Floor()
    before = floor.odds()
    records = records_of(file_of_beads(Cabinet.new(), ""))
    floor.mount(Tape("beads.tap", (*records, TapeMark())))
    floor.put_and_run("LOAD")
    assert "record 1: is not the header of a file of PEGASUS ODDS" in floor.refusal()
    assert np.array_equal(floor.odds(), before)
