"""For authors of games: parts to build rules, orders, views and pictures from; pure, and knowing no game."""
