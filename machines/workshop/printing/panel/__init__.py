"""A panel to be built: front plate, drill sheet and wiring list from its layout, and its board."""
