"""Samuel's checkers program of 1967: signature tables learned from book games, forward pruning.

A. L. Samuel, "Some Studies in Machine Learning Using the Game of Checkers. II - Recent Progress",
IBM Journal of Research and Development 11(6), November 1967, pages 601-617.  What is known of it
here, and from where, stands in docs/sources/samuel.md, section 13.

arrangement     which terms go into which table, and how they are quantised
signatures      a board to its terms, its signatures and its score (kernels)
tables          the learned tables as a value, and as a file's bytes
book_games      the boards of a book game, with all alternatives measured once
book_learning   totals of agreement and difference, and the tables' values from them
search          alpha-beta with plausibility analysis and forward pruning (kernel)
player          the program as a player
"""
