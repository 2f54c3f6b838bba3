"""A unit: an input-output device as a state machine in simulated time.

A unit is a dataclass whose fields are its whole state, so that ``copy.deepcopy`` is a snapshot and
two copies that are given the same acts and times stay equal.  It has two faces:

* the operator's: ``operate(control, value)`` (its buttons, its hopper), as events bring it;
* the computer's: methods of its own (``select``, ``take``, ``print_line`` ...), called by whatever
  computer the unit is cabled to.

Time is an integer number of microseconds handed in.  ``advance(a); advance(b)`` equals
``advance(a + b)``: remainders are carried.

:class:`OperatedUnit` is what the units here do alike.
"""

from typing import ClassVar, Protocol, runtime_checkable

from devices.refusal import RefusedError

Value = int | str
"""What an event carries: a number (a key down is 1), or a medium's content as text."""


@runtime_checkable
class Unit(Protocol):
    """One unit on the floor; see the module for the rules that the conformance suite checks."""

    @property
    def name(self) -> str:
        """The unit's name within its exhibit: ``"reader"``, ``"printer"``, ``"tape1"`` ..."""

    def controls(self) -> tuple[str, ...]:
        """Names of the controls that ``operate`` knows."""

    def operate(self, control: str, value: Value) -> None:
        """One act of the operator.

        Raises RefusedError, with nothing changed, when the unit does not allow it now or the
        medium in ``value`` can't be read.
        """

    def advance(self, us: int) -> None:
        """Let ``us`` >= 0 microseconds of simulated time pass."""

    def due_us(self) -> int | None:
        """Microseconds until something next happens that a computer or operator could notice.

        None when nothing is under way: then time changes nothing in it.  After
        ``advance(due_us())`` it has happened.
        """

    def view(self) -> object:
        """A small frozen copy of what can be seen of the unit, for a room to draw."""


class OperatedUnit:
    """The operator's face of a unit: acts are checked, media put in, buttons pressed."""

    known: ClassVar[tuple[str, ...]]  # Its controls
    name: str

    def controls(self) -> tuple[str, ...]:
        """See ``CONTROLS``."""
        return self.known

    def operate(self, control: str, value: Value) -> None:
        """One act of the operator; raises RefusedError with nothing changed."""
        if control not in self.known:
            there = ", ".join(self.known)
            raise RefusedError(f"{self.name}.{control}", f"no such control; there are {there}")
        if not self.put(control, value) and self.is_down(control, value):
            self.press(control)

    def put(self, control: str, value: Value) -> bool:
        """Do an act that is more than a press (a medium is put in, a dial turned); whether it was
        one."""
        return False

    def press(self, control: str) -> None:
        """A button is pressed."""
        raise NotImplementedError

    def is_down(self, control: str, value: Value) -> bool:
        """Whether a button or key is down.  Raises RefusedError if the value is no number."""
        if isinstance(value, str):
            raise RefusedError(f"{self.name}.{control}", "1 (pressed) or 0 (released) was expected")
        return value != 0

    def text_of(self, control: str, value: Value) -> str:
        """The text in an act.  Raises RefusedError if the value is a number."""
        if not isinstance(value, str):
            raise RefusedError(f"{self.name}.{control}", "a medium's content as text was expected")
        return value


def check_ready(name: str, ready: bool, busy: bool) -> None:
    """Raises ValueError unless a unit can be given work: the computer must ask first."""
    if not ready or busy:
        raise ValueError(f"{name} is {'busy' if ready else 'not ready'}")


def check_time(us: int) -> None:
    """Raises ValueError for time that runs backwards."""
    if us < 0:
        raise ValueError(f"{us} microseconds: time only goes on")
