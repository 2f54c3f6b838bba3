"""The serial line to a real panel: frames and session without I/O, port with its own thread."""
