"""The matchbox table as it is worked, by hand or by card (machines.menace.deck_player).

Acts are methods; each raises RefusedError with nothing changed.  Between two acts time passes
(``advance``) up to when the next thing is due.

Rules that are ours:

* A play that is under way is finished or taken back before another is begun.
* In a visitor's play his last mark is taken back, with what the boxes have answered; where none of
  his stands, the play.  Their beads are drawn anew.
* Else taking back goes play by play to the day's beginning, or as far as the book goes; it stops
  plays that follow one another.  What chance there was is not taken back: a bead is drawn anew.
* A new day begins with the beads as they were at the start, the rewards as they are now, and an
  empty chart.  The play on the board and the second cabinet are put away.
* Other boxes, and beads that a tape brings, come only while no play stands on the day's chart:
  else they begin a new day (a tape) or are refused (a build).
"""

from devices.refusal import RefusedError
from machines.games.noughts.board import SIDE_NAMES
from machines.menace import flow
from machines.menace.beads import Cabinet, Rewards, Settlement
from machines.menace.build import OTHER_SIDE, build
from machines.menace.kernels import FOREGONE, RESIGNED
from machines.menace.opponents import SECOND_CABINET, VISITOR
from machines.menace.play_history import OURS, RELOADED, THEIRS, cells
from machines.menace.scene import OpenBox, Phase
from machines.menace.sides import check_opponent
from machines.menace.state import PlayState, TableState
from machines.menace.study import Tally

OUR_BOX, THEIR_BOX = 1, 2
"""Whose first box was reloaded."""
SIDES = "OX"
"""In the order of their turns."""
AT_REST: tuple[Phase, ...] = ("idle", "over", "declined")
WINS = {"O": "NOUGHT WINS", "X": "CROSS WINS", "": "DRAWN"}
REFUSALS: dict[Phase, str] = {
    "idle": "comes while no play is under way: begin a new one",
    "over": "comes after the end of the play: begin a new one",
    "rewarding": "comes after the end of the play: begin a new one when the beads are back",
    "empty": "comes after the end of the play: the box is empty and the machine resigns",
    "declined": "comes while the machine declines to play: reload the first box",
    "opponent": "comes out of turn: {opponent} plays {theirs}",
}
MACHINES_TURN = "wait for the boxes"


class Table:
    """The table; its state is a value."""

    def __init__(self, state: TableState) -> None:
        self.state = state

    # -- what can be asked ---------------------------------------------------------------------

    @property
    def cabinet(self) -> Cabinet:
        """The boxes."""
        return self.state.cabinet

    @property
    def marks(self) -> tuple[int, ...]:
        """The squares played on in it, in their order."""
        return tuple(self.state.play.marks)

    @property
    def opened(self) -> tuple[OpenBox, ...]:
        """The boxes opened in it, an empty one last."""
        return tuple(self.state.play.opened)

    @property
    def outcome(self) -> str:
        """For the boxes, once it is over and all beads lie where they belong; else empty."""
        return self.state.play.outcome if self.state.play.phase == "over" else ""

    @property
    def how(self) -> str:
        """Once it is over: how it ended, in the listing's words."""
        play = self.state.play
        if not self.outcome:
            return ""
        if play.end == FOREGONE:
            return "FOREGONE"
        if play.end == RESIGNED and play.outcome == "won":
            return "A BOX OF THE OTHER CABINET IS EMPTY, IT RESIGNS"
        if play.end == RESIGNED:
            return f"BOX {play.opened[-1].number} IS EMPTY, MENACE RESIGNS"
        return WINS[play.board.winner]

    @property
    def resigned(self) -> bool:
        """Whether the last box that was opened was empty."""
        opened = self.state.play.opened
        return bool(opened) and opened[-1].colour < 0

    @property
    def asks(self) -> bool:
        """Whether it waits for the visitor to move."""
        return self.state.play.phase == "visitor"

    @property
    def score(self) -> Tally:
        """The day's plays."""
        book = self.state.book
        return Tally(book.won, book.drawn, book.plays - book.won - book.drawn)

    @property
    def under_way(self) -> bool:
        """Whether a play was begun and is not over."""
        return self.state.play.phase not in AT_REST

    @property
    def undoable(self) -> bool:
        """Whether there is something to take back."""
        state = self.state
        return self.under_way or state.book.can_take_back or bool(state.reloaded)

    def empty_first_box(self, opponent: str) -> int:
        """Whose first box is empty, so that no play can begin: OUR_BOX, THEIR_BOX, or 0."""
        other = self.state.other if opponent == SECOND_CABINET else None
        if self.cabinet.declines:
            return OUR_BOX
        return THEIR_BOX if other is not None and other.declines else 0

    # -- time ----------------------------------------------------------------------------------

    def due_us(self) -> int | None:
        """Until the phase is over; None where it waits for somebody."""
        lasts = flow.lasts_us(self.state)
        return lasts - self.state.play.phase_us if lasts else None

    def advance(self, us: int) -> None:
        """Let ``us`` pass, at most until the phase is over: then the next has begun."""
        due = self.due_us()
        if due is None:
            return
        self.state.play.phase_us += us
        if us == due:
            self._leave()

    def _leave(self) -> None:
        state = self.state
        if state.play.phase != "over":
            flow.leave(state)
            return
        try:
            self.begin_or_decline()
        except RefusedError:  # the day is full, or the chosen opponent can't play this side
            state.running = False
            flow.enter(state, "over")

    # -- plays ---------------------------------------------------------------------------------

    def begin(self, opponent: str = "") -> None:
        """Begin a play against that opponent, or against the one that is chosen."""
        state = self.state
        opponent = opponent or state.opponent
        if self.under_way:
            raise RefusedError(
                "a new play", "can't begin yet: finish the one on the board, or take it back"
            )
        check_opponent(opponent, OTHER_SIDE[self.cabinet.side])
        state.book.check_room()
        if self.empty_first_box(opponent):
            raise RefusedError("box 1", "is empty, the machine declines to play: reload it")
        flow.begin(state, opponent)

    def begin_or_decline(self) -> None:
        """Begin a play, or show that the first box is empty."""
        state = self.state
        if self.under_way or not self.empty_first_box(state.opponent):
            self.begin()
        else:
            state.play = PlayState(opponent=state.opponent)
            flow.enter(state, "declined")

    def move(self, square: int, where: str = "your mark") -> None:
        """The visitor's mark on a square, by Michie's number."""
        play = self.state.play
        if not 0 <= square <= 8:
            raise RefusedError(where, f"is on square {square}; expected one of 0 to 8")
        if play.phase != "visitor":
            words = REFUSALS.get(play.phase, MACHINES_TURN)
            theirs = SIDE_NAMES[OTHER_SIDE[self.cabinet.side]]
            raise RefusedError(where, words.format(opponent=play.opponent, theirs=theirs))
        play.board.play(square, where)
        flow.mark(self.state, square)

    def run(self, on: bool) -> None:
        """Have plays follow one another by themselves, or no longer."""
        state = self.state
        if on and not state.running and not self.under_way:
            state.book.check_room()
        if state.play.phase == "over" and on != state.running:
            state.play.phase_us = 0
        state.running = on
        state.stamp += 1
        if on and state.play.phase == "idle":
            self.begin_or_decline()

    def reload(self) -> None:
        """Give the empty first box what it had at the start."""
        state = self.state
        whose = 0 if self.under_way else self.empty_first_box(state.opponent)
        other = state.other if whose == THEIR_BOX else None
        if not whose:
            raise RefusedError("box 1", "isn't empty; expected to reload it only when it is")
        (other or state.cabinet).reload()
        state.reloaded |= whose
        state.stamp += 1
        if state.play.phase == "declined":
            state.play = PlayState()
            if state.running:
                self.begin_or_decline()

    # -- settings ------------------------------------------------------------------------------

    def choose(self, opponent: str) -> None:
        """Have that opponent from the next play on."""
        check_opponent(opponent, OTHER_SIDE[self.cabinet.side])
        state = self.state
        state.opponent = opponent
        if state.play.phase == "declined" and not self.empty_first_box(opponent):
            state.play = PlayState()
        state.stamp += 1

    def reward(self, rewards: Rewards) -> None:
        """Use other rewards from the next reinforcement on."""
        state = self.state
        settling = state.play.phase == "rewarding"
        state.cabinet.change_rewards(rewards, settling)
        if state.other is not None:
            state.other.change_rewards(rewards, settling)
        state.stamp += 1

    def show(self, box: int) -> None:
        """Show that box's history."""
        boxes = len(build(self.cabinet.build).faces)
        if not 1 <= box <= boxes:
            raise RefusedError(f"box {box}", f"there is no such box; expected 1 to {boxes}")
        self.state.shown = box
        self.state.stamp += 1

    # -- taking back, days, other boxes --------------------------------------------------------

    def break_off(self) -> None:
        """Leave the play that is under way: every bead is where it was before it."""
        state = self.state
        if self.under_way:
            state.cabinet.put_back()
            state.cabinet.take_back_gains(state.play.gains[: state.play.gaining])
            if state.other is not None:
                state.other.put_back()
        state.play = PlayState()
        state.stamp += 1

    def take_back(self) -> None:
        """Take back the play that is under way, or else the last one, its beads and its record."""
        state = self.state
        if not self.undoable:
            raise RefusedError("taking back", "found no play of today in the book")
        state.running = False
        state.epoch += 1
        if not self.under_way:
            self._take_back_reloads()
            if state.book.can_take_back:
                self._take_back_last()
        self.break_off()

    def take_back_mark(self) -> None:
        """Take back the visitor's last mark in the play that is under way and the boxes' answer;
        without one, what ``take_back`` does."""
        state, play = self.state, self.state.play
        theirs = OTHER_SIDE[self.cabinet.side]
        made = [ply for ply in range(len(play.marks)) if SIDES[ply % 2] == theirs]
        if not self.under_way or play.opponent != VISITOR or not made:
            self.take_back()
            return
        state.running = False
        state.epoch += 1
        self.break_off()
        flow.stand_again(state, play.marks[: made[-1]], play.opened[: (made[-1] + 1) // 2])

    def _take_back_reloads(self) -> None:
        state = self.state
        if state.reloaded & OUR_BOX:
            state.cabinet.take_back_reload()
        if state.other is not None and state.reloaded & THEIR_BOX:
            state.other.take_back_reload()
        state.reloaded = 0

    def _take_back_last(self) -> None:
        state = self.state
        row = state.book.take_back()
        ours = tuple(gain for gain in cells(row, OURS) if gain[1] >= 0)
        state.cabinet.take_back(Settlement("", ours))
        state.reloaded = int(row[RELOADED])
        if state.book.opponent(row) == SECOND_CABINET and state.other is not None:
            state.other.take_back(Settlement("", cells(row, THEIRS)))

    def begin_day(self) -> None:
        """A new day."""
        rewards = self.cabinet.rewards
        self._new_day(Cabinet.new(self.cabinet.build, self.cabinet.replicates, rewards))

    def take(self, cabinet: Cabinet) -> None:
        """Have these boxes and beads instead: a new day begins with them."""
        if self.under_way:
            raise RefusedError("other beads", "can't come during a play; expected it finished")
        if cabinet.side != self.cabinet.side:
            check_opponent(self.state.opponent, OTHER_SIDE[cabinet.side])
        self._new_day(cabinet)

    def _new_day(self, cabinet: Cabinet) -> None:
        self.state.running = False
        self.break_off()
        self.state.book.begin_day()
        self._seat(cabinet)

    def rebuild(self, name: str) -> None:
        """Have a new cabinet of another build."""
        state = self.state
        made = Cabinet.new(name, self.cabinet.replicates, self.cabinet.rewards)
        if self.under_way:
            raise RefusedError("another build", "can't come during a play; expected it finished")
        if state.book.plays:
            raise RefusedError(
                "another build", f"can't come after {state.book.plays} plays: begin a new day first"
            )
        check_opponent(state.opponent, OTHER_SIDE[made.side])
        self.break_off()
        self._seat(made)

    def _seat(self, cabinet: Cabinet) -> None:
        state = self.state
        state.cabinet, state.other, state.reloaded = cabinet, None, 0
        state.shown = min(state.shown, len(build(cabinet.build).faces))
        state.epoch += 1
        state.stamp += 1
