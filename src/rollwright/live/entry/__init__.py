"""Opening and joining tables: new tables, tables with shared dice, invitations, browsers' identities."""
