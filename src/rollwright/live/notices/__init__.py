"""Telling people of their turn while no page of theirs is open."""
