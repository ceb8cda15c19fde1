"""Tests of what keeps the tables, in a file and in a database."""
