"""The firmware of a real panel, in C for an ATmega328P; here only what makes its header."""
