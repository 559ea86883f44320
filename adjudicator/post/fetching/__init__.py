"""Mails come in: from a mailbox on a server, or from a Maildir."""
