"""How an operator works the console: the acts that a common thing to do comes to."""

from collections.abc import Mapping


def square_acts(
    controls: Mapping[str, int], source: int, target: int, game: int = 0
) -> tuple[tuple[str, int], ...]:
    """The acts at the console that enter one step of a move, from how its controls stand now.

    ``game`` is 1 to 7, or 0 for the one that the machine asks for.

    Sense switch 1 down, lever to MANUAL, the keys (game in 21-23, from-square in 24-29, to-square
    in 30-35), ENTER MQ, lever to AUTOMATIC, START.  A tap on two squares of the drawn board works
    these same controls, visibly.
    """
    word = game << 12 | source << 6 | target
    acts: list[tuple[str, int]] = []
    if not controls["console.sense.1"]:
        acts.append(("console.sense.1", 1))
    acts.append(("console.lever", 0))
    for name in ("S", *(str(n) for n in range(1, 36))):
        key = f"console.key.{name}"
        down = 0 if name == "S" else word >> (35 - int(name)) & 1
        if controls[key] != down:
            acts.append((key, down))
    acts += [("console.enter_mq", 1), ("console.enter_mq", 0), ("console.lever", 1)]
    return (*acts, ("console.start", 1), ("console.start", 0))
