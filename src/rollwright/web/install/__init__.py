"""Rollwright as an installed app: its manifest, what runs behind its pages, and the page without a connection."""
