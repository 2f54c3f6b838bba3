"""The keyboard's focus: which control is ringed, and where it goes from there.

Tab and Shift-Tab go through every control in order, an arrow goes to the neighbour in its
direction.  The ring is two lines and four corners, so it shows on any colour of panel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from devices.screen.guide import BAR

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

    def rank(one: Target) -> tuple[int, int]:
        if one.leads:
            return 0, 0
        return (1, glowing.index(one.name)) if one.name in glowing else (2, 0)

    return sorted(targets, key=rank)


def first_asked(order: Sequence[Target], glowing: Sequence[str]) -> Target | None:
    """What a visitor is asked to touch first; None: nothing (``order`` is that of TAB)."""
    return next((one for one in order[:1] if one.leads or one.name in glowing), None)


def nearest(targets: Sequence[Target], place: tuple[int, int]) -> Target | None:
    """The target whose middle is nearest to a place."""

    def away(one: Target) -> int:
        return (one.rect.centerx - place[0]) ** 2 + (one.rect.centery - place[1]) ** 2

    return min(targets, key=away, default=None)


def neighbour_among(
    targets: Sequence[Target], glowing: Sequence[str], name: str, direction: Direction
) -> Target | None:
    """The neighbour in a direction: of a card's plate another plate, of what glows another thing
    that glows, where there is one; else whatever is nearest."""
    own = [one for one in targets if one.name in glowing]
    if name.startswith(SHEET):
        own = [one for one in targets if one.name.startswith(SHEET)]
    if any(one.name == name for one in own):
        found = neighbour(own, name, direction)
        if found is not None and found.name != name:
            return found
    return neighbour(targets, name, direction)


def target_name(control: str) -> str:
    """The target of a control that a guide's step names."""
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


def ring_area(rect: pygame.Rect) -> pygame.Rect:
    """All that the ring around a control covers."""
    return rect.inflate(18, 18)


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


def glow_area(rect: pygame.Rect) -> pygame.Rect:
    """All that the glow of a control covers."""
    return rect.inflate(2 * GLOW, 2 * GLOW)


@lru_cache(maxsize=160)
def _glow(width: int, height: int, level: int) -> pygame.Surface:
    made = pygame.Surface((width + 2 * GLOW, height + 2 * GLOW), pygame.SRCALPHA, 32)
    box = made.get_rect()
    strength = level / GLOW_LEVELS
    radius = min(10, max(3, height // 5)) + GLOW
    for step in range(GLOW):  # each filled, the next one over it, so that no corner shows a gap
        alpha = round(235 * strength * ((step + 1) / GLOW) ** 2)
        pygame.draw.rect(made, (255, 190, 84, alpha), box, 0, radius - step)
        box = box.inflate(-2, -2)
    core = max(2, radius - GLOW)
    line = round(255 * (0.4 + 0.6 * strength))
    # The dark line shows on paper, the bright one on a machine, both without colour.
    pygame.draw.rect(made, (48, 28, 4, line), box.inflate(4, 4), 2, core + 2)
    pygame.draw.rect(made, (255, 226, 150, line), box, 0, core)
    pygame.draw.rect(made, (255, 226, 150, 0), box.inflate(-6, -6), 0, max(1, core - 3))
    return made


def draw_glow(target: pygame.Surface, rect: pygame.Rect, level: int) -> None:
    """Let a control glow: it is the one to touch next."""
    target.blit(_glow(*rect.size, level), glow_area(rect))


def draw_ring(target: pygame.Surface, rect: pygame.Rect) -> None:
    """Ring a control."""
    outer = rect.inflate(8, 8)
    radius = min(8, max(2, rect.height // 6))
    pygame.draw.rect(target, (16, 12, 6), outer.inflate(4, 4), 2, radius + 2)
    pygame.draw.rect(target, (255, 214, 120), outer, 2, radius)
    pygame.draw.rect(target, (16, 12, 6), outer.inflate(-4, -4), 1, radius)
    arm = max(4, min(12, min(rect.size) // 3))
    for x, sx in ((outer.left - 3, 1), (outer.right + 2, -1)):
        for y, sy in ((outer.top - 3, 1), (outer.bottom + 2, -1)):
            pygame.draw.line(target, (255, 244, 206), (x, y), (x + sx * arm, y), 3)
            pygame.draw.line(target, (255, 244, 206), (x, y), (x, y + sy * arm), 3)
