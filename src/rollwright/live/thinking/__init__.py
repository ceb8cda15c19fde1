"""Who thinks for the bots of a table, if not the server."""
