"""Rote learning: boards of actual play, kept with their scores in memory and on the memory tape.

Samuel 1959, "Rote learning and its variants" and "Cataloging and culling stored information"
(docs/sources/samuel.md items 15-20, 22).  ``standard``: one form for boards that are the same;
``keys``: the record that a board belongs to; ``lookup``: finding its score; ``memory``: what the
704 holds between two tapes; ``merge``: an old tape and new boards make a new tape; ``tape``: how it
is written; ``player``: what a game does with it all.
"""
