"""What readers of Catan know, and who may know what."""
