"""``main.py reproduce``: tables and figures of the papers beside ours, in one folder.

``rows`` says what a row is and when it is green, ``artefacts`` what is made and how, one file a
paper makes them, ``report`` writes the folder.
"""
