"""Opening hours: a line a weekday, such as ``09:00-12:30, 14:00-17:00``, ``open`` or ``closed``."""

import re
from collections.abc import Sequence
from datetime import datetime

DAY = 24 * 60
OPEN, CLOSED = "open", "closed"
EXPECTED = 'hours such as "10:00-18:00" or "09:00-12:30, 14:00-17:00", or "open", or "closed"'

Spans = tuple[tuple[int, int], ...]
"""From and to, minutes after midnight; a span that ends after midnight goes on beyond DAY."""


def read_hours(text: str) -> Spans:
    """The spans of one day.  Raises ValueError for what is none."""
    told = text.strip().lower()
    if told in (OPEN, CLOSED):
        return ((0, DAY),) if told == OPEN else ()
    return tuple(_read_span(part) for part in told.split(","))


def _read_span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*([0-9]{1,2}):([0-9]{2})\s*-\s*([0-9]{1,2}):([0-9]{2})\s*", text)
    if not found:
        raise ValueError(text)
    begins, ends = (_minutes(int(found[k]), int(found[k + 1])) for k in (1, 3))
    if begins in (DAY, ends):
        raise ValueError(text)
    return begins, ends if ends > begins else ends + DAY


def _minutes(hours: int, minutes: int) -> int:
    """24:00 is the end of a day.  Raises ValueError for no time of day."""
    made = hours * 60 + minutes
    if minutes > 59 or made > DAY:
        raise ValueError(f"{hours}:{minutes}")
    return made


def is_open(week: Sequence[Spans], now: datetime) -> bool:
    """Whether it is open at that moment; ``week`` has the spans of Monday to Sunday."""
    minute, today = now.hour * 60 + now.minute, now.weekday()
    yesterday = week[today - 1]
    return any(begins <= minute < ends for begins, ends in week[today]) or any(
        minute + DAY < ends for _, ends in yesterday
    )
