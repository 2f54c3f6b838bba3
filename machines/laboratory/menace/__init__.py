"""What ``main.py menace`` does, declared in machines/commands/research.py."""
