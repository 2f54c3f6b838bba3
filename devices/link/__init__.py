"""The serial line to a real panel: not yet; see firmware_sim/README.md."""
