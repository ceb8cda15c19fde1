"""Players that are not people, and the compiled loops they think with."""
