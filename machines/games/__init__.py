"""The games: positions, moves, notation and their kernels.  They learn nothing and draw nothing."""
