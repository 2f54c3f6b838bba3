"""Samuel's learning by generalization: a polynomial that corrects itself while it plays.

Samuel 1959, "Learning procedure involving generalizations", Appendices B and C
(docs/sources/samuel.md, items 23-39).  ``correlation`` and ``coefficients`` are the arithmetic,
``rules`` all that the two series do differently or the paper leaves open, ``remembered`` a board
kept with all its terms, ``learner`` Alpha, ``contest`` Alpha against Beta, ``match`` one game,
``series`` many of them, ``sevens`` how they are told, and ``both`` what joins this to rote
learning.
"""
