"""Analyses of finished games, worked out while somebody looks."""
