"""What a moderator does to the time of a running game, and to who plays its seats; each a recorded act."""
