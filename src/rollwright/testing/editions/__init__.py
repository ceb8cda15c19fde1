"""Checks of the edition of the rules."""
