"""A stopped 704 in words: registers in octal, lights, and the line that says how it ended."""

from machines.computer import Lights, Registers
from machines.ibm704 import processor as at
from machines.ibm704.machine import Machine
from machines.ibm704.operations import CYCLE_US, OPERATIONS

NAMES = {
    at.STOPPED_HPR: "PROGRAM STOP",
    at.STOPPED_HTR: "PROGRAM STOP",
    at.STOPPED_DIVIDE: "DIVIDE CHECK",
    at.INPUT_OUTPUT: "READ WRITE CHECK",
    at.UNKNOWN: "NO SUCH OPERATION",
}
"""By how it stopped (processor.py; READ WRITE CHECK stops it where a unit was met)."""


def registers_text(machine: Machine) -> str:
    """Registers, lights and time, a line each."""
    now, lights = machine.registers(), machine.lights()
    cycles = int(machine.words[at.CYCLES])
    sense = "".join(str(n) if on else "-" for n, on in enumerate(lights.sense, start=1))
    return "\n".join(
        [
            _accumulator(now),
            f"MQ {now.mq:012o}   STORAGE {now.storage:012o}",
            f"INSTRUCTION COUNTER {now.counter:05o}   INSTRUCTION {now.instruction:06o}",
            "INDEX " + "   ".join(f"{n} {xr:05o}" for n, xr in zip("ABC", now.index, strict=True)),
            f"SENSE LIGHTS {sense}",
            f"LIGHTS {', '.join(_lit(lights)) or 'none'}",
            f"TIME {cycles * CYCLE_US / 1e6:.6f} s, {cycles:,} cycles",
            "",
        ]
    )


def _accumulator(now: Registers) -> str:
    ac = now.accumulator
    sign = "-" if ac >> 37 else "+"
    return f"ACCUMULATOR {sign}  Q {ac >> 36 & 1}  P {ac >> 35 & 1}  {ac & (1 << 35) - 1:012o}"


def _lit(lights: Lights) -> list[str]:
    named = {
        "PROGRAM STOP": lights.program_stop,
        "READ WRITE SELECT": lights.read_write_select,
        "READ WRITE CHECK": lights.read_write_check,
        "ACCUM OVERFLOW": lights.accum_overflow,
        "QUOTIENT OVERFLOW": lights.quotient_overflow,
        "DIVIDE CHECK": lights.divide_check,
        "TRAP": lights.trap,
        "TAPE CHECK": lights.tape_check,
    }
    return [name for name, on in named.items() if on]


def stop_text(machine: Machine) -> str:
    """``PROGRAM STOP AT 00153 HPR 30071``: how, where, and at which instruction it stopped."""
    words, stop = machine.words, machine.state.stop
    where = f"AT {int(words[at.LOCATION]):05o}"
    if stop == at.UNKNOWN:
        return f"{NAMES[stop]} {where} {int(words[at.SR]):012o}"
    if stop in NAMES:
        name = OPERATIONS[int(words[at.OPERATION])].mnemonic
        return f"{NAMES[stop]} {where} {name} {int(words[at.ADDRESS]):05o}"
    return f"RUNNING {where}"
