"""How the exhibit is drawn: its room, and the parts that no other room has."""
