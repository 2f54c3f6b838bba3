"""What each operation of the 704 does, worked out by hand from its manual's words.

A line says instruction, what was held and what is held afterwards: see
:mod:`tests.machines.ibm704.words`.  All that a line doesn't name must stay as it was.
"""

from itertools import product

import numpy as np
import pytest

from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704.operations import OPERATIONS
from machines.ibm704.processor import run
from tests.machines.ibm704.words import (
    Case,
    assembled,
    check_line,
    fresh,
    instruction,
    lines,
    run_on,
)

FIXED_POINT = """
CLA 200 | ac=+QP77 y=-5 | ac=-5
CLA 200 | ac=+1 y=-0 | ac=-0
CAL 200 | ac=-Q1 y=-5 | ac=+P5
CAL 200 | ac=-Q1 y=+5 | ac=+5
CLS 200 | ac=+Q0 y=-5 | ac=+5
CLS 200 | ac=-P3 y=+0 | ac=-0
ADD 200 | ac=+3 y=+4 | ac=+7
ADD 200 | ac=+3 y=-4 | ac=-1
ADD 200 | ac=-4 y=+3 | ac=-1
ADD 200 | ac=+4 y=-4 | ac=+0
ADD 200 | ac=-4 y=+4 | ac=-0
ADD 200 | ac=-0 y=+0 |
ADD 200 | ac=+0 y=-0 |
ADD 200 | ac=+377777777777 y=+1 | ac=+P0 over=1
ADD 200 | ac=-P377777777777 y=-1 | ac=-Q0 over=1
ADD 200 | ac=+QP377777777777 y=+1 | ac=+0 over=1
ADD 200 | ac=+Q5 y=+1 | ac=+Q6
ADD 200 | ac=+P0 y=-1 | ac=+377777777777
ADD 200 | ac=-Q0 y=+1 | ac=-P377777777777
ADD 200 | ac=+1 y=+1 over=1 | ac=+2
ADM 200 | ac=+3 y=-4 | ac=+7
ADM 200 | ac=-3 y=-4 | ac=+1
ADM 200 | ac=-3 y=-3 | ac=-0
SUB 200 | ac=+3 y=+4 | ac=-1
SUB 200 | ac=+3 y=+3 | ac=+0
SUB 200 | ac=-377777777777 y=+1 | ac=-P0 over=1
SBM 200 | ac=+3 y=-4 | ac=-1
SBM 200 | ac=-3 y=+4 | ac=-7
ACL 200 | ac=-Q5 y=-3 | ac=-QP10
ACL 200 | ac=+P0 y=-0 | ac=+1
ACL 200 | ac=+QP377777777777 y=+1 | ac=+Q1
ACL 200 | ac=-QP377777777777 y=-377777777777 | ac=-QP377777777777
MPY 200 | mq=+3 y=+5 | ac=+0 mq=+17
MPY 200 | ac=+QP77 mq=-200000000000 y=+4 | ac=-2 mq=-0
MPY 200 | mq=+377777777777 y=-377777777777 | ac=-377777777776 mq=-1
MPY 200 | mq=-0 y=+5 | ac=-0 mq=-0
MPY 200 | mq=-123456 y=-1000000 | ac=+0 mq=+123456000000
MPR 200 | mq=+200000000000 y=+1 | ac=+1
MPR 200 | mq=-3 y=+5 | ac=-0 mq=-17
MPR 200 | mq=+300000000000 y=-2 | ac=-2 mq=-200000000000
RND 0 | ac=+5 mq=-377777777777 | ac=+6
RND 0 | ac=-5 mq=+200000000000 | ac=-6
RND 0 | ac=-0 mq=+200000000000 | ac=-1
RND 0 | ac=+5 mq=-177777777777 |
RND 0 | ac=+377777777777 mq=+200000000000 | ac=+P0 over=1
RND 0 | ac=-QP377777777777 mq=+200000000000 | ac=-0 over=1
DVH 200 | ac=+1 y=+2 | ac=+0 mq=+200000000000
DVH 200 | ac=-0 mq=+7 y=+2 | ac=-1 mq=-3
DVH 200 | ac=+0 mq=-7 y=-2 | ac=+1 mq=-3
DVH 200 | ac=-377777777776 mq=+1 y=-377777777777 | ac=-0 mq=+377777777777
DVH 200 | ac=+5 mq=-3 y=+5 | mq=+3 check=1 reason=divide
DVH 200 | ac=-5 mq=+3 y=+5 | mq=-3 check=1 reason=divide
DVH 200 | ac=+Q0 mq=+1 y=+377777777777 | check=1 reason=divide
DVH 200 | ac=+P0 mq=+1 y=+377777777777 | check=1 reason=divide
DVH 200 | ac=+0 mq=+7 y=+2 check=1 | ac=+1 mq=+3
DVP 200 | ac=+5 mq=+3 y=-5 | mq=-3 check=1
DVP 200 | ac=+0 mq=+3 y=+0 | check=1
DVP 200 | ac=+4 mq=+3 y=-5 | ac=+0 mq=-314631463147
LDQ 200 | mq=+1 y=-5 | mq=-5
STQ 200 | mq=-5 y=+1 | y=-5
SLQ 200 | mq=-123456654321 y=+111111222222 | y=-123456222222
STO 200 | ac=-QP123 | y=-123
STZ 200 | ac=-1 y=-5 | y=+0
SLW 200 | ac=-QP123 | y=-123
SLW 200 | ac=-Q123 y=-1 | y=+123
STP 200 | ac=-QP0 y=+377777777777 | y=-077777777777
STP 200 | ac=-Q300000000000 y=-0 | y=+300000000000
STD 200 | ac=-P123456654321 y=+200000000007 | y=+223456000007
STA 200 | ac=-P123456654321 y=-300000700000 | y=-300000754321
CLM 0 | ac=-QP5 | ac=-0
CLM 0 | ac=+QP5 | ac=+0
CHS 0 | ac=-QP5 | ac=+QP5
CHS 0 | ac=+0 | ac=-0
SSP 0 | ac=-QP5 | ac=+QP5
SSP 0 | ac=+5 |
SSM 0 | ac=+Q5 | ac=-Q5
SSM 0 | ac=-5 |
"""

LOGICAL = """
COM 0 | ac=-Q0 | ac=-P377777777777
COM 0 | ac=+QP377777777777 | ac=+0
ANA 200 | ac=-QP707 y=-770 | ac=+P700
ANA 200 | ac=+Q7 y=-5 | ac=+5
ANS 200 | ac=-QP707 y=-770 | y=-700
ANS 200 | ac=-Q7 y=-7 | y=+7
ORA 200 | ac=-Q7 y=-70 | ac=-QP77
ORA 200 | ac=+7 y=+70 | ac=+77
ORS 200 | ac=-QP7 y=+70 | y=-77
ORS 200 | ac=-Q7 y=+70 | y=+77
"""

SHIFTS = """
ALS 0 | ac=-QP5 |
ALS 1 | ac=+200000000000 | ac=+P0 over=1
ALS 1 | ac=+P0 | ac=+Q0
ALS 1 | ac=-Q1 | ac=-2
ALS 2 | ac=+200000000000 | ac=+Q0 over=1
ALS 42 | ac=+1 | ac=+200000000000
ALS 43 | ac=+1 | ac=+P0 over=1
ALS 44 | ac=+1 | ac=+Q0 over=1
ALS 45 | ac=-1 | ac=-0 over=1
ALS 45 | ac=-QP0 | ac=-0
ALS 100 | ac=+7 | ac=+0 over=1
ALS 377 | ac=-3 | ac=-0 over=1
ALS 401 | ac=+1 | ac=+2
ALS 10,1 | ac=+1 a=5 | ac=+10
ARS 0 | ac=-QP5 |
ARS 1 | ac=-Q1 | ac=-P0
ARS 1 | ac=+1 | ac=+0
ARS 44 | ac=+Q0 | ac=+1
ARS 45 | ac=-Q0 | ac=-0
ARS 77 | ac=+QP377777777777 | ac=+0
ARS 100 | ac=+QP377777777777 | ac=+0
ARS 101 | ac=-QP377777777777 | ac=-0
ARS 377 | ac=+QP377777777777 | ac=+0
LLS 0 | ac=+QP5 mq=-3 | ac=-QP5
LLS 0 | ac=-QP5 mq=+3 | ac=+QP5
LLS 1 | ac=-1 mq=+200000000000 | ac=+3 mq=+0
LLS 43 | ac=+0 mq=-377777777777 | ac=-377777777777 mq=-0
LLS 43 | ac=+1 mq=+7 | ac=+P7 mq=+0 over=1
LLS 44 | ac=+0 mq=+200000000000 | ac=+P0 mq=+0 over=1
LLS 44 | ac=+Q0 mq=+1 | ac=+2 mq=+0
LLS 44 | ac=+1 mq=+0 | ac=+Q0 over=1
LLS 105 | ac=+0 mq=+1 | ac=+200000000000 mq=+0
LLS 106 | ac=+0 mq=+1 | ac=+P0 mq=+0 over=1
LLS 107 | ac=+0 mq=+1 | ac=+Q0 mq=+0 over=1
LLS 110 | ac=+0 mq=-1 | ac=-0 mq=-0 over=1
LLS 377 | ac=+0 mq=+1 | mq=+0 over=1
LLS 377 | ac=+QP0 mq=+0 | ac=+0
LRS 0 | ac=-QP5 mq=+3 | mq=-3
LRS 1 | ac=+3 mq=-0 | ac=+1 mq=+200000000000
LRS 43 | ac=-P5 mq=+7 | ac=-1 mq=-5
LRS 44 | ac=+Q3 mq=+7 | ac=+1 mq=+1
LRS 100 | ac=+Q0 mq=+7 | ac=+0 mq=+200
LRS 107 | ac=+Q0 mq=+7 | ac=+0 mq=+1
LRS 110 | ac=-QP7 mq=+7 | ac=-0 mq=-0
LRS 377 | ac=+QP7 mq=-7 | ac=+0 mq=+0
LGL 0 | ac=-QP5 mq=-3 |
LGL 1 | ac=-0 mq=-0 | ac=-1 mq=+0
LGL 1 | ac=+200000000000 mq=+200000000000 | ac=+P0 mq=-0 over=1
LGL 44 | ac=+0 mq=-5 | ac=+P5 mq=+0 over=1
LGL 44 | ac=+QP0 mq=+5 | ac=+5 mq=+0
LGL 106 | ac=-0 mq=+1 | ac=-200000000000 mq=+0
LGL 107 | ac=-0 mq=+1 | ac=-P0 mq=+0 over=1
LGL 110 | ac=-0 mq=+1 | ac=-Q0 mq=+0 over=1
LGL 111 | ac=-0 mq=+1 | ac=-0 mq=+0 over=1
LGL 377 | ac=+QP0 mq=+0 | ac=+0
RQL 0 | mq=-5 |
RQL 1 | ac=+Q5 mq=-0 | mq=+1
RQL 43 | mq=+1 | mq=-0
RQL 44 | mq=-5 |
RQL 45 | mq=-5 | mq=+13
RQL 377 | mq=+1 | mq=+10
RQL 400 | mq=-5 |
"""

CONTROL = """
NOP 300 | ac=-QP5 mq=-5 |
HPR 300 | | stop=1 reason=hpr
HTR 300 | | stop=1 reason=htr ic=300
HTR 310,2 | b=10 | stop=1 reason=htr ic=300
TRA 300 | | ic=300
TRA 310,1 | a=10 | ic=300
TTR 300 | | ic=300
TZE 300 | ac=-0 | ic=300
TZE 300 | ac=+1 |
TZE 300 | ac=+P0 |
TZE 300 | ac=+Q0 |
TNZ 300 | ac=-0 |
TNZ 300 | ac=+Q0 | ic=300
TNZ 300 | ac=-1 | ic=300
TPL 300 | ac=+0 | ic=300
TPL 300 | ac=-0 |
TMI 300 | ac=-0 | ic=300
TMI 300 | ac=+QP1 |
TOV 300 | over=1 mqover=1 | over=0 ic=300
TOV 300 | mqover=1 |
TNO 300 | over=1 | over=0
TNO 300 | mqover=1 | ic=300
TQO 300 | over=1 mqover=1 | mqover=0 ic=300
TQO 300 | over=1 |
TQP 300 | mq=+0 ac=-0 | ic=300
TQP 300 | mq=-0 |
TLQ 300 | mq=+4 ac=+5 | ic=300
TLQ 300 | mq=+5 ac=+5 |
TLQ 300 | mq=+6 ac=+5 |
TLQ 300 | mq=-5 ac=-4 | ic=300
TLQ 300 | mq=-4 ac=-5 |
TLQ 300 | mq=-0 ac=+0 | ic=300
TLQ 300 | mq=+0 ac=-0 |
TLQ 300 | mq=+377777777777 ac=+Q0 | ic=300
TLQ 300 | mq=-377777777777 ac=-Q0 |
TLQ 300 | mq=-377777777777 ac=+P0 | ic=300
CAS 200 | ac=+5 y=+4 |
CAS 200 | ac=+5 y=+5 | ic=102
CAS 200 | ac=+5 y=+6 | ic=103
CAS 200 | ac=-5 y=-6 |
CAS 200 | ac=-5 y=-4 | ic=103
CAS 200 | ac=+0 y=-0 |
CAS 200 | ac=-0 y=+0 | ic=103
CAS 200 | ac=-0 y=-0 | ic=102
CAS 200 | ac=+Q0 y=+377777777777 |
CAS 200 | ac=+Q5 y=+5 |
CAS 200 | ac=-P5 y=-5 | ic=103
LBT 0 | ac=+1 | ic=102
LBT 0 | ac=-QP2 |
PBT 0 | ac=+P0 | ic=102
PBT 0 | ac=-Q377777777777 |
DCT 0 | check=1 | check=0
DCT 0 | | ic=102
ETM 0 | | trap=1
ETM 0 | trap=1 |
LTM 0 | trap=1 | trap=0
ETT 0 | end=1 tape=1 | end=0
ETT 0 | tape=1 | ic=102
RTT 0 | end=1 tape=1 | tape=0
RTT 0 | end=1 | ic=102
SLF | lights=17 | lights=0
SLN 1 | | lights=10
SLN 2 | lights=10 | lights=14
SLN 4 | lights=1 |
SLT 1 | lights=10 | lights=0 ic=102
SLT 1 | lights=7 |
SLT 4 | lights=17 | lights=16 ic=102
MSE 140 | lights=17 |
SWT 1 | switches=40 | ic=102
SWT 6 | switches=1 | ic=102
SWT 6 | switches=76 |
PSE 163,1 | a=2 switches=40 | ic=102
PSE 10,1 | a=2 ac=-QP1 | ac=-377777777776
"""
# The last: 10 less 2 is 006, the extension of COM.

INDEX = """
TSX 300,1 | | a=17700 ic=300
TSX 300,2 | b=5 | b=17700 ic=300
TSX 300,7 | | a=17700 b=17700 c=17700 ic=300
TSX 300 | a=1 | ic=300
TXI 300,1,5 | a=3 | a=10 ic=300
TXI 300,4,17777 | c=1 | c=0 ic=300
TXI 300,0,5 | a=1 | ic=300
TXI 300,3,1 | a=1 b=2 c=7 | a=4 b=4 ic=300
TIX 300,2,1 | b=2 | b=1 ic=300
TIX 300,2,1 | b=1 |
TIX 300,2,1 | b=0 |
TIX 300,2,0 | b=1 | ic=300
TIX 300,0,0 | b=1 |
TIX 300,5,3 | a=4 c=3 | a=4 c=4 ic=300
TIX 300,5,7 | a=4 c=3 |
TXH 300,1,4 | a=5 | ic=300
TXH 300,1,5 | a=5 |
TXH 300,6,5 | b=4 c=2 | ic=300
TXH 300,0,0 | a=5 |
TXL 300,1,4 | a=5 |
TXL 300,1,5 | a=5 | ic=300
TXL 300,0,0 | a=5 | ic=300
TXL 300,6,5 | b=4 c=2 |
TNX 300,1,1 | a=2 | a=1
TNX 300,1,2 | a=2 | ic=300
TNX 300,0,1 | a=2 | ic=300
TNX 300,3,1 | a=1 b=2 | a=2 b=2
LXA 200,1 | a=1 y=-123456754321 | a=14321
LXA 200,6 | y=+123 | b=123 c=123
LXA 200 | a=1 y=+5 |
LXD 200,2 | b=3 y=-123456754321 | b=3456
SXD 200,4 | c=123 y=-277777712345 | y=-200123712345
SXD 200,3 | a=1 b=2 y=+0 | a=3 b=3 y=+3000000
SXD 200 | a=1 y=+7000005 | y=+5
PAX 0,1 | ac=-QP54321 | a=14321
PDX 0,4 | ac=+123456000000 | c=3456
PXD 0,1 | ac=-QP7 a=123 | ac=+123000000
PXD 0,3 | a=1 b=2 | ac=+3000000 a=3 b=3
PXD 0 | ac=-Q7 a=1 | ac=+0
CLA 210,1 | a=10 y=-5 | ac=-5
CLA 210,3 | a=10 b=10 y=-5 | ac=-5
CLA 214,3 | a=4 b=10 y=-5 | ac=-5
CLA 177,2 | b=17777 y=-5 | ac=-5
CLA 200 | a=1 b=1 c=1 y=-5 | ac=-5
CLA 77777,4 | c=17577 y=-5 | ac=-5
"""
# The last address loses the two bits that 8192 words don't need.

TRAPPING = """
TRA 300 | trap=1 z=-123456754321 | z=-123456700100 ic=1
TZE 300 | trap=1 ac=+1 | z=+100
TZE 300 | trap=1 ac=-0 | z=+100 ic=1
TOV 300 | trap=1 over=1 | over=0 z=+100 ic=1
TNO 300 | trap=1 over=1 | over=0 z=+100
TQO 300 | trap=1 mqover=1 | mqover=0 z=+100 ic=1
TQP 300 | trap=1 mq=+0 | z=+100 ic=1
TLQ 300 | trap=1 mq=-1 | z=+100 ic=1
TIX 300,1,1 | trap=1 a=2 | a=1 z=+100 ic=1
TIX 300,1,1 | trap=1 a=1 | z=+100
TXI 300,1,1 | trap=1 a=2 | a=3 z=+100 ic=1
TNX 300,1,1 | trap=1 a=2 | a=1 z=+100
TNX 300,1,1 | trap=1 a=1 | z=+100 ic=1
TXH 300,1,1 | trap=1 a=2 | z=+100 ic=1
TXL 300,1,1 | trap=1 a=2 | z=+100
TSX 300,2 | trap=1 | b=17700 z=+100 ic=1
TTR 300 | trap=1 | ic=300
HTR 300 | trap=1 | z=+100 ic=1 stop=1 reason=htr
HPR 300 | trap=1 | stop=1 reason=hpr
CAS 200 | trap=1 | ic=102
LBT 0 | trap=1 ac=+1 | ic=102
CLA 210,1 | trap=1 a=10 y=-5 | ac=-5
"""


TABLES = FIXED_POINT + LOGICAL + SHIFTS + CONTROL + INDEX + TRAPPING


def test_an_instruction_does_what_the_manual_says() -> None:
    for line in lines(TABLES):
        check_line(line)


def test_the_lines_name_every_operation_that_no_unit_does() -> None:
    named = {line.split()[0] for line in lines(TABLES)}
    for one in OPERATIONS:
        if one.cycles != "unit" and one.section != "floating point":
            assert one.mnemonic in named


# -- stops, units, words that mean nothing ---------------------------------------------------------


def test_it_goes_on_after_each_kind_of_stop() -> None:
    case = fresh({"y": "+1"})
    words = ("HPR 0", "HTR 103", "CLA 0", "DVH 77", "CPY 0", "PON", "CLA 200", "HPR 0")
    for place, text in enumerate(words):
        word = 5 << 33 if text == "PON" else instruction(text)
        case.storage[0o100 + place] = word
    reasons = [run_on(case, 10) for _ in range(6)]
    assert reasons == [
        registers.STOPPED_HPR,
        registers.STOPPED_HTR,
        registers.STOPPED_DIVIDE,
        registers.INPUT_OUTPUT,
        registers.UNKNOWN,
        registers.STOPPED_HPR,
    ]
    assert case.state[registers.AC] == 1
    assert case.state[registers.LOCATION] == 0o107


# -- The 704's floating point, by hand and, for its additions, against one long number -------------


ADDITION = """
FAD 200 | ac=+201400000000 y=+201400000000 | ac=+202400000000 mq=+147000000000 cycles=7
FAD 200 | ac=-201400000000 y=-201400000000 | ac=-202400000000 mq=-147000000000 cycles=7
FAD 200 | ac=+201400000000 mq=-5 y=-201400000000 | ac=+0 mq=+0 cycles=6
FAD 200 | ac=-201400000000 y=+201400000000 | ac=-0 mq=-0 cycles=6
FAD 200 | ac=+202400000000 y=+201400000000 | ac=+202600000000 mq=+147000000000 cycles=7
FAD 200 | ac=+202400000000 y=-201400000000 | ac=+201400000000 mq=-145000000000 cycles=7
FAD 200 | ac=+201400000000 y=-146600000000 | ac=+200777777777 mq=-145400000000 cycles=9
FSB 200 | ac=+201400000000 y=+146600000000 | ac=+200777777777 mq=-145400000000 cycles=9
FSB 200 | ac=+201400000000 y=+201400000000 | ac=+0 mq=+0 cycles=6
FAD 200 | ac=+201700000000 y=+166600000001 | ac=+201700140000 mq=+146000200000 cycles=7
FAD 200 | ac=+300400000000 y=+100777777777 | ac=+300400000000 mq=+245000000000 cycles=17
FAD 200 | ac=+300400000000 y=+0 | ac=+300400000000 mq=+245000000000 cycles=23
FAD 200 | ac=+0 y=-300400000000 | ac=-300400000000 mq=+244000000000 cycles=23
FAD 200 | ac=+201000000001 y=+201000000000 | ac=+147400000000 mq=+114000000000 cycles=13
FAD 200 | ac=+377700000000 y=+377700000000 | ac=+P000700000000 mq=+345000000000 over=1 cycles=7
FAD 200 | ac=+001400000000 y=-001200000000 | ac=+000400000000 mq=+345000000000 mqover=1 cycles=7
FAD 200 | ac=+001400000000 y=-001300000000 | ac=+QP377400000000 mq=+344000000000 over=1 mqover=1
FAD 200 | ac=+033400000000 y=+033400000000 | ac=+034400000000 mq=+001000000000 cycles=7
FAD 200 | ac=+032400000000 y=+000400000000 | ac=+032400000001 mq=+377000000000 mqover=1 cycles=9
UFA 200 | ac=+201400000000 y=-201400000000 | ac=+201000000000 mq=+146000000000 cycles=5
UFA 200 | ac=-201400000000 y=+201400000000 | ac=-201000000000 mq=-146000000000 cycles=5
UFA 200 | ac=+201400000000 y=-146600000000 | ac=+201400000000 mq=-146600000000 cycles=7
UFA 200 | ac=+010400000000 y=+010100000000 | ac=+010500000000 mq=+355000000000 mqover=1
UFA 200 | ac=+377400000000 y=+377400000000 | ac=+P000400000000 mq=+345000000000 over=1
UFS 200 | ac=+201400000000 y=+201200000000 | ac=+201200000000 mq=+146000000000 cycles=5
UFS 200 | ac=+201400000000 y=-201600000000 | ac=+202500000000 mq=+147000000000 cycles=5
UFA 200 | ac=+P001400000000 y=+001200000000 | ac=-001200000000 mq=+346000000000 mqover=1 cycles=5
"""
# 2.0 - 1.0: the fractions give 200000000, less 1 is 177777777; two places to the left with ones
# coming from an MQ of the other sign is 777777777, plus 1 carries: 400000000 with 201.
# The last: P counts as AC's characteristic, gives SR its sign, and is lost there.

MULTIPLICATION = """
FMP 200 | mq=+201400000000 y=+202600000000 | ac=+202600000000 mq=+147000000000 cycles=17
FMP 200 | ac=-QP5 mq=-202600000000 y=+202600000000 | ac=-204440000000 mq=-151000000000
FMP 200 | mq=+200400000001 y=-200400000001 | ac=-177400000002 mq=-144000000002 cycles=17
FMP 200 | mq=+201400000000 y=-210000000000 | ac=-0 mq=-0 cycles=17
FMP 200 | mq=+377400000000 y=+377400000000 | ac=+P175400000000 mq=+142000000000 over=1 mqover=1
FMP 200 | mq=+001400000000 y=+001400000000 | ac=+QP201400000000 mq=+146000000000 over=1 mqover=1
FMP 200 | mq=+200000000001 y=+200000000001 | ac=+0 mq=+000000000002
UFM 200 | mq=+201400000000 y=+202600000000 | ac=+203300000000 mq=+150000000000 cycles=17
UFM 200 | mq=+200777777777 y=+200777777777 | ac=+200777777776 mq=+145000000001
UFM 200 | mq=-230400000000 y=+200000000001 | ac=-230000000000 mq=-175400000000
UFM 200 | mq=-010400000000 y=+200000000000 | ac=-010000000000 mq=-355000000000 mqover=1
UFM 200 | mq=+201400000000 y=+0 | ac=+001000000000 mq=+346000000000 mqover=1
UFM 200 | mq=+0 y=-377400000000 | ac=-177000000000 mq=-144000000000
UFM 200 | mq=+0 y=+0 | ac=+QP200000000000 mq=+145000000000 over=1 mqover=1
FMP 200 | mq=-230400000000 y=+200000000001 | ac=-227000000001 mq=-174000000000
"""
# The last four UFM: a product of nothing keeps characteristic and lights. The manual's steps 4a and
# 5a, which make a zero of it, are FMP's alone; simulators that stop at a zero word differ.

DIVISION = """
FDP 200 | ac=+202600000000 mq=-5 y=+201400000000 | ac=+150000000000 mq=+202600000000 cycles=18
FDH 200 | ac=+200400000000 y=+200600000000 | ac=+145200000000 mq=+200525252525 cycles=18
FDP 200 | ac=-200400000000 y=+200600000000 | ac=-145200000000 mq=-200525252525
FDP 200 | ac=-201600000001 y=-200600000000 | ac=-147400000000 mq=+202400000000
FDH 200 | ac=+200400000000 mq=-5 y=+200200000000 | mq=+0 check=1 reason=divide cycles=3
FDP 200 | ac=+200400000000 mq=-5 y=-200200000000 | mq=-0 check=1 cycles=3
FDP 200 | ac=+200400000000 y=-200200000001 | ac=+146000000004 mq=-201777777774
FDP 200 | ac=-0 mq=+5 y=+200000000000 | ac=+0 mq=-0 cycles=3
FDH 200 | ac=-150000000000 mq=+5 y=+201400000000 | ac=+0 mq=-0 cycles=3
FDP 200 | ac=+QP150000000000 mq=+5 y=-201400000000 | ac=+0 mq=-0 cycles=3
FDP 200 | ac=+377400000000 y=+001600000000 | ac=+344200000000 mq=+176525252525 mqover=1
FDP 200 | ac=+010400000000 y=+010600000000 | ac=+QP355200000000 mq=+200525252525 over=1
FDP 200 | ac=+P000400000000 y=+300600000000 | ac=+345200000000 mq=+300525252525
FDP 200 | ac=+QP373400000000 y=+010600000000 | ac=+QP340200000000 mq=+163525252525 over=1
FDP 200 | ac=+001400000000 y=+300600000000 | ac=+QP346200000000 mq=+301525252525 over=1 mqover=1
"""
# .5 / .75: 2**28 / 3 is 525252525, and 200000000 remains.


def test_a_floating_point_instruction_does_what_the_manual_says() -> None:
    for line in lines(ADDITION + MULTIPLICATION + DIVISION):
        check_line(line)


def test_the_storage_register_keeps_the_number_of_the_greater_characteristic() -> None:
    case = check_line(
        "FSB 200 | ac=-202400000000 y=+201400000000 | ac=-202600000000 mq=-147000000000"
    )
    assert case.state[registers.SR] == 1 << 35 | 0o202400000000


# -- what a gate-level model does ------------------------------------------------------------------
# Each case that is printed in tables A to D of docs/sources/ibm704.md, "Gates: tags, Q and P,
# divides, trapping", but for those that stand above.

GATES = """
PXD 0,3 | a=137 b=633 c=432 | a=737 b=737 ac=+737000000
PXD 0,6 | a=423 b=106 c=114 | b=116 c=116 ac=+116000000
PXD 0,7 | a=737 b=62 c=254 | a=777 b=777 c=777 ac=+777000000
SXD 200,5 | a=213 b=114 c=576 | a=777 c=777 y=+777000000
TXI 300,3,604 | a=773 b=714 c=743 | a=1603 b=1603 ic=300
TIX 300,3,635 | a=442 b=777 c=622 | a=142 b=142 ic=300
TNX 300,6,46 | a=10 b=46 c=336 | b=330 c=330
TNX 300,3,740 | a=613 b=537 c=657 | ic=300
TSX 300,3 | a=461 b=462 c=574 | a=17700 b=17700 ic=300
LXA 200,3 | a=1204 b=613 c=342 y=+321007654 | a=7654 b=7654
LXD 200,3 | a=1204 b=613 c=342 y=+321007654 | a=321 b=321
PAX 0,3 | a=1204 b=613 c=342 ac=+12345054321 | a=14321 b=14321
PDX 0,3 | a=1204 b=613 c=342 ac=+12345054321 | a=12345 b=12345
SXD 200,3 | a=1204 b=613 c=342 y=+321007654 | a=1617 b=1617 y=+1617007654
PXD 0,3 | a=1204 b=613 c=342 ac=+12345054321 | a=1617 b=1617 ac=+1617000000
TXI 300,3,1111 | a=1204 b=613 c=342 | a=2730 b=2730 ic=300
TXI 300,3,17000 | a=1204 b=613 c=342 | a=617 b=617 ic=300
TIX 300,3,1616 | a=1204 b=613 c=342 | a=1 b=1 ic=300
TIX 300,3,1617 | a=1204 b=613 c=342 |
TNX 300,3,1616 | a=1204 b=613 c=342 | a=1 b=1
TNX 300,3,1617 | a=1204 b=613 c=342 | ic=300
TXH 300,3,1616 | a=1204 b=613 c=342 | ic=300
TXH 300,3,1617 | a=1204 b=613 c=342 |
TXL 300,3,1616 | a=1204 b=613 c=342 |
TXL 300,3,1617 | a=1204 b=613 c=342 | ic=300
LXD 200 | a=1204 y=-321007654 |
PAX 0 | a=1204 ac=-QP5 |
PDX 0 | a=1204 ac=-QP5 |
TXH 300,0,5 | a=1204 |
TIX 300,0,5 | a=1204 |
TXL 300,0,5 | a=1204 | ic=300
TNX 300,0,0 | a=1204 | ic=300
UFA 200 | ac=+P165000000000 mq=+777 y=-165011332023 | ac=-165011332023 mq=-132000000000
UFS 200 | ac=+Q224426002627 mq=+777 y=+224546314743 | ac=-224120312114 mq=-171000000000
UFA 200 | ac=-QP061604253534 mq=+777 y=+061604253534 | ac=+061000000000 mq=+026000000000
UFA 200 | ac=+P350745110352 mq=+777 y=-377477374341 | ac=-350745110352 mq=-315000000000
FSB 200 | ac=+P023603024415 y=-023545315636 | ac=-017732153360 mq=+364000000000 mqover=1
UFS 200 | ac=-Q102722325351 mq=+777 y=+036471360613 | ac=-102722325351 mq=-047000471360
"""

GATES_QUOTIENTS = """
FDP 200 | ac=-Q054531400042 mq=-5 y=-054776661322 | ac=-Q021470372322 mq=+200532217377
FDP 200 | ac=+Q224555516702 mq=-5 y=-012555516702 | ac=+Q172000000000 mq=-013400000000 mqover=1
FDP 200 | ac=-P322757637735 mq=-5 y=+114600774122 | ac=-P270152352122 mq=-007511540777 over=1
FDP 200 | ac=+QP006407407617 mq=-5 y=+006606166055 | ac=+Q353207141430 mq=+200531574610 mqover=1
FDP 200 | ac=-Q015542743074 mq=-5 y=-015711037775 | ac=-P362114243730 mq=+200615466510 over=1
FDP 200 | ac=-P251000000000 mq=-5 y=+251665005042 | ac=+0 mq=-0
FDP 200 | ac=+377600000000 y=+201400000000 | ac=+345000000000 mq=+377600000000
"""
# The last: a dividend moved one place has 400 for a moment; what comes of it is in range.

GATES_CHECKS = """
FDP 200 | ac=+P244513231067 mq=-5 y=-227077055404 | mq=-001000000000 over=1 check=1 cycles=3
FDP 200 | ac=+037455665501 mq=-5 y=-000146135634 | mq=-001000000000 check=1 cycles=3
"""


def test_an_instruction_does_what_the_gates_do() -> None:
    for line in lines(GATES + GATES_QUOTIENTS + GATES_CHECKS):
        check_line(line)
    for line in lines(GATES_QUOTIENTS):
        check_line(line.replace("FDP", "FDH"))
    for line in lines(GATES_CHECKS):
        check_line(line.replace("FDP", "FDH") + " reason=divide")


def test_zero_by_zero_is_no_divide_check() -> None:
    for mnemonic, qp, sign, of_y in product(("FDH", "FDP"), ("", "P", "Q", "QP"), "+-", "+-"):
        before = f"ac={sign}{qp}251000000000 mq=-5 y={of_y}013000000000"
        check_line(f"{mnemonic} 200 | {before} | ac=+0 mq={'+' if sign == of_y else '-'}0")


def executed(text: str, held: dict[str, str]) -> Case:
    """A processor that has executed this, with these registers before."""
    case = fresh(held)
    case.storage[0o100] = instruction(text)
    assert run_on(case) == registers.RAN
    return case


ADDRESSED = ("CLA", "ADD", "LDQ", "STO", "STA", "CAS", "ALS", "TRA", "TZE", "TPL", "NOP")
OF_TAGS = (0, 0o1204, 0o613, 0o1617, 0o342, 0o1346, 0o753, 0o1757)
"""The registers of each tag ORed together."""


def test_an_address_is_lessened_by_the_or_of_the_tagged_registers() -> None:
    held = {"a": "1204", "b": "613", "c": "342", "ac": "+123", "mq": "-5", "y": "+123"}
    for (tag, together), mnemonic in product(enumerate(OF_TAGS), ADDRESSED):
        tagged = executed(f"{mnemonic} {0o200 + together:o},{tag}", held)
        assert tagged.held() == executed(f"{mnemonic} 200", held).held(), (mnemonic, tag)
        assert tagged.state[registers.ADDRESS] == 0o200, (mnemonic, tag)


def test_a_sums_cycles_follow_the_difference_that_has_gone_round() -> None:
    for ac, y, cycles in (
        ("+P200654000321", "+210456000123", 25),
        ("+Q200654000321", "+240456000123", 23),
        ("+P240654000321", "+200456000123", 7),
        ("+P000654000321", "+377456000123", 5),
    ):
        assert executed("UFA 200", {"ac": ac, "y": y}).state[registers.CYCLES] == cycles, (ac, y)


def test_q_and_p_are_nothing_to_a_floating_product() -> None:
    of_y = ("-210600000003", "+100000000007", "+001400000000")
    for mnemonic, qp, y in product(("FMP", "UFM"), ("P", "Q", "QP"), of_y):
        done, plain = (
            executed(f"{mnemonic} 200", {"ac": f"+{one}123", "mq": "-055654321012", "y": y})
            for one in (qp, "")
        )
        assert done.held() == plain.held(), (mnemonic, qp, y)
        assert done.state[registers.CYCLES] == plain.state[registers.CYCLES], (mnemonic, qp, y)


# -- cut into pieces -------------------------------------------------------------------------------

WORKING = """
TSX 120,1
CLA 200
ADD 201
STO 200
LDQ 200
MPY 202
LLS 21
FAD 203
FMP 204
TIX 101,2,3
LXA 205,2
TRA 101
"""
SUBROUTINE = """
CLA 200
ALS 3
COM
SLW 201
LBT
CHS
SSM
FSB 203
TRA 101
"""


def working() -> Case:
    """A loop of many operations without end."""
    case = fresh({"b": "100", "trap": "0"})
    for place, text in ((0o100, WORKING), (0o120, SUBROUTINE)):
        words = assembled(text)
        case.storage[place : place + len(words)] = words
    for place, word in enumerate((1, 0o123456, 0o300000000001, 0o201400000000, 0o177600000000, 50)):
        case.storage[0o200 + place] = word
    return case


@pytest.mark.parametrize("sample", [0, 1, 7])
def test_a_run_may_be_cut_anywhere(sample: int) -> None:
    whole, cut = working(), working()
    assert run_on(whole, 3000) == registers.RAN
    generator = np.random.default_rng(7)
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    while cut.state[registers.CYCLES] < 3000:
        until = int(cut.state[registers.CYCLES]) + int(generator.integers(0, 40))
        assert run(cut.state, cut.storage, min(until, 3000), duty, sample) == registers.RAN
    assert (cut.state[: registers.ASIDE] == whole.state[: registers.ASIDE]).all()
    assert (cut.storage == whole.storage).all()


def test_an_instruction_that_begins_is_finished() -> None:
    case = fresh({"mq": "+5", "y": "+3"})
    case.storage[0o100] = instruction("MPY 200")
    assert run_on(case, 0) == registers.RAN
    assert case.state[registers.CYCLES] == 0
    run_on(case, 1)
    assert case.state[registers.CYCLES] == 20
