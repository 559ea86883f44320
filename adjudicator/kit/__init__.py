"""For authors of games: toys for rules, which are pure, and a search for leaks; nothing here knows a game."""
