"""The board of Through the Desert as people see it, drawn from what a reader knows: on pages, and in characters."""
