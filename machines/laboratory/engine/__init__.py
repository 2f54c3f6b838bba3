"""The museum's machines as engines of other programs' windows: UCI, Hub, the museum's own lines."""
