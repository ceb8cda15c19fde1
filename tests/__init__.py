"""The tests, by the part of the program they are about."""
