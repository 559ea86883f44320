"""What a moderator does with a game: each act one module, one story told top to bottom."""
