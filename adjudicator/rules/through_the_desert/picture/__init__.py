"""The board of Through the Desert as people see it: drawn (SVG) and in characters; made from views only."""
