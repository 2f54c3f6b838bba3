"""Sounds of keys, relays, cards, print wheels, tape and pieces, and what is said of them.

The device is opened and the sounds are made in a thread of their own, so nothing waits for them;
where there is no device the museum is silent and says so nowhere but in ``why_silent``.  A sound
that comes oftener than the ear could tell apart (flat out) is thinned: it blurs instead of lying.
Together the sounds never go beyond what the device can play (:class:`Mix`).
"""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from time import perf_counter

import pygame

from devices.screen.sound_waves import BLOCK_S, ENDINGS, HUMS, PEAKS, RATE, WAVES, envelope, samples

CHANNELS = 12
APART = {
    "card": 0.055,
    "line": 0.06,
    "relay": 0.03,
    "key": 0.02,
    "punch": 0.05,
    "type": 0.06,
    "rattle": 0.12,
    "glass": 0.05,
    "pencil": 0.2,
    "checker": 0.09,
    "figure": 0.12,
}
"""The least time between two beginnings of the same sound, seconds."""
MOST = 0.95
"""The highest that all sounds together may go, as a share of full scale."""
USUAL_MOST = 0.68
"""That of all but the figures that end a game, for which there is room at any moment."""
LEAST = 0.1
"""A sound that could be played only softer than this, of its own level, is left out."""
HUMMING = sum(PEAKS[name] for name in HUMS)
"""Kept free for the steady sounds, all of them together."""


class Mix:
    """What is being played, and how loud the next sound may be so that nothing is clipped.

    It counts with the worst case: all that is still to come of the waves at its highest at once.
    """

    def __init__(self) -> None:
        self._under_way: list[tuple[float, float, tuple[float, ...]]] = []
        """When each sound began, at which share of its level, and its envelope."""

    def peak(self, now: float) -> float:
        """The highest that all sounds under way can still go together."""
        total, going_on = HUMMING, []
        for began, share, heights in self._under_way:
            block = int((now - began) / BLOCK_S)
            if block < len(heights):
                going_on.append((began, share, heights))
                total += share * heights[max(0, block)]
        self._under_way = going_on
        return total

    def add(self, heights: tuple[float, ...], now: float, most: float = USUAL_MOST) -> float:
        """A sound of that envelope begins: the share of its own level at which it may be played, 0
        to 1."""
        share = min(1.0, max(0.0, most - self.peak(now)) / heights[0])
        if share < LEAST:
            return 0.0
        self._under_way.append((now, share, heights))
        return share


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """The sound system's own complaints about a missing card go nowhere."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Sounds:
    """All sounds of the museum; every method comes back at once."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.volume = 1.0
        """Of all sounds together, 0 to 1."""
        self.ready = False
        self.why_silent = "not started"
        self.heard: dict[str, int] = {}
        """How often each sound was asked for (a test listens here)."""
        self.tallies: dict[str, int] = {}
        self.humming: frozenset[str] = frozenset()
        """The steady sounds that go on, heard or not."""
        self._begun: list[str] = []
        self.mix = Mix()
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._envelopes: dict[str, tuple[float, ...]] = {}
        self._last: dict[str, float] = {}
        self._hums: dict[str, pygame.mixer.Channel] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Open the device and make the sounds, in a thread."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._prepare, name="sound", daemon=True)
            self._thread.start()

    def _prepare(self) -> None:
        try:
            with _quiet_stderr():
                pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
            pygame.mixer.set_num_channels(CHANNELS)
            for name in WAVES:
                wave = samples(name)
                self._envelopes[name] = envelope(wave)
                self._sounds[name] = pygame.mixer.Sound(buffer=wave.tobytes())
        # No device, or one of its libraries is missing.
        except (pygame.error, NotImplementedError, RuntimeWarning) as error:
            self.why_silent = str(error)
            return
        self.why_silent = ""
        self.ready = True

    def play(self, name: str) -> None:
        """Let a sound be heard, if it isn't too soon after the same one."""
        self.heard[name] = self.heard.get(name, 0) + 1
        if name not in self._begun:
            self._begun.append(name)
        if not (self.on and self.ready and self.volume):
            return
        now = perf_counter()
        if now - self._last.get(name, -1.0) < APART.get(name, 0.04):
            return
        self._last[name] = now
        most = MOST if name in ENDINGS else USUAL_MOST
        share = self.mix.add(self._envelopes[name], now, most)
        channel = self._sounds[name].play() if share else None
        if channel is not None:
            channel.set_volume(share * self.volume)

    def take_begun(self) -> list[str]:
        """The sounds that have begun since this was last asked, heard or not, for the captions."""
        begun, self._begun = self._begun, []
        return begun

    def hum(self, names: frozenset[str]) -> None:
        """These steady sounds go on, all others fade."""
        self.humming = names
        wanted = names if self.on and self.ready and self.volume else frozenset()
        for name in [name for name in self._hums if name not in wanted]:
            self._hums.pop(name).fadeout(180)
        for name in wanted - self._hums.keys():
            channel = self._sounds[name].play(loops=-1, fade_ms=120)
            if channel is not None:
                channel.set_volume(self.volume)
                self._hums[name] = channel

    def listen(self, tallies: Mapping[str, int], sounds: Mapping[str, str]) -> None:
        """Play what the tallies tell: ``sounds`` names the sound of each that has grown."""
        for tally, sound in sounds.items():
            count = tallies.get(tally, 0)
            if count > self.tallies.get(tally, count):
                self.play(sound)
            self.tallies[tally] = count

    def forget(self) -> None:
        """Another room: what its tallies are now makes no sound."""
        self.tallies = {}
        self.hum(frozenset())

    def switch(self, on: bool) -> None:
        """Sound on or off."""
        self.on = on
        self.hum(self.humming)
        if not on and self.ready:
            pygame.mixer.stop()

    def set_volume(self, volume: float) -> None:
        """How loud all is from now on, 0 to 1."""
        if volume == self.volume:
            return
        self.volume = volume
        self.hum(self.humming)
        for channel in self._hums.values():
            channel.set_volume(volume)
        if not volume and self.ready:
            pygame.mixer.stop()

    def close(self) -> None:
        """Give the device back."""
        if self._thread is not None:
            self._thread.join(timeout=2.0)
        if self.ready:
            self.ready = False
            self._hums = {}
            pygame.mixer.quit()
