"""How players at a distance vote: bids, preferences, agreements."""
