"""The operations of the IBM 704, in one table: what decodes, times, assembles and prints them.

Source: the operation table of the SHARE assembler and the 704 Manual of Operation; cycles as
measured on a gate-level model (one cycle is 12 microseconds).

Kinds, by where the operation stands in the word (bit S, then 1 to 35):

========  ====================================================================================
kind      word
========  ====================================================================================
A         prefix S,1,2; decrement 3-17; tag 18-20; address 21-35
B         operation S,1-11; tag 18-20; address 21-35, which the tagged index registers lessen
INDEX     as B, but the tag names the registers that the operation works on
E         as B, and the address (lessened as in B) says which operation it is
========  ====================================================================================

Codes are written as a sign and an octal number: of three bits for kind A, else of eleven.  A code
as one number has the sign above them: bit 11, or bit 2 for kind A.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

CYCLE_US = 12
SIZES = (4096, 8192, 32768)
"""Words of storage that a 704 could have."""

Kind = Literal["A", "B", "INDEX", "E"]
Section = Literal[
    "fixed point", "logical", "shift", "floating point", "control", "index", "input-output"
]
Cycles = Literal[
    "1 and 1",
    "1 and 2",
    "1 and 3",
    "multiply",
    "divide",
    "shift",
    "float add",
    "float add, not normalised",
    "float multiply",
    "float divide",
    "unit",
]
"""How many cycles it takes; :data:`CYCLES` says each in words."""

CYCLES: dict[Cycles, str] = {
    "1 and 1": "2",
    "1 and 2": "3",
    "1 and 3": "4",
    "multiply": "20",
    "divide": "20; 3 on a divide check",
    "shift": "2 + (n + 2) / 12, n places",
    "float add": "7 + d / 12 + n / 4; zero 6 + d / 12",
    "float add, not normalised": "5 + d / 12",
    "float multiply": "17",
    "float divide": "18; 3 on a divide check or zero",
    "unit": "2, and as long as the unit takes",
}
"""d: difference of the characteristics, n: places shifted; quotients are whole numbers."""


@dataclass(frozen=True)
class Operation:
    """One operation; ``number`` is its row in the table, from 0."""

    number: int
    mnemonic: str
    code: int  # With its sign: of 3 bits (sign in bit 2) for kind A, else of 12 (sign in bit 11)
    kind: Kind
    cycles: Cycles
    section: Section
    traps: bool  # Whether it is a transfer that trapping mode catches
    extension: int | None  # The address that belongs to the operation (kind E)
    effect: str

    @property
    def octal(self) -> str:
        """The code as the manual writes it: ``"-0320"``, ``"+2"``, ``"+0760..010"``."""
        digits, sign = (1, 0o4) if self.kind == "A" else (4, 0o4000)
        text = f"{'-' if self.code & sign else '+'}{self.code & (sign - 1):0{digits}o}"
        return text if self.extension is None else f"{text}..{self.extension:03o}"


# mnemonic, code (..extension), kind, T if trapping mode catches it, cycles, effect.
_TABLE: dict[Section, str] = {
    "fixed point": """
CLA +0500      B - 1 and 1  | C(Y) to AC S,1-35; Q and P are cleared
CAL -0500      B - 1 and 1  | C(Y) S,1-35 to AC P,1-35; S and Q are cleared
CLS +0502      B - 1 and 1  | C(Y) with its sign changed to AC S,1-35; Q and P are cleared
ADD +0400      B - 1 and 1  | C(Y) is added to AC; a zero keeps AC's sign; a carry into P overflows
ADM +0401      B - 1 and 1  | the magnitude of C(Y) is added to AC
SUB +0402      B - 1 and 1  | C(Y) is subtracted from AC
SBM -0400      B - 1 and 1  | the magnitude of C(Y) is subtracted from AC
ACL +0361      B - 1 and 1  | C(Y) S,1-35 is added to AC P,1-35; a carry out of P goes to 35
MPY +0200      B - multiply | MQ times C(Y): 70 bits in AC 1-35, MQ 1-35; Q and P are cleared
MPR -0200      B - multiply | as MPY, then 1 is added to AC 35 if MQ 1 is 1
RND +0760..010 E - 1 and 1  | 1 is added to the magnitude of AC if MQ 1 is 1
DVH +0220      B - divide   | AC, MQ by C(Y): quotient to MQ, remainder to AC; stops on a check
DVP +0221      B - divide   | as DVH, but goes on after a divide check
LDQ +0560      B - 1 and 1  | C(Y) to MQ
STQ -0600      B - 1 and 1  | MQ to Y
SLQ -0620      B - 1 and 1  | MQ S,1-17 to Y S,1-17
STO +0601      B - 1 and 1  | AC S,1-35 to Y
STZ +0600      B - 1 and 1  | plus zero to Y
SLW +0602      B - 1 and 1  | AC P,1-35 to Y S,1-35
STP +0630      B - 1 and 1  | AC P,1,2 to Y S,1,2
STD +0622      B - 1 and 1  | AC 3-17 to Y 3-17
STA +0621      B - 1 and 1  | AC 21-35 to Y 21-35
CLM +0760..000 E - 1 and 1  | the magnitude of AC (Q,P,1-35) is cleared
CHS +0760..002 E - 1 and 1  | the sign of AC is changed
SSP +0760..003 E - 1 and 1  | the sign of AC is made plus
SSM -0760..003 E - 1 and 1  | the sign of AC is made minus
""",
    "logical": """
COM +0760..006 E - 1 and 1  | every bit of AC Q,P,1-35 is changed
ANA -0320      B - 1 and 2  | AC P,1-35 and C(Y); S and Q are cleared
ANS +0320      B - 1 and 3  | C(Y) and AC P,1-35, to Y
ORA -0501      B - 1 and 1  | AC P,1-35 or C(Y)
ORS -0602      B - 1 and 1  | C(Y) or AC P,1-35, to Y
""",
    "shift": """
ALS +0767      B - shift    | AC Q,P,1-35 left; a 1 that comes into P overflows
ARS +0771      B - shift    | AC Q,P,1-35 right
LLS +0763      B - shift    | AC Q,P,1-35 and MQ 1-35 left; AC takes MQ's sign; overflows as ALS
LRS +0765      B - shift    | AC Q,P,1-35 and MQ 1-35 right; MQ takes AC's sign
LGL -0763      B - shift    | AC Q,P,1-35 and MQ S,1-35 left; overflows as ALS
RQL -0773      B - shift    | MQ S,1-35 left, around
""",
    "floating point": """
FAD +0300      B - float add      | C(Y) is added to AC, and the sum normalised
FSB +0302      B - float add      | C(Y) is subtracted from AC, and the difference normalised
UFA -0300      B - float add, not normalised | as FAD, not normalised
UFS -0302      B - float add, not normalised | as FSB, not normalised
FMP +0260      B - float multiply | MQ times C(Y), normalised by at most one place
UFM -0260      B - float multiply | as FMP, not normalised
FDH +0240      B - float divide   | AC by C(Y): quotient to MQ, remainder to AC; stops on a check
FDP +0241      B - float divide   | as FDH, but goes on after a divide check
""",
    "control": """
NOP +0761      B - 1 and 1  | nothing
HPR +0420      B - 1 and 1  | program stop; START goes on with the next instruction
HTR +0000      B T 1 and 1  | program stop; START goes on at Y
TRA +0020      B T 1 and 1  | transfer to Y
TTR +0021      B - 1 and 1  | transfer to Y, in trapping mode too
TZE +0100      B T 1 and 1  | transfer if AC Q,P,1-35 is zero
TNZ -0100      B T 1 and 1  | transfer if it is not
TPL +0120      B T 1 and 1  | transfer if AC's sign is plus
TMI -0120      B T 1 and 1  | transfer if it is minus
TOV +0140      B T 1 and 1  | transfer if AC overflow is on, which goes off
TNO -0140      B T 1 and 1  | transfer if AC overflow is off; if on, it goes off
TQO +0161      B T 1 and 1  | transfer if MQ overflow is on, which goes off
TQP +0162      B T 1 and 1  | transfer if MQ's sign is plus
TLQ +0040      B T 1 and 1  | transfer if MQ is less than AC
CAS +0340      B - 1 and 2  | AC greater than C(Y): next; equal: skip 1; less: skip 2
LBT +0760..001 E - 1 and 1  | skip 1 if AC 35 is 1
PBT -0760..001 E - 1 and 1  | skip 1 if AC P is 1
DCT +0760..012 E - 1 and 1  | divide check on: it goes off; off: skip 1
ETM +0760..007 E - 1 and 1  | enter trapping mode
LTM -0760..007 E - 1 and 1  | leave trapping mode
""",
    "index": """
TSX +0074  INDEX T 1 and 1  | the complement of this location to XR; transfer to Y
TXI +1         A T 1 and 1  | XR is increased by D; transfer to Y
TIX +2         A T 1 and 1  | if XR exceeds D it is lessened by D: transfer to Y
TXH +3         A T 1 and 1  | transfer to Y if XR exceeds D
TNX -2         A T 1 and 1  | if XR exceeds D it is lessened by D: no transfer; else transfer to Y
TXL -3         A T 1 and 1  | transfer to Y if XR doesn't exceed D
LXA +0534  INDEX - 1 and 1  | C(Y) 21-35 to XR
LXD -0534  INDEX - 1 and 1  | C(Y) 3-17 to XR
SXD -0634  INDEX - 1 and 1  | XR to Y 3-17
PAX +0734  INDEX - 1 and 1  | AC 21-35 to XR
PDX -0734  INDEX - 1 and 1  | AC 3-17 to XR
PXD -0754  INDEX - 1 and 1  | AC is cleared, then XR to AC 3-17
""",
    "input-output": """
RDS +0762      B - unit     | the unit of address Y is selected for reading
WRS +0766      B - unit     | the unit of address Y is selected for writing
BST +0764      B - unit     | the tape goes back over one record
WEF +0770      B - unit     | an end of file is written on the tape
REW +0772      B - unit     | the tape is rewound
CPY +0700      B - unit     | a word, unit to Y or Y to unit; end of file skips 1, of record 2
CAD -0700      B - unit     | as CPY, and the word is added to AC as ACL does
LDA +0460      B - unit     | C(Y) 21-35 becomes the drum address
PSE +0760      B - unit     | plus sense: light Y (141-144; 140: all off), switch Y (161-166) or hub
MSE -0760      B - unit     | minus sense: light Y (141-144) on: it goes off, skip 1
ETT -0760..011 E - 1 and 1  | end of tape on: it goes off; off: skip 1
RTT -0760..012 E - 1 and 1  | tape check on: it goes off; off: skip 1
""",
}


def _code(text: str, kind: str) -> int:
    magnitude = int(text[1:], 8)
    return magnitude | (0o4 if kind == "A" else 0o4000) if text[0] == "-" else magnitude


def _read() -> tuple[Operation, ...]:
    found: list[Operation] = []
    for section, rows in _TABLE.items():
        for row in rows.strip().splitlines():
            head, _, effect = row.partition("|")
            mnemonic, octal, kind, traps, cycles = head.split(maxsplit=4)
            code, _, extension = octal.partition("..")
            found.append(
                Operation(
                    number=len(found),
                    mnemonic=mnemonic,
                    code=_code(code, kind),
                    kind=kind,  # type: ignore[arg-type]
                    cycles=cycles.strip(),  # type: ignore[arg-type]
                    section=section,
                    traps=traps == "T",
                    extension=int(extension, 8) if extension else None,
                    effect=effect.strip(),
                )
            )
    return tuple(found)


OPERATIONS: tuple[Operation, ...] = _read()
"""All 89."""

BY_MNEMONIC: dict[str, Operation] = {op.mnemonic: op for op in OPERATIONS}

_A = {op.code: op for op in OPERATIONS if op.kind == "A"}
_B = {op.code: op for op in OPERATIONS if op.kind in ("B", "INDEX")}
_E = {(op.code, op.extension): op for op in OPERATIONS if op.kind == "E"}


def number(mnemonic: str) -> int:
    """The operation's row in the table."""
    return BY_MNEMONIC[mnemonic].number


@cache
def of_code(code: int) -> Operation | None:
    """The operation whose word begins with these 12 bits (S,1-11); None if there is none.

    PSE and MSE stand for all that their address names (:func:`of_sense`).
    """
    return _A.get(code >> 9) if code & 0o3000 else _B.get(code)


def of_sense(code: int, address: int) -> Operation | None:
    """What +0760 or -0760 means with this (effective) address: an operation of kind E, else PSE
    or MSE."""
    return _E.get((code, address), _B.get(code))


def decode(word: int) -> Operation | None:
    """The operation of a word whose address is not lessened by an index register."""
    code = word >> 24
    return of_sense(code, word & 0o77777) if code & 0o3777 == 0o760 else of_code(code)


# -- names for an operation with its address -----------------------------------------------------

EXTENDED: dict[str, tuple[str, int, int]] = {
    # mnemonic: (operation, address, how many units its operand may name; 0: it takes none)
    "SLF": ("PSE", 0o140, 0),
    "SLN": ("PSE", 0o140, 4),
    "SLT": ("MSE", 0o140, 4),
    "SWT": ("PSE", 0o160, 6),
    "SPU": ("PSE", 0o340, 2),
    "SPT": ("PSE", 0o360, 0),
    "SPR": ("PSE", 0o360, 10),
    "CFF": ("PSE", 0o030, 0),
    "RCD": ("RDS", 0o321, 0),
    "RPR": ("RDS", 0o361, 0),
    "RTD": ("RDS", 0o200, 10),
    "RTB": ("RDS", 0o220, 10),
    "RDR": ("RDS", 0o300, 8),
    "WTD": ("WRS", 0o200, 10),
    "WTB": ("WRS", 0o220, 10),
    "WDR": ("WRS", 0o300, 8),
    "WTS": ("WRS", 0o320, 10),
    "WTV": ("WRS", 0o030, 0),
    "IOD": ("WRS", 0o333, 0),
    "BST": ("BST", 0o200, 10),
    "WEF": ("WEF", 0o200, 10),
    "REW": ("REW", 0o200, 10),
    "WPU": ("WRS", 0o341, 0),
    "WPR": ("WRS", 0o361, 0),
}
"""An operand i is put into the address: ``RTB 3`` is ``RDS 223`` (octal), ``REW 3`` has address 203
(and ``REW 147`` 223, for 147 is 223 in octal)."""

SYNONYMS: dict[str, str] = {"CAC": "CAD", "BSR": "BST"}
"""Other assemblers' names for the same operation."""

CONSTANTS: dict[str, int] = {
    "PZE": 0,
    "PON": 1,
    "PTW": 2,
    "PTH": 3,
    "MZE": 4,
    "FOR": 4,
    "MON": 5,
    "FVE": 5,
    "MTW": 6,
    "SIX": 6,
    "MTH": 7,
    "SVN": 7,
}
"""Prefixes (S,1,2) that a program writes as if they were operations of kind A."""
