"""MENACE to be built of matchboxes: labels, lists, sheets for the table."""
