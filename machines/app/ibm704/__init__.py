"""What the command of the 704's own programs does."""
