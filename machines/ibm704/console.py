"""The operator's console of the 704: lever, keys, switches, buttons and lamps, on any computer.

The console knows which button works in which position of the AUTOMATIC/MANUAL lever, what the
DISPLAY buttons put on the lamps, and how long every lamp has been on; what a register holds and
what START sets going is the computer's business (machines/exhibit/computer.py).  Behaviour after
the console's description in the 704 Manual of Operation, as the panel's own spec sums it up:

* only in MANUAL: ENTER MQ, ENTER INSTRUCTION, the DISPLAY buttons, SINGLE STEP, MULTIPLE STEP
  (about ten steps a second while held);
* only in AUTOMATIC: CLEAR, START, LOAD CARDS, LOAD TAPE, LOAD DRUM;
* RESET in both.

POWER ON brings up mains and direct current, NORMAL OFF takes both away, DC ON and DC OFF only the
latter.  While either is off the machine stands still and every lamp but POWER is dark.  Registers
and lights don't outlive it, core storage does: so it is as if RESET had been pressed, and once it
is on again START goes on.  Lever, keys and switches are mechanical and can be set at any time.

Lamp wiring (lamp rows of assets/panels/ibm704.toml -> what lights them):

    storage  accumulator  mq  counter  instruction      the computer's registers, bit for bit
    index                                               index register A, B or C, by DISPLAY A/B/C
    plate  status  trap  tape.check  sense              the computer's lights
    power                                               mains, direct current, the lever
    spare  tape.a-c                                     nothing: they stay dark
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines.exhibit import computer as bits
from machines.exhibit.computer import Computer
from machines.exhibit.snapshot import ASIDE

# -- How an operator works the console: the acts that a common thing to do comes to ----------------

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


# -- console ---------------------------------------------------------------------------------------

STEP_US = 100_000
"""MULTIPLE STEP: about ten steps a second."""

ONLY_MANUAL = frozenset(
    {
        "enter_mq",
        "enter_instruction",
        "display_a",
        "display_b",
        "display_c",
        "display_storage",
        "display_effective_address",
        "single_step",
        "multiple_step",
    }
)
ONLY_AUTOMATIC = frozenset({"clear", "start", "load_cards", "load_tape", "load_drum"})
POWER = frozenset({"power_on", "dc_on", "dc_off", "normal_off"})
BUTTONS = ONLY_MANUAL | ONLY_AUTOMATIC | POWER | {"reset"}
KEYS = {f"key.{label}": label for label in ("S", *map(str, range(1, 36)))}
SENSE = {f"sense.{number}": number - 1 for number in range(1, 7)}
ADDRESS = 0o77777
"""Entry keys 21-35."""

ROWS = {
    "storage": bits.STORAGE,
    "accumulator": bits.ACCUMULATOR,
    "mq": bits.MQ,
    "counter": bits.COUNTER,
    "instruction": bits.INSTRUCTION,
}
"""The lamp rows that show always the same register."""

# The lamps of the computer's lights, in their order (machines.exhibit.computer.Lights).
LIGHTS = (
    "plate.PROGRAM STOP",
    "status.READ WRITE SELECT",
    "status.READ WRITE CHECK",
    "plate.ACCUM OVERFLOW",
    "status.QUOTIENT OVERFLOW",
    "plate.DIVIDE CHECK",
    "trap.trap",
    "tape.check",
    *(f"sense.{number}" for number in range(1, 5)),
)


class Wiring:
    """Which lamp of a layout shows which register bit or light; made once a layout."""

    def __init__(self, layout: PanelLayout) -> None:
        self.ids = tuple(lamp.id for lamp in layout.lamps())
        place = {name: k for k, name in enumerate(self.ids)}
        self.count = len(self.ids)
        self.storage = self._row("storage", 36)
        rows = [self._row(row, block[1]) for row, block in ROWS.items()]
        index, lights = self._row("index", 15), [place[name] for name in LIGHTS]
        self.computers = np.r_[(*rows, index, lights)]
        """The lamps that show the computer's registers and lights ..."""
        self.shows = tuple(
            np.r_[tuple(slice(n, n + count) for n, count in (*ROWS.values(), row, bits.LIGHTS))]
            for row in (bits.INDEX_A, bits.INDEX_B, bits.INDEX_C)
        )
        """... and which of its on-times each shows while INDEX shows A, B or C."""
        self.power = place["power.POWER"]
        self.ready = place["power.READY"]
        self.automatic = place["power.AUTO MATIC"]

    def _row(self, row: str, count: int) -> slice:
        """The lamps of one row, which stand one after another in the layout."""
        places = [k for k, name in enumerate(self.ids) if name.rpartition(".")[0] == row]
        if len(places) != count or places != list(range(places[0], places[0] + count)):
            raise RefusedError(f"lamp row {row}", f"{len(places)} lamps; expected {count} in a run")
        return slice(places[0], places[0] + count)


def word_bits(word: int) -> npt.NDArray[np.bool_]:
    """The bits of a word from its leftmost (S) to its rightmost, bool[36]."""
    found: npt.NDArray[np.bool_] = np.frombuffer(f"{word:036b}".encode(), np.uint8) == ord("1")
    return found


def key_bit(label: str) -> int:
    """The bit of the entry keys' word that the key engraved ``label`` (S, 1..35) sets."""
    return 1 << 35 if label == "S" else 1 << (35 - int(label))


@dataclass
class Console:
    """The console's own state; everything else on its lamps is the computer's."""

    lamp_count: int
    automatic: bool = True
    keys: int = 0
    """The 36 entry keys as a word: key S is bit 35, key 35 is bit 0; down is 1."""
    sense: list[bool] = field(default_factory=lambda: [False] * 6)
    index_shown: int = 0
    """0, 1, 2: index register A, B, C on the INDEX lamps."""
    shown: int | None = None
    """A word that a DISPLAY or ENTER button put into STORAGE; gone when the machine runs."""
    powered: bool = True
    direct_current: bool = True
    held: list[str] = field(default_factory=list)
    """Buttons held down now."""
    step_us: int = 0
    """Time since the last step while MULTIPLE STEP is held."""
    on_us: npt.NDArray[np.int64] = field(init=False, metadata=ASIDE)
    register_us: npt.NDArray[np.int64] = field(init=False, metadata=ASIDE)

    def __post_init__(self) -> None:
        self.on_us = np.zeros(self.lamp_count, dtype=np.int64)
        self.register_us = np.zeros(bits.DUTY_WORDS, dtype=np.int64)

    @property
    def alive(self) -> bool:
        """Whether mains and direct current are on."""
        return self.powered and self.direct_current

    def positions(self) -> dict[str, int]:
        """Where every latching control stands and which buttons are held, by control name."""
        found = {"lever": int(self.automatic)}
        found.update({name: int(self.sense[n]) for name, n in SENSE.items()})
        found.update(zip(KEYS, map(int, f"{self.keys:036b}"), strict=True))
        found.update(dict.fromkeys(self.held, 1))
        return found

    def operate(self, control: str, value: int, machine: Computer) -> None:
        """One act on the console.  Raises RefusedError, in the operator's words."""
        if control in KEYS:
            bit = key_bit(KEYS[control])
            self.keys = self.keys | bit if value else self.keys & ~bit
        elif control in SENSE:
            self.sense[SENSE[control]] = bool(value)
        elif control == "lever":
            self.automatic = bool(value)
        elif control in BUTTONS:
            self._button(control, value, machine)
            return
        else:
            raise RefusedError(f"console {control}", "there is no such control on this console")
        machine.set_switches(self.automatic, tuple(self.sense), self.keys)

    def _button(self, control: str, value: int, machine: Computer) -> None:
        if not value:
            if control in self.held:
                self.held.remove(control)
            return
        name = control.replace("_", " ").upper()
        if control in POWER:
            self._power(control, machine)
        elif not self.alive:
            raise RefusedError(name, self.reason())
        elif control in ONLY_MANUAL and self.automatic:
            raise RefusedError(name, "works only with the lever at MANUAL")
        elif control in ONLY_AUTOMATIC and not self.automatic:
            raise RefusedError(name, "works only with the lever at AUTOMATIC")
        else:
            self._press(control, machine)
        if control not in self.held:
            self.held.append(control)

    def _power(self, control: str, machine: Computer) -> None:
        was_alive = self.alive
        if control in ("power_on", "normal_off"):
            self.powered = self.direct_current = control == "power_on"
        elif self.powered:
            self.direct_current = control == "dc_on"
        else:
            raise RefusedError(control.replace("_", " ").upper(), self.reason())
        if was_alive and not self.alive:
            machine.press("reset", self.keys)
            self.shown = None

    def needs(self) -> str:
        """The button that switches the machine on, by its name; empty while it is on."""
        return "" if self.alive else "dc_on" if self.powered else "power_on"

    def reason(self) -> str:
        """Why the console itself keeps the machine still; empty if it doesn't."""
        button = self.needs().replace("_", " ").upper()
        return f"the machine is off: press {button}" if button else ""

    def working(self, machine: Computer) -> bool:
        """Whether anything goes on: the machine runs, or a button that repeats is held."""
        return self.alive and (machine.running() or "multiple_step" in self.held)

    def _press(self, control: str, machine: Computer) -> None:
        if control in ("display_a", "display_b", "display_c"):
            self.index_shown = "abc".index(control[-1])
        elif control == "display_storage":
            self.shown = machine.read_storage(self.keys & ADDRESS)
        elif control == "display_effective_address":
            self.shown = self._effective_address(machine)
        else:
            machine.press("single_step" if control == "multiple_step" else control, self.keys)
            self.step_us = 0
            self.shown = self.keys if control == "enter_mq" else None

    def _effective_address(self, machine: Computer) -> int:
        """Keys 21-35 less the OR of the index registers that keys 18-20 (C, B, A) name."""
        a, b, c = machine.registers().index
        tag = self.keys >> 15 & 7
        index = (a if tag & 1 else 0) | (b if tag & 2 else 0) | (c if tag & 4 else 0)
        return (self.keys - index) & ADDRESS

    def advance(self, us: int, machine: Computer) -> int:
        """Let at most ``us`` pass on the machine; how many passed.

        Its lamps are counted afterwards, by :meth:`count`: at once while ``shown`` is a word, for
        that is gone when the machine runs, else before the next act.
        """
        if not self.alive:
            return us
        if "multiple_step" in self.held:
            us = min(us, STEP_US - self.step_us)
        if machine.running():
            self.shown = None
        used = machine.advance(us)
        if "multiple_step" in self.held and not self.automatic:
            self._step(used, machine)
        return used

    def _step(self, used: int, machine: Computer) -> None:
        """MULTIPLE STEP is held: one step more when its time has come."""
        self.step_us += used
        if self.step_us < STEP_US:
            return
        self.step_us = 0
        if not machine.running():
            # Where there is nothing to step the held button does nothing; the machine says why.
            with contextlib.suppress(RefusedError):
                machine.press("single_step", self.keys)

    def count(self, used: int, machine: Computer, wiring: Wiring) -> None:
        """Put the ``used`` microseconds that have passed to the lamps that were on."""
        if not self.alive:
            if self.powered:
                self.on_us[wiring.power] += used
            return
        before = self.register_us.copy()
        machine.add_duty(self.register_us)
        passed = self.register_us - before
        self.on_us[wiring.computers] += passed[wiring.shows[self.index_shown]]
        if self.shown is not None:
            first, count = bits.STORAGE
            self.on_us[wiring.storage] -= passed[first : first + count]
            self.on_us[wiring.storage] += used * word_bits(self.shown)
        self.on_us[self._own(wiring)] += used

    def _own(self, wiring: Wiring) -> list[int]:
        """The lamps that the console itself lights."""
        return [wiring.power, wiring.ready, *([wiring.automatic] if self.automatic else [])]

    def lit(self, machine: Computer, wiring: Wiring) -> npt.NDArray[np.bool_]:
        """Which lamps are lit at this moment, bool[lamp_count]."""
        found = np.zeros(self.lamp_count, dtype=np.bool_)
        if not self.alive:
            found[wiring.power] = self.powered
            return found
        on = np.concatenate((bits.register_bits(machine.registers()), machine.lights().all()))
        found[wiring.computers] = on[wiring.shows[self.index_shown]]
        if self.shown is not None:
            found[wiring.storage] = word_bits(self.shown)
        found[self._own(wiring)] = True
        return found
