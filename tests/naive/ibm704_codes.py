"""The 704's operation codes and cycles, typed from the specification again.

A word is 36 bits: S is 2**35, bit n is 2**(35 - n).
"""

PLACES = 2**35
"""Magnitudes in bits 1-35 are less than this."""

# Mnemonic, code, cycles.  A code of one digit is a prefix (bits S,1,2); else it is S,1-11; what
# follows two dots is the address that belongs to the code.  Cycles that vary: 0 here.
TABLE = """
CLA +0500 2      CAL -0500 2      CLS +0502 2      ADD +0400 2      ADM +0401 2
SUB +0402 2      SBM -0400 2      ACL +0361 2      MPY +0200 20     MPR -0200 20
RND +0760..010 2 DVH +0220 0      DVP +0221 0      LDQ +0560 2      STQ -0600 2
SLQ -0620 2      STO +0601 2      STZ +0600 2      SLW +0602 2      STP +0630 2
STD +0622 2      STA +0621 2      CLM +0760..000 2 CHS +0760..002 2 SSP +0760..003 2
SSM -0760..003 2
COM +0760..006 2 ANA -0320 3      ANS +0320 4      ORA -0501 2      ORS -0602 2
ALS +0767 0      ARS +0771 0      LLS +0763 0      LRS +0765 0      LGL -0763 0
RQL -0773 0
FAD +0300 0      FSB +0302 0      UFA -0300 0      UFS -0302 0      FMP +0260 17
UFM -0260 17     FDH +0240 0      FDP +0241 0
NOP +0761 2      HPR +0420 2      HTR +0000 2      TRA +0020 2      TTR +0021 2
TZE +0100 2      TNZ -0100 2      TPL +0120 2      TMI -0120 2      TOV +0140 2
TNO -0140 2      TQO +0161 2      TQP +0162 2      TLQ +0040 2      CAS +0340 3
LBT +0760..001 2 PBT -0760..001 2 DCT +0760..012 2 ETM +0760..007 2 LTM -0760..007 2
TSX +0074 2      TXI +1 2         TIX +2 2         TXH +3 2         TNX -2 2
TXL -3 2         LXA +0534 2      LXD -0534 2      SXD -0634 2      PAX +0734 2
PDX -0734 2      PXD -0754 2
RDS +0762 0      WRS +0766 0      BST +0764 0      WEF +0770 0      REW +0772 0
CPY +0700 0      CAD -0700 0      LDA +0460 0      PSE +0760 2      MSE -0760 2
ETT -0760..011 2 RTT -0760..012 2
"""


def _entries() -> list[tuple[str, str, int]]:
    words = TABLE.split()
    return [(words[k], words[k + 1], int(words[k + 2])) for k in range(0, len(words), 3)]


CODES = {mnemonic: code for mnemonic, code, _ in _entries()}
CYCLES = {mnemonic: cycles for mnemonic, _, cycles in _entries()}
MNEMONICS = {code: mnemonic for mnemonic, code in CODES.items()}

TAG_NAMES_REGISTERS = {"TSX", "TXI", "TIX", "TXH", "TNX", "TXL"} | {
    *("LXA", "LXD", "SXD", "PAX", "PDX", "PXD")
}
"""The tag says which registers these work on; their address is not modified."""

OF_THE_CHANNEL = {"RDS", "WRS", "BST", "WEF", "REW", "CPY", "CAD", "LDA"}

LIGHTS = range(0o140, 0o145)
SWITCHES = range(0o161, 0o167)


def decode(word: int, address: int) -> str | None:
    """The mnemonic of a word whose address (modified by the tag) is ``address``."""
    sign = "-" if word >= PLACES else "+"
    prefix = (word >> 33) & 3
    if prefix:
        return MNEMONICS.get(f"{sign}{prefix}")
    code = f"{sign}{(word >> 24) & 0o777:04o}"
    return MNEMONICS.get(f"{code}..{address:03o}") or MNEMONICS.get(code)


def algebraic(sign: int, magnitude: int) -> tuple[int, int]:
    """What orders numbers with signs, plus zero above minus zero."""
    return (0, -magnitude) if sign else (1, magnitude)
