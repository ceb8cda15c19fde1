"""Tests of a game being played."""
