"""The IBM 704: processor, channel, console, units, and an assembler of SHARE symbolic programs.

    from machines.ibm704 import Ibm704Computer, assemble, deck_of
    program = assemble(["       ORG 100", "       CLA 0", "       HTR *", "       END 100"], "stop")
    run = Ibm704Computer().run(deck_of(program))
    print(run.machine.registers().accumulator, run.cycles)

``Ibm704Computer`` is the machine without its console; the exhibit is
:class:`machines.ibm704.exhibit.Ibm704`.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.ibm704.assembler import Assembly, assemble, deck_of, disassemble
    from machines.ibm704.standalone import Ibm704Computer, ProgramRun

__all__ = ["Assembly", "Ibm704Computer", "ProgramRun", "assemble", "deck_of", "disassemble"]

__getattr__, __dir__ = public_names(
    __name__,
    assembler="Assembly assemble deck_of disassemble",
    standalone="Ibm704Computer ProgramRun",
)
