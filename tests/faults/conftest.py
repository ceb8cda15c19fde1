"""A database for these tests."""

from tests.support.database_fixtures import database, server

__all__ = ["database", "server"]
