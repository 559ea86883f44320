"""When deadlines fall: the rule of a class, how it is written, its calendar; and what is done about missing orders."""
