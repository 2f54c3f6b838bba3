"""What visitors have played: its logs, and how they are kept, shortened and gone on with."""
