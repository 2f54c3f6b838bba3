"""Large numbers as a language writes them: 3,000 is 3.000 in German, and 3000 in Spanish."""

import re

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
