"""The web app: pages, playing at a table, and the messages between page and server."""
