"""The pages around the tables: home, a new table, your tables, rules, print."""
