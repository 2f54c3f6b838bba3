"""How this program is called on this computer, and how it starts itself again."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages: a checkout, or where Python's packages are installed."""
IN_CHECKOUT = (ROOT / "main.py").is_file() and (ROOT / "assets").is_dir()
ASSETS = ROOT / "assets" if IN_CHECKOUT else ROOT / "matchbox704_assets"
"""The folder of shipped panels, decks, tapes and texts."""
VERSION = "0.1.0"
"""The program's; pyproject.toml says the same."""
NAME = "main.py" if IN_CHECKOUT else "matchbox704"
"""What a user types."""
AGAIN = (sys.executable, str(Path(__file__).with_name("__main__.py")))
"""The command line that starts this program in a process of its own."""
