"""What a moderator sees and does at the desk of a post office."""
