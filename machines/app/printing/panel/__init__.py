"""A panel to be built: its front plate, drill sheet, wiring list and board, from its layout."""
