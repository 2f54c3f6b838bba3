"""The debugger's commands, each with what it answers."""

import re

import pytest

from devices.media.deck import read_text_deck
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.ibm704 import registers as at
from machines.ibm704.debugger import kernel
from machines.ibm704.debugger.breakpoints import Breakpoints, Point
from machines.ibm704.debugger.commands import COMMANDS, UnknownCommandError, execute
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.observer import Observer
from machines.workshop.unattended.debugging import ProgramJob
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.debugger.bench import SUM, Bench, shipped
from tests.machines.ibm704.programs import NAMES


def test_a_breakpoint_at_an_address_stops_in_front_of_it() -> None:
    bench = Bench(SUM)
    assert bench("break LOOP+2") == ["break 1: at 00104 LOOP+2"]
    assert bench("go")[:2] == ["break 1: at 00104 LOOP+2", "next 00104 LOOP+2     CLA N"]
    assert bench.word("SUM") == 1
    assert bench("go")[0] == "break 1: at 00104 LOOP+2"
    assert bench.word("SUM") == 3


def test_one_with_a_count_stops_at_every_nth_time_and_its_meetings_are_listed() -> None:
    bench = Bench(SUM)
    bench("break LOOP count 4")
    bench("go")
    assert bench.word("N") == 4
    bench("go")
    assert bench.word("N") == 8
    assert bench("break") == ["break 1: at 00102 LOOP, every 4 times, met 8"]


def test_one_in_a_range_stops_at_each_of_its_addresses() -> None:
    bench = Bench(SUM)
    bench("break LOOP,LOOP+1")
    stops = [bench("go")[1].split()[1] for _ in range(3)]
    assert stops == ["00102", "00103", "00102"]


@pytest.mark.parametrize(
    ("name", "stops"),
    [("TIX", "00110"), ("TSX", "00111"), ("CLM", "00101"), ("ALS", "00120"), ("HPR", "00114")],
)
def test_one_at_an_operation(name: str, stops: str) -> None:
    bench = Bench(SUM)
    bench(f"break op {name}")
    assert bench("go")[1].split()[1] == stops


def test_one_at_a_change_names_the_word_and_the_instruction() -> None:
    bench = Bench(SUM)
    bench("break store ONE,SUM")
    assert bench("go")[:4] == [
        "break 1: at a change of 00123 ONE to 00125 SUM",
        "00125 SUM was 000000000000, is 000000000001, by",
        "     00103 LOOP+1     STO SUM",
        "next 00104 LOOP+2     CLA N",
    ]
    assert bench("go")[1].startswith("00124 N was 000000000001, is 000000000002")


def test_a_symbol_that_is_called_as_a_kind_of_breakpoint_is_an_address() -> None:
    bench = Bench("       ORG 64\nSTART  NOP\nSTORE  NOP\nOP     HPR 1\n       END START\n")
    assert bench("break store") == ["break 1: at 00101 STORE"]
    assert bench("break op") == ["break 2: at 00102 OP"]


UNITS = """
       ORG 64
START  NOP
       RCD
       CPY WORD
       WDR 2
       LDA ZERO
       CPY WORD
       WTV
       CPY WORD
       RTB 3
       HPR 1
WORD   DEC 1
ZERO   DEC 0
       END START
"""


def test_one_at_a_unit_stops_at_its_selects_and_copies() -> None:
    bench = Bench(UNITS, read_text_deck("A CARD\n", "cards.txt"))
    bench("break unit reader")
    assert bench("go")[:2] == ["break 1: at reader", "next 00101 START+1    RCD"]
    assert bench("go")[1] == "next 00102 START+2    CPY WORD"
    bench("break unit drum 2")
    assert [bench("go")[1].split()[1] for _ in range(3)] == ["00103", "00104", "00105"]
    bench("break unit crt")
    assert [bench("go")[1].split()[1] for _ in range(2)] == ["00106", "00107"]
    bench("break unit tape 3")
    assert bench("go")[1] == "next 00110 START+10   RTB 3"
    assert "tape unit 3: no tape is mounted" in bench("go")[0]


def test_one_at_an_operation_with_its_unit() -> None:
    bench = Bench(UNITS, read_text_deck("A CARD\n", "cards.txt"))
    assert bench("break op RTB 3") == ["break 1: at operation RDS 00223"]
    assert bench("go")[1] == "next 00110 START+10   RTB 3"


def test_a_copy_that_stores_is_a_change() -> None:
    bench = Bench(UNITS, read_text_deck("A CARD\n", "cards.txt"))
    bench("break store WORD")
    found = bench("go")
    assert found[1].startswith("00112 WORD was 000000000001, is 0")
    assert found[2] == "     00102 START+2    CPY WORD"


def test_deleted_breakpoints_stop_nothing() -> None:
    bench = Bench(SUM)
    for _ in range(3):
        bench("break LOOP")
    bench("delete 2")
    assert [line[:7] for line in bench("break")] == ["break 1", "break 3"]
    bench("delete all")
    assert bench("break") == ["there are no breakpoints"]
    assert bench("go")[0] == "program stop at 00114: HPR 00007; START goes on"


def test_steps_are_shown_with_the_registers_after_each() -> None:
    bench = Bench(SUM)
    assert bench("step 3") == [
        "00100 START      LXA COUNT,1           "
        "AC +100000000100 MQ 100000000100 A 00012 B 00000 C 00000",
        "00101 START+1    CLM                   "
        "AC +000000000000 MQ 100000000100 A 00012 B 00000 C 00000",
        "00102 LOOP       ADD N                 "
        "AC +000000000001 MQ 100000000100 A 00012 B 00000 C 00000",
        "next 00103 LOOP+1     STO SUM",
        "AC +000000000001 MQ 100000000100 A 00012 B 00000 C 00000",
    ]
    assert len(bench("step 40")) == 18


def test_over_runs_a_subroutine_until_it_comes_back_behind_the_words_of_the_call() -> None:
    bench = Bench(SUM)
    bench("until LOOP+7")
    assert bench("over")[:2] == [
        "back from the call at 00111 LOOP+7",
        "next 00113 LOOP+11    STO SUM",
    ]
    assert bench.debugger.observer.last_rows(1)[0].location == 0o121


def test_over_is_a_step_at_every_other_instruction() -> None:
    bench = Bench(SUM)
    assert bench("over")[1] == "next 00101 START+1    CLM"


def test_a_subroutine_that_calls_another_by_the_same_register_has_not_come_back_by_that() -> None:
    bench = Bench("""
       ORG 64
START  TSX OUTER,4
       HPR 1
OUTER  SXD SAVE,4
       TSX INNER,4
       LXD SAVE,4
       TRA 1,4
INNER  TRA 1,4
SAVE   PZE
       END START
""")
    assert bench("over")[:2] == [
        "back from the call at 00100 START",
        "next 00101 START+1    HPR 00001",
    ]
    assert bench.debugger.observer.last_rows(9)[-2].location == 0o104


def test_a_stopped_program_goes_on_with_start() -> None:
    bench = Bench("       ORG 64\nSTART  HPR 1\n       HPR 2\n       TRA START\n       END START\n")
    stops = [bench("go")[0][:23] for _ in range(3)]
    assert stops == [
        "program stop at 00100: ",
        "program stop at 00101: ",
        "program stop at 00100: ",
    ]


def test_what_is_deposited_is_examined() -> None:
    bench = Bench(SUM)
    assert bench("deposit SUM -7") == [
        "00125 SUM        4 00000 0 00007  MZE 00007              -00007"
    ]
    bench("deposit SUM+1 float -2.5")
    assert bench("examine SUM+1 float") == ["00126 SUM+1      -2.50000000E+00"]
    bench("deposit SUM+1 float 3")
    assert bench("examine SUM+1 float") == ["00126 SUM+1      +3.00000000E+00"]
    bench("deposit SUM+1 decimal -12")
    assert bench("examine SUM+1 decimal") == ["00126 SUM+1      -12"]
    bench("deposit SUM+1 bcd 'AB C'")
    assert bench("examine SUM+1 bcd") == ["00126 SUM+1      AB C"]
    assert bench("deposit SUM+1 TIX LOOP+1,1,FIVE")[0].split()[2:6] == ["2", "00005", "1", "00103"]
    assert bench("examine SUM+1 octal") == ["00126 SUM+1      2 00005 1 00103"]
    assert bench("examine ONE,N") == [
        "00123 ONE        0 00000 0 00001  HTR 00001              000001",
        "00124 N          0 00000 0 00001  HTR 00001              000001",
    ]


def test_registers_are_deposited_and_examined_by_their_names() -> None:
    bench = Bench(SUM)
    machine = bench.operator.machine
    for name, value, shown in (
        ("AC", "-12", "-000000000012"),
        ("MQ", "400000000001", "400000000001"),
        ("XA", "LOOP", "00102"),
        ("XB", "decimal 100", "00144"),
        ("XC", "octal 100", "00100"),
        ("SL", "decimal 9", "11"),
        ("MQ", "decimal 9", "000000000011"),
        ("SL", "5", "05"),
        ("DC", "1", "1"),
        ("IC", "LOOP+1", "00103"),
    ):
        assert bench(f"deposit {name} {value}") == [f"{name} {shown}"]
        assert bench(f"examine {name}") == [f"{name} {shown}"]
    assert machine.words[at.AC] == 1 << 37 | 0o12
    assert machine.lights().sense == (False, True, False, True)
    assert bench("step")[1] == "next 00104 LOOP+2     CLA N"
    assert bench.word("SUM") == 1 << 35 | 0o12


def test_registers_and_history_show_what_has_been() -> None:
    bench = Bench(SUM)
    bench("step 30")
    rows = bench("history 3")
    assert rows == bench("history 1024")[-3:]
    found = bench("registers")
    assert found[0].startswith("next ")
    assert found[2].startswith("IC 001")
    assert f"{bench.debugger.observer.steps:,} instructions" in found[3]


def test_transfers_are_drawn_together_where_they_repeat() -> None:
    bench = Bench(SUM)
    bench("go")
    back, call, home = bench("transfers")[-3:]
    assert back.split()[1:] == ["00110", "LOOP+6", "to", "00102", "LOOP", "9", "times"]
    assert call.split()[1:] == ["00111", "LOOP+7", "to", "00115", "TWICE"]
    assert home.split()[1:] == ["00121", "GET+2", "to", "00113", "LOOP+11"]


def test_no_more_than_64_transfers_are_shown() -> None:
    bench = Bench("""
       ORG 64
START  LXA COUNT,1
A      TRA B
B      TXI A,1,1
COUNT  DEC 1
       END START
""")
    bench("break op TXI count 100")
    bench("go")
    found = bench("transfers")
    assert len(found) == 64
    assert found[-1].split()[1:] == ["00101", "A", "to", "00102", "B"]


def test_a_dump_draws_lines_together_that_repeat() -> None:
    bench = Bench(SUM)
    bench("deposit 1013 77")
    found = bench("dump 1000,1777")
    assert found[1] == "       the same to 01007"
    assert found[2].split()[:5] == ["01010", *["000000000000"] * 3, "000000000077"]
    assert found[4] == "       the same to 01777"
    assert bench("dump TWICE,TWICE+1")[0].split()[0] == "00115"


def test_a_drum_is_dumped() -> None:
    bench = Bench(UNITS, read_text_deck("A CARD\n", "cards.txt"))
    bench.operator.machine.channel.state.drums[1, 0o20] = 0o123456701234
    assert "123456701234" in bench("dump drum 2 20,23")[0]
    assert bench("dump drum 2")[-1] == "       the same to 03777"


def test_a_tape_is_dumped_by_its_records() -> None:
    debugger = Debugger(ProgramJob(shipped("tapecopy")))
    found = execute(debugger, "dump tape 1")
    assert found[0] == "from.tap: 5 records and marks, 0 of them behind the head"
    assert found[1] == "1: record, 144 characters, binary"
    assert found[2].split()[:2] == ["00000", "010203040506"]
    assert found[3] == "       the same to 00027"
    assert found[4] == "2: tape mark"
    assert execute(debugger, "dump tape 1 4,5")[1:] == ["4: tape mark", "5: tape mark"]
    assert execute(debugger, "dump tape 1 4")[1:] == ["4: tape mark"]
    for text, why in (
        ("9", "record: 9; expected a number from 1 to 5"),
        ("4,9", "record: 9; expected a number from 1 to 5"),
        ("5,4", "5,4: ends before it begins; expected FROM,TO"),
        ("4 5", "a range is FROM,TO without blanks; expected such as dump tape 3 2,5"),
    ):
        with pytest.raises(RefusedError, match=why):
            execute(debugger, f"dump tape 1 {text}")


def test_the_profile_adds_up_to_all_cycles_by_symbol_and_by_location() -> None:
    bench = Bench(SUM)
    bench("profile clear")
    before = int(bench.operator.machine.words[at.CYCLES])
    bench("go")
    cycles = int(bench.operator.machine.words[at.CYCLES]) - before
    head, loop, *_, last = bench("profile")
    assert head.split() == ["from", "to", "symbol", "cycles", "percent", "instructions"]
    assert loop.split()[:3] == ["00102", "00114", "LOOP"]
    assert last.split() == [
        "all",
        str(cycles),
        "100.0",
        str(bench.debugger.observer.counted.profile[0].sum()),
    ]
    by_location = bench("profile LOOP,LOOP+6")
    assert len(by_location) == 8
    assert [line.split()[-1] for line in by_location[1:]] == ["10"] * 7


def test_switches_are_turned() -> None:
    bench = Bench("       ORG 64\nSTART  SWT 2\n       HPR 1\n       HPR 2\n       END START\n")
    bench("switch 2 down")
    assert "SENSE SWITCHES 2" in bench("registers")[2]
    assert bench("go")[0].startswith("program stop at 00102")


def test_symbols_are_listed() -> None:
    assert "LOOP     00102" in " ".join(Bench(SUM)("symbols"))


def test_every_command_has_help() -> None:
    bench = Bench(SUM)
    listed = bench("help")
    for name in COMMANDS:
        assert any(line.split()[0] == name for line in listed)
        assert bench(f"help {name}")[0].split()[0] == name


def test_a_command_is_known_by_its_first_letters_if_no_other_has_them() -> None:
    bench = Bench(SUM)
    assert bench("br loop")[0] == "break 1: at 00102 LOOP"
    assert bench("ex SUM octal") == ["00125 SUM        0 00000 0 00000"]
    with pytest.raises(UnknownCommandError, match="s: may be step or switch or symbols"):
        bench("s")


def test_what_can_not_be_is_refused_and_nothing_is_changed() -> None:
    bench = Bench(SUM)
    state = bench.operator.exhibit.snapshot()
    for text, why in [
        ("setp", "setp: is no command; help lists them"),
        ("break LOPP", "LOPP: is no symbol and no octal number; expected LOOP"),
        ("break 89", "89: is no symbol and no octal number"),
        ("break 10000", "10000: is outside storage; expected an address from 0 to 7777"),
        ("break LOOP,START", "LOOP,START: ends before it begins"),
        ("break LOOP START", "one address, or FROM,TO without blanks, was expected"),
        ("break LOOP count 0", "count: 0; expected a number from 1"),
        ("break store", "break store: the address of the word is missing whose change is meant"),
        ("break store count 3", "expected such as break store SUM or break store 200,277"),
        ("break op", "break op: the operation is missing; expected such as break op TIX"),
        ("deposit XA float 3", "XA holds an address; expected one, such as LOOP+2 or 144"),
        ("deposit XA TIX LOOP,1,1", "XA holds an address; expected one, such as LOOP+2 or 144"),
        ("deposit XA decimal 4096", "expected decimal 0 to decimal 4095"),
        ("deposit XA decimal -3", "expected decimal 0 to decimal 4095"),
        ("deposit XA 10000", "10000: is outside storage"),
        ("dump drum 1 0 17", "a range is FROM,TO without blanks; expected such as dump drum 1"),
        ("break op XYZ", "XYZ: is no operation"),
        ("break op RTB 11", "the unit of RTB: 11; expected a number from 1 to 10"),
        ("break op RCD 1", "RCD has no unit"),
        ("break unit tape 11", "tape 11: is no unit; expected reader"),
        ("break unit", "unit: is no unit"),
        ("delete", "expected a breakpoint's number, or all"),
        ("delete 3", "delete 3: no such breakpoint; there are none"),
        ("deposit SUM", "an address or a register and a value were expected"),
        ("deposit SUM 1234567012345", "is no octal number of one to twelve digits"),
        ("deposit SUM float pi", "PI. is no decimal number"),
        ("deposit SUM bcd ABCDEFG", "has 7 characters; a word holds 6"),
        ("deposit SUM bcd A?", "has no punch"),
        ("deposit SUM XYZ 3", "XYZ: is no operation, and no octal number"),
        ("deposit SUM CLA NOWHER", "NOWHER is not defined"),
        ("deposit SUM TIX LOOP", "TIX has to have"),
        ("deposit SL 20", "doesn't fit into SL, which has 4 bits"),
        ("dump", "expected FROM,TO, or drum N, or tape N"),
        ("dump drum 9", "drum: 9; expected a number from 1 to 8"),
        ("dump tape 3", "tape 3: no tape is mounted there"),
        ("examine", "expected ADDRESS or FROM,TO and one of octal"),
        ("examine SUM hex", "expected ADDRESS or FROM,TO and one of octal"),
        ("examine 0,7777", "are more than 1024 words; dump shows them"),
        ("go LOOP", "go was expected alone"),
        ("step -1", "step: -1; expected a number from 1"),
        ("back x", "back: x; expected a number from 1"),
        ("until", "one address was expected"),
        ("history 2000", "history: 2000; expected a number from 1 to 1,024"),
        ("switch 7 down", "switch: 7; expected a number from 1 to 6"),
        ("switch 2", "expected such as switch 2 down"),
        ("trace off", "there is no trace; trace FILE begins one"),
        ("trace", ""),
        ("symbols x.lst", "no files can be read here"),
        ("help me", "me: is no command"),
        ("deposit SUM bcd 'A", "a quotation mark is not closed"),
    ]:
        if not why:
            assert bench(text) == ["there is no trace"], text
            continue
        with pytest.raises(RefusedError) as refused:
            execute(bench.debugger, text)
        assert why in str(refused.value), (text, why)
        assert not bench.debugger.running, (text, why)
        assert bench.operator.exhibit.snapshot() == state, (text, why)
        assert bench("break") == ["there are no breakpoints"], (text, why)


def test_nothing_is_deposited_while_an_instruction_of_a_unit_waits() -> None:
    bench = Bench("       ORG 64\nSTART  RTB 3\n       END START\n")
    bench("go")
    with pytest.raises(RefusedError, match="an instruction of a unit is not done"):
        bench("deposit 200 1")
    assert bench("back")[0] == "next 00100 START      RTB 3"
    bench("deposit START HPR 5")
    assert bench("go")[0].startswith("program stop at 00100")


def test_too_many_breakpoints_are_refused() -> None:
    bench = Bench(SUM)
    for _ in range(100):
        bench("break LOOP")
    with pytest.raises(RefusedError, match="there are 100; delete some first"):
        bench("break LOOP")


def test_trapping_mode_stores_at_0_which_is_a_change_and_a_transfer_to_1() -> None:
    bench = Bench("       ORG 64\nSTART  ETM\n       TRA START\n       END START\n")
    bench("break store 0")
    found = bench("go")
    assert re.fullmatch("00000 was [0-7]{12}, is [0-7]{7}00101, by", found[1])
    assert found[2] == "     00101 START+1    TRA START"
    assert bench("transfers")[-1].split()[1:] == ["00101", "START+1", "to", "00001"]


# -- What runs under the debugger comes to the same state, cycle for cycle, as without it ----------


EVERY = {"selftest": 17, "lamps": 5_003, "checkers": 211, "curves": 1_999, "echo": 3, "tapecopy": 7}
"""How many instructions are executed between two pauses; else each is a step."""


def state_of(operator: ProgramOperator) -> tuple[str, int, str]:
    """The digest of all that is, the time, what has been printed."""
    exhibit = operator.exhibit
    return snapshot.digest(exhibit.snapshot()), exhibit.now_us, operator.printed()


def run_alone(operator: ProgramOperator) -> None:
    operator.run(lambda: True)


def resume(observer: Observer, every: int) -> None:
    observer.resume(every)
    observer.control[kernel.SKIP] = 0  # breakpoints count at every instruction


def run_in_steps(operator: ProgramOperator, every: int) -> int:
    """Pause after so many instructions, again and again; how often it paused."""
    job = ProgramJob(operator)
    observer = Observer(operator.machine)
    operator.machine.observer = observer
    breakpoints = Breakpoints()
    breakpoints.add(Point(kernel.ON_CHANGE, 0, 0o7777, every=1 << 40))
    breakpoints.add(Point(kernel.ON_UNIT, -1, -1, every=1 << 40))
    observer.place(breakpoints.table)
    resume(observer, every)
    pauses = 0
    while not job.proceed():
        if observer.paused:
            pauses += 1
            resume(observer, every)
        elif not operator.exhibit.busy:
            break
    assert breakpoints.hits(1) > 0, "changes were looked for"
    assert breakpoints.hits(2) > 0, "and units"
    operator.let_units_rest()
    operator.end_run()
    return pauses


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_program_comes_to_the_same_state_paused_again_and_again(name: str) -> None:
    alone, stepped = shipped(name), shipped(name)
    run_alone(alone)
    pauses = run_in_steps(stepped, EVERY.get(name, 1))
    assert pauses > 100
    assert state_of(stepped) == state_of(alone)
