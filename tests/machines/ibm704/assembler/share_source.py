"""A source of 2,000 cards in SHARE's style, the same at every call: all operations, all
pseudo-operations, headings, expressions, remarks, identification, library cards.

Its deck has all three forms of cards.  The relocating loader brings absolute cards, starts the
program at GOON, which goes back to the loader, which brings relocatable cards and starts it at
START.  That adds up the words from FIRST to LAST, reads the full card behind, adds its words, and
stops at 00114 with the sum in AC.
"""

import random

from machines.ibm704.operations import CONSTANTS, EXTENDED, OPERATIONS, SYNONYMS

CARDS = 2000
OWN_READ = 0o77601
"""Where the relocating loader reads the next card."""
MAIN = f"""
       ORG 64             THE PROGRAM THAT IS RUN
GOON   TRA {OWN_READ}          BACK TO THE LOADER, FOR MORE CARDS
START  LXA COUNT,1
       PXD 0,0
ADDUP  ACL LAST+1,1       THE SUM OF ALL WORDS BETWEEN
       TIX ADDUP,1,1
       RCD                THE FULL CARD
       LXA FOUR20,2
COPY   CPY BUFFER+24,2
       TIX COPY,2,1
       LXA FOUR20,2
ADDBUF ACL BUFFER+24,2
       TIX ADDBUF,2,1
       HPR -1             THE END
COUNT  PZE LAST+1-FIRST
FOUR20 PZE 24
BUFFER BSS 24
"""
ODDS = """
       SPC 2
AND    OPD -032000400000  THE PROGRAMS OWN OPERATIONS
TSL    OPD 007400700000
OWN    OPD 100000000000
GLOBAL SYN *
TEN    EQU 10
NEG    EQU -TEN*3+7
       AND GLOBAL,TEN/5
       TSL GLOBAL,4,TEN
       OWN GLOBAL,1,NEG
       SKP 1
       SPC 1
       DEC 1,2
       OCT 3
*      A REMARK AMONG THEM
       CLA *
       REP 3,4
       DEF 7000,2
       CLA UNDEF2
       CLA UNDEF1,,UNDEF2-UNDEF2
       DEF 7100
       TSX UNDEF3,4
       TSX UNDEF1,4
       TSX UNDEF4,4
X      HED
A      CLA A
B      PZE A,,$GLOBAL
       HED Y
A      CLA X$A
       STO A
       PZE A-X$B,,-A
       HED
SQRT   LIB
       LIB CUBE
       ORG 3000
       LOC 20
HOME   TRA HOME
       TRA *+1
       DEC 5,6,7
       TXL HOME,1,HOME
       ORG 3100
3200   DEC 9
ABSOL  PZE ABSOL,,*
       ORG 3300
       CLA
       STO ,4
       LXA ABSOL,
       TIX ABSOL,1
       PXD
       HTR
       PZE
           ABSOL,2,3
       FDP ABSOL
       STO ABSOL
       BCD 2AB (C)=+$*/.,1
       BCD  TEN WORDS OF TEXT
       BCI ,TEN WORDS AGAIN
       BCI 3,THREE
BLOCK  BSS TEN
FREE   BES TEN
       DEC 1E-3,-3.5B17,.5E+2,1.5E1B20,-0,+17,1.
       PLR
       WST 10,1
"""
LIBRARY = {
    "SQRT": [
        "* A ROUTINE",
        "SQRT   TRA 1,4",
        "SQ1    LIB",
        "       TRA SQ1",
        "       END 0",
    ],
    "SQ1": ["SQ1    DEC 2.", "       TRA *-1", "       END 0"],
    "CUBE": ["CUBE   SXD CUBE,4", "       END 0"],
}
FULL = """
       FUL
       ORG 0
       OCT 1,-2,3
       REP 1,7
       END START
"""


def share_source() -> list[str]:
    """The cards, as lines of 80 columns."""
    generator = random.Random(704)
    before = [*_cards(MAIN), *_cards(ODDS)]
    behind = ["       TCD START", *_cards(FULL)]
    fixed = len(before) + len(behind)
    cards = [*before, *_random_cards(generator, CARDS - fixed), *behind]
    return [f"{card[:72]:<72}SHAR{number:04}" for number, card in enumerate(cards, start=1)]


def _cards(text: str) -> list[str]:
    return text.strip("\n").split("\n")


def _random_cards(generator: random.Random, count: int) -> list[str]:
    """Words and data without a gap from FIRST to LAST, half of them absolute."""
    frame = ["       ORG 400", "       TCD GOON", "       REL", "LAST   DEC 704"]
    words = count - len(frame)
    labels = ["FIRST", *("" if n % 3 else f"L{n:05}" for n in range(1, words))]
    names = [label for label in labels if label]
    one_each = [*(one.mnemonic for one in OPERATIONS), *EXTENDED, *CONSTANTS, *SYNONYMS, ""]
    cards = []
    for n, label in enumerate(labels):
        if n < len(one_each):
            operation = one_each[n]
        else:
            operation = generator.choice([*one_each, "DEC", "OCT", "BCI", "BCD", "remark", "REM"])
        if operation in ("remark", "REM") and not label:
            cards.append("* A REMARK" if operation == "remark" else "       REM A REMARK")
            continue
        if operation in ("remark", "REM"):
            operation = "PZE"
        variable = _variable(generator, operation, names)
        remark = generator.choice(["", "  THE NEXT", f"{n:6} TIMES, OR SO"])
        if operation in ("BCI", "BCD"):
            remark = ""
        cards.append(f"{label:<6} {operation:<3} {variable}{' ' if variable else ''}{remark}")
    half = words // 2
    return [frame[0], *cards[:half], *frame[1:3], *cards[half:], frame[3]]


def _variable(generator: random.Random, operation: str, names: list[str]) -> str:
    if operation in ("DEC", "OCT", "BCI", "BCD"):
        return _data(generator, operation)
    kinds = {one.mnemonic: one.kind for one in OPERATIONS}
    name = SYNONYMS.get(operation, operation)
    if name in EXTENDED:
        units = EXTENDED[name][2]
        return f"{generator.randint(1, units)}" if units else ""
    if kinds.get(name) == "E":
        return ""
    fields = [_expression(generator, names)]
    if generator.random() < 0.8:
        fields.append(generator.choice(["", "1", "2", "4", "7", "8/2", "3-2"]))
        if kinds.get(name, "A") == "A" and generator.random() < 0.8:
            fields.append(_expression(generator, names))
        elif generator.random() < 0.1:
            fields.append(str(generator.randint(0, 63)))
    return ",".join(fields)


def _expression(generator: random.Random, names: list[str]) -> str:
    one, other = generator.choice(names), generator.choice(names)
    number = generator.randint(1, 60)
    return generator.choice(
        [
            *(one, f"{one}+{number}", f"{one}-{other}", f"{one}-{other}+{one}", f"-{one}"),
            *("*", f"*+{number}", f"*-{number}", "**", f"{number}", f"-{number}", ""),
            *(f"2*{one}/3", f"{one}/{number}*2-{other}", f"{number}-{one}", f"*-{one}", "2**"),
            *("X$A", "Y$A+X$B", "TEN*TEN", "NEG", "GLOBAL", "BLOCK+FREE/2"),
        ]
    )


def _data(generator: random.Random, operation: str) -> str:
    if operation == "OCT":
        numbers = [f"{generator.getrandbits(36):o}" for _ in range(generator.randint(1, 4))]
        return ",".join(generator.choice(["", "-", "+"]) + number for number in numbers)
    if operation == "DEC":
        return ",".join(_number(generator) for _ in range(generator.randint(1, 4)))
    text = "".join(generator.choice("ABCXYZ019 +-*/=().,$") for _ in range(60))
    count = generator.randint(1, 9)
    return f"{count},{text[: 6 * count]}" if operation == "BCI" else f"{count}{text[: 6 * count]}"


def _number(generator: random.Random) -> str:
    sign = generator.choice(["", "-", "+"])
    digits = generator.randint(0, 99999)
    return sign + generator.choice(
        [
            f"{digits}",
            f"{digits}.",
            f".{digits}",
            f"{digits}.{generator.randint(0, 999)}E{generator.randint(-20, 20)}",
            f"{digits}E-{generator.randint(0, 9)}",
            f"{digits}B{generator.randint(17, 35)}",
            f"{digits % 100}.5B{generator.randint(7, 34)}E1" if digits % 100 < 12 else "1B20",
        ]
    )
