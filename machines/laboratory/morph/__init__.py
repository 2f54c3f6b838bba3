"""The commands ``main.py learn morph`` and ``main.py morph``, one file each."""
