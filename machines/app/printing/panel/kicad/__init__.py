"""The board that drives a panel's lamps and reads its switches, as a KiCad project.

``circuit`` says which parts there are and what they are joined to, ``placing`` where they stand on
the board and how its tracks run, ``schematic`` and ``board`` write KiCad's files, ``project`` the
file that joins them.  ``parts`` has each part's pins, as drawn and as soldered.
"""
