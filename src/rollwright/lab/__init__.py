"""Running games by the million: simulation and measurement."""
