"""Developers' tools: checks, benchmarks, pictures. Each is run as `python -m tools.NAME`."""
