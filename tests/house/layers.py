"""The layers of the package: imports go down only."""

LAYERS = {
    "core": 0,
    "games": 1,
    "table": 2,
    "view": 3,
    "batch": 3,
    "bots": 3,
    "records": 3,
    "store": 3,
    "live": 4,
    "paper": 4,
    "web": 5,
    "terminal": 5,
    "lab": 5,
    "adapters": 5,
    "testing": 5,
    "api": 6,  # what `import rollwright` offers
    "command": 6,
    "offline": 6,  # the web app in a page
}
