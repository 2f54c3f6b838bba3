"""Three walks through the house, hop by hop: ``python -m tests.walks``.

A hop is a function that has the thing in its hands: where it stands, its name (with commas: one
after the other), and what the thing is called there; in quotes, where it isn't the thing yet or any
more.  Each is named in the source of the hop above it.  One that is set in is only asked, and the
walk goes on in the function that asked.  In brackets stands what both ends name where none calls
the other: a queue, a field.  A hop that doesn't hold any more fails.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

WALKS = {
    "a MOVE card in the 711 to its line on the 716": """
machines/samuel/program.py  CheckersProgram._read_reader  "card"
    devices/units/card_reader.py  CardReader.take  "card"
machines/samuel/program.py  CheckersProgram._act  "card"
    devices/media/card.py  Card.field  "text"
machines/samuel/card_handlers.py  execute_card  "text"
    machines/samuel/cards.py  read_card  "text"
        devices/media/control_card.py  split_card  "words"
    machines/samuel/cards.py  _READERS,_read_moves,_read_move  CardMove
machines/samuel/card_handlers.py  _take_moves,_put_in_line  WaitingMove
machines/samuel/turns.py  _operators_card  WaitingMove  [moves]
    machines/samuel/turns.py  _verified  WaitingMove
        machines/games/draughts/moves.py  find_move  Move
machines/samuel/turns.py  moved  Play
    machines/samuel/games.py  Game.play  Play
        machines/games/draughts/moves.py  make  Move
    machines/samuel/listing.py  play_row  Play
        devices/media/sheet.py  row  "row"
    machines/samuel/listing.py  _plain_cells,move_text  Play
        machines/games/draughts/board.py  Move.card  Move
devices/media/sheet.py  Sheet.table_row,_put  "line"
machines/samuel/program.py  CheckersProgram._print  "line"  [waiting]
devices/units/line_printer.py  LinePrinter.print_line  "line"
""",
    "a key of the 704's console in the window to its lamp": """
machines/museum/window/window.py  Window.frame,_take_all,_take  event
machines/museum/window/input_controller.py  InputController.take,_mouse,_come_down,press  event
    devices/screen/placed_part.py  StandingParts.hit,under  event
        machines/ibm704/picture/console.py  ConsolePart.touch  Touch
        devices/screen/part.py  touch_at  Touch
    devices/screen/placed_part.py  StandingParts._hit  Hit
        devices/screen/words.py  named  Touch
        devices/screen/placed_part.py  PlacedPart.hit  Hit
machines/museum/window/input_controller.py  InputController.press_control  Hit
machines/museum/window/window.py  Window.act  Hit
machines/museum/window/window_parts.py  WindowParts.act  Hit
    machines/ibm704/picture/room.py  Ibm704Room.acts  StepAct
    devices/screen/room.py  Room.acts  StepAct
machines/museum/window/window_parts.py  WindowParts.send  StepAct
machines/museum/controller.py  MuseumController.act  act
machines/museum/worker/worker.py  Worker.act  Waiting
    machines/museum/worker/worker.py  ActQueue.put  Waiting
    machines/museum/worker/worker.py  Worker._turn  Waiting  [waiting]
machines/museum/session_manager.py  SessionManager.act  act
    machines/exhibit/session.py  Session.act  Event
    machines/exhibit/exhibit.py  Exhibit.operate  Event
    machines/ibm704/exhibit.py  Ibm704._operate  control
    machines/ibm704/console.py  Console.operate,_button,_press  shown
machines/museum/session_manager.py  SessionManager._say  View
    machines/museum/session_manager.py  SessionManager._after_slice  View
    machines/exhibit/session.py  Session.view  View
    machines/exhibit/exhibit.py  Exhibit.view  View
    machines/ibm704/exhibit.py  Ibm704.lit  lit
    machines/ibm704/console.py  Console.lit  lit
machines/museum/session_manager.py  SessionManager.publish  View
machines/museum/controller.py  MuseumController.view  View  [views]
machines/museum/window/window.py  Window._draw_room  View  [view]
    devices/screen/stage.py  Stage.context  lit
    devices/screen/lamps.py  RoomLamps.frame  lit
    devices/panel/lamps.py  LampBank.follow,frame  brightness
devices/screen/stage.py  Stage.paint,_paint_one  brightness
machines/ibm704/picture/console.py  ConsolePart.paint,_relight,_add_light  level
devices/screen/lamps.py  neon  level
""",
    "match --ply to the search that obeys it": """
machines/commands/research.py  MATCH  ply
machines/laboratory/matches/play.py  play,_schedule  ply
machines/laboratory/matches/players.py  make_player,make_samuel_player  ply
    machines/samuel/player.py  settings_at  minimum
machines/samuel/player.py  SamuelPlayer  minimum
machines/samuel/lookahead.py  LookAhead.run  minimum
    machines/samuel/lookahead.py  LookAhead._storage  MIN
        machines/samuel/settings.py  ProgramSettings.as_words  MIN
machines/samuel/search.py  search  MIN
machines/samuel/settings.py  verdict  MIN
""",
}


@cache
def source(file: str, function: str) -> str:
    """Of a function, class or table, without comments and docstrings; empty: there is none."""
    found: list[ast.stmt] = ast.parse((ROOT / file).read_bytes()).body
    owner, _, name = function.rpartition(".")
    if owner:
        found = [part for one in found if _is(one, owner) for part in getattr(one, "body", ())]
    found = [one for one in found if _is(one, name)]
    for node in (node for one in found for node in ast.walk(one)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return "\n".join(map(ast.unparse, found))


def _is(part: ast.stmt, name: str) -> bool:
    if isinstance(part, ast.Assign):
        return name in map(ast.unparse, part.targets)
    return isinstance(part, ast.ClassDef | ast.FunctionDef) and part.name == name


def faults(walk: str) -> Iterator[str]:
    """What doesn't hold of a walk any more."""
    above: list[str] = []  # Of each depth the source of the last hop
    for line in walk.strip().splitlines():
        file, functions, _, *by = re.split(r"  +", line.strip())
        depth = (len(line) - len(line.lstrip())) // 4
        owner, dot, names = functions.rpartition(".")
        for name in names.split(","):
            here = source(file, f"{owner}{dot}{name}")
            word = by[0].strip("[]") if by else name
            asking = above[max(depth - 1, 0) : depth + 1]
            if not here:
                yield f"{file} has no {name}"
            elif asking and not any(re.search(rf"\b{word}\b", text) for text in asking):
                yield f"what stands above {file}, {name} doesn't name {word}"
            elif by and not re.search(rf"\b{word}\b", here):
                yield f"{file}, {name} doesn't name {word}"
            above = [*above[:depth], here]


def main() -> int:
    """Print the walks; 1 where one doesn't hold."""
    wrong: list[str] = []
    for title, walk in WALKS.items():
        rows = [re.split(r"  +", line.strip()) for line in walk.strip().splitlines()]
        names = dict.fromkeys(row[2] for row in rows if '"' not in row[2])
        files = {row[0] for row in rows}
        print(f"{title}\n{walk}{len(files)} files, {len(names)} names: {', '.join(names)}\n")
        wrong += faults(walk)
    print("\n".join(wrong) or "every hop holds")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
