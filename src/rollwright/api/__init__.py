"""What `import rollwright` offers: typed, documented, and stable between versions (docs/library.md)."""
