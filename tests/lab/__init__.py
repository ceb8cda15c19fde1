"""Tests of simulation and reports."""
