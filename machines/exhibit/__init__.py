"""What all exhibits are: how they are worked, seen, logged and kept."""
