"""Faults planted in a copy of the house, and which tests find them: run it by __main__.py."""
