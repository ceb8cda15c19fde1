"""What keeps tables: the protocol of a store, its two backends, and backups."""
