"""A turn as a function: what it is played from, what comes of it, what is kept and told of it."""
