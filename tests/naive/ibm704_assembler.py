"""The 704's assembler again: small and slow, from docs/programming-704.md and the forms of cards.

It takes sources without errors only.  A card is 24 words, row 9 left first.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from tests.naive.ibm704_codes import CODES

UNITS = """
SLF +0760 140  SLN +0760 140  SLT -0760 140  SWT +0760 160  SPU +0760 340  SPT +0760 360
SPR +0760 360  CFF +0760 030  RCD +0762 321  RPR +0762 361  RTD +0762 200  RTB +0762 220
RDR +0762 300  WTD +0766 200  WTB +0766 220  WDR +0766 300  WTS +0766 320  WTV +0766 030
IOD +0766 333  WPU +0766 341  WPR +0766 361  BST +0764 200  WEF +0770 200  REW +0772 200
"""
PREFIXES = {"": 0}
for _number, _names in enumerate(
    ("PZE", "PON", "PTW", "PTH", "MZE FOR", "MON FVE", "MTW SIX", "MTH SVN")
):
    PREFIXES |= dict.fromkeys(_names.split(), _number)
CHARACTERS = "0123456789~=@~~~+ABCDEFGHI~.)~~~-JKLMNOPQR~$*~~~ /STUVWXYZ~,(~~~"
"""By their six bits."""
MINUS, ALL = 2**35, 2**36 - 1
PASSED = {"AST", "BOS", "FIN", "FST", "PLB", "PLR", "PST", "RST", "WST", "SKP", "SPC", "REM", "LIB"}

Card = tuple[int, ...]


@dataclass
class Result:
    """What the program is, and what is punched without a loader."""

    words: dict[int, int] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    symbols: dict[str, int] = field(default_factory=dict)


@dataclass
class Symbols:
    """Values, which of them move with the place, and what DEF has left."""

    values: dict[str, int] = field(default_factory=dict)
    moving: set[str] = field(default_factory=set)
    spare: int = 0
    spares: int = 0


def operation_words() -> dict[str, int]:
    """Each operation's word with nothing in its fields."""
    found = {name: prefix << 33 for name, prefix in PREFIXES.items()}
    for name, code in CODES.items():
        number, _, address = code[1:].partition("..")
        place = 33 if len(number) == 1 else 24
        found[name] = int(number, 8) << place | int(address or "0", 8)
        found[name] += MINUS if code[0] == "-" else 0
    entries = UNITS.split()
    for name, code, address in zip(entries[::3], entries[1::3], entries[2::3], strict=True):
        found[name] = int(code[1:], 8) << 24 | int(address, 8)
        found[name] += MINUS if code[0] == "-" else 0
    found["CAC"], found["BSR"] = found["CAD"], found["BST"]
    return found


# -- expressions and data ------------------------------------------------------------------------


def expression(
    text: str, heading: str, here: tuple[int, bool], symbols: Symbols
) -> tuple[int, int]:
    """The value, and how it moves: 0 not, 2 with the place, 3 against it."""
    total = moves = 0
    sign, operator, product, rest = 1, "", 0, text
    while True:
        element = "*" if rest[:1] == "*" else re.match(r"[^-+*/]*", rest).group()  # type: ignore[union-attr]
        value, moving = element_value(element, heading, here, symbols)
        moves += moving if operator != "-" else -moving
        if operator == "*":
            product *= value
        elif operator == "/":
            product = abs(product) // value * (1 if product >= 0 else -1)
        else:
            total += sign * product
            sign, product = -1 if operator == "-" else 1, value
        rest = rest[len(element) :]
        if not rest:
            break
        operator, rest = rest[0], rest[1:]
    return (total + sign * product) % 2**15, {1: 2, -1: 3}.get(moves, 0)


def element_value(
    text: str, heading: str, here: tuple[int, bool], symbols: Symbols
) -> tuple[int, int]:
    """The value of one element, and 1 if it moves."""
    if text == "*":
        return here[0], int(here[1])
    if not text or text.isdigit():
        return int(text or "0"), 0
    if "$" in text:
        heading, text = text.split("$")
    name = full_name(text, heading)
    if name not in symbols.values:
        assert symbols.spares, f"{name} is not defined"
        symbols.values[name] = symbols.spare
        symbols.moving.add(name)
        symbols.spare, symbols.spares = symbols.spare + 1, symbols.spares - 1
    return symbols.values[name], int(name in symbols.moving)


def full_name(symbol: str, heading: str) -> str:
    """A symbol of six characters has no heading."""
    return f"{heading}${symbol}" if heading and len(symbol) < 6 else symbol


def decimal(text: str) -> int:
    """The word of a decimal number."""
    sign = MINUS if text[0] == "-" else 0
    number, *more = re.split(r"([EB])", text.lstrip("+-"))
    ends = {kind: int(value) for kind, value in zip(more[::2], more[1::2], strict=True)}
    value = Fraction(number if number[0] != "." else f"0{number}") * Fraction(10) ** ends.get(
        "E", 0
    )
    if "B" in ends or not ("." in number or "E" in ends):
        return sign + nearest(value * Fraction(2) ** (35 - ends.get("B", 35)))
    if not value:
        return sign
    characteristic = 128
    while value >= 1:
        value, characteristic = value / 2, characteristic + 1
    while value < Fraction(1, 2):
        value, characteristic = value * 2, characteristic - 1
    fraction = nearest(value * 2**27)
    if fraction == 2**27:
        fraction, characteristic = fraction // 2, characteristic + 1
    return sign + characteristic * 2**27 + fraction


def nearest(value: Fraction) -> int:
    """The nearest whole number, a half upwards."""
    return int(value + Fraction(1, 2))


def octal(text: str) -> int:
    """The word of an octal number."""
    return int(text.lstrip("+-"), 8) | (MINUS if text[0] == "-" else 0)


def characters(text: str) -> list[int]:
    """The words of a text whose length six divides."""
    words = []
    for at in range(0, len(text), 6):
        word = 0
        for character in text[at : at + 6]:
            word = word * 64 + CHARACTERS.index(character)
        words.append(word)
    return words


def data(operation: str, text: str) -> list[int]:
    """The words of a data card, from its columns 12-72."""
    if operation == "BCI":
        count, _, letters = text.partition(",")
        length = 6 * int(count or "10")
        return characters(letters.ljust(60)[:length])
    if operation == "BCD":
        length = 6 * (int(text[0].strip() or "0") or 10)
        return characters(text[1:].ljust(60)[:length])
    convert = octal if operation == "OCT" else decimal
    return [convert(one) for one in text.split(" ")[0].split(",")]


# -- cards ---------------------------------------------------------------------------------------


def total(words: list[int]) -> int:
    """36 bits, what is carried out comes in at the other end."""
    sum_ = sum(words)
    while sum_ > ALL:
        sum_ = (sum_ & ALL) + (sum_ >> 36)
    return sum_


def full_card(words: list[int]) -> Card:
    """24 words, blanks behind."""
    return tuple(words + [0] * (24 - len(words)))


def cards_of(form: str, address: int, words: list[tuple[int, str]]) -> list[Card]:
    """The cards of words that follow each other, each with its relocation bits."""
    found = []
    while words:
        if form == "REL":
            count = 0
            while count < min(20, len(words)):
                if len("".join(bits for _, bits in words[:count])) > 68:
                    break
                count += 1
        else:
            count = 24 if form == "FUL" else 22
        part, words = words[:count], words[count:]
        row = [word for word, _ in part]
        if form == "FUL":
            found.append(full_card(row))
        else:
            head = len(part) * 2**18 + address
            if form == "REL":
                bits = int("".join(bits for _, bits in part).ljust(72, "0"), 2)
                row, head = [bits >> 36, bits & ALL, *row], head + 2**34
            found.append(full_card([head, total([head, *row]), *row]))
        address += len(part)
    return found


# -- the program ---------------------------------------------------------------------------------


def with_library(lines: list[str], library: dict[str, list[str]]) -> list[str]:
    """The cards up to END, with routines behind their LIB cards."""
    found: list[str] = []
    for line in lines:
        line = line.ljust(80)[:72]
        if line[7:10] == "END" and line[0] != "*":
            return [*found, line]
        found.append(line)
        if line[7:10] == "LIB" and line[0] != "*":
            name = line[:6].strip() or line[11:].split()[0]
            found += with_library(library[name], library)[:-1]
    return found


def assemble(lines: list[str], library: dict[str, list[str]]) -> Result:
    """Assemble a source without errors."""
    cards = repeated(with_library(lines, library))
    symbols = Symbols()
    operations = operation_words()
    for card in cards:
        if card[7:10] == "OPD" and card[0] != "*":
            word = octal(card[11:].split()[0])
            operations[card[:6].replace(" ", "")] = word & ~(7 << 15)
    walk(cards, symbols, operations, None)
    result = Result()
    walk(cards, symbols, operations, result)
    result.symbols = symbols.values
    return result


def repeated(cards: list[str]) -> list[str]:
    """Behind each REP card the cards that it repeats, without symbols."""
    found: list[str] = []
    for at, card in enumerate(cards):
        found.append(card)
        if card[7:10] == "REP" and card[0] != "*":
            count, times = (int(one) for one in card[11:].split()[0].split(","))
            again = [
                card if card[0] == "*" else " " * 6 + card[6:] for card in cards[at - count : at]
            ]
            found += again * times
    return found


def walk(
    cards: list[str], symbols: Symbols, operations: dict[str, int], result: Result | None
) -> None:
    """One pass: the first gives symbols their values, the second (with a result) makes words."""
    here, moving, loads, heading, form = 0, True, 0, "", "ABS"
    waiting: list[tuple[int, str]] = []
    first = 0

    def punch() -> None:
        if result is not None:
            result.cards.extend(cards_of(form, first, list(waiting)))
        waiting.clear()

    def value(text: str) -> tuple[int, int]:
        return expression(text, heading, (here, moving), symbols)

    def define(number: int, moves: bool) -> None:
        if label and result is None:
            symbols.values[full_name(label, heading)] = number
            if moves:
                symbols.moving.add(full_name(label, heading))

    for card in cards:
        label, operation, text = card[:6].replace(" ", ""), card[7:10].strip(), card[11:]
        if card[0] == "*" or not card.strip() or operation in PASSED or operation in ("OPD", "REP"):
            continue
        variable = text.split(" ")[0]
        fields = variable.split(",")
        if operation == "HED":
            heading = label or variable
        elif operation in ("ORG", "LOC", "BSS", "BES", "EQU", "SYN"):
            number, _ = value(fields[0])
            if operation in ("EQU", "SYN"):
                define(number, operation == "SYN")
                continue
            if operation in ("BSS", "BES"):
                if operation == "BSS":
                    define(here, moving)
                here += number
                if operation == "BES":
                    define(here, moving)
            else:
                here, moving = number, True
                define(here, moving)
            if operation != "LOC":
                punch()
                loads = here
        elif operation in ("ABS", "REL", "FUL", "TCD", "END"):
            punch()
            loads = here
            if operation in ("ABS", "REL", "FUL"):
                form = operation
            elif result is not None:
                start = value(fields[0])[0] + (2**34 if form == "REL" else 0)
                result.cards.append(full_card([start]))
        elif operation == "DEF":
            if result is not None:
                symbols.spare = value(fields[0])[0]
                symbols.spares = value(fields[1])[0] if len(fields) > 1 else 2**15
        else:
            if label.isdigit():
                punch()
                here = loads = int(label)
                moving = False
            else:
                define(here, moving)
            if operation in ("OCT", "DEC", "BCI", "BCD"):
                words = [(word, "00") for word in data(operation, text)]
            elif result is None:
                words = [(0, "")]
            else:
                word, bits = operations[operation], ["0", "0"]
                for at, part in enumerate(fields):
                    number, moves = value(part)
                    word |= (number, (number & 7) << 15, number << 18)[at]
                    if moves and at != 1:
                        bits[at == 0] = f"{moves:02b}"
                words = [(word, "".join(bits))]
            if not waiting:
                first = loads
            waiting += words
            for word, _ in words:
                if result is not None:
                    result.words[loads] = word
                here, loads = here + 1, loads + 1
