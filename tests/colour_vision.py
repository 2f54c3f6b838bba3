"""A picture as somebody sees it who has no red cones, or no green ones, or sees no colour at all.

    python -m tests.colour_vision PICTURE.png FOLDER

writes PICTURE-protanopia.png, -deuteranopia.png and -grey.png.  The matrices are those of Machado,
Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE TVCG 15(6), 2009, severity 1.0; they hold for linear light.
"""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

KINDS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
Picture = npt.NDArray[np.uint8]


def linear(colours: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """sRGB, 0 to 255, as light, 0 to 1."""
    share = np.asarray(colours, dtype=np.float64) / 255.0
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def encoded(light: npt.NDArray[np.float64]) -> Picture:
    """Light, 0 to 1, as sRGB, 0 to 255."""
    light = np.clip(light, 0.0, 1.0)
    share = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.rint(share * 255.0).astype(np.uint8)


def seen(colours: npt.ArrayLike, kind: str) -> Picture:
    """uint8[..., 3] as it is seen."""
    return encoded(linear(colours) @ np.array(KINDS[kind]).T)


def luminance(colours: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Relative luminance, 0 to 1, of sRGB[..., 3]."""
    return np.asarray(linear(colours) @ np.array(KINDS["grey"][0]))


def contrast(one: npt.ArrayLike, other: npt.ArrayLike) -> float:
    """WCAG's contrast of two sRGB colours, 1 to 21."""
    low, high = sorted((float(luminance(one)), float(luminance(other))))
    return (high + 0.05) / (low + 0.05)


def main(picture: Path, folder: Path) -> None:
    """Write the three pictures."""
    found = pygame.image.load(str(picture))
    pixels = pygame.surfarray.array3d(found)
    for kind in KINDS:
        made = pygame.surfarray.make_surface(seen(pixels, kind))
        path = folder / f"{picture.stem}-{kind}.png"
        pygame.image.save(made, str(path))
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
