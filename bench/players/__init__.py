"""Scripted players of Catan who write move files: simple greedy play from nothing but what their seat knows."""
