"""The view: the read-only picture of a machine and its units at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class View:
    """A copy of all that can be seen of an exhibit at one moment; rooms and links read only this.

    ``on_us`` counts, for each lamp in the layout's order, how long it has been on since the
    exhibit was made (int64[n], microseconds of the exhibit's time); whoever shows lamps takes the
    difference over its own frame (:class:`devices.panel.lamps.LampBank`).  ``lit`` is each lamp's
    state now.  ``controls`` are the positions of the latching controls.  ``reason`` says in words
    why the machine stopped or what it waits for, ``refusal`` why the last act was refused;
    ``caption`` what is happening.  ``scene`` is
    whatever else the exhibit's own room draws.
    """

    exhibit: str
    now_us: int
    on_us: npt.NDArray[np.int64]
    lit: npt.NDArray[np.bool_]
    controls: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    refusal: str = ""
    caption: str = ""
    busy: bool = False
    """True while the machine works: time should pass.  False: it waits for the operator."""
    plays: int = 0
    """Counts finished plays (moves of a game); a store saves when it changes."""
    scene: Any = None
    tallies: Mapping[str, int] = field(default_factory=dict)
    """Named counts for a strip or a bench: boards looked at, cards read, lines printed."""
