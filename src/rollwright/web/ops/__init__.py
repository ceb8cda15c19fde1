"""Running the server: processes, health, logs, metrics."""
