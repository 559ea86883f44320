"""What players add to chance, all of it: they join with chains of secrets, and every link is mixed into draws.

The rest of the program meets it at one hook, :class:`adjudicator.ledger.mixer.Mixer`.
"""
