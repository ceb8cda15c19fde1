"""What breaks while people play: the server, the database, the disk, and two processes in each other's way."""
