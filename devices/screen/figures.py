"""Numbers as a language writes them, and the words beside them.

3,000 is 3.000 in German, and 3000 in Spanish.  A word that follows a number stands in its text
twice, for one and for many: "{n} {n:game|games}".
"""

import re
from collections.abc import Mapping
from string import Formatter

APART = {"de": ".", "fr": "\N{NO-BREAK SPACE}", "es": "\N{NO-BREAK SPACE}"}
"""What stands between the thousands, by the language's folder; elsewhere a comma."""
UNDIVIDED = {"es": 4}
"""Numbers of so many digits are written without it."""
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d|\.\d)")


def figures(text: str, code: str) -> str:
    """The text with its English thousands (1,002) as the language of that folder has them."""
    apart = APART.get(code)
    if apart is None or "," not in text:
        return text

    def told(found: re.Match[str]) -> str:
        digits = found[0].replace(",", "")
        short = len(digits) <= UNDIVIDED.get(code, 0)
        return digits if short else found[0].replace(",", apart)

    return _GROUPED.sub(told, text)


def put_in(text: str, values: Mapping[str, object], code: str) -> str:
    """The text with the values at their names, in the language of that folder."""
    told = {name: figures(v, code) if isinstance(v, str) else v for name, v in values.items()}
    return _Counting(code).vformat(text, (), told) if "|" in text else text.format_map(told)


class _Counting(Formatter):
    """Chooses between the words for one and for many; in French nought is one."""

    def __init__(self, code: str) -> None:
        self.least = -1 if code == "fr" else 0

    def format_field(self, value: object, spec: str) -> str:
        if "|" not in spec:
            return str(super().format_field(value, spec))
        one, many = spec.split("|")
        digits = "".join(filter(str.isdigit, str(value)))
        return one if self.least < int(digits or 2) <= 1 else many
