"""What happens at the machines, as lines of JSON for lights or a stream: ``--events``."""
