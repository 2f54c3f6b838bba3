"""The keyboard's focus: which control is ringed, and where it goes from there.

Tab and Shift-Tab go through every control in order, an arrow goes to the neighbour in its
direction.  The ring is two lines and four corners, so it shows on any colour of panel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from devices.screen.guide import BAR, CARD
from devices.screen.kept_picture import kept_picture

Direction = tuple[int, int]
ARROWS: dict[str, Direction] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
}
SHEET = "sheet:"
"""Before the name of a plate of a card or placard, among the targets."""
ASIDE = 2.2
"""How much farther a step aside counts than a step ahead."""


@dataclass(frozen=True)
class Target:
    """Something that can be ringed: its name and where it is in the window."""

    name: str
    rect: pygame.Rect
    leads: bool = False
    """Whether it goes before all others: it is on a card that wants to be read now."""


def tab_order(targets: Sequence[Target], glowing: Sequence[str]) -> list[Target]:
    """The targets as TAB goes: a card that wants to be read, what glows, all the rest."""

    def rank(target: Target) -> tuple[int, int]:
        if target.leads:
            return 0, 0
        return (1, glowing.index(target.name)) if target.name in glowing else (2, 0)

    return sorted(targets, key=rank)


def first_asked(order: Sequence[Target], glowing: Sequence[str]) -> Target | None:
    """What a visitor is asked to touch first; None: nothing (``order`` is that of TAB)."""
    return next((target for target in order[:1] if target.leads or target.name in glowing), None)


def nearest(targets: Sequence[Target], place: tuple[int, int]) -> Target | None:
    """The target whose middle is nearest to a place."""

    def away(target: Target) -> int:
        return (target.rect.centerx - place[0]) ** 2 + (target.rect.centery - place[1]) ** 2

    return min(targets, key=away, default=None)


def neighbour_among(
    targets: Sequence[Target], glowing: Sequence[str], name: str, direction: Direction
) -> Target | None:
    """The neighbour in a direction: of a card's plate another plate, of what glows another thing
    that glows, where there is one; else whatever is nearest."""
    own = [target for target in targets if target.name in glowing]
    if name.startswith(SHEET):
        own = [target for target in targets if target.name.startswith(SHEET)]
    if any(target.name == name for target in own):
        found = neighbour(own, name, direction)
        if found is not None and found.name != name:
            return found
    return neighbour(targets, name, direction)


def target_name(control: str) -> str:
    """The target of a control, or of a card that asks, that a guide's step names."""
    if control.startswith(CARD):
        return f"{SHEET}{control.removeprefix(CARD)}"
    return f"rail:{control.removeprefix(BAR)}" if control.startswith(BAR) else f"room:{control}"


def after(targets: Sequence[Target], name: str, step: int) -> Target | None:
    """The target ``step`` places after the one of that name, round and round."""
    if not targets:
        return None
    names = [target.name for target in targets]
    if name not in names:
        return targets[0 if step > 0 else -1]
    return targets[(names.index(name) + step) % len(targets)]


def neighbour(targets: Sequence[Target], name: str, direction: Direction) -> Target | None:
    """The nearest target in a direction; the one of that name itself where there is none."""
    here = next((target for target in targets if target.name == name), None)
    if here is None:
        return targets[0] if targets else None
    x, y = here.rect.center
    best, best_cost = here, float("inf")
    for target in targets:
        dx, dy = target.rect.centerx - x, target.rect.centery - y
        ahead = dx * direction[0] + dy * direction[1]
        aside = abs(dx * direction[1]) + abs(dy * direction[0])
        if target is here or ahead <= 0 or ahead * 3 < aside:
            continue
        if ahead + ASIDE * aside < best_cost:
            best, best_cost = target, ahead + ASIDE * aside
    return best


def marks_scale(size: tuple[int, int]) -> int:
    """How many times as wide rings and glows are in a window of that size as at 1080p."""
    return max(1, round(min(size) / 1080))


def ring_area(rect: pygame.Rect, scale: int = 1) -> pygame.Rect:
    """All that the ring around a control covers."""
    return rect.inflate(18 * scale, 18 * scale)


GLOW = 9
"""How far a glow reaches beyond what glows, in pixels."""
GLOW_LEVELS = 5
PULSE_MS, PULSES = 1_200, 4
"""A glow that has just come swells and ebbs so often, each time for so long; then it stays."""


def glow_level(since_ms: int, calm: bool) -> int:
    """How bright a glow is that came ``since_ms`` ago, 1 to GLOW_LEVELS."""
    if calm or since_ms >= PULSES * PULSE_MS:
        return GLOW_LEVELS - 1
    share = abs((since_ms / PULSE_MS) % 1.0 - 0.5) * 2.0
    return 1 + round((1.0 - share) * (GLOW_LEVELS - 1))


def glow_area(rect: pygame.Rect, scale: int = 1) -> pygame.Rect:
    """All that the glow of a control covers."""
    return rect.inflate(2 * GLOW * scale, 2 * GLOW * scale)


@kept_picture
def _glow(width: int, height: int, level: int, scale: int) -> pygame.Surface:
    reach = GLOW * scale
    made = pygame.Surface((width + 2 * reach, height + 2 * reach), pygame.SRCALPHA, 32)
    box = made.get_rect()
    strength = level / GLOW_LEVELS
    radius = min(10 * scale, max(3 * scale, height // 5)) + reach
    for step in range(reach):  # each filled, the next one over it, so that no corner shows a gap
        alpha = round(235 * strength * ((step + 1) / reach) ** 2)
        pygame.draw.rect(made, (255, 190, 84, alpha), box, 0, radius - step)
        box = box.inflate(-2, -2)
    core = max(2 * scale, radius - reach)
    line = round(255 * (0.4 + 0.6 * strength))
    # The dark line shows on paper, the bright one on a machine, both without colour.
    dark, inner = box.inflate(4 * scale, 4 * scale), box.inflate(-6 * scale, -6 * scale)
    pygame.draw.rect(made, (48, 28, 4, line), dark, 2 * scale, core + 2 * scale)
    pygame.draw.rect(made, (255, 226, 150, line), box, 0, core)
    pygame.draw.rect(made, (255, 226, 150, 0), inner, 0, max(1, core - 3 * scale))
    return made


def draw_glow(target: pygame.Surface, rect: pygame.Rect, level: int, scale: int = 1) -> None:
    """Let a control glow: it is the one to touch next."""
    target.blit(_glow(*rect.size, level, scale), glow_area(rect, scale))


def draw_ring(target: pygame.Surface, rect: pygame.Rect, scale: int = 1) -> None:
    """Ring a control."""
    outer, beside = rect.inflate(8 * scale, 8 * scale), 4 * scale
    radius = min(8 * scale, max(2 * scale, rect.height // 6))
    far, near = outer.inflate(beside, beside), outer.inflate(-beside, -beside)
    pygame.draw.rect(target, (16, 12, 6), far, 2 * scale, radius + 2 * scale)
    pygame.draw.rect(target, (255, 214, 120), outer, 2 * scale, radius)
    pygame.draw.rect(target, (16, 12, 6), near, scale, radius)
    arm, wide = max(4 * scale, min(12 * scale, min(rect.size) // 3)), 3 * scale
    for x, sx in ((outer.left - wide, 1), (outer.right + wide - 1, -1)):
        for y, sy in ((outer.top - wide, 1), (outer.bottom + wide - 1, -1)):
            pygame.draw.line(target, (255, 244, 206), (x, y), (x + sx * arm, y), wide)
            pygame.draw.line(target, (255, 244, 206), (x, y), (x, y + sy * arm), wide)
