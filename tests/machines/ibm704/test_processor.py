"""What each operation of the 704 does, worked out by hand from its manual's words.

A line says instruction, what was held and what is held afterwards: see
:mod:`tests.machines.ibm704.words`.  All that a line doesn't name must stay as it was.
"""

from machines.ibm704 import registers
from machines.ibm704.operations import OPERATIONS
from tests.machines.ibm704.words import check_line, fresh, instruction, lines, run_on

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
