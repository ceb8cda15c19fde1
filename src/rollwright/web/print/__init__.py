"""Printing in the app: the page with a choice of papers, papers and cards as PDF, sheets of running tables."""
