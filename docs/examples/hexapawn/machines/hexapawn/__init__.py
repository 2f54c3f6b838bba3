"""Hexapawn and the matchboxes that learn it (Martin Gardner, Scientific American, March 1962)."""
