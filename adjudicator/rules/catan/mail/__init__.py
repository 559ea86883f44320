"""How players at a distance steer the game: order texts, scripts, standing orders, trades."""
