"""What every test stands on: no screen, no sound card, and the kernels' cache of this checkout."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from machines.floor.warm import name_cache

name_cache()
