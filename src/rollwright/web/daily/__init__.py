"""Daily games, and playing a finished table's dice again."""
