"""Tests of the library: what `import rollwright` offers."""
