"""The 704 behind its console: LOAD CARDS, START, buttons, time in 12-microsecond cycles.

    console --- Machine --- processor.py (numba)     storage, registers, indicators
                   |
                   +------- channel.py               the selected unit, drums, the CRT

The processor runs until it meets an input-output instruction, a stop or the end of its time.  An
instruction that begins is carried out at once and its time passes afterwards (``debt_us``), so the
state at a moment depends on that moment and never on how time was sliced.  Where an input-output
instruction is met ``advance`` returns, so that whoever keeps time brings the units to that moment;
then the channel says what becomes of it.

LOAD CARDS, TAPE and DRUM do what the buttons did: they select unit 321, 221 or 301 (octal), copy
its first two words to 0 and 1, and transfer to 0 (docs/sources/panel704.md).

Choices: START puts out PROGRAM STOP and READ WRITE CHECK and goes on at the instruction counter
(after HTR that is its address, or 1 in trapping mode); until then the counter's lamps show where
the HPR or HTR is, as on the gates.  Divide check stays on, as DCT tests it.  An instruction that
this machine doesn't have stops it with no plate lit: it can be read in INSTRUCTION and STORAGE.
"""

from dataclasses import dataclass, field
from enum import Enum
from types import ModuleType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from devices.annotations import GROWS, check_within
from devices.refusal import RefusedError
from machines.exhibit.computer import COUNTER, DUTY_WORDS, Lights, Registers
from machines.exhibit.snapshot import ASIDE, LATER
from machines.ibm704 import octal
from machines.ibm704 import registers as at
from machines.ibm704.assembler.loader import BASE
from machines.ibm704.channel import Channel, ChannelState
from machines.ibm704.loading_faults import Stop, asks_for_next_job, load_fault
from machines.ibm704.operations import CYCLE_US, OPERATIONS, SIZES, number
from machines.ibm704.selection import Schedule, Wanted

READ, COPY, COPY_AND_ADD = number("RDS"), number("CPY"), number("CAD")
COPIES = (COPY, COPY_AND_ADD)
READER = 0o321
LOADED_FROM = {"load_cards": READER, "load_tape": 0o221, "load_drum": 0o301}
"""The unit that each LOAD button selects."""


LONGEST_DEBT_US = 1_000_000
JOBS_DONE = "all jobs are done: no card is left of which the next could be loaded"

FINE = 16
"""Where lamps are looked at more seldom than once in so many instructions, time races ..."""
SELDOMER = 6
"""... and the processor is looked at more seldom yet by so much: there are still over 10,000 looks
in a frame, and a lamp's brightness errs by less than one level of 255 (tests/bench)."""


def _processor() -> ModuleType:
    """The processor's kernels, imported when it first works: the room opens before they are
    compiled."""
    from machines.ibm704 import processor

    return processor


def _lamp_times() -> ModuleType:
    """The kernels that count its lamps, likewise."""
    from machines.ibm704 import lamp_times

    return lamp_times


def _copying() -> ModuleType:
    """The kernel that does copies by a schedule, likewise."""
    from machines.ibm704 import copying

    return copying


class Phase(Enum):
    """What the machine is at."""

    STANDING = "standing"
    RUNNING = "running"
    MET = "met"  # An input-output instruction has been met and the channel not told
    WAITING = "waiting"  # The channel has been told
    CLEARING = "clearing"


@dataclass
class MachineState:
    """All that the machine is: a value."""

    words: npt.NDArray[np.int64] = field(
        default_factory=lambda: at.new_state(SIZES[-1])[: at.ASIDE]
    )
    """The processor's registers and indicators (registers.py)."""
    looking: npt.NDArray[np.int64] = field(
        default_factory=lambda: at.new_state(SIZES[-1])[at.ASIDE : at.STATE_WORDS], metadata=ASIDE
    )
    """What the sampling of its lamps needs."""
    storage: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(SIZES[-1], dtype=np.int64), metadata=GROWS
    )
    """int64[4096, 8192 or 32768]."""
    channel: ChannelState = field(default_factory=ChannelState)
    phase: Phase = Phase.STANDING
    now_us: int = 0
    debt_us: int = 0
    """Time of instructions already carried out that has not passed yet."""
    met_us: int = 0
    """When the input-output instruction was met."""
    loading: int = 0
    """Words that LOAD still has to bring, and the select: 3, 2, 1; 0: none."""
    load_unit: int = 0
    automatic: bool = True
    stepping: bool = False
    """One instruction, then it stands."""
    cleared: int = 0
    """Words of storage that CLEAR has passed."""
    why: str = ""
    """Why it stopped, in words."""
    stop: int = at.RAN
    """How it stopped last (registers.py); RAN: it didn't stop by itself."""
    stops: int = 0
    """Stops of a program since it was switched on."""
    load_fault: str | None = field(default=None, metadata=LATER)
    """What kept the program from being loaded rightly, in words."""
    tape_fault: str | None = field(default=None, metadata=LATER)
    """What TAPE CHECK came on for, in words; of no account once it is off."""
    duty: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(DUTY_WORDS, dtype=np.int64), metadata=ASIDE
    )

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: registers within their bits."""
        size = len(self.storage)
        if size not in SIZES:
            raise ValueError(f"{size} words of storage; expected one of {SIZES}")
        check_within(0, at.WORD, storage=self.storage)
        at.check(self.words, self.looking, size)
        check_within(0, len(LOADED_FROM), loading=self.loading)
        check_within(0, at.UNKNOWN, stop=self.stop)
        check_within(0, size, cleared=self.cleared)
        check_within(0, 0o77777, load_unit=self.load_unit)
        if self.debt_us > LONGEST_DEBT_US or self.met_us > self.now_us + LONGEST_DEBT_US:
            raise ValueError("an instruction lasts longer than any")

    @classmethod
    def of_size(cls, size: int) -> "MachineState":
        """A machine with so many words of storage: 4,096, 8,192 or 32,768."""
        new = at.new_state(size)
        return cls(new[: at.ASIDE], new[at.ASIDE : at.STATE_WORDS], np.zeros(size, dtype=np.int64))


class Observer(Protocol):
    """Runs the processor in the place of its kernel and can want a pause
    (machines.ibm704.debugger)."""

    @property
    def paused(self) -> bool:
        """Whether the machine is to stand in front of its next instruction, its time too."""

    def run(self, until: int) -> int:
        """Execute instructions while CYCLES < ``until`` and it isn't paused; why it ended."""


class Machine:
    """A 704 with its channel (machines.exhibit.computer.Computer says what its methods promise)."""

    def __init__(self, channel: Channel, state: MachineState | None = None) -> None:
        self.state = state = state or MachineState(channel=channel.state)
        self.channel = channel
        # The kernel wants one array; the state holds its first two parts, the second aside.
        self.words = at.new_state(len(state.storage))
        self.words[: at.ASIDE], self.words[at.ASIDE : at.STATE_WORDS] = state.words, state.looking
        state.words = self.words[: at.ASIDE]
        state.looking = self.words[at.ASIDE : at.STATE_WORDS]
        self.sample = 1
        """Every how many instructions the lamps are looked at; 1: exact, 0: never."""
        self.observer: Observer | None = None
        self.copies_ahead = True
        """Whether copies whose moments are known are done by the kernel where nobody looks at the
        lamps; else each is asked for.  The state is the same."""

    # -- what the console asks

    def registers(self) -> Registers:
        words = self.words
        return Registers(
            storage=int(words[at.SR]),
            accumulator=int(words[at.AC]),
            mq=int(words[at.MQ]),
            index=(int(words[at.XA]), int(words[at.XB]), int(words[at.XC])),
            counter=int(words[at.LOCATION if words[at.PROGRAM_STOP] else at.IC]),
            instruction=int(words[at.IR]),
        )

    def lights(self) -> Lights:
        words = self.words
        sense = int(words[at.SENSE_LIGHTS])
        return Lights(
            program_stop=bool(words[at.PROGRAM_STOP]),
            read_write_select=self.channel.selected,
            read_write_check=bool(words[at.READ_WRITE_CHECK]),
            accum_overflow=bool(words[at.AC_OVERFLOW]),
            quotient_overflow=bool(words[at.MQ_OVERFLOW]),
            divide_check=bool(words[at.DIVIDE_CHECK]),
            trap=bool(words[at.TRAPPING]),
            tape_check=bool(words[at.TAPE_CHECK]),
            sense=(bool(sense & 8), bool(sense & 4), bool(sense & 2), bool(sense & 1)),
        )

    def add_duty(self, on_us: npt.NDArray[np.int64]) -> None:
        on_us += self.state.duty
        self.state.duty[:] = 0

    def read_storage(self, address: int) -> int:
        """The word at ``address``; bits of the address that this storage lacks don't count."""
        return int(self.state.storage[address & self._mask])

    def running(self) -> bool:
        state = self.state
        if state.debt_us or state.phase in (Phase.RUNNING, Phase.CLEARING, Phase.MET):
            return True
        return state.phase is Phase.WAITING and not self.channel.waiting()

    @property
    def paused(self) -> bool:
        """Whether its observer keeps it standing in front of an instruction."""
        return self.observer is not None and self.observer.paused

    @property
    def waits(self) -> bool:
        """Whether an instruction can only go on when an operator has worked a unit."""
        return self.state.phase is Phase.WAITING and not self.running()

    @property
    def wanted(self) -> Wanted | None:
        """What an operator must do before that instruction can go on; None if it doesn't wait."""
        return self.channel.wanted() if self.waits else None

    @property
    def halted(self) -> bool:
        """Whether it was halted in the middle of a program, by the lever or a step: START at the
        console goes on with it.

        A program that was being loaded isn't: the card under the brushes has passed by.
        """
        state = self.state
        standing = state.phase is Phase.STANDING and not state.debt_us
        own = 1 < self.words[at.IC] < BASE & self._mask
        return standing and not state.why and state.stop == at.RAN and bool(own)

    @property
    def has_stopped(self) -> bool:
        """Whether the program has stopped by itself, so that :meth:`reason` says why."""
        return self.state.phase is Phase.STANDING and bool(self.state.why)

    def reason(self) -> str:
        if self.state.phase is Phase.WAITING:
            return self._with_tape_check(self.channel.waiting())
        if self.state.phase is not Phase.STANDING or self.state.debt_us:
            return ""
        return self._with_tape_check(self.state.why) or self._at_rest()

    def _with_tape_check(self, why: str) -> str:
        """A reason, and what TAPE CHECK is on for."""
        told = self.tape_check_told()
        return f"{why}; {told}" if told and why and told.partition(": ")[2] not in why else why

    def tape_check_fault(self) -> str:
        """What TAPE CHECK is on for, in words; empty while it is off."""
        return (self.state.tape_fault or "") if self.words[at.TAPE_CHECK] else ""

    def tape_check_told(self) -> str:
        """That TAPE CHECK is on and what for; where the program has put it out by RTT, that it was
        on, if no record was read since.  Empty: neither."""
        if fault := self.tape_check_fault():
            return f"TAPE CHECK is on: {fault}"
        fault = self.channel.state.indicators.fault or ""
        return f"TAPE CHECK was on: {fault}" if fault and not self.words[at.TAPE_CHECK] else ""

    def _at_rest(self) -> str:
        """What the operator can do with a machine that stands for no other reason."""
        next_one = octal.address(int(self.words[at.IC]))
        if self.state.automatic:
            return f"START goes on at {next_one}; LOAD CARDS brings a program"
        return f"at MANUAL: SINGLE STEP executes {next_one}; START works at AUTOMATIC"

    def caption(self) -> str:
        """What is happening, for visitors."""
        if self.state.phase is Phase.CLEARING:
            return "storage is being cleared"
        if self.state.loading:
            return "LOAD brings the first two words of the program"
        if self.state.phase is Phase.WAITING:
            return "the program waits for a unit"
        return "the program runs" if self.running() else ""

    @property
    def _mask(self) -> int:
        return len(self.state.storage) - 1

    # -- buttons

    def set_switches(self, automatic: bool, sense: tuple[bool, ...], keys: int) -> None:
        words = self.words
        words[at.SENSE_SWITCHES] = sum(32 >> n for n, down in enumerate(sense) if down)
        words[at.KEYS] = keys
        self.state.automatic = automatic
        if not automatic and self.state.phase is Phase.RUNNING:
            self._stand("")

    def press(self, control: str, keys: int) -> None:
        match control:
            case "load_cards" | "load_tape" | "load_drum":
                self._reset()
                self.state.loading, self.state.load_unit = 3, LOADED_FROM[control]
                self._load_next()
            case "start":
                self._start()
            case "single_step":
                self._single_step()
            case "reset":
                self._reset()
            case "clear":
                self._reset()
                self.state.phase, self.state.cleared = Phase.CLEARING, 0
            case "enter_mq":
                self._check_standing("ENTER MQ")
                self.words[at.MQ] = self.words[at.SR] = keys
            case "enter_instruction":
                self._check_standing("ENTER INSTRUCTION")
                self._go()
                self.state.stepping = True
                self._happened(_processor().execute(self.words, self.state.storage, keys))
            case _:
                raise RefusedError(control, "there is no such button on this machine")

    def _check_standing(self, name: str) -> None:
        if self.state.phase is not Phase.STANDING:
            raise RefusedError(name, f"the machine is {self.state.phase.value}: press RESET first")

    def _start(self) -> None:
        if self.state.phase is Phase.STANDING:
            self._go()

    def _go(self) -> None:
        state = self.state
        self.words[at.PROGRAM_STOP] = self.words[at.READ_WRITE_CHECK] = 0
        state.phase, state.why, state.stop = Phase.RUNNING, "", at.RAN
        state.load_fault = None
        state.stepping = False

    def _single_step(self) -> None:
        self._check_standing("SINGLE STEP")
        self._go()
        self.state.stepping = True

    def _reset(self) -> None:
        """Registers, lights and indicators; storage stays, and so do time and the switches."""
        state = self.state
        fresh = at.new_state(len(state.storage))
        for kept in (at.SENSE_SWITCHES, at.KEYS, at.CYCLES):
            fresh[kept] = self.words[kept]
        self.words[:] = fresh
        self.channel.reset()
        state.loading = state.debt_us = 0
        state.load_fault = state.tape_fault = None
        state.stepping = False
        self._stand("")

    def halt(self) -> None:
        """Stand in front of the next instruction, as if halted by the lever."""
        state = self.state
        state.debt_us, state.stepping, state.stop = 0, False, at.RAN
        self._stand("")

    def _stand(self, why: str) -> None:
        self.state.phase, self.state.why = Phase.STANDING, why

    def _load_next(self) -> None:
        """The select, the first word, the second: as if such instructions had been met."""
        state = self.state
        words = self.words
        words[at.OPERATION] = READ if state.loading == 3 else COPY
        words[at.ADDRESS] = state.load_unit if state.loading == 3 else 2 - state.loading
        words[at.IR] = OPERATIONS[words[at.OPERATION]].code << 6
        state.phase, state.met_us = Phase.MET, state.now_us + state.debt_us

    # -- time

    def advance(self, us: int) -> int:
        """Run for at most ``us``; how many passed: fewer where the units are to be brought up.

        An instruction of the units that is done takes its time afterwards.
        """
        return self._advance(us) or self._advance(us)

    def _advance(self, us: int) -> int:
        """The same; 0 where an instruction of the units was done."""
        state = self.state
        self._meet_units()
        if state.phase in (Phase.MET, Phase.WAITING) and not state.debt_us:
            spent = self._wait(us)
            state.now_us += spent
            return spent
        plan, slice_us = self._schedule(), us
        due = self.channel.due_us(state.now_us) if plan is None else plan.first_end_us
        if due is not None:  # the selected unit is to be seen to then
            us = min(us, max(due, 1))
        used = 0
        while used < us:
            if state.debt_us:
                spent = min(state.debt_us, us - used)
                state.debt_us -= spent
            elif state.phase is Phase.RUNNING and plan is not None:
                spent, plan = self._run_copying(plan, used, slice_us), None
                if state.phase is Phase.RUNNING:  # the units come to this moment
                    state.now_us += spent
                    return used + spent
            elif state.phase is Phase.RUNNING:
                spent = self._run(us - used)
                if not spent and self.paused:
                    break
            elif state.phase is Phase.CLEARING:
                spent = self._clear(us - used)
            elif state.phase in (Phase.MET, Phase.WAITING):
                break  # the units come to this moment first
            else:
                spent = us - used
                self._still(spent)
            used += spent
            state.now_us += spent
        return used

    def _meet_units(self) -> None:
        """The units stand at this moment: the channel sees what they have done."""
        self.channel.advance(self.state.now_us)
        self._indicate(*self.channel.take_indicators())
        self.words[at.SELECTED] = self.channel.selected

    def _indicate(self, tape_check: bool, end_of_tape: bool) -> None:
        """Turn the two indicators on; the first record that TAPE CHECK comes on for is told."""
        if tape_check and not self.words[at.TAPE_CHECK]:
            self.state.tape_fault = self.channel.state.indicators.fault
            self.words[at.TAPE_CHECK] = 1
        if end_of_tape:
            self.words[at.END_OF_TAPE] = 1

    def _run(self, left: int) -> int:
        """Let the processor run; 0, or how much of the time of what it did has passed."""
        state = self.state
        words = self.words
        before = int(words[at.CYCLES])
        until = before + (1 if state.stepping else -(-left // CYCLE_US))
        if self.observer is None:
            sample = self.sample if self.sample <= FINE else SELDOMER * self.sample
            result = _processor().run(words, state.storage, until, state.duty, sample)
        else:
            result = self.observer.run(until)
        passed = CYCLE_US * (int(words[at.CYCLES]) - before)
        if not passed and self.paused:
            return 0
        if self.observer is not None:
            self._still(passed)
        spent = min(left, passed)
        state.debt_us = passed - spent
        self._happened(result, state.now_us + passed)
        return spent

    def _schedule(self) -> Schedule | None:
        """What the kernel needs to do the next copies by itself; None where it may not."""
        state = self.state
        alone = self.copies_ahead and self.sample == 0 and self.observer is None
        if not alone or state.stepping or not state.automatic or state.phase is not Phase.RUNNING:
            return None
        return self.channel.schedule(state.now_us)

    def _run_copying(self, plan: Schedule, lag_us: int, slice_us: int) -> int:
        """Let the processor run with its copies; how much of the time of what it did has passed.

        The units stand ``lag_us`` before now; at most ``slice_us`` may pass for them.
        """
        state = self.state
        words, kernels = self.words, _copying()
        before, units_us = int(words[at.CYCLES]), state.now_us - lag_us
        numbers = kernels.plan_numbers(plan, lag_us, slice_us)
        result = kernels.run_copying(words, state.storage, numbers, plan.due_us, plan.words)
        passed = CYCLE_US * (int(words[at.CYCLES]) - before)
        left, copied = int(numbers[kernels.LIMIT]) - lag_us, int(numbers[kernels.COPIED])
        spent = min(passed, left)
        state.debt_us = passed - spent
        if copied:
            state.met_us = units_us + int(numbers[kernels.MET])
            self.channel.take_copies(units_us, plan, copied)
        self._happened(result, state.now_us + passed)
        if state.phase is Phase.MET and self._waits_for_end(plan, copied):
            self._begin(units_us)  # nothing happens at the unit until then
            return left
        return spent

    def _waits_for_end(self, plan: Schedule, copied: int) -> bool:
        """Whether the instruction that was met can only wait until the selected unit's end."""
        operation, address = int(self.words[at.OPERATION]), int(self.words[at.ADDRESS])
        if operation in COPIES:
            return plan.tells_end and copied == len(plan.words)
        return not plan.spacing_us and self.channel.waits_for_end(operation, address)

    def _happened(self, result: int, now_us: int | None = None) -> None:
        """What the processor's answer comes to."""
        state = self.state
        if result == at.RAN:
            if state.stepping or not state.automatic:
                self._stand("")
        elif result == at.INPUT_OUTPUT:
            state.phase = Phase.MET
            state.met_us = state.now_us if now_us is None else now_us
        else:
            self._stopped(result)

    def _stopped(self, result: int) -> None:
        """A stop of the program's, in words."""
        state = self.state
        words = self.words
        where = octal.address(int(words[at.LOCATION]))
        address = octal.address(int(words[at.ADDRESS]))
        state.stop, state.stepping = result, False
        state.stops += 1
        state.load_fault = self.find_load_fault() or None
        if state.load_fault:
            self._stand(state.load_fault)
        elif result in (at.STOPPED_HPR, at.STOPPED_HTR):
            name = "HPR" if result == at.STOPPED_HPR else "HTR"
            self._stand(f"program stop at {where}: {name} {address}; START goes on")
        elif result == at.STOPPED_DIVIDE:
            name = OPERATIONS[words[at.OPERATION]].mnemonic
            self._stand(
                f"divide check at {where}: {name} {address}, the quotient would be too large; "
                "START goes on"
            )
        elif self.jobs_done():
            self._stand(JOBS_DONE)
        else:
            word = int(words[at.SR])
            self._stand(f"no such operation at {where}: {word:012o}; START goes on after it")

    def jobs_done(self) -> bool:
        """Whether it stopped because the program wanted to load the next, and no card was left."""
        state, reader = self.state, self.channel.units.reader
        crashed = state.stop in (at.UNKNOWN, at.INPUT_OUTPUT)
        return crashed and asks_for_next_job(reader, state.storage, self._stop())

    def loader_stop(self) -> str:
        """What kept a program from being loaded rightly, and at which card or record; empty if
        nothing did, or it hasn't stopped since."""
        return (self.state.load_fault or "") if self.state.stop != at.RAN else ""

    def find_load_fault(self) -> str:
        """The same of a program that may not have stopped at all."""
        state = self.state
        if state.load_fault or state.load_unit != READER:
            return state.load_fault or ""
        return load_fault(self.channel.units.reader, len(state.storage), self._stop())

    def _stop(self) -> Stop:
        words, state = self.words, self.state
        return Stop(
            hpr=state.stop == at.STOPPED_HPR,
            location=int(words[at.LOCATION]),
            address=int(words[at.ADDRESS]),
            nothing_loaded=not state.storage[:2].any(),
        )

    # -- input and output

    def _wait(self, left: int) -> int:
        """An input-output instruction: 0 when it is done, else how long it waits for the unit."""
        state, now = self.state, self.state.now_us
        words = self.words
        if state.phase is Phase.MET:
            self._begin(now)
        outcome = self.channel.step(now)
        words[at.SELECTED] = self.channel.selected
        if outcome is None:
            due = self.channel.due_us(now)
            spent = left if due is None else max(1, min(left, due))
            self._still(spent)
            return spent
        if words[at.OPERATION] in COPIES and not (outcome.skip or outcome.check):
            self._pass_through_mq(outcome.word)
        self._indicate(outcome.tape_check, outcome.end_of_tape)
        # Whole cycles: the instruction's own two, and those in which it waited.
        waited = now - state.met_us
        cycles = 2 + -(-waited // CYCLE_US)
        words[at.CYCLES] += cycles
        state.debt_us = CYCLE_US * cycles - waited
        self._still(state.debt_us)
        self._finish_instruction(outcome.skip, outcome.check)
        return 0

    def _begin(self, now_us: int) -> None:
        """Tell the channel of the instruction that was met; the units stand at ``now_us``."""
        address = int(self.words[at.ADDRESS])
        word = int(self.state.storage[address & self._mask])
        self.channel.begin(int(self.words[at.OPERATION]), address, word, now_us)
        self.state.phase = Phase.WAITING

    def _pass_through_mq(self, read: int | None) -> None:
        """The word that a copy has brought, or else taken: CAD adds it to the accumulator."""
        words = self.words
        address = int(words[at.ADDRESS]) & self._mask
        word = int(self.state.storage[address]) if read is None else read
        self.state.storage[address] = word
        words[at.MQ] = words[at.SR] = word
        if words[at.OPERATION] == COPY_AND_ADD:
            ac = int(words[at.AC])
            sum_ = (ac & at.WORD) + word
            words[at.AC] = (ac & ~at.WORD) | ((sum_ & at.WORD) + (sum_ >> 36) & at.WORD)

    def _finish_instruction(self, skip: int, check: bool) -> None:
        """The instruction is done: what comes next."""
        state = self.state
        words = self.words
        if check:
            words[at.READ_WRITE_CHECK] = 1
            state.stop, state.loading, state.stepping = at.INPUT_OUTPUT, 0, False
            state.stops += 1
            where = octal.address(int(words[at.LOCATION]))
            state.load_fault = self.find_load_fault() or None
            self._stand(
                state.load_fault
                or (JOBS_DONE if self.jobs_done() else "")
                or f"read-write check at {where}: the copy came too late, or no unit is selected; "
                "START goes on"
            )
        elif state.loading:
            self._loaded(skip)
        else:
            words[at.IC] = (int(words[at.IC]) + skip) & self._mask
            state.phase = Phase.RUNNING
            if state.stepping or not state.automatic:
                state.stepping = False
                self._stand("")

    def _loaded(self, skip: int) -> None:
        """LOAD has its select, its first word or its second."""
        state = self.state
        if skip:
            state.loading = 0
            self._stand("LOAD found no words: the end of the file or of the record came first")
            return
        state.loading -= 1
        if state.loading:
            self._load_next()
        else:
            self.words[at.IC] = 0
            self._go()
            state.load_fault = self.channel.record_fault() or None
            if not state.automatic:  # the lever was turned while it loaded
                self._stand("")

    # -- what stands still, and CLEAR

    def _still(self, us: int) -> None:
        """The lamps of registers and lights that don't change for ``us``."""
        if self.sample:
            _lamp_times().show(self.words, self.state.duty, us)

    def _clear(self, left: int) -> int:
        """Step the counter through storage, one word a cycle, and leave zeros."""
        state = self.state
        size = len(state.storage)
        first = state.cleared
        last = min(size, first + -(-left // CYCLE_US))
        state.storage[first:last] = 0
        state.cleared = last
        lamp, count = COUNTER
        passed = np.arange(first, last)
        for k in range(count):
            on = int((passed >> (count - 1 - k) & 1).sum())
            state.duty[lamp + k] += CYCLE_US * on
        spent = min(left, CYCLE_US * (last - first))
        state.debt_us = CYCLE_US * (last - first) - spent
        self.words[at.IC] = last & self._mask
        if last == size:
            state.phase = Phase.STANDING
        return spent
