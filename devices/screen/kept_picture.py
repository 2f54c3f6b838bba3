"""Pictures that functions draw, kept for whoever asks for the same again, all within one budget.

    @kept_picture
    def bead(colour: int, diameter: int) -> pygame.Surface: ...

lru_cache counts, this weighs: a letter takes a kilobyte, the shadow of a large card a megabyte.
What was asked for longest ago is let go first.  A kept picture is everybody's: never draw on one.
"""

import itertools
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar

import numpy as np
import pygame

BUDGET = 40 << 20
"""Bytes of all that is kept."""
LEFT = 0.8
"""What stays of the budget when it was exceeded, so that not every new picture asks which is the
oldest."""
OWN_BYTES = 600
"""What a picture takes besides its pixels, about."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class _Kept:
    picture: Any
    size: int  # Bytes
    seen: int  # When it was asked for last


class kept_picture(Generic[P, T]):
    """A function whose pictures are kept: they depend on nothing but its arguments."""

    functions: ClassVar[list["kept_picture[Any, Any]"]] = []
    total: ClassVar[int] = 0
    """Bytes that all of them keep."""
    changing: ClassVar[threading.Lock] = threading.Lock()
    """Held while something is added or let go, not by who finds what is kept."""
    now: ClassVar["itertools.count[int]"] = itertools.count()

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._kept: dict[Hashable, _Kept] = {}
        self.misses = 0
        """How many it has drawn."""
        update_wrapper(self, make)
        self.functions.append(self)

    def __call__(self, *args: P.args, **named: P.kwargs) -> T:
        key = (*args, *named.items()) if named else args
        found = self._kept.get(key)
        if found is None:
            self.misses += 1
            made = self._make(*args, **named)
            with self.changing:
                # Two threads may draw it at a time; they shall lay the same one.
                found = self._kept.get(key) or _Kept(made, OWN_BYTES + bytes_of(made), 0)
                found.seen = next(self.now)
                if key not in self._kept:
                    self._kept[key] = found
                    kept_picture.total += found.size
                    if kept_picture.total > BUDGET:
                        self._let_go()
        found.seen = next(self.now)
        picture: T = found.picture
        return picture

    def cache_clear(self) -> None:
        """Keep none of them any longer."""
        with self.changing:
            kept_picture.total -= sum(kept.size for kept in self._kept.values())
            self._kept.clear()

    @classmethod
    def _let_go(cls) -> None:
        old = [(kept.seen, key, memo) for memo in cls.functions for key, kept in memo._kept.items()]
        for _, key, memo in sorted(old, key=lambda kept: kept[0]):
            if cls.total <= LEFT * BUDGET:
                return
            cls.total -= memo._kept.pop(key).size


def bytes_of(picture: object) -> int:
    """The pixels of a surface or an array, or of all those that a tuple or an object holds."""
    if isinstance(picture, pygame.Surface):
        return picture.get_bytesize() * picture.get_width() * picture.get_height()
    if isinstance(picture, np.ndarray):
        return picture.nbytes
    parts = picture if isinstance(picture, tuple) else getattr(picture, "__dict__", {}).values()
    return sum(map(bytes_of, parts))
