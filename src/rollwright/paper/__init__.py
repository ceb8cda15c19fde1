"""Papers: what is played with a pencil, as PDF."""
