"""Boards as files: the map that reports show, read, written, judged and made at random; and the boards of the house."""
