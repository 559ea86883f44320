"""CASE files: numbered cases about rules, read, run against a game, and gathered into a page of rulings."""
