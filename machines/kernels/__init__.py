"""What is compiled: the decorator, the cache, and what kernels of all machines are made of."""
