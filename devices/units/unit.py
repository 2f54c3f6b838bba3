"""What every input-output unit answers to: a state machine in simulated time.

A unit is a dataclass whose fields are its whole state, so that ``copy.deepcopy`` is a snapshot and
two copies that are given the same acts and times stay equal.  It has two faces:

* the operator's: ``operate(control, value)`` (its buttons, its hopper), as events bring it;
* the computer's: methods of its own (``select``, ``take``, ``print_line`` ...), called by whatever
  computer the unit is cabled to.

Time is an integer number of microseconds handed in.  ``advance(a); advance(b)`` equals
``advance(a + b)``: remainders are carried.
"""

from typing import Protocol, runtime_checkable

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

        None when nothing is under way.  After ``advance(due_us())`` it has happened.
        """

    def view(self) -> object:
        """A small frozen copy of what can be seen of the unit, for a room to draw."""
