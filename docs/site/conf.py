"""The documentation site. `make docs` gathers its pages (tools/docs.py) and builds it: no network is needed."""

from rollwright import __version__

project = "Rollwright"
author = "The Rollwright authors"
copyright = "the Rollwright authors, MIT licence"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 5
myst_enable_extensions = ["fieldlist"]
suppress_warnings = ["myst.header"]  # a page of rules may go from its title to its details
default_role = "code"  # docstrings write names between single backticks

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100

html_theme = "furo"
html_title = f"Rollwright {__version__}"
html_copy_source = False
html_show_sphinx = False
