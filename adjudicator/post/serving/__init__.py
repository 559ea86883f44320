"""A post office at work: when which game wants what, what it does about it, and how it fares."""
