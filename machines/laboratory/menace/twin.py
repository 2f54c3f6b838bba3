"""``main.py menace twin``: keeps step with a MENACE of real matchboxes, in the terminal.

Every act is kept in the twin's file before anything is said of it.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from devices.refusal import RefusedError
from machines.games.noughts.board import SIDE_NAMES
from machines.laboratory.menace.boxes import BeadSource, Terminal, board_lines, chances
from machines.laboratory.study.outputs import print_table
from machines.menace.beads import COLOURS, Rewards
from machines.menace.build import OTHER_SIDE, build
from machines.menace.twin import Twin, replay
from machines.storage.files import check_writable, file_exists, read_file, replace_file
from machines.storage.folders import data_folder
from machines.storage.lock import Lock
from machines.storage.telling import tell_user

# -- the file --------------------------------------------------------------------------------------

FORMAT = "matchbox704 twin"
VERSION = 1
MOST_BYTES = 16 << 20


def write_twin(twin: Twin, path: Path) -> None:
    """Replace the file; raises RefusedError."""
    cabinet = twin.cabinet
    value = {
        "format": FORMAT,
        "version": VERSION,
        "boxes": cabinet.build,
        "replicates": list(cabinet.replicates),
        "rewards": [cabinet.rewards.win, cabinet.rewards.draw, cabinet.rewards.loss],
        "acts": twin.acts,
    }
    replace_file(path, (json.dumps(value, indent=1) + "\n").encode())


def read_twin(path: Path) -> Twin:
    """The twin as its acts leave it; raises RefusedError."""
    try:
        value = json.loads(read_file(path, MOST_BYTES))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RefusedError(str(path), "is no twin's file; expected one that menace twin wrote")
    if value.get("version") != VERSION:
        raise RefusedError(str(path), f"is of version {value.get('version')!r}; expected {VERSION}")
    acts = value.get("acts")
    if not isinstance(acts, list) or not all(isinstance(act, str) for act in acts):
        raise RefusedError(str(path), "has no list of acts; expected one that menace twin wrote")
    replicates, rewards = (
        _numbers(value, "replicates", 4, path),
        _numbers(value, "rewards", 3, path),
    )
    return replay(acts, str(value.get("boxes")), replicates, Rewards(*rewards), str(path))


def _numbers(value: dict[str, object], name: str, count: int, path: Path) -> tuple[int, ...]:
    numbers = value.get(name)
    if (
        not isinstance(numbers, list)
        or len(numbers) != count
        or not all(type(number) is int for number in numbers)
    ):
        raise RefusedError(str(path), f"has no {count} numbers as {name}")
    return tuple(numbers)


def open_twin(path: Path, args: argparse.Namespace) -> Twin:
    """The twin of the file, or a new one as it is asked for; raises RefusedError.

    As long as nothing was entered, the file's own may still be made otherwise.
    """
    is_kept = file_exists(path)
    twin = read_twin(path) if is_kept else Twin.new()
    cabinet = twin.cabinet
    rewards = Rewards(*args.rewards) if args.rewards else cabinet.rewards
    held = (cabinet.build, cabinet.replicates, cabinet.rewards)
    asked = (args.build or held[0], args.replicates or held[1], rewards)
    if asked != held and twin.acts:
        options = zip(("--build", "--replicates", "--rewards"), asked, held, strict=True)
        raise RefusedError(
            next(option for option, new, old in options if new != old),
            f"is of a new machine; {path} is gone on with; expected another --out",
        )
    if asked != held or not is_kept:
        twin = Twin.new(*asked)
        write_twin(twin, path)
    return twin


# -- the terminal ----------------------------------------------------------------------------------

NAME = "menace-twin.json"
"""Of the file in the data folder."""
MOVES = ("1st move", "2nd move", "3rd move", "4th move")
HELP = """\
At the visitor's turn type the square, 0 to 8: 0 is the centre, 1 2 3 the top row, on round the
edge. At MENACE's turn type the bead by its colour or its number on the label; the box may stand
before it: 133 pink. Type empty if the drawer has no bead.
At any time:
  u                      undo the last entry, again for the one before it
  count 133              what box 133 must hold (count: all beads by colour)
  count 133 3 pink 2 red what you counted there: is it right?
  correct 133 3 pink     take it for true that box 133 has 3 pink beads
  odds                   MENACE's exact chances with these beads
  stop                   break the play off; its beads go back
  reload                 fill the empty first box again
  q                      end; the next time goes on from here"""


def keep_twin(args: argparse.Namespace) -> int:
    """Follow what the operator types until that ends; raises RefusedError."""
    path = Path(args.out) if args.out is not None else data_folder(args.data) / NAME
    check_writable(path)
    with Lock(path):
        terminal = TwinTerminal(open_twin(path, args), path)
        tell_user(f"menace: the twin is kept in {path}")
        terminal.run()
    twin = terminal.twin
    print(
        f"RESULT wins={twin.won} draws={twin.drawn} losses={twin.lost} score={twin.score} "
        f"games={twin.plays}"
    )
    return 0


class TwinTerminal(Terminal):
    """An operator with real boxes beside the terminal; the twin and its file always agree."""

    def __init__(self, twin: Twin, path: Path) -> None:
        self.twin = twin
        self.path = path

    def run(self) -> None:
        """Take what is typed, until it ends.  Raises RefusedError if it can't be kept."""
        twin = self.twin
        made = build(twin.cabinet.build)
        print(
            f"Twin of a MENACE of {len(made.faces)} boxes, which plays {SIDE_NAMES[made.side]}. "
            f"Plays so far: {twin.won} won, {twin.drawn} drawn, {twin.lost} lost. ? tells what "
            "can be typed."
        )
        self._tell_mat()
        self._tell_next()
        self.take_all()

    def question(self) -> str:
        """What is asked for."""
        asks = {"mark": "Visitor's square", "bead": "Bead", "reload": "reload or q"}
        return asks[self.twin.asks]

    def take(self, said: str) -> None:
        """One entry.  Raises RefusedError, nothing changed."""
        word, _, rest = said.partition(" ")
        if not said:
            print("Nothing was typed; ? tells what can be.")
        elif word in ("?", "h", "help"):
            print(HELP)
        elif word in ("u", "undo") and not rest:
            self._undo()
        elif word == "count":
            self._count(rest.split())
        elif word == "correct":
            self._correct(rest.split())
        elif word == "odds" and not rest:
            self._odds()
        elif word in ("stop", "reload", "empty") and not rest:
            if word == "stop":
                self._tell_mat()
            self._do(word)
            self._tell_done(word)
        elif self.twin.asks == "mark":
            self._do(f"mark {_read_square(said)}")
            self._tell_done("mark")
        else:
            laid, colour = self.twin.laid, self._read_bead(said.split())
            self._do(f"bead {colour}")
            if laid is not None:
                square, name = laid.to_board(colour), COLOURS[colour].capitalize()
                print(f"{name}: {self.twin.side} goes on square {square}.")
            self._tell_done("bead")

    def _read_bead(self, words: list[str]) -> int:
        """The colour of a bead, with or without its box before it.  Raises RefusedError."""
        laid = self.twin.laid
        if len(words) == 2 and laid is not None:
            if words[0] != str(laid.number):
                raise RefusedError(
                    f"box {words[0]}",
                    f"isn't this board's; put its bead back; expected box {laid.number}",
                )
            words = words[1:]
        if len(words) != 1:
            raise RefusedError("bead", f"is {' '.join(words)!r}; expected a colour; ? for help")
        return read_colour(words[0])

    # -- acts --------------------------------------------------------------------------------------

    def _do(self, act: str) -> None:
        """Do an act and keep it; raises RefusedError, nothing changed."""
        before = list(self.twin.acts)
        self.twin.do(act)
        try:
            write_twin(self.twin, self.path)
        except RefusedError:
            self.twin = self._replayed(before)
            raise

    def _undo_last(self) -> str:
        """Take the last act back, which is told; raises RefusedError, nothing changed."""
        acts = self.twin.acts
        if not acts:
            raise RefusedError("undo", "found nothing entered; expected an entry before it")
        twin = self._replayed(acts[:-1])
        write_twin(twin, self.path)
        self.twin = twin
        return acts[-1]

    def _replayed(self, acts: Sequence[str]) -> Twin:
        cabinet = self.twin.cabinet
        return replay(acts, cabinet.build, cabinet.replicates, cabinet.rewards, str(self.path))

    # -- beads that were counted -------------------------------------------------------------------

    def _count(self, words: list[str]) -> None:
        """Tell what must be there, or compare what was counted; nothing is changed."""
        cabinet = self.twin.cabinet
        if not words:
            rows = [
                (
                    str(c),
                    COLOURS[c],
                    str(int(held)),
                    str(sum(b.colour == c for b in cabinet.on_board)),
                )
                for c, held in enumerate(cabinet.beads.sum(axis=0))
            ]
            total = str(int(cabinet.beads.sum()))
            rows.append(("", "all", total, str(len(cabinet.on_board))))
            print_table(("square", "colour", "in boxes", "on the mat"), rows)
            return
        number, counted = self._read_counts(words)
        if not counted:
            print(f"Box {number} must hold {self._box_words(number)}.")
            return
        wrong = self.twin.differences(number, counted)
        for colour, more in wrong.items():
            must = int(cabinet.beads[number - 1, colour])
            beads = f"{abs(more)} {COLOURS[colour]} too {'few' if more < 0 else 'many'}"
            print(f"Box {number}: {beads}; it must hold {must}.")
        if wrong:  # a colour that wasn't named was counted as none, so it must be named here
            left = [f"0 {COLOURS[colour]}" for colour in wrong if colour not in counted]
            said = " ".join([*words, *left])
            print(f"Put it right, or take your count for true: correct {said}")
        else:
            print(f"Box {number} is right: {self._box_words(number)}.")

    def _correct(self, words: list[str]) -> None:
        number, counted = self._read_counts(words)
        if not counted:
            raise RefusedError("correct", "names no beads; expected such as correct 133 3 pink")
        for colour, count in counted.items():
            self._do(f"count {number} {colour} {count}")
        print(f"Taken for true: box {number} holds {self._box_words(number)}.")
        self._tell_next()

    def _read_counts(self, words: list[str]) -> tuple[int, dict[int, int]]:
        """``133 3 pink 2 red``: the box, and the beads by colour.  Raises RefusedError."""
        cabinet = self.twin.cabinet
        boxes = len(cabinet.beads)
        if not words or not words[0].isdecimal() or not 1 <= int(words[0][:9]) <= boxes:
            said = words[0] if words else ""
            raise RefusedError("box", f"{said!r} is none; expected 1 to {boxes}")
        number, rest = int(words[0]), words[1:]
        counted: dict[int, int] = {}
        for count, name in zip(rest[::2], [*rest[1::2], ""], strict=False):
            if not count.isdecimal() or len(count) > 6 or not name:
                raise RefusedError("count", "expected a number and a colour, such as 3 pink")
            colour = read_colour(name)
            if colour not in build(cabinet.build).colours(number):
                raise RefusedError(
                    f"box {number}", f"never has a {COLOURS[colour]} bead: it belongs elsewhere"
                )
            counted[colour] = int(count)
        return number, counted

    def _box_words(self, number: int) -> str:
        """What a box must hold, and which bead of it lies on the mat."""
        drawn = [bead for bead in self.twin.cabinet.on_board if bead.number == number]
        out = f" ({COLOURS[drawn[0].colour]}: one lies on the mat)" if drawn else ""
        return f"{self.twin.held_words(number)}{out}"

    def _odds(self) -> None:
        twin = self.twin
        # No box is opened twice in a play, so the beads on the mat change no chance: without them.
        bought = twin.cabinet.bought - twin.cabinet.ledger().on_board
        cabinet = replace(twin.cabinet, on_board=[], bought=bought)
        found = chances(BeadSource(cabinet, "", twin.plays + 1), twin.board)
        rows = [(name, *(f"{chance:.3f}" for chance in three)) for name, three in found]
        print("From the board as it is, for MENACE:")
        print_table(("against", "win", "draw", "loss"), rows)

    # -- undoing -----------------------------------------------------------------------------------

    def _undo(self) -> None:
        ended = self.twin.ended
        act = self._undo_last()
        is_bead = act.startswith("bead")
        print(f"Undone: {_in_words(act)}{'; put it back' if is_bead and ended is None else ''}.")
        own = self.twin.laid.number if is_bead and self.twin.laid is not None else 0
        for number, colour, gain in ended.settlement.gains if ended is not None else ():
            words = _own_undone_words if number == own else _undone_words
            print(f"Box {number}: {words(gain, colour)}.")
        if act == "stop":
            self._tell_mat()
        self._tell_next()

    # -- what is told ------------------------------------------------------------------------------

    def _tell_done(self, word: str) -> None:
        """What an act brought, and what is next."""
        twin = self.twin
        if word == "reload":
            print(f"Fill box 1: {twin.held_words(1)}.")
        if word == "stop":
            print("The play is broken off: all beads on the mat go back to their boxes.")
        if twin.ended is not None:
            self._tell_end()
        self._tell_next()

    def _tell_end(self) -> None:
        twin, ended = self.twin, self.twin.ended
        assert ended is not None
        print("\n".join(board_lines(ended.board)))
        outcome = ended.settlement.outcome
        how = {"empty": "The box is empty: MENACE resigns. ", "decided": "No box: it is decided. "}
        words = {"won": "MENACE has won.", "drawn": "A draw.", "lost": "MENACE has lost."}
        print(f"{how.get(ended.how, '')}{words[outcome]}")
        for number, colour, gain in ended.settlement.gains:
            print(f"Box {number}: {_change_words(gain, colour)}. It then holds "
                  f"{twin.held_words(number)}.")  # fmt: skip
        print(
            f"So far: {twin.won} won, {twin.drawn} drawn, {twin.lost} lost; score {twin.score:+d}."
        )

    def _tell_mat(self) -> None:
        """The beads of the play that is under way."""
        for bead in self.twin.cabinet.on_board:
            print(f"Box {bead.number}: its {COLOURS[bead.colour]} bead lies on the mat.")

    def _tell_next(self) -> None:
        """The board, and the box that is next."""
        twin = self.twin
        if twin.asks == "reload":
            print("Box 1 is empty: MENACE won't play until it is filled again. Type reload.")
            return
        if not twin.board.ply:
            first = "begins" if twin.side == "O" else "answers"
            print(f"\nPlay {twin.plays + 1}: MENACE plays {twin.side} and {first}.")
        laid = twin.laid
        if laid is None:
            if twin.board.ply:
                print("\n".join(board_lines(twin.board)))
            print(f"Your visitor plays {OTHER_SIDE[twin.side]}.")
            return
        move = MOVES[(build(twin.cabinet.build).stage(laid.number) - 1) // 2]
        words = laid.in_words()
        lies = "it lies as on the label" if words == "as it lies" else words
        print(f"Open box {laid.number} ({move}). The board: {lies}.")
        label = board_lines(laid.face, build(twin.cabinet.build).colours(laid.number))
        pairs = zip(board_lines(twin.board), label, strict=True)
        print("\n".join([f" {'board':<15}label", *(f"{mine:<15}{its}" for mine, its in pairs)]))
        if twin.cabinet.beads[laid.number - 1].any():
            print(f"It must hold {twin.held_words(laid.number)}.")
        else:
            print("It must be empty: MENACE resigns. Type empty.")


def read_colour(text: str) -> int:
    """A colour by its name, by the beginning of it, or by its number.  Raises RefusedError."""
    if text in map(str, range(len(COLOURS))):
        return int(text)
    found = [c for c, name in enumerate(COLOURS) if name.startswith(text)]
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        names = " or ".join(COLOURS[c] for c in found)
        raise RefusedError("colour", f"{text!r} is not clear; expected {names}")
    raise RefusedError("colour", f"{text!r} is none; expected {', '.join(COLOURS)}, or 0 to 8")


def _read_square(said: str) -> int:
    if said not in map(str, range(9)):
        raise RefusedError("square", f"{said!r} is none; expected 0 to 8; ? tells what else")
    return int(said)


def _in_words(act: str) -> str:
    """An act as it was entered."""
    word, *numbers = act.split()
    if word == "bead":
        return f"the {COLOURS[int(numbers[0])]} bead"
    if word == "mark":
        return f"the visitor's mark on {numbers[0]}"
    if word == "count":
        return f"the count of {COLOURS[int(numbers[1])]} in box {numbers[0]}"
    return word


def _change_words(gain: int, colour: int) -> str:
    """What is done at a box whose bead lies on the mat and that gains so many beads."""
    name = COLOURS[colour]
    if gain <= -1:
        rest = f" and {-gain - 1} more out of it" if gain < -1 else ""
        return f"its {name} bead goes to the cup{rest}"
    return f"its {name} bead goes back" + (f" with {gain} more" if gain else "")


def _undone_words(gain: int, colour: int) -> str:
    """The same undone."""
    name = COLOURS[colour]
    if gain <= -1:
        rest = f", {-gain - 1} more into the box" if gain < -1 else ""
        return f"its {name} bead comes back from the cup to the mat{rest}"
    return f"its {name} bead comes back to the mat" + (f", {gain} more go out" if gain else "")


def _own_undone_words(gain: int, colour: int) -> str:
    """The same at the box whose bead brought the end: it isn't drawn any more, so it lies there."""
    name = COLOURS[colour]
    if gain <= -1:
        return f"its {name} bead goes from the cup back into it" + (
            f" with {-gain - 1} more" if gain < -1 else ""
        )
    return f"its {name} bead stays in it" + (f", {gain} more go out" if gain else "")
