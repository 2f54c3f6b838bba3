"""Tests of machines.door."""
