"""What the houses above share: files, folders, locks, run files, the floor plan's registry,
compiling."""
