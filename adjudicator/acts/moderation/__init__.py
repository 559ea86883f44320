"""What a moderator changes in a running game: recorded acts, of which everybody is told."""
