"""Printed things in true size: drawings in millimetres, written as PDF or SVG.

``drawing`` is the picture as a value and writes it, ``paper`` is what it is printed
on, ``flow`` sets text from page to page.  What is printed has a file or a folder of its own, and
its line in the table of machines.commands.workshop.
"""
