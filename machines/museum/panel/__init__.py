"""A real panel beside the museum: its switches as acts, its lamps, its bench, its talks kept."""
