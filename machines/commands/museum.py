"""``main.py museum``, or ``main.py`` alone, opens the museum; ``main.py demo`` has it run by itself
for visitors."""

from functools import partial

from machines.commands._museum_window import OPENING_OPTIONS, open_museum
from machines.storage.option_parsing import Command

COMMANDS = {
    "museum": Command(*OPENING_OPTIONS, does=partial(open_museum, demo=False)),
    "demo": Command(*OPENING_OPTIONS, does=partial(open_museum, demo=True)),
}
