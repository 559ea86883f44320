"""A search for leaks: whatever a reader may not know is changed, and no byte of what he is told may change with it."""
