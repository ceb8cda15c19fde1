"""Modules that take the place of compiled packages in the page, under these packages' names, and nowhere else."""
