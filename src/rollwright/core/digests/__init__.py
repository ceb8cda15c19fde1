"""Digests of what something is made of: of files, and of functions."""
