"""What ``main.py learn anaconda`` does: evolution, its records, and players from them."""
