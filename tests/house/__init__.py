"""Tests of the source itself and of its documents."""
