"""The museum's sounds, each synthesised once with numpy: strokes, paper, tape, glass, wood, chimes.

Each unit is known by ear: its sound has a pitch, a length and a roughness of its own, and a level
of its own (``PEAKS``), which is the highest that its wave goes, as a share of full scale.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from devices.game_record import SCORES

RATE = 22_050
FULL = 32_767
BLOCK_S = 0.02
Wave = npt.NDArray[np.float64]

HUMS = ("tape", "rewind", "motor", "printer")
"""Sounds that go on as long as what makes them moves."""
ENDINGS = tuple(SCORES)
"""What is heard when a visitor's game ends, by how it ended for the visitor."""


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


def _punch() -> Wave:
    """A punch: the dies go through the card together, then the heavy frame comes up again."""
    dies = [(0.004 * k, 0.5 * _knock(0.03, 1500 + 160 * k, 0.004, 81 + k)) for k in range(3)]
    down, up = _knock(0.11, 115, 0.03, 84, 1.2), 0.6 * _knock(0.08, 90, 0.02, 85, 1.0)
    return _placed([*dies, (0.0, down), (0.085, up)], 0.19)


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


def _checker() -> Wave:
    """A wooden disc set down on a wooden board: the click of its rim, and the board's own tone."""
    rim = _knock(0.02, 2100, 0.003, 91, 0.4)
    disc = _knock(0.06, 980, 0.009, 92, 0.9)
    return _placed([(0.0, 0.8 * rim), (0.001, disc), (0.052, 0.45 * rim)], 0.085)


def _figure() -> Wave:
    """A weighted man with felt under it: it slides a little, then stands; nothing rings."""
    t = _time(0.05)
    felt = _through(_noise(0.05, 95), 200, 1100) * np.sin(np.pi * t / 0.05) ** 2 * 0.25
    stands = _through(_knock(0.10, 190, 0.022, 96, 0.9), 40, 700)
    return _placed([(0.0, felt), (0.045, stands)], 0.16)


def _bar(hz: float, seconds: float = 0.7, fade: float = 0.16) -> Wave:
    """A struck bar of a chime: its tone and two partials, which die away sooner."""
    t = _time(seconds)
    tone = np.sin(2 * np.pi * hz * t) * np.exp(-t / fade)
    second = 0.35 * np.sin(2 * np.pi * 2.76 * hz * t) * np.exp(-t / (0.3 * fade))
    third = 0.12 * np.sin(2 * np.pi * 5.4 * hz * t) * np.exp(-t / (0.12 * fade))
    return np.asarray((tone + second + third) * np.minimum(1.0, t / 0.002))


C4, E4, G4, C5, E5, G5, C6 = (261.63, 329.63, 392.0, 523.25, 659.26, 783.99, 1046.5)


def _won() -> Wave:
    """Four notes that rise."""
    return _placed([(0.11 * k, _bar(hz)) for k, hz in enumerate((C5, E5, G5, C6))], 1.1)


def _drawn() -> Wave:
    """The same note three times: neither up nor down."""
    return _placed([(0.17 * k, _bar(G4)) for k in range(3)], 1.0)


def _lost() -> Wave:
    """Three notes that fall, slower and lower."""
    return _placed([(0.2 * k, _bar(hz, 0.9, 0.24)) for k, hz in enumerate((G4, E4, C4))], 1.3)


WAVES: dict[str, Callable[[], Wave]] = {
    "key": _key,
    "button": _button,
    "relay": _relay,
    "card": _card,
    "punch": _punch,
    "line": _line,
    "skip": _skip,
    "type": _type,
    "return": _return,
    "clunk": _clunk,
    "rattle": _rattle,
    "glass": _glass_drop,
    "pencil": _pencil,
    "checker": _checker,
    "figure": _figure,
    "won": _won,
    "drawn": _drawn,
    "lost": _lost,
    "tape": lambda: _hum(60, (900, 5200), 0.9, 31),
    "rewind": lambda: _hum(140, (1200, 7000), 1.2, 32),
    "motor": lambda: _hum(60, (120, 900), 0.5, 33),
    "printer": lambda: _hum(97, (300, 1800), 0.6, 34),
}
PEAKS = {
    "key": 0.34,
    "button": 0.41,
    "relay": 0.20,
    "card": 0.36,
    "punch": 0.50,
    "line": 0.40,
    "skip": 0.31,
    "type": 0.24,
    "return": 0.33,
    "clunk": 0.44,
    "rattle": 0.30,
    "glass": 0.28,
    "pencil": 0.17,
    "checker": 0.42,
    "figure": 0.44,
    "won": 0.45,
    "drawn": 0.37,
    "lost": 0.42,
    "tape": 0.09,
    "rewind": 0.13,
    "motor": 0.05,
    "printer": 0.07,
}
"""The highest that each wave goes, as a share of full scale: what is loud in life is louder, what
goes on for long is soft."""


def samples(name: str) -> npt.NDArray[np.int16]:
    """One sound, int16[n] at RATE, whose highest value is its level in ``PEAKS``."""
    wave = WAVES[name]()
    if name not in HUMS:
        fade = min(len(wave), int(0.004 * RATE))
        wave[-fade:] *= np.linspace(1.0, 0.0, fade)
    level = PEAKS[name] * FULL / max(1e-9, float(np.abs(wave).max()))
    return np.asarray(np.rint(wave * level), dtype=np.int16)


def envelope(wave: npt.NDArray[np.int16]) -> tuple[float, ...]:
    """How high a sound still goes from each ``BLOCK_S`` of it on, as a share of full scale; it
    never rises."""
    block = int(BLOCK_S * RATE)
    high = [
        int(np.abs(wave[at : at + block].astype(int)).max()) for at in range(0, len(wave), block)
    ]
    return tuple(map(float, np.maximum.accumulate(high[::-1])[::-1] / FULL))
