"""The sounds: levels by design, known by ear one from the other, never clipped together."""

import copy
import random
import warnings
from types import SimpleNamespace
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from devices.screen.sound import APART, MOST, USUAL_MOST, Mix, Sounds
from devices.screen.sound_waves import (
    BLOCK_S,
    ENDINGS,
    FULL,
    HUMS,
    PEAKS,
    RATE,
    WAVES,
    envelope,
    samples,
)

STROKES = sorted(set(WAVES) - set(HUMS))
UNITS = sorted(set(STROKES) - set(ENDINGS))
Wave = npt.NDArray[np.float64]


def wave_of(name: str) -> Wave:
    """A sound as shares of full scale."""
    return samples(name).astype(float) / FULL


def test_a_sound_reaches_its_own_level_and_ends_softly() -> None:
    for name in WAVES:
        wave = wave_of(name)
        assert abs(wave).max() == pytest.approx(PEAKS[name], abs=1e-4), name
        if name not in HUMS:
            assert len(wave) <= (1.5 if name in ENDINGS else 0.5) * RATE, name
            assert abs(wave[-1]) < 0.006, name


def test_the_figure_of_a_win_rises_that_of_a_loss_falls_and_a_draw_stays() -> None:
    def pitch(wave: Wave) -> float:
        power = np.abs(np.fft.rfft(wave * np.hanning(len(wave)), 4 * RATE))
        return float(np.argmax(power)) / 4

    moves = {}
    for name in ENDINGS:
        wave = wave_of(name)
        first, last = wave[: int(0.1 * RATE)], wave[int(0.5 * RATE) : int(0.8 * RATE)]
        moves[name] = pitch(last) / pitch(first)
    assert moves["won"] > 1.5
    assert moves["lost"] < 0.75
    assert 0.97 < moves["drawn"] < 1.03


@pytest.mark.slow
def test_many_sounds_at_once_are_never_clipped() -> None:
    """Twenty beginnings a second of sounds at random, mixed as the device does it."""
    dice, mix = random.Random(704), Mix()
    made = np.sum([np.tile(wave_of(name), 12) for name in HUMS], axis=0)
    envelopes = {name: envelope(samples(name)) for name in STROKES}
    left_out, begun, now = 0, 0, 0.0
    while now < 10.0:
        now += dice.expovariate(20.0)
        name = dice.choice(ENDINGS if dice.random() < 0.02 else UNITS)
        share = mix.add(envelopes[name], now, MOST if name in ENDINGS else USUAL_MOST)
        left_out, begun = left_out + (share == 0.0), begun + 1
        begin = round(now * RATE)
        wave = wave_of(name)
        made[begin : begin + len(wave)] += share * wave
    assert 0.5 < np.abs(made).max() <= MOST
    assert left_out < 0.5 * begun


def test_a_sound_is_softer_the_more_others_there_are_and_comes_back() -> None:
    mix, loud = Mix(), (0.2, 0.2, 0.1)
    shares = [mix.add(loud, 0.0) for _ in range(4)]
    assert shares[0] == 1.0
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0.0
    assert mix.add(loud, 0.0, MOST) == 1.0
    assert 0.0 < mix.add(loud, 2.5 * BLOCK_S) < 1.0  # they are dying away
    assert mix.add(loud, 10.0) == 1.0


def test_an_envelope_tells_how_high_a_sound_still_goes() -> None:
    for name in STROKES:
        wave, heights = wave_of(name), envelope(samples(name))
        for k, height in enumerate(heights):
            assert height == pytest.approx(np.abs(wave[int(BLOCK_S * RATE) * k :]).max())


def test_a_game_that_ends_is_heard_whatever_else_is() -> None:
    mix = Mix()
    for k in range(50):
        mix.add(envelope(samples("skip")), 0.001 * k)
    for name in ENDINGS:
        assert Mix.add(copy.deepcopy(mix), envelope(samples(name)), 0.06, MOST) > 0.5


def test_what_is_thinned_is_a_sound() -> None:
    assert set(APART) <= set(WAVES)


def test_a_hum_can_be_repeated_without_a_seam() -> None:
    for name in HUMS:
        wave = samples(name).astype(float)
        steps = abs(wave[1:] - wave[:-1])
        assert abs(wave[0] - wave[-1]) <= steps.max()


def no_library(*args: int, **kwargs: int) -> NoReturn:
    """As what stands for pygame.mixer where libgthread isn't there."""
    warnings.warn("use mixer: libgthread-2.0.so.0: no such file", RuntimeWarning, stacklevel=2)
    raise NotImplementedError("mixer module not available")


@pytest.mark.parametrize("missing", ["device", "library"])
def test_without_a_device_or_its_library_the_museum_is_silent_and_goes_on(
    missing: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    if missing == "library":
        monkeypatch.setattr(pygame, "mixer", SimpleNamespace(init=no_library))
    sounds = Sounds()
    sounds.start()
    assert sounds._thread is not None
    sounds._thread.join()
    assert not sounds.ready and sounds.why_silent
    sounds.play("key")
    sounds.hum(frozenset({"tape"}))
    sounds.close()
    assert capfd.readouterr() == ("", "")


def test_sounds_play_on_a_device_and_stop_when_switched_off() -> None:
    pytest.importorskip("pygame.mixer", exc_type=ImportError)  # libgthread is not everywhere
    sounds = Sounds()
    sounds.start()
    assert sounds._thread is not None
    sounds._thread.join()
    assert sounds.ready, sounds.why_silent
    sounds.play("line")
    sounds.hum(frozenset({"tape"}))
    assert pygame.mixer.get_busy()
    sounds.switch(False)
    assert not pygame.mixer.get_busy()
    sounds.close()
