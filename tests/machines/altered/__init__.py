"""Files that somebody has altered and given right checksums again, and what becomes of them."""
