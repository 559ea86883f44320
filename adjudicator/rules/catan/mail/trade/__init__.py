"""Trades between players: what stands, what is taken, what is proposed and answered."""
