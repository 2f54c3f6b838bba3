"""What ``main.py menace`` does, one file an act; declared in machines/commands/menace.py."""
