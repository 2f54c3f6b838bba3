"""Sounds of keys, relays, cards, print wheels and tape, synthesised once with numpy.

The device is opened and the sounds are made in a thread of their own, so nothing waits for them;
where there is no device the museum is silent and says so nowhere but in ``why_silent``.  A sound
that comes oftener than the ear could tell apart (flat out) is thinned: it blurs instead of lying.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter

import numpy as np
import numpy.typing as npt
import pygame

RATE = 22_050
CHANNELS = 12
Wave = npt.NDArray[np.float64]

# The least time between two beginnings of the same sound, seconds.
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
}
HUMS = ("tape", "rewind", "motor", "printer")
"""Sounds that go on as long as what makes them moves."""


def _time(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def _noise(seconds: float, seed: int) -> Wave:
    return np.random.default_rng(seed).normal(0.0, 1.0, int(seconds * RATE))


def _through(wave: Wave, low_hz: float, high_hz: float) -> Wave:
    """Only what lies between two frequencies, with soft shoulders."""
    spectrum = np.fft.rfft(wave)
    hz = np.fft.rfftfreq(len(wave), 1.0 / RATE)
    keep = 1.0 / (1.0 + (low_hz / np.maximum(hz, 1.0)) ** 6) / (1.0 + (hz / high_hz) ** 6)
    return np.asarray(np.fft.irfft(spectrum * keep, len(wave)))


def _knock(seconds: float, hz: float, fade: float, seed: int, ring: float = 0.5) -> Wave:
    """One stroke: a burst of noise and the ringing of what was struck."""
    t = _time(seconds)
    burst = _through(_noise(seconds, seed), hz * 0.5, hz * 2.6) * np.exp(-t / (fade * 0.5))
    return burst + ring * np.sin(2 * np.pi * hz * t) * np.exp(-t / fade)


def _placed(parts: list[tuple[float, Wave]], seconds: float) -> Wave:
    """Several waves at their beginnings, in one."""
    made = np.zeros(int(seconds * RATE))
    for at, wave in parts:
        start = int(at * RATE)
        end = min(len(made), start + len(wave))
        made[start:end] += wave[: end - start]
    return made


def _key() -> Wave:
    """A rocker: its tip strikes the stop, then the spring settles."""
    return _placed(
        [(0.0, _knock(0.03, 1900, 0.004, 1)), (0.022, 0.45 * _knock(0.03, 1250, 0.005, 2))], 0.07
    )


def _button() -> Wave:
    """A push button: deeper, with the switch behind it."""
    return _placed(
        [(0.0, _knock(0.06, 420, 0.012, 3)), (0.03, 0.5 * _knock(0.03, 1500, 0.004, 4))], 0.10
    )


def _relay() -> Wave:
    return _placed(
        [(0.0, _knock(0.02, 2600, 0.003, 5, 0.8)), (0.006, 0.4 * _knock(0.02, 3400, 0.002, 6))],
        0.03,
    )


def _card() -> Wave:
    """A card: the picker knife, the rollers, and its fall onto the stack."""
    t = _time(0.17)
    rollers = _through(_noise(0.17, 7), 300, 2600) * np.sin(np.pi * t / 0.17) ** 2 * 0.5
    rollers *= 1.0 + 0.5 * np.sin(2 * np.pi * 95 * t)
    return _placed(
        [
            (0.0, _knock(0.05, 700, 0.008, 8)),
            (0.015, rollers),
            (0.18, 0.8 * _knock(0.06, 330, 0.012, 9, 0.3)),
        ],
        0.24,
    )


def _line() -> Wave:
    """A printed line: a hundred wheels strike within a few milliseconds, then the paper moves."""
    chance = np.random.default_rng(10)
    strikes = [
        (float(at), 0.30 * _knock(0.018, float(chance.uniform(900, 1700)), 0.004, 20 + k))
        for k, at in enumerate(np.sort(chance.normal(0.022, 0.006, 40)).clip(0, 0.05))
    ]
    ratchet = [(0.13 + 0.012 * k, 0.35 * _knock(0.015, 2100, 0.002, 70 + k)) for k in range(3)]
    return _placed([*strikes, *ratchet], 0.20)


def _skip() -> Wave:
    """Paper running to the next form."""
    t = _time(0.45)
    run = _through(_noise(0.45, 11), 500, 3800) * np.sin(np.pi * t / 0.45) ** 0.6
    return run * (0.6 + 0.4 * np.sign(np.sin(2 * np.pi * 48 * t)))


def _type() -> Wave:
    """A teleprinter's character: the head's pawl, the type on the platen, the case around it."""
    return _placed(
        [
            (0.0, 0.5 * _knock(0.02, 2400, 0.003, 41)),
            (0.012, _knock(0.035, 1150, 0.006, 42, 0.35)),
            (0.016, 0.6 * _knock(0.06, 260, 0.014, 43, 0.25)),
        ],
        0.085,
    )


def _return() -> Wave:
    """The head runs back against its stop, the platen is turned by its ratchet."""
    t = _time(0.10)
    run = _through(_noise(0.10, 44), 900, 5200) * np.sin(np.pi * t / 0.10) ** 0.7 * 0.4
    ratchet = [(0.13 + 0.02 * k, 0.4 * _knock(0.015, 1900, 0.002, 46 + k)) for k in range(2)]
    return _placed([(0.0, run), (0.095, _knock(0.07, 380, 0.014, 45)), *ratchet], 0.22)


def _clunk() -> Wave:
    """The pinch rollers of a tape unit, or a deck set down."""
    return _placed(
        [(0.0, _knock(0.08, 210, 0.018, 12)), (0.018, 0.6 * _knock(0.05, 900, 0.006, 13))], 0.13
    )


def _hum(base: float, hiss: tuple[float, float], depth: float, seed: int) -> Wave:
    """A second that can be repeated without a seam: whole periods, noise made periodic."""
    t = _time(1.0)
    tone = sum(np.sin(2 * np.pi * base * k * t + k) / k**1.4 for k in range(1, 7))
    return 0.35 * np.asarray(tone) + depth * _through(_noise(1.0, seed), *hiss)


def _rattle() -> Wave:
    """Glass beads in a wooden tray, one stroke of the hand: a dozen small knocks, most together."""
    chance = np.random.default_rng(61)
    knocks = [
        (float(at), float(chance.uniform(0.25, 1.0)) * _glass(float(chance.uniform(0.8, 1.25)), k))
        for k, at in enumerate(np.sort(chance.gamma(2.0, 0.028, 14)).clip(0, 0.16))
    ]
    return _placed(knocks, 0.21)


def _glass(pitch: float, seed: int) -> Wave:
    """One bead against wood or another bead."""
    t = _time(0.045)
    ring = np.sin(2 * np.pi * 4300 * pitch * t) + 0.6 * np.sin(2 * np.pi * 6900 * pitch * t)
    tap = _through(_noise(0.045, 100 + seed), 700, 2600) * np.exp(-t / 0.004)
    return np.asarray(0.35 * ring * np.exp(-t / 0.006) + 0.9 * tap)


def _glass_drop() -> Wave:
    """A bead laid among others: it falls, and settles."""
    return _placed(
        [(0.0, _glass(1.0, 1)), (0.052, 0.45 * _glass(1.1, 2)), (0.083, 0.2 * _glass(1.04, 3))],
        0.14,
    )


def _pencil() -> Wave:
    """A mark on paper: two strokes of a soft pencil."""
    t = _time(0.17)
    stroke = _through(_noise(0.17, 62), 1400, 6200) * np.sin(np.pi * t / 0.17) ** 0.8
    stroke *= 0.75 + 0.25 * np.sin(2 * np.pi * 43 * t)
    return _placed([(0.0, stroke), (0.21, 0.85 * stroke)], 0.39)


WAVES: dict[str, Callable[[], Wave]] = {
    "key": _key,
    "button": _button,
    "relay": _relay,
    "card": _card,
    "punch": _card,
    "line": _line,
    "skip": _skip,
    "type": _type,
    "return": _return,
    "clunk": _clunk,
    "rattle": _rattle,
    "glass": _glass_drop,
    "pencil": _pencil,
    "tape": lambda: _hum(60, (900, 5200), 0.9, 31),
    "rewind": lambda: _hum(140, (1200, 7000), 1.2, 32),
    "motor": lambda: _hum(60, (120, 900), 0.5, 33),
    "printer": lambda: _hum(97, (300, 1800), 0.6, 34),
}
LOUDNESS = {
    "rattle": 0.35,
    "glass": 0.35,
    "pencil": 0.22,
    "key": 0.5,
    "button": 0.6,
    "relay": 0.3,
    "type": 0.28,
    "tape": 0.10,
    "rewind": 0.14,
    "motor": 0.06,
}


def samples(name: str) -> npt.NDArray[np.int16]:
    """One sound, int16[n] at RATE, full scale."""
    wave = WAVES[name]()
    if name not in HUMS:
        fade = min(len(wave), int(0.004 * RATE))
        wave[-fade:] *= np.linspace(1.0, 0.0, fade)
    return np.asarray(np.rint(wave / max(1e-9, float(np.abs(wave).max())) * 30_000), dtype=np.int16)


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
        self.ready = False
        self.why_silent = "not started"
        self.heard: dict[str, int] = {}
        """How often each sound was asked for (a test listens here)."""
        self.tallies: dict[str, int] = {}
        self._sounds: dict[str, pygame.mixer.Sound] = {}
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
                sound = pygame.mixer.Sound(buffer=samples(name).tobytes())
                sound.set_volume(LOUDNESS.get(name, 0.45))
                self._sounds[name] = sound
        except (pygame.error, NotImplementedError) as error:
            self.why_silent = str(error)
            return
        self.why_silent = ""
        self.ready = True

    def play(self, name: str) -> None:
        """Let a sound be heard, if it isn't too soon after the same one."""
        self.heard[name] = self.heard.get(name, 0) + 1
        if not (self.on and self.ready):
            return
        now = perf_counter()
        if now - self._last.get(name, -1.0) < APART.get(name, 0.04):
            return
        self._last[name] = now
        self._sounds[name].play()

    def hum(self, names: frozenset[str]) -> None:
        """These steady sounds go on, all others fade."""
        wanted = names if self.on and self.ready else frozenset()
        for name in [name for name in self._hums if name not in wanted]:
            self._hums.pop(name).fadeout(180)
        for name in wanted - self._hums.keys():
            channel = self._sounds[name].play(loops=-1, fade_ms=120)
            if channel is not None:
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
        if not on:
            self.hum(frozenset())
            if self.ready:
                pygame.mixer.stop()

    def close(self) -> None:
        """Give the device back."""
        if self._thread is not None:
            self._thread.join(timeout=2.0)
        if self.ready:
            self.ready = False
            self._hums = {}
            pygame.mixer.quit()
