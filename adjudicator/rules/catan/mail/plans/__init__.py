"""Orders that say what is wanted and leave to the moment how: the best place, the way there, the bank's part."""
