"""How long something took, or may take, as people read it."""


def format_duration(us: int) -> str:
    """Hours, minutes and seconds, as ``"0:03:10"``, of a time in microseconds."""
    minutes, seconds = divmod(us // 1_000_000, 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
