"""Reports: what each reader is shown after a turn, in HTML and in plain text."""
