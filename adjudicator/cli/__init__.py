"""The command line: arguments in, one call, words out."""
