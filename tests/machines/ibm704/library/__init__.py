"""The library's routines, run on the machine."""
