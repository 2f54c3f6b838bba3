"""Engines of draughts outside that speak the Hub protocol, version 2, on the board of 32 squares.

What is sent (machines/games/draughts/hub.py has the source and how boards and moves are written)::

    hub                              the engine says who it is and what it can be set to, then wait
    set-param name=variant value=english      if it has that value, as Hub itself has none
    init                                      it gets ready, then says ready
    new-game
    pos pos=Bbbb...www moves="11-15 23-19"    the game's first board, and all its moves
    level depth=4                             or level move-time=0.5
    go think                                  it answers done move=8-11
    quit

A process plays one game, as in machines/laboratory/external/draughts_engine.py.
"""

from collections.abc import Sequence

from devices.refusal import RefusedError
from machines.games.draughts.board import Move, Position
from machines.games.draughts.hub import read_move, write_board, write_move
from machines.laboratory.external.draughts_engine import Engine
from machines.laboratory.external.hub_lines import read_line

VARIANTS = ("english", "american")
"""Values of the parameter ``variant`` that are this game."""


class HubEngine(Engine):
    """An engine's process that is spoken to in Hub's lines."""

    kind = "hub"

    def greet(self) -> None:
        """Hear who it is, set the variant, have it get ready."""
        self._program.tell("hub\n")
        most, words = self.most_s, self.most_words
        for line in self._program.hear_until("wait", most, f"wait within {words} of hub"):
            command, values = read_line(line)
            if command == "id":
                self.told_name = f"{values.get('name', '')} {values.get('version', '')}".strip()
            elif command == "param" and values.get("name") == "variant":
                known = values.get("values", "").split()
                variant = next((one for one in VARIANTS if one in known), None)
                if variant is not None and values.get("value") != variant:
                    self._program.tell(f"set-param name=variant value={variant}\n")
        self._program.tell("init\n")
        self._program.hear("ready", most, f"ready within {words} of init")
        self._program.tell("new-game\n")

    def ask(self, start: Position, moves: Sequence[Move], position: Position) -> str:
        """Its answer after a game's moves; raises EngineError if none comes."""
        del position
        told = f' moves="{" ".join(map(write_move, moves))}"' if moves else ""
        go = self.go
        level = f"move-time={go.ms / 1000:g}" if go.ms else f"depth={go.depth}"
        self._program.tell(f"pos pos={write_board(start)}{told}\nlevel {level}\ngo think\n")
        missing = f"done within {self.most_words} of level {level}"
        return self._program.hear("done", self.most_s, missing)

    def read(self, answer: str, position: Position) -> Move:
        """The move of ``done move=11-15 ponder=...``.  Raises RefusedError."""
        _, values = read_line(f"done {answer}")
        if "move" not in values:
            raise RefusedError("", "without a move; expected done move=11-15")
        return read_move(position, values["move"])
