"""How an operator works the console: the acts that a common thing to do comes to."""

from collections.abc import Mapping

TAKE_BACK = 1 << 15
"""Key 20 alone: to the checkers program, the operator's last move is taken back."""


def square_acts(
    controls: Mapping[str, int], source: int, target: int, game: int = 0
) -> tuple[tuple[str, int], ...]:
    """The acts at the console that enter one step of a move, from how its controls stand now.

    ``game`` is 1 to 7, or 0 for the one that the machine asks for.

    Sense switch 1 down, lever to MANUAL, the keys (game in 21-23, from-square in 24-29, to-square
    in 30-35), ENTER MQ, lever to AUTOMATIC, START.  A tap on two squares of the drawn board works
    these same controls, visibly.
    """
    return _entry(controls, game << 12 | source << 6 | target)


def take_back_acts(controls: Mapping[str, int], reset: bool = True) -> tuple[tuple[str, int], ...]:
    """The acts at the console that take the operator's last move back: as a move is entered, with
    key 20 alone, and RESET with the lever at MANUAL, so that the machine stands.  Not ``reset``: a
    program in the 704's storage, which stands already, would begin anew by it."""
    return _entry(controls, TAKE_BACK, reset)


def drop_jump_acts(controls: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The acts that take back the squares of an unfinished jump: an entry without squares."""
    return _entry(controls, 0)


def _entry(
    controls: Mapping[str, int], word: int, reset: bool = False
) -> tuple[tuple[str, int], ...]:
    """A word by the entry keys, taken by the program."""
    acts: list[tuple[str, int]] = []
    if not controls["console.sense.1"]:
        acts.append(("console.sense.1", 1))
    acts.append(("console.lever", 0))
    if reset:
        acts += [("console.reset", 1), ("console.reset", 0)]
    for name in ("S", *(str(n) for n in range(1, 36))):
        key = f"console.key.{name}"
        down = 0 if name == "S" else word >> (35 - int(name)) & 1
        if controls[key] != down:
            acts.append((key, down))
    acts += [("console.enter_mq", 1), ("console.enter_mq", 0), ("console.lever", 1)]
    return (*acts, ("console.start", 1), ("console.start", 0))
