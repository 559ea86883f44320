"""Orders as players write them: read, quoted, and answered with a line that works where they cannot be read."""
