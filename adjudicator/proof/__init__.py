"""What proves a history to whoever has nothing of it but his mails.

The package also runs where nothing is installed, from one file (see ``adjudicator.acts.checker``): its modules
import the standard library, each other, and of the core only what draws and JSON are written in.
"""
