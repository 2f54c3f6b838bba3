"""Draws the program's picture for menus and executables: ``python -m tests.make_icon``.

A matchbox with beads in its drawer below nine neons of a console, which show 704 in octal.
"""

import io
import os
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "desktop"
SIDE = 256
NUMBER = 0o704
PANEL, EDGE, DARK = "#30343a", "#4a5058", "#1c1f23"
BEADS = ("#f2f2ee", "#a77bd1", "#d7dde2", "#20201f", "#e8c13a", "#3f9a4d", "#d2452f", "#e8a0b4")
"""Of some of the nine colours of Michie's squares."""


def svg() -> str:
    """The picture as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" '
        f'width="{SIDE}" height="{SIDE}">',
        "<defs>",
        '<radialGradient id="lit"><stop offset="0" stop-color="#ffe2b0"/>'
        '<stop offset=".45" stop-color="#ff8a3c"/><stop offset="1" stop-color="#e2481a"/>'
        "</radialGradient>",
        '<linearGradient id="sleeve" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="#d8503a"/><stop offset="1" stop-color="#a52f20"/>'
        "</linearGradient>",
        "</defs>",
        f'<rect x="8" y="8" width="240" height="240" rx="36" fill="{PANEL}" stroke="{EDGE}" '
        'stroke-width="6"/>',
        *_neons(),
        *_matchbox(),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _neons() -> list[str]:
    made = [f'<rect x="28" y="40" width="200" height="36" rx="8" fill="{DARK}"/>']
    for bit in range(9):
        x = 43 + 20 * bit + 5 * (bit // 3)
        if NUMBER >> (8 - bit) & 1:
            made.append(f'<circle cx="{x}" cy="58" r="12" fill="#ff8a3c" fill-opacity=".35"/>')
            made.append(f'<circle cx="{x}" cy="58" r="8" fill="url(#lit)"/>')
        else:
            made.append(f'<circle cx="{x}" cy="58" r="7" fill="#5a3a30"/>')
    return made


def _matchbox() -> list[str]:
    """The sleeve from above, its drawer half out to the right."""
    made = [
        '<rect x="30" y="108" width="198" height="112" rx="5" fill="#15171a" fill-opacity=".6"/>',
        '<rect x="120" y="104" width="104" height="104" rx="4" fill="#b98a55"/>',
        '<rect x="120" y="112" width="96" height="88" rx="3" fill="#e9d6b0"/>',
    ]
    for number, colour in enumerate(BEADS):
        column, row = divmod(number, 4)
        x, y = 160 + 28 * column + 8 * (row % 2), 124 + 20 * row + 4 * column
        made.append(
            f'<circle cx="{x}" cy="{y}" r="9.5" fill="{colour}" stroke="#6b5636" stroke-width="1"/>'
        )
        made.append(f'<circle cx="{x - 3}" cy="{y - 3}" r="2.5" fill="#fff" fill-opacity=".7"/>')
    made += [
        '<rect x="28" y="98" width="112" height="116" rx="5" fill="url(#sleeve)"/>',
        '<rect x="38" y="108" width="92" height="96" rx="3" fill="#f3e7c9"/>',
    ]
    ink = 'stroke="#40352a" stroke-width="4" stroke-linecap="round" fill="none"'
    for at in (-14, 14):  # the board of noughts and crosses on the label
        made.append(f'<path d="M{84 + at} 114V198M42 {156 + at}H126" {ink}/>')
    made.append(f'<circle cx="84" cy="156" r="8" {ink}/>')
    for x, y in ((56, 128), (112, 184)):
        made.append(f'<path d="M{x - 7} {y - 7}l14 14M{x + 7} {y - 7}l-14 14" {ink}/>')
    return made


def png(text: str) -> bytes:
    """The SVG in dots."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import pygame

    drawn = pygame.image.load(io.BytesIO(text.encode()), "matchbox704.svg")
    made = io.BytesIO()
    pygame.image.save(drawn, made, "matchbox704.png")
    return made.getvalue()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = svg()
    (FOLDER / "matchbox704.svg").write_text(text, encoding="utf-8", newline="\n")
    (FOLDER / "matchbox704.png").write_bytes(png(text))


if __name__ == "__main__":
    main()
