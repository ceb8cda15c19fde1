"""What the log of a table adds up to, and what is counted of it."""
