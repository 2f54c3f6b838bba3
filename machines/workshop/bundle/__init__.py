"""The museum as a folder that needs no Python: how one is made, and how it starts."""
