"""Tests of what is published: distributions, their metadata, and the files around a release."""
