"""What developers run: checks, benchmarks, pictures. Each is started as `python -m tools.NAME`."""
