"""What proves a history to whoever has nothing of it but his mails; needs the standard library alone.

The modules of this package are joined into one file, ``docs/verify_mail.py``, that runs where nothing is installed:
they import each other and the standard library, and nothing else.
"""
