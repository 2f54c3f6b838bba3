"""Everything that is drawn or heard: the only folder of devices that imports pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for what was asked
