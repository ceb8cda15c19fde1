"""Tables kept in a PostgreSQL database, which several processes share."""
