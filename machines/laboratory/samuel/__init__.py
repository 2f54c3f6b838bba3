"""What the commands about the checkers program do: book games, learning, memory tapes."""
