"""A child's hands before the window: taps of anything, drags, several fingers, keys, all at random.

Events are posted as the window system would; of the window only what is to be seen is looked at.
"""

import random
import string

import pygame

from devices.screen.guide import BAR, CARD
from devices.screen.part import Part
from devices.screen.room import PartPlacement
from machines.museum.window.window import Window

SLOW = {f"pc.plies.{plies}" for plies in range(5, 9)} | {"workstation.depth.3"}
"""Controls after which a choice takes seconds to compute: left alone."""
KEYS = [
    *map(ord, string.ascii_lowercase + string.digits + "[]+-.="),
    *(pygame.K_TAB, pygame.K_SPACE, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_HOME),
    *(pygame.K_INSERT, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_END),
    *(pygame.K_F1, pygame.K_F2, pygame.K_F3, pygame.K_F4, pygame.K_F9, pygame.K_F10),
]


class RandomHand:
    """The hands; ``stays``: in the room that they were brought to."""

    def __init__(self, window: Window, dice: random.Random, room: str) -> None:
        self.window = window
        self.dice = dice
        self.room = room
        self.down: dict[int, tuple[int, int]] = {}
        """Fingers on the glass, and where."""
        self.did: list[str] = []
        """What was done last."""

    def act(self) -> None:
        """Do something; called twenty times a second."""
        if self.window.navigator.exhibit != self.room:
            self.window.enter(self.room)
        kinds = (
            (0.34, self._tap_control),
            (0.22, self._tap_glow),
            (0.10, self._tap_anywhere),
            (0.08, self._drag),
            (0.10, self._fingers),
            (0.10, self._key),
            (0.06, self._tap_sheet),
        )
        chance = self.dice.random()
        for share, does in kinds:
            chance -= share
            if chance < 0:
                does()
                return

    def lets_go(self) -> None:
        """All fingers leave the glass."""
        for finger in list(self.down):
            self._finger(pygame.FINGERUP, finger, *self.down.pop(finger))

    def _note(self, what: str) -> None:
        self.did = [*self.did[-11:], what]

    def _post(self, kind: int, **fields: object) -> None:
        pygame.event.post(pygame.event.Event(kind, dict(fields)))

    def _mouse(self, kind: int, x: int, y: int) -> None:
        if kind == pygame.MOUSEMOTION:
            self._post(kind, pos=(x, y), rel=(0, 0), buttons=(1, 0, 0), touch=False)
        else:
            self._post(kind, pos=(x, y), button=1, touch=False)

    def _finger(self, kind: int, finger: int, x: int, y: int) -> None:
        width, height = self.window.size
        at = {"x": (x + 0.5) / width, "y": (y + 0.5) / height, "dx": 0.0, "dy": 0.0}
        self._post(kind, touch_id=1, finger_id=finger, **at)

    def _tap(self, x: int, y: int, what: str) -> None:
        self._note(f"tap {what}")
        if self.dice.random() < 0.5:
            self._mouse(pygame.MOUSEBUTTONDOWN, x, y)
            self._mouse(pygame.MOUSEBUTTONUP, x, y)
        else:
            self._finger(pygame.FINGERDOWN, 9, x, y)
            self._finger(pygame.FINGERUP, 9, x, y)

    def _anywhere(self) -> tuple[int, int]:
        width, height = self.window.size
        return self.dice.randrange(width), self.dice.randrange(height)

    def _tap_control(self) -> None:
        """Any control of the room or of the bar."""
        targets = [one for one in self.window.targets() if one.name[5:] not in SLOW]
        if targets:
            one = self.dice.choice(targets)
            self._tap(*one.rect.center, one.name)

    def _tap_glow(self) -> None:
        """What is to be touched next, once or twice at once."""
        named = {one.name: one for one in self.window.targets()}
        glowing = [named[name] for name in self.window.guidance.glowing if name in named]
        if glowing:
            one = self.dice.choice(glowing)
            for _ in range(self.dice.choice((1, 1, 1, 2))):
                self._tap(*one.rect.center, f"{one.name}, which glows")

    def _tap_anywhere(self) -> None:
        self._tap(*self._anywhere(), "anywhere")

    def _tap_sheet(self) -> None:
        """Somewhere on what lies over the room: a tray, a plate, a card."""
        sheet = self.window.modal() or self.window.sheet()
        area = sheet.area() if sheet is not None else self.window.room_rect
        area = area.clip(pygame.Rect((0, 0), self.window.size))
        if area.width and area.height:
            x = area.left + self.dice.randrange(area.width)
            self._tap(x, area.top + self.dice.randrange(area.height), "what lies over the room")

    def _drag(self) -> None:
        """From something to somewhere."""
        self._note("drag")
        targets = self.window.targets()
        x, y = self.dice.choice(targets).rect.center if targets else self._anywhere()
        self._mouse(pygame.MOUSEBUTTONDOWN, x, y)
        for _ in range(self.dice.randrange(1, 5)):
            x, y = self._anywhere()
            self._mouse(pygame.MOUSEMOTION, x, y)
        self._mouse(pygame.MOUSEBUTTONUP, x, y)

    def _fingers(self) -> None:
        """A finger comes, moves or goes, while others are down; two fingers pinch; a wheel."""
        what = self.dice.choice(("come", "come", "move", "go", "go", "pinch", "wheel", "lost"))
        self._note(f"fingers {what}")
        if what == "come" and len(self.down) < 5:
            finger = next(k for k in range(6) if k not in self.down)
            targets = self.window.targets()
            at = self.dice.choice(targets).rect.center if targets else self._anywhere()
            self.down[finger] = at
            self._finger(pygame.FINGERDOWN, finger, *at)
        elif what == "move" and self.down:
            finger = self.dice.choice(sorted(self.down))
            self.down[finger] = self._anywhere()
            self._finger(pygame.FINGERMOTION, finger, *self.down[finger])
        elif what == "go" and self.down:
            finger = self.dice.choice(sorted(self.down))
            self._finger(pygame.FINGERUP, finger, *self.down.pop(finger))
        elif what == "pinch":
            apart = self.dice.uniform(-0.2, 0.2)
            x, y = self.dice.random(), self.dice.random()
            self._post(pygame.MULTIGESTURE, touch_id=1, x=x, y=y, pinched=apart, rotated=0.0,
                       num_fingers=2)  # fmt: skip
        elif what == "wheel":
            self._post(pygame.MOUSEWHEEL, x=0, y=self.dice.choice((-1, 1)), flipped=False)
        elif what == "lost" and self.dice.random() < 0.2:
            self.down.clear()
            self._post(pygame.WINDOWFOCUSLOST)

    def _key(self) -> None:
        key = self.dice.choice(KEYS)
        mod = pygame.KMOD_LSHIFT if self.dice.random() < 0.15 else 0
        self._note(f"key {pygame.key.name(key)}")
        text = chr(key) if key < 127 else ""
        self._post(pygame.KEYDOWN, key=key, unicode=text, mod=mod, scancode=0)
        self._post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)


def check_prompt(window: Window) -> None:
    """What the guide says now is a sentence, and about controls that are in the room or the bar."""
    step = window.guidance.step
    if step is None or window.stage is None:
        return
    said = window.words.prompt(window.navigator.exhibit, step.prompt, step.words)
    assert said != step.prompt, f"{step.prompt} has no sentence"
    assert "{" not in said
    missing = [control for control in step.controls if not _there(window, control)]
    assert not missing, f"{step.prompt}: there is no {missing}"


def check_asked(window: Window) -> None:
    """Who waits before a room that is drawn is told what to do, and what it asks for is in sight
    (or the way back to it glows); else the machine is at work."""
    stage, context = window.stage, window.context
    if stage is None or context is None or not context.awake or window.museum.leads() is not None:
        return
    step = window.guidance.step
    assert step is not None, "nobody is told what to do"
    check_prompt(window)
    waits = not (window.acts or window.sets_up() or window.modal() or window.play.active)
    if waits and stage.settled() and step.controls:
        assert window.guidance.glowing, f"{step.prompt}: nothing of {step.controls} is in sight"
    if step.yours:
        assert step.controls, step.prompt


def _there(window: Window, control: str) -> bool:
    """Whether there is such a control, where the visitor stands or a step back, or such a card."""
    if control.startswith(CARD):
        laid = window.modal() or window.sheet()
        return laid is not None and control.removeprefix(CARD) in laid.rects()
    if control.startswith(BAR):
        return control.removeprefix(BAR) in window.control_bar.boxes
    stage = window.stage
    assert stage is not None
    places: tuple[PartPlacement, ...] = stage.room.places
    for place in places:
        for (name, *_), whole in stage.parts.items():  # in a close-up the room's own isn't painted
            if name != place.name:
                continue
            for part in _sides(whole):
                if any(place.event(touch.control) == control for touch in part.touches()):
                    return True
                old = stage.in_play or (stage.close_up and not is_drawn(part))
                if old and control.startswith(f"{place.name}."):
                    return True  # not painted as it is now: what is on it shows a step back
    return False


def is_drawn(part: Part) -> bool:
    """Whether it has been drawn since it was made."""
    return getattr(part, "_sheet", None) is not None


def _sides(part: Part) -> tuple[Part, ...]:
    """A part, or both of two that share a place: in a close-up the room's own picture of them is
    not painted, and shows the one that stood there before."""
    return getattr(part, "parts", (part,))
