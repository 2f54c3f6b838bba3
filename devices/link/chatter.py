"""Worn contacts of a panel: one that chatters is muted until it rests.

A finger makes two edges with each press and no more than seven presses a second, and nobody keeps
up four a second for ten seconds, or two for a minute.  A contact with more edges than that is worn.
Its moves are left out until it has been still for a while, which is longer each time that it begins
again soon.  Nothing here knows a clock: times are handed in.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from devices.link.session import SessionEvent
from devices.link.switch_receiver import ContactMuted, ContactRested, SwitchMoved

LIMITS = ((1.0, 16), (10.0, 80), (60.0, 240))
"""In so many seconds a hand makes so many edges at one contact, and not one more."""
KEPT = max(most for _, most in LIMITS) + 1
REST_S = 5.0
"""A contact that was still for so long rests ..."""
LONGEST_REST_S = 320.0
"""... or, each time that it chatters again within FORGIVEN_S, for twice as long, up to this."""
FORGIVEN_S = 600.0


class _Contact:
    """What is known of one; times are seconds of a clock that only goes on."""

    def __init__(self) -> None:
        self.edges: deque[float] = deque(maxlen=KEPT)
        """When the last edges came."""
        self.muted = self.down = False
        self.rest_s = REST_S
        self.rested_s: float | None = None
        """When it came to rest after it was muted last."""

    def chatters(self) -> bool:
        """Whether the last edges were more than a hand makes."""
        count = len(self.edges)
        return any(
            count > most and self.edges[-1] - self.edges[count - 1 - most] <= seconds
            for seconds, most in LIMITS
        )


class ContactMonitor:
    """The contacts of one panel."""

    def __init__(self) -> None:
        self._contacts: dict[int, _Contact] = {}
        self._muted: set[int] = set()

    def sift(self, events: Iterable[SessionEvent], now_s: float) -> Iterator[SessionEvent]:
        """What happened, without the moves of muted contacts, and which these are: to be asked
        whenever something comes."""
        for index in sorted(self._muted):
            contact = self._contacts[index]
            if now_s - contact.edges[-1] >= contact.rest_s:
                self._muted.discard(index)
                contact.muted, contact.rested_s = False, now_s
                contact.edges.clear()
                yield ContactRested(index, contact.down)
        for event in events:
            if not isinstance(event, SwitchMoved):
                yield event
            elif (told := self._moved(event, now_s)) is not None:
                yield told

    def _moved(self, event: SwitchMoved, now_s: float) -> SessionEvent | None:
        contact = self._contacts.setdefault(event.index, _Contact())
        contact.edges.append(now_s)
        contact.down = event.down
        if contact.muted:
            return None
        if not contact.chatters():
            return event
        soon = contact.rested_s is not None and now_s - contact.rested_s < FORGIVEN_S
        contact.rest_s = min(contact.rest_s * 2, LONGEST_REST_S) if soon else REST_S
        contact.muted = True
        self._muted.add(event.index)
        return ContactMuted(event.index, contact.rest_s)
