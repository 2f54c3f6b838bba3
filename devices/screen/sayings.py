"""What machines say, told in another language.

A core says what it does and why it refuses in English, and so it stands in the log.  A language has
a table of those sentences, ``{names}`` standing for whatever is put in:

    "Box {n} is empty." = "Schachtel {n} ist leer."

Several sentences are told one by one; one that the table lacks is left in English.
"""

import re

from devices.screen.figures import put_in

KEPT = 2048
"""Sentences whose translation is kept: the bar asks for the same one in every frame."""
_NAMES = re.compile(r"\{(\w+)\}")
_NEXT = re.compile(r"(?<=[.!?]) +")


class Sayings:
    """A language's table, made ready."""

    def __init__(self, table: dict[str, str], code: str = "en") -> None:
        self.code = code
        self.plain = {text: said for text, said in table.items() if not _NAMES.search(text)}
        patterns = [text for text in table if text not in self.plain]
        # The one that leaves least open comes first.
        patterns.sort(key=lambda pattern: -len(_NAMES.sub("", pattern)))
        self.patterns = [(_pattern(pattern), table[pattern]) for pattern in patterns]
        self.kept: dict[str, str] = {}

    def told(self, sentence: str) -> str:
        """The sentence in this language, or itself where the table doesn't have it."""
        if not sentence or not (self.plain or self.patterns):
            return sentence
        found = self.kept.get(sentence)
        if found is None:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            found = self.kept[sentence] = self._told(sentence)
        return found

    def knows(self, sentence: str) -> bool:
        """Whether the table has the sentence, or each of its sentences."""
        parts = _NEXT.split(sentence)
        whole = self._whole(sentence) is not None
        return whole or all(self._whole(part) is not None for part in parts)

    def _told(self, sentence: str) -> str:
        parts = [(part, self._whole(part)) for part in _NEXT.split(sentence)]
        if all(told is not None for _, told in parts):
            return " ".join(told or "" for _, told in parts)
        whole = self._whole(sentence)  # Its names may stand for several sentences
        if whole is not None:
            return whole
        return " ".join(part if told is None else told for part, told in parts)

    def _whole(self, sentence: str) -> str | None:
        plain = self.plain.get(sentence)
        if plain is not None:
            return plain
        for pattern, said in self.patterns:
            found = pattern.fullmatch(sentence)
            if found:
                # What was put in may be words or a sentence that the table has too.
                values = {key: self._value(text) for key, text in found.groupdict().items()}
                return put_in(said, values, self.code)
        return None

    def _value(self, text: str) -> str:
        """Always shorter than what it was put into, so that this comes to an end."""
        found = self._whole(text)
        return text if found is None else found


def _pattern(sentence: str) -> re.Pattern[str]:
    """The sentence with something at each of its names; a name twice is the same twice."""
    made, last, seen = "", 0, set()
    for name in _NAMES.finditer(sentence):
        made += re.escape(sentence[last : name.start()])
        made += f"(?P={name[1]})" if name[1] in seen else f"(?P<{name[1]}>.+?)"
        seen.add(name[1])
        last = name.end()
    return re.compile(made + re.escape(sentence[last:]), re.DOTALL)
