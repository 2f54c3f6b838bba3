"""Michie's Pegasus 2 program of 1963: noughts and crosses learned by odds instead of beads."""
