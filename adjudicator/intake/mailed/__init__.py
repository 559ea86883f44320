"""A move file as it comes in a mail: where it begins and ends there, and what phones and programs did to its lines."""
