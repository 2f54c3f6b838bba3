"""A database as a file that people can read and write: JSON, patterns by the names of their parts.

    {"form": 1, "games": 106, "patterns": [
     {"weight": 0.094, "updates": 556, "material": {"bishop": -1}},
     {"weight": 0.9, "nodes": [{"label": "white knight"}, {"label": "black king", "square": "g8"}],
      "edges": [{"from": 0, "to": 1, "kind": "direct"}]}]}

What a pattern is without is nought (a weight: 0.5).  White has just moved; machines/morph/labels.py
has the names of labels and kinds, a square may be a file (``g?``) or a rank (``?8``), or left out.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from devices.refusal import RefusedError
from machines.games.chess.notation import read_fen
from machines.morph.aps.database import SCHEMES, Records
from machines.morph.aps.system import Learned
from machines.morph.learner import WAYS, Learner, Record
from machines.morph.patterns import GraphPattern, Pattern, from_plain, to_plain
from machines.morph.settings import LearnerConfig
from machines.storage.files import read_file

SUFFIX = ".json"
FORM = 1
MOST_BYTES = 64 << 20
MOST_COUNTED = 1 << 40
"""Of updates, uses, games."""
COUNTS = ("updates", "uses", "age")
STATISTICS = ("number", "weight", "updates", "uses", "variance", "age", "way")


def as_json(games: int, records: Sequence[Record]) -> bytes:
    """Patterns with their statistics as the bytes of such a file."""
    plain = {
        "form": FORM,
        "games": games,
        "patterns": [
            {**{name: getattr(one, name) for name in STATISTICS}, **to_plain(one.pattern)}
            for one in records
        ],
    }
    return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


def read_patterns(path: Path) -> Learner:
    """A learner that knows the patterns of such a file, with default settings.

    Raises RefusedError, naming the pattern and the node, for what no position can have.
    """
    where = path.name
    try:
        plain = msgspec.json.decode(read_file(path, MOST_BYTES))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(where, f"is no JSON file: {error}") from None
    if not isinstance(plain, dict) or plain.get("form") != FORM:
        found = plain.get("form") if isinstance(plain, dict) else type(plain).__name__
        raise RefusedError(where, f"is of form {found!r}; expected patterns of form {FORM}")
    listed = plain.get("patterns")
    if not isinstance(listed, list):
        raise RefusedError(where, "has no list of patterns")
    places = [f"{where}, pattern {number}" for number in range(1, len(listed) + 1)]
    patterns = [_pattern(one, place) for one, place in zip(listed, places, strict=True)]

    def column(name: str, kind: type[np.int64] | type[np.float64]) -> Any:
        values = [_value(one, name, place) for one, place in zip(listed, places, strict=True)]
        return np.array(values, dtype=kind)

    records: Records[Pattern] = Records(
        patterns=patterns,
        ids=np.arange(len(patterns), dtype=np.int64),
        weights=column("weight", np.float64),
        updates=column("updates", np.int64),
        uses=column("uses", np.int64),
        variance=column("variance", np.float64),
        ages=column("age", np.int64),
        schemes=np.array([_scheme(one) for one in listed], dtype=np.int64),
        given_out=len(patterns),
    )
    _check_once(patterns, places)
    games = plain.get("games", 0)
    if type(games) is not int or not 0 <= games <= MOST_COUNTED:
        raise RefusedError(where, f"games are {games!r}; expected a number of them")
    settings = LearnerConfig()
    return Learner(settings, Learned(settings.aps, records, games))


def _check_once(patterns: Sequence[Pattern], places: Sequence[str]) -> None:
    """Raises RefusedError where a pattern stands there twice."""
    seen: dict[Pattern, int] = {}
    for number, (pattern, place) in enumerate(zip(patterns, places, strict=True), 1):
        if pattern in seen:
            raise RefusedError(place, f"is the same as pattern {seen[pattern]}")
        seen[pattern] = number


def _pattern(plain: Any, where: str) -> Pattern:
    pattern = from_plain(plain, where)
    if isinstance(pattern, GraphPattern) and pattern.origin is not None:
        read_fen(pattern.origin.fen, f"{where}, origin")
    return pattern


def _value(plain: dict[str, Any], name: str, where: str) -> float:
    value = plain.get(name, 0.5 if name == "weight" else 0)
    whole = name in COUNTS
    most = 1 if name == "weight" else MOST_COUNTED
    good = type(value) is int or (type(value) is float and not whole)
    if not good or not 0 <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise RefusedError(where, f"{name} is {value!r}; expected {kind}, 0 to {most}")
    return float(value)


def _scheme(plain: dict[str, Any]) -> int:
    """The scheme of its way in words; ``given`` where there is none."""
    ways = {way: scheme for scheme, way in WAYS.items()}
    return SCHEMES.index(ways.get(str(plain.get("way")), "given"))
