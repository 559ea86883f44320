"""Games in which an order is an action: the author writes rules, a look and secrets, the rest is here."""
