"""Expressions in the variable field: symbols and integers with + - * / between.

As the SHARE assembler reads them, from left to right, * and / before + and -:

=========  ======================================================================================
element    its value
=========  ======================================================================================
integer    decimal, of up to six digits
symbol     up to six characters, one of them not a digit, none of ``+ - * / , $`` and blank
``*``      the location of the word that is being assembled
nothing    0: so ``-5`` is 0-5, ``-`` is 0, and ``**`` (the location times nothing) is 0, which
           says that the program itself will put something there
``H$SYM``  SYM as it is known under the heading H; ``$SYM`` as it is known under none
=========  ======================================================================================

Division leaves the remainder out.  The value is taken modulo 32,768: -1 is 77777 (octal).

Relocation, as UA SAP 3 reckons it: each relocatable element counts 1, directly behind a minus -1,
also where it is multiplied or divided.  A sum of 1 makes a relocatable value (:data:`DIRECT`), of
-1 one that is relocated the other way (:data:`COMPLEMENT`), any other an absolute one.  So ``A-B``
and integers are absolute, ``A+1``, ``*`` and ``**`` are relocatable, ``-A`` is complemented.
"""

import re
from dataclasses import dataclass, field

FIELD = 1 << 15
"""Values of an address or a decrement."""
_LONGEST = 6
ABSOLUTE, DIRECT, COMPLEMENT = 0, 2, 3
"""How a value is relocated, by the bits that a relocatable card has for it: 0, 10 or 11."""

_ELEMENT = re.compile(r"\*|[^+\-*/]*")


@dataclass(frozen=True)
class Problem:
    """Something wrong with a card: its letter on the listing, the column, and why in words."""

    letter: str
    column: int
    what: str


@dataclass(frozen=True)
class Value:
    """What an expression comes to, 15 bits; ``number`` is 0 where something is undefined."""

    number: int
    problems: tuple[Problem, ...] = ()
    relocation: int = ABSOLUTE

    @property
    def undefined(self) -> bool:
        """Whether a symbol in it has no value."""
        return any(problem.letter == "U" for problem in self.problems)


@dataclass
class Scope:
    """What symbols stand for, where an expression is read."""

    symbols: dict[str, int] = field(default_factory=dict)
    multiple: set[str] = field(default_factory=set)  # Symbols that two cards define
    referenced: set[str] = field(default_factory=set)
    relocatable: set[str] = field(default_factory=set)
    heading: str = ""
    here: int = 0
    here_relocatable: bool = True
    is_complete: bool = False
    """Whether all cards have defined their symbols, so that DEF may define others."""
    unknown: set[str] = field(default_factory=set)  # Named before DEF gave places to such symbols
    spare: int = 0
    """Where the next symbol that no card defines goes."""
    spares: int = 0
    """How many such symbols DEF still gives a place."""

    def find_symbol(self, name: str) -> int | None:
        """What a symbol stands for; one that DEF gives a place is defined by this."""
        if name not in self.symbols and self.is_complete:
            if not self.spares or name in self.unknown:
                self.unknown.add(name)
                return None
            self.symbols[name] = self.spare
            self.relocatable.add(name)
            self.spare = (self.spare + 1) % FIELD
            self.spares -= 1
        return self.symbols.get(name)


def add_heading(symbol: str, heading: str) -> str:
    """The name under which a symbol is known: six characters take no heading."""
    return f"{heading}${symbol}" if heading and len(symbol) < _LONGEST else symbol


def why_no_symbol(text: str) -> str:
    """Why ``text`` can't be a symbol, in words; empty if it can."""
    if len(text) > _LONGEST:
        return f"{text} has {len(text)} characters; a symbol has at most {_LONGEST}"
    if text.isdigit():
        return f"{text} has digits only; a symbol has at least one other character"
    if re.search(r"[+\-*/,$ ]", text):
        return f"{text} has one of + - * / , $ in it; a symbol has none"
    return ""


def evaluate(text: str, column: int, scope: Scope) -> Value:
    """The value of an expression that begins in ``column``; its problems if it has any."""
    return _Reader(text, column, scope).value()


class _Reader:
    def __init__(self, text: str, column: int, scope: Scope) -> None:
        self.text = text
        self.column = column
        self.scope = scope
        self.problems: list[Problem] = []
        self.relocatable = False  # The element that was read last

    def value(self) -> Value:
        total, sign, at = 0, 1, 0
        term, at, _ = self._element(0)
        moves = int(self.relocatable)
        while at < len(self.text):
            operator, was = self.text[at], at
            if operator not in "+-*/":
                self._problem("F", at, f"{operator} behind *; one of + - * / was expected")
                break
            right, at, text = self._element(at + 1)
            moves += int(self.relocatable) * (-1 if operator == "-" else 1)
            if operator in "+-":
                total, sign, term = total + sign * term, (1 if operator == "+" else -1), right
            else:
                term = self._product(operator, term, right, text, was)
        total += sign * term
        if abs(total) >= FIELD and not self.problems:
            self._problem("F", 0, f"{self.text} is {total}; it has to be less than {FIELD}")
        if self.problems and any(problem.letter in "UF" for problem in self.problems):
            return Value(0, tuple(self.problems))
        relocation = {1: DIRECT, -1: COMPLEMENT}.get(moves, ABSOLUTE)
        return Value(total % FIELD, tuple(self.problems), relocation)

    def _element(self, at: int) -> tuple[int, int, str]:
        match = _ELEMENT.match(self.text, at)
        text = match.group() if match else ""
        return self._number(text, at), at + len(text), text

    def _number(self, text: str, at: int) -> int:
        self.relocatable = False
        if not text:
            return 0
        if text == "*":
            self.relocatable = self.scope.here_relocatable
            return self.scope.here
        if text.isdigit():
            if len(text) > _LONGEST:
                self._problem("F", at, f"{text} has more than {_LONGEST} digits")
                return 0
            return int(text)
        return self._symbol(text, at)

    def _symbol(self, text: str, at: int) -> int:
        heading, dollar, symbol = text.rpartition("$")
        why = why_no_symbol(symbol)
        if len(heading) > 1:
            why = f"{heading} before $ is no heading; a heading is one character"
        if why or not symbol:
            self._problem("F", at, why or "a symbol was expected after $")
            return 0
        name = add_heading(symbol, heading if dollar else self.scope.heading)
        self.scope.referenced.add(name)
        if name in self.scope.multiple:
            self._problem("M", at, f"{symbol} is defined more than once")
        found = self.scope.find_symbol(name)
        if found is None:
            self._problem("U", at, f"{symbol} is not defined")
            return 0
        self.relocatable = name in self.scope.relocatable
        return found

    def _product(self, operator: str, left: int, right: int, text: str, at: int) -> int:
        if operator == "*":
            if not text and self.text[at - 1 : at] != "*":
                self._problem("F", at, "nothing stands behind *; a symbol or number was expected")
            return left * right
        if right == 0:
            if not self.problems:
                self._problem("F", at, f"division by nothing or zero in {self.text}")
            return 0
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient

    def _problem(self, letter: str, at: int, what: str) -> None:
        self.problems.append(Problem(letter, self.column + at, what))
