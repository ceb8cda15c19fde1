"""Rollwright without a connection: the same app, run in the browser by Python compiled to WebAssembly."""
