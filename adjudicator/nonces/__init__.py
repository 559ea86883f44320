"""Chance level L2, all of it: players join with chains of nonces, and every nonce is mixed into draws.

The rest of the program meets it at one hook, :class:`adjudicator.ledger.mixer.Mixer`.
"""
