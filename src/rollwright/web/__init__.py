"""The web app: pages, tables that are played on them, and what goes over the wire."""
