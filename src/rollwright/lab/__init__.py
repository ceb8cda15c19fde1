"""Simulation and measurement of many games."""
