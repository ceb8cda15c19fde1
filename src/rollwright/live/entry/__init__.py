"""How tables begin and how people come to them: new tables, dice that tables share, invitations, browsers."""
