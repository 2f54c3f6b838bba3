"""Samuel's checkers program of 1959: look-ahead, scoring polynomial, rote learning, generalization.

    from machines.games.draughts import Position
    from machines.samuel import SamuelPlayer
    print(SamuelPlayer().choose(Position.start()))

``SamuelPlayer`` chooses moves; ``decided`` says why.  ``LookAhead`` is the search, which can run in
slices of a 704's time.  The program behind the console is :class:`machines.samuel.program.
CheckersProgram`.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.samuel.lookahead import Decision, LookAhead
    from machines.samuel.player import SamuelPlayer, settings_at
    from machines.samuel.polynomial import Polynomial
    from machines.samuel.settings import ProgramSettings

__all__ = ["Decision", "LookAhead", "Polynomial", "ProgramSettings", "SamuelPlayer", "settings_at"]

__getattr__, __dir__ = public_names(
    __name__,
    lookahead="Decision LookAhead",
    player="SamuelPlayer settings_at",
    polynomial="Polynomial",
    settings="ProgramSettings",
)
