"""Papers: what is printed."""
