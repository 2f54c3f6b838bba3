"""How each learner's strength grows with its experience: measured from run records, read, kept."""
