"""Game directories: how games lie on disk."""
