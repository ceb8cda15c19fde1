"""Whole games of simple players, played in bulk by compiled code, on dice that are the same for all of them."""
