"""What ``main.py learn morph`` and ``main.py morph`` do: games against anyone, kept and told of."""
